import { useState } from 'react';
import { Field } from '../../components/fields/Field.tsx';
import { choicesOf, choicesText, withChoices } from '../../store/content/schema/schema-edit.ts';
import type { JsonObject } from '../../store/definition/json.ts';

interface ChoicesFieldProps {
  readonly name: string;
  readonly schema: JsonObject;
  readonly onChange: (schema: JsonObject) => void;
}

/** The allowed values. While a person types, the field keeps the typed text, including a trailing comma. */
export function ChoicesField({ name, schema, onChange }: ChoicesFieldProps) {
  const [typedText, setTypedText] = useState<string>();
  const choiceText = choicesText(schema);
  const isCurrent = typedText !== undefined && choicesText({ enum: [...choicesOf(typedText)] }) === choiceText;
  return (
    <Field
      label={`Choices of ${name}`}
      hidesLabel
      mono
      placeholder="Choices, separated by commas"
      value={isCurrent ? typedText : choiceText}
      onChange={(text) => {
        setTypedText(text);
        onChange(withChoices(schema, choicesOf(text)));
      }}
      onBlur={() => setTypedText(undefined)}
    />
  );
}
