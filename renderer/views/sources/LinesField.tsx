import type { ReactNode } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { Field } from '../../components/fields/Field.tsx';
import { useNameDraft } from '../../components/fields/useNameDraft.ts';
import { inBackground } from '../../in-background.ts';
import { type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';

interface LinesFieldProps {
  readonly at: KeyPath;
  readonly label: string;
  readonly placeholder: string;
  readonly description?: string;
  /** Shown beside the label. */
  readonly hint?: ReactNode;
  /** Emptying the field removes its key from the file. */
  readonly removesWhenEmpty?: boolean;
}

/**
 * A list of texts, one per line, because paths and patterns can contain any other separator. Written when a person leaves
 * the field: a half-typed pattern would select other files.
 */
export function LinesField({ at, removesWhenEmpty = false, ...rest }: LinesFieldProps) {
  const value = useWorkbench((state) => valueIn(state, at));
  const problems = useProblemsAt(at);
  const { edit, flush } = useWorkbenchActions();
  const { field, isPending } = useNameDraft({
    name: print(value),
    check: () => undefined,
    onCommit: (text) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      edit(at, lines.length === 0 && removesWhenEmpty ? undefined : lines);
      inBackground(flush());
    },
  });
  const { value: text, onChange, onBlur } = field;
  return (
    <Field
      mono
      multiline
      {...rest}
      place={pathKey(at)}
      value={text}
      onChange={onChange}
      onBlur={onBlur}
      isPending={isPending}
      problems={isPending ? [] : problems}
    />
  );
}

function print(value: Json | undefined): string {
  return Array.isArray(value) ? value.map(String).join('\n') : typeof value === 'string' ? value : '';
}
