import { isJsonObject } from '../../../src/model/json.ts';
import { Field } from '../../components/Field.tsx';
import type { Json } from '../../store/json.ts';
import { useParsedField } from '../editor/useParsedField.ts';

/** The headers of requests to a server at an address, one in each line, as they are written in a request. */
export function HeadersField() {
  const field = useParsedField(['Headers'], { print, parse });
  return (
    <Field
      label="Headers"
      mono
      multiline
      placeholder={`Authorization: Bearer \${DOCS_TOKEN}`}
      description={`A secret stays out of the file: \${NAME} takes a variable of the environment.`}
      {...field}
    />
  );
}

function print(value: Json | undefined): string {
  if (!isJsonObject(value)) return '';
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${String(text)}`)
    .join('\n');
}

/** A line without a colon is a name that has no value yet. */
function parse(text: string): Json | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const headers = lines.map((line) => {
    const [name = '', ...rest] = line.split(':');
    return [name.trim(), rest.join(':').trim()];
  });
  return headers.length === 0 ? undefined : Object.fromEntries(headers);
}
