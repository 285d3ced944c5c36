import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Field } from './dialogue.ts';
import { fieldsOfForm, formSchema } from './form-schema.ts';

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const choices = fc
  .uniqueArray(
    fc.record({ value: word, title: fc.option(fc.stringMatching(/^[A-Z][a-z]{1,8}$/), { nil: undefined }) }),
    {
      selector: ({ value }) => value,
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((list) => list.map(({ value, title }) => (title === undefined ? { value } : { value, title })));

const head = fc.record(
  { name: word, required: fc.boolean(), title: word, description: word },
  { requiredKeys: ['name', 'required'] },
);
const limits = fc.record({ minimum: fc.integer(), maximum: fc.integer() }, { requiredKeys: [] });

/** Fields of every kind; a default is one of the values. */
const field: fc.Arbitrary<Field> = fc.oneof(
  fc
    .tuple(head, fc.option(word, { nil: undefined }))
    .map(([fields, value]) => ({ ...fields, ...(value && { value }) })),
  fc
    .tuple(head, choices)
    .map(([fields, list]) => ({ ...fields, kind: 'choice' as const, choices: list, value: list[0]?.value ?? '' })),
  fc.tuple(head, choices).map(([fields, list]) => ({
    ...fields,
    kind: 'choices' as const,
    choices: list,
    value: list.map(({ value }) => value).join(', '),
  })),
  fc
    .tuple(head, limits, fc.constantFrom('number' as const, 'integer' as const), fc.integer())
    .map(([fields, bounds, kind, value]) => ({ ...fields, ...bounds, kind, value: String(value) })),
  fc
    .tuple(head, fc.constantFrom('boolean' as const, 'date' as const, 'email' as const, 'url' as const))
    .map(([fields, kind]) => ({ ...fields, kind, ...(kind === 'boolean' && { value: 'true' }) })),
);

test('the fields of a form come back from its schema', () => {
  fc.assert(
    fc.property(fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 6 }), (fields) => {
      expect(fieldsOfForm(formSchema(fields, true))).toEqual(fields);
    }),
  );
});

test('a schema of another shape gives no fields', () => {
  expect(fieldsOfForm({})).toEqual([]);
  expect(fieldsOfForm({ properties: { a: 1 } })).toEqual([]);
});
