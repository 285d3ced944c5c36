import { isJsonObject } from '../../../src/base/json.ts';
import { Field } from '../../components/fields/Field.tsx';
import { useNameDraft } from '../../components/fields/useNameDraft.ts';
import { inBackground } from '../../in-background.ts';
import { type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';

const kinds = {
  Headers: { label: 'Headers', placeholder: `Authorization: Bearer \${DOCS_TOKEN}`, notation: pairs(': ') },
  Env: { label: 'Environment variables', placeholder: `DOCS_TOKEN=\${DOCS_TOKEN}`, notation: pairs('=') },
} as const;

/** Headers or environment variables, one per line in their usual notation. */
export function PairsField({ at }: { at: keyof typeof kinds }) {
  const { label, placeholder, notation } = kinds[at];
  const value = useWorkbench((state) => valueIn(state, [at]));
  const problems = useProblemsAt([at]);
  const { edit, flush } = useWorkbenchActions();
  // Written when a person leaves the field: half an address or secret would be used.
  const { field, isPending } = useNameDraft({
    name: notation.print(value),
    check: () => undefined,
    onCommit: (text) => {
      edit([at], notation.parse(text));
      inBackground(flush());
    },
  });
  return (
    <Field
      label={label}
      mono
      multiline
      placeholder={placeholder}
      description={`Keep secrets out of the file: \${NAME} inserts an environment variable.`}
      place={pathKey([at])}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      isPending={isPending}
      problems={isPending ? [] : problems}
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
