import { isJsonObject } from '../../../src/base/json.ts';
import { Field } from '../../components/controls/Field.tsx';
import type { Json } from '../../store/definition/json.ts';
import { useParsedField } from '../editor/useParsedField.ts';

const kinds = {
  Headers: { label: 'Headers', placeholder: `Authorization: Bearer \${DOCS_TOKEN}`, notation: pairs(': ') },
  Env: { label: 'Environment of the command', placeholder: `DOCS_TOKEN=\${DOCS_TOKEN}`, notation: pairs('=') },
} as const;

/** What a server is given by name, one in each line, as it is written where it goes. */
export function PairsField({ at }: { at: keyof typeof kinds }) {
  const { label, placeholder, notation } = kinds[at];
  const field = useParsedField([at], notation);
  return (
    <Field
      label={label}
      mono
      multiline
      placeholder={placeholder}
      description={`A secret stays out of the file: \${NAME} takes a variable of the environment.`}
      {...field}
    />
  );
}

/** A line without the separator is a name that has no value yet. */
function pairs(separator: string) {
  return {
    print: (value: Json | undefined): string => {
      if (!isJsonObject(value)) return '';
      return Object.entries(value)
        .map(([name, text]) => `${name}${separator}${String(text)}`)
        .join('\n');
    },
    parse: (text: string): Json | undefined => {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const entries = lines.map((line) => {
        const [name = '', ...rest] = line.split(separator.trim());
        return [name.trim(), rest.join(separator.trim()).trim()];
      });
      return entries.length === 0 ? undefined : Object.fromEntries(entries);
    },
  };
}
