import { useState } from 'react';
import { Field } from '../../components/fields/Field.tsx';
import { isObject, type Json, type JsonObject } from '../../store/definition/json.ts';
import { strings } from './strings.ts';

interface SchemaTextProps {
  readonly label: string;
  readonly schema: JsonObject;
  readonly onChange: (schema: JsonObject) => void;
}

/** A schema as JSON text. Incomplete text stays in the field; text that parses becomes the schema at once. */
export function SchemaText({ label, schema, onChange }: SchemaTextProps) {
  const schemaText = JSON.stringify(schema, null, 2);
  const [typedText, setTypedText] = useState<string>();
  const parsing = typedText === undefined ? undefined : parse(typedText);
  // A change of the schema from outside replaces text that no longer matches it.
  const isCurrent =
    typedText !== undefined &&
    (parsing?.fault !== undefined || JSON.stringify(parsing?.value) === JSON.stringify(schema));
  return (
    <Field
      label={label}
      hidesLabel
      mono
      multiline
      value={isCurrent ? typedText : schemaText}
      onChange={(text) => {
        setTypedText(text);
        const { value } = parse(text);
        if (value) onChange(value);
      }}
      onBlur={() => setTypedText((text) => (text !== undefined && parse(text).fault === undefined ? undefined : text))}
      problems={isCurrent && parsing?.fault ? [{ severity: 'error', message: parsing.fault }] : []}
    />
  );
}

function parse(text: string): { readonly value?: JsonObject; readonly fault?: string } {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? { value } : { fault: strings.schemaIsObject };
  } catch (error) {
    return { fault: `Not valid JSON, so the schema is unchanged: ${(error as Error).message}` };
  }
}
