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
  /** Problems of the written name. */
  readonly problems?: readonly FieldProblem[];
}

/** The name of a prompt, tool, server or argument. */
export function NameField({ name, check, onCommit, onDone, problems = [], ...props }: NameFieldProps) {
  const draft = useNameDraft({ name, check, onCommit, ...(onDone && { onDone }) });
  const pending = draft.problem ? [draft.problem] : [];
  return (
    <Field mono {...props} {...draft.field} problems={draft.isPending ? pending : problems} onFree={draft.commit} />
  );
}
