import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { argumentNameFault, type NameFault } from '../../../../src/model/prompt/argument-names.ts';
import { isNameUsed } from '../../../../src/model/prompt/rename-argument.ts';
import { inBackground } from '../../../in-background.ts';
import { selectArgumentNames, selectNameFaults } from '../../../store/content/argument-names.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';

export interface ArgumentName {
  /** The text of the field. */
  readonly text: string;
  readonly fault: NameFault | undefined;
  onChange(text: string): void;
  onFocus(): void;
  onBlur(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * The name of an argument while a person types it. An unused name is written at every keystroke; a name that slots use is
 * renamed together with them when the edit ends. A name that would break the prompt stays in the field.
 */
export function useArgumentName(at: KeyPath, index: number): ArgumentName {
  const store = useWorkbenchStore();
  const { edit, flush, leave, renameArgument } = useWorkbenchActions();
  const written = useWorkbench((state) => selectArgumentNames(state)[index] ?? '');
  const writtenFault = useWorkbench((state) => selectNameFaults(state)[index]);
  const [typed, setTyped] = useState<{ readonly instead: string; readonly text: string }>();
  const takesAlong = useRef(false);
  const isPending = typed !== undefined && typed.instead === written && typed.text !== written;
  const text = isPending ? typed.text : written;
  const faultOf = (name: string) =>
    argumentNameFault(name, selectArgumentNames(store.state.getState()).toSpliced(index, 1), index + 1);

  function commit(): void {
    if (!isPending || faultOf(text)?.severity === 'error') return;
    inBackground(renameArgument(index, text));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the written name changed.
  useEffect(() => setTyped(undefined), [written]);

  const leaving = useRef(commit);
  leaving.current = commit;
  useEffect(() => {
    if (!isPending) return;
    const onLeave = () => {
      leaving.current();
      leave();
    };
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [isPending, leave]);

  return {
    text,
    fault: isPending ? faultOf(text) : writtenFault,
    onChange(next) {
      const isHeld = takesAlong.current || faultOf(next)?.severity === 'error';
      setTyped(isHeld ? { instead: written, text: next } : undefined);
      if (!isHeld) edit([...at, 'Name'], next);
    },
    onFocus() {
      takesAlong.current = isNameUsed(valueIn(store.state.getState(), at.slice(0, -2)), index);
    },
    onBlur() {
      if (isPending) commit();
      else inBackground(flush());
    },
    onKeyDown(event) {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter' || (event.altKey && event.key.startsWith('Arrow'))) commit();
      if (event.key === 'Escape' && isPending) {
        event.stopPropagation();
        setTyped(undefined);
      }
    },
  };
}
