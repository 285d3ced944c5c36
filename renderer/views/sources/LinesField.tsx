import type { ReactNode } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { Field } from '../../components/controls/Field.tsx';
import type { Json } from '../../store/definition/json.ts';
import { useParsedField } from '../editor/useParsedField.ts';

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

/** A list of texts, one per line, because paths and patterns can contain any other separator. */
export function LinesField({ at, removesWhenEmpty = false, ...rest }: LinesFieldProps) {
  const field = useParsedField(at, {
    print,
    parse: (text) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      return lines.length === 0 && removesWhenEmpty ? undefined : lines;
    },
  });
  return <Field mono multiline {...rest} {...field} />;
}

function print(value: Json | undefined): string {
  return Array.isArray(value) ? value.map(String).join('\n') : typeof value === 'string' ? value : '';
}
