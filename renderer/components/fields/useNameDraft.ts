/** A name while a person types it: nothing is written before the name is finished. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { whileUnfinished } from '../../finish-typing.ts';
import { inBackground } from '../../in-background.ts';
import type { FieldProblem } from './FieldProblems.tsx';
import { createNameCommits } from './name-commits.ts';

export interface NameDraftProps {
  /** The written name. */
  readonly name: string;
  /** Checks another name; an error keeps it from being written. */
  readonly check: (name: string) => FieldProblem | undefined;
  /** Writes a valid name. @throws an error whose sentence the field shows */
  readonly onCommit: (name: string) => unknown;
  /** Writes a valid name right before the page is left, when nothing can wait; default `onCommit`. */
  readonly onLeave?: (name: string) => unknown;
  /** Called when editing has ended: the name is written, unchanged or restored. */
  readonly onDone?: () => void;
}

interface Draft {
  /** The written name when the person typed: another one replaces the draft. */
  readonly instead: string;
  readonly text: string;
  readonly failure?: FieldProblem;
}

/** Enter and leaving the field commit a valid name, and Escape restores the written one. An invalid name stays. */
export function useNameDraft({ name, check, onCommit, onLeave, onDone }: NameDraftProps) {
  const [draft, setDraft] = useState<Draft>();
  const [commits] = useState(createNameCommits);
  const newestDraft = useRef(draft);
  newestDraft.current = draft;
  const isShown = useRef(true);
  const isOfName = draft !== undefined && (draft.instead === name || commits.isOwn(name));
  const current = isOfName && draft.text !== name ? draft : undefined;
  const text = current?.text ?? name;
  const isPending = current !== undefined;
  const checkName = (text: string) => (text.trim() === name ? undefined : check(text.trim()));
  const problem = current && (current.failure ?? checkName(text));

  async function commit(text: string): Promise<void> {
    const next = text.trim();
    const writing = commits.writing();
    const committedDraft = newestDraft.current;
    // Enter has written it, and then the person leaves the field.
    if (writing === next) return;
    if (writing !== undefined || (text !== name && next !== name)) {
      if (checkName(text)?.severity === 'error') return;
      try {
        await commits.write(next, onCommit);
      } catch (error) {
        if (!isShown.current) throw error;
        const failure: FieldProblem = { severity: 'error', message: sentence(error) };
        return setDraft((now) => (now === committedDraft ? { instead: name, text, failure } : now));
      }
    }
    // What the person has typed since is the next name.
    if (newestDraft.current !== committedDraft) return;
    setDraft((now) => (now === committedDraft ? undefined : now));
    onDone?.();
  }

  const leaving = useRef(() => {});
  leaving.current = () => {
    const isValid = checkName(text)?.severity !== 'error';
    if (!onLeave) inBackground(commit(text));
    else if (text.trim() !== name && isValid) onLeave(text.trim());
  };
  const finishing = useRef(() => {});
  finishing.current = () => inBackground(commit(text));
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useEffect(() => {
    if (!isPending) return;
    const endTyping = whileUnfinished(() => finishing.current());
    const onLeave = () => leaving.current();
    // Before the window's own listener, which sends what is unsaved.
    window.addEventListener('pagehide', onLeave, true);
    return () => {
      endTyping();
      window.removeEventListener('pagehide', onLeave, true);
    };
  }, [isPending]);

  return {
    isPending,
    problem,
    commit: (text: string) => inBackground(commit(text)),
    field: {
      value: text,
      isPending,
      onChange: (text: string) => setDraft({ instead: name, text }),
      onBlur: () => inBackground(commit(text)),
      onKeyDown(event: KeyboardEvent) {
        if (event.nativeEvent.isComposing) return;
        // A row may move on this key, and its draft would stay behind.
        if (event.altKey && event.key.startsWith('Arrow')) return inBackground(commit(text));
        if (event.key === 'Enter') inBackground(commit(text));
        else if (event.key === 'Escape' && (isPending || onDone)) {
          event.stopPropagation();
          setDraft(undefined);
          onDone?.();
        } else return;
        event.preventDefault();
      },
    },
  };
}
