import { useState } from 'react';
import type { KeyPath } from '../../../../src/model/definitions.ts';
import { Field } from '../../../components/Field.tsx';
import { pathKey } from '../../../store/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';

interface ListFieldProps {
  readonly at: KeyPath;
  readonly label: string;
  readonly placeholder: string;
  /** An emptied field takes its key out of the file. */
  readonly removesWhenEmpty?: boolean;
}

/** A short list of words in one line, with commas between them. */
export function ListField({ at, label, placeholder, removesWhenEmpty = false }: ListFieldProps) {
  const value = useWorkbench((state) => valueIn(state, at));
  const { edit, flush } = useWorkbenchActions();
  /** What is typed, with the comma that has no word behind it yet. */
  const [typed, setTyped] = useState<string>();
  const words = Array.isArray(value) ? value.map(String).join(', ') : typeof value === 'string' ? value : '';
  const isCurrent = typed !== undefined && listOf(typed).join(', ') === words;
  return (
    <Field
      label={label}
      placeholder={placeholder}
      place={pathKey(at)}
      value={isCurrent ? typed : words}
      problems={useProblemsAt(at)}
      onChange={(text) => {
        setTyped(text);
        const list = listOf(text);
        edit(at, list.length === 0 && removesWhenEmpty ? undefined : list);
      }}
      onBlur={() => {
        setTyped(undefined);
        void flush();
      }}
    />
  );
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
