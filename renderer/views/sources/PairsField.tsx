import { isJsonObject } from '../../../src/base/json.ts';
import { Field } from '../../components/controls/Field.tsx';
import type { Json } from '../../store/definition/json.ts';
import { useParsedField } from '../editor/useParsedField.ts';

const kinds = {
  Headers: { label: 'Headers', placeholder: `Authorization: Bearer \${DOCS_TOKEN}`, notation: pairs(': ') },
  Env: { label: 'Environment variables', placeholder: `DOCS_TOKEN=\${DOCS_TOKEN}`, notation: pairs('=') },
} as const;

/** Headers or environment variables, one per line in their usual notation. */
export function PairsField({ at }: { at: keyof typeof kinds }) {
  const { label, placeholder, notation } = kinds[at];
  const field = useParsedField([at], notation);
  return (
    <Field
      label={label}
      mono
      multiline
      placeholder={placeholder}
      description={`Keep secrets out of the file: \${NAME} inserts an environment variable.`}
      {...field}
    />
  );
}

/** A line without the separator is a name without a value. */
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
