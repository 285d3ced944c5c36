import { useEffect, useRef, useState } from 'react';
import { inBackground } from '../../in-background.ts';
import { Field } from './Field.tsx';
import type { FieldProblem } from './FieldProblems.tsx';
import { type NameDraftProps, useNameDraft } from './useNameDraft.ts';

interface NameFieldProps extends NameDraftProps {
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly placeholder?: string;
  readonly description?: string;
  readonly startsSelected?: boolean;
  /** Where the name is written (`pathKey`). */
  readonly place?: string;
  /** Reads what another name changes elsewhere, once a person types one. */
  readonly readNote?: () => Promise<string | undefined>;
  /** Problems of the written name. */
  readonly problems?: readonly FieldProblem[];
}

/** The name of a prompt, tool, server or argument. */
export function NameField({
  name,
  check,
  onCommit,
  onLeave,
  onDone,
  readNote,
  problems = [],
  ...props
}: NameFieldProps) {
  const draft = useNameDraft({ name, check, onCommit, ...(onLeave && { onLeave }), ...(onDone && { onDone }) });
  const [note, setNote] = useState<string>();
  const readNoteRef = useRef(readNote);
  readNoteRef.current = readNote;
  const { isPending } = draft;
  useEffect(() => {
    if (!isPending || !readNoteRef.current) return;
    let isWanted = true;
    inBackground(readNoteRef.current().then((text) => isWanted && setNote(text)));
    return () => {
      isWanted = false;
    };
  }, [isPending]);
  const pending = draft.problem ? [draft.problem] : [];
  return (
    <Field
      mono
      {...props}
      {...draft.field}
      note={isPending && draft.problem === undefined ? note : undefined}
      problems={draft.isPending ? pending : problems}
      onFree={draft.commit}
    />
  );
}
