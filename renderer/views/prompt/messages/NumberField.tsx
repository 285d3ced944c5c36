import type { KeyPath } from '../../../../src/base/json.ts';
import { Field } from '../../../components/fields/Field.tsx';
import { parseNumber, printNumber } from '../../../store/arguments/number-text.ts';
import type { Json } from '../../../store/definition/json.ts';
import { useParsedField } from '../../editor/useParsedField.ts';

interface NumberFieldProps {
  readonly at: KeyPath;
  readonly label: string;
  readonly placeholder: string;
  /** Shows the label to assistive technology only. */
  readonly hidesLabel?: boolean;
  /** Writes the value, when that takes more than setting it at `at`. */
  readonly onWrite?: (value: Json | undefined) => void;
}

/** An optional number. Other text is written as typed: the problem shows, and no input is lost. */
export function NumberField({ at, label, placeholder, hidesLabel = false, onWrite }: NumberFieldProps) {
  const field = useParsedField(at, { print: printNumber, parse: parseNumber }, onWrite);
  return <Field label={label} hidesLabel={hidesLabel} placeholder={placeholder} {...field} />;
}
