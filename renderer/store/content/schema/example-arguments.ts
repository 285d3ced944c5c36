import { exampleValues } from '../../arguments/example-values.ts';
import { type SchemaField, type TypedTexts, typedIn } from './schema-form.ts';

/** Texts for the empty fields of a tool's form: the default or example of the schema, its first choice, or a guess. */
export function exampleArguments(fields: readonly SchemaField[], typedValues: TypedTexts): TypedTexts {
  const emptyFields = fields.filter(({ name }) => typedIn(typedValues, name) === '');
  const guessedValues = exampleValues({
    arguments: emptyFields.map(({ name, label, description }) => ({
      name,
      title: label,
      ...(description !== undefined && { description }),
    })),
    samples: [],
    completions: {},
    values: {},
  });
  return Object.fromEntries(
    emptyFields.map((field) => [field.name, exampleOf(field, guessedValues[field.name] ?? '')]),
  );
}

function exampleOf({ kind, choices, example }: SchemaField, guessedText: string): string {
  if (example !== '') return example;
  switch (kind) {
    case 'text':
      return guessedText;
    case 'choice':
      return JSON.stringify(choices[0]);
    case 'boolean':
      return 'true';
    case 'number':
    case 'integer':
      return /^\d+$/.test(guessedText) ? guessedText : '1';
    case 'json':
      return '';
  }
}
