import { useState } from 'react';
import type { KeyPath } from '../../../../src/model/definitions.ts';
import { Field } from '../../../components/Field.tsx';
import { pathKey } from '../../../store/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';

interface NumberFieldProps {
  readonly at: KeyPath;
  readonly label: string;
  readonly placeholder: string;
  /** Keeps the label for assistive technology only. */
  readonly hidesLabel?: boolean;
  /** Writes it, where that takes more than setting the value at `at`. */
  readonly onWrite?: (value: number | string | undefined) => void;
}

/** A number, or nothing. What is no number is written as it is typed, so that the problem shows and nothing is lost. */
export function NumberField({ at, label, placeholder, hidesLabel = false, onWrite }: NumberFieldProps) {
  const value = useWorkbench((state) => valueIn(state, at));
  const { edit, flush } = useWorkbenchActions();
  /** `1.` and `1.0` are on the way to another number. */
  const [typed, setTyped] = useState<string>();
  const written = value === undefined || value === null ? '' : String(value);
  const isCurrent = typed !== undefined && String(numberOf(typed) ?? '') === written;
  return (
    <Field
      label={label}
      hidesLabel={hidesLabel}
      placeholder={placeholder}
      place={pathKey(at)}
      value={isCurrent ? typed : written}
      problems={useProblemsAt(at)}
      onChange={(text) => {
        setTyped(text);
        if (onWrite) onWrite(numberOf(text));
        else edit(at, numberOf(text));
      }}
      onBlur={() => {
        setTyped(undefined);
        void flush();
      }}
    />
  );
}

function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}
