import { useState } from 'react';
import { Field } from '../../components/Field.tsx';
import type { JsonObject } from '../../store/json.ts';
import { choicesOf, choicesText, withChoices } from '../../store/schema-edit.ts';

interface ChoicesFieldProps {
  readonly name: string;
  readonly schema: JsonObject;
  readonly onChange: (schema: JsonObject) => void;
}

/** The only values that there are. What is typed stands as it is typed: with the comma that nothing follows yet. */
export function ChoicesField({ name, schema, onChange }: ChoicesFieldProps) {
  const [typed, setTyped] = useState<string>();
  const written = choicesText(schema);
  const isCurrent = typed !== undefined && choicesText({ enum: [...choicesOf(typed)] }) === written;
  return (
    <Field
      label={`Choices of ${name}`}
      hidesLabel
      mono
      placeholder="Choices, separated by commas"
      value={isCurrent ? typed : written}
      onChange={(text) => {
        setTyped(text);
        onChange(withChoices(schema, choicesOf(text)));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
