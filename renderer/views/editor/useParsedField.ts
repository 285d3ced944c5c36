/** A value of another type, edited as text. */
import { useState } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { inBackground } from '../../in-background.ts';
import { type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from './useDefinitionField.ts';

interface Notation {
  /** Formats the value as text. */
  readonly print: (value: Json | undefined) => string;
  /** Parses the text; undefined removes the key from the file. */
  readonly parse: (text: string) => Json | undefined;
}

/**
 * A value of the open definition as text, bound to its path in the file. While a person types, the field keeps the typed
 * text as long as it parses to the stored value: a trailing comma, point or empty line stays.
 */
export function useParsedField(at: KeyPath, { print, parse }: Notation, onWrite?: (value: Json | undefined) => void) {
  const value = useWorkbench((state) => valueIn(state, at));
  const { edit, flush } = useWorkbenchActions();
  const [typedText, setTypedText] = useState<string>();
  const printedText = print(value);
  return {
    place: pathKey(at),
    value: typedText !== undefined && print(parse(typedText)) === printedText ? typedText : printedText,
    problems: useProblemsAt(at),
    onChange(text: string) {
      setTypedText(text);
      if (onWrite) onWrite(parse(text));
      else edit(at, parse(text));
    },
    onBlur() {
      setTypedText(undefined);
      inBackground(flush());
    },
  };
}
