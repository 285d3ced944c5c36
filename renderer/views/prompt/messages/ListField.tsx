import type { KeyPath } from '../../../../src/base/json.ts';
import { Field } from '../../../components/fields/Field.tsx';
import type { Json } from '../../../store/definition/json.ts';
import { useParsedField } from '../../editor/useParsedField.ts';

interface ListFieldProps {
  readonly at: KeyPath;
  readonly label: string;
  readonly placeholder: string;
  /** Shows the label to assistive technology only. */
  readonly hidesLabel?: boolean;
  /** Emptying the field removes its key from the file. */
  readonly removesWhenEmpty?: boolean;
}

/** A short list of words, separated by commas. */
export function ListField({ at, removesWhenEmpty = false, ...rest }: ListFieldProps) {
  const field = useParsedField(at, {
    print,
    parse: (text) => {
      const words = wordsOf(text);
      return words.length === 0 && removesWhenEmpty ? undefined : words;
    },
  });
  return <Field {...rest} {...field} />;
}

function print(value: Json | undefined): string {
  return Array.isArray(value) ? value.map(String).join(', ') : typeof value === 'string' ? value : '';
}

function wordsOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
