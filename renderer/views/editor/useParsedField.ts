/** A value that is no text, edited as one. */
import { useState } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { inBackground } from '../../in-background.ts';
import { type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from './useDefinitionField.ts';

interface Notation {
  /** The text of a value. */
  readonly print: (value: Json | undefined) => string;
  /** The value of a text; nothing takes the key out of the file. */
  readonly parse: (text: string) => Json | undefined;
}

/**
 * A value of the open definition as a text, bound to its place in the file. While it is typed, a text that means the
 * value stands as it is typed: with the comma, the point or the empty line that nothing follows yet.
 */
export function useParsedField(at: KeyPath, { print, parse }: Notation, onWrite?: (value: Json | undefined) => void) {
  const value = useWorkbench((state) => valueIn(state, at));
  const { edit, flush } = useWorkbenchActions();
  const [typed, setTyped] = useState<string>();
  const written = print(value);
  return {
    place: pathKey(at),
    value: typed !== undefined && print(parse(typed)) === written ? typed : written,
    problems: useProblemsAt(at),
    onChange(text: string) {
      setTyped(text);
      if (onWrite) onWrite(parse(text));
      else edit(at, parse(text));
    },
    onBlur() {
      setTyped(undefined);
      inBackground(flush());
    },
  };
}
