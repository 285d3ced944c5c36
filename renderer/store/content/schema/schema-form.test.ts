import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldsOf, typedArguments } from './schema-form.ts';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City', description: 'Name or zip code' },
    days: { type: 'integer', default: 3 },
    unit: { enum: ['celsius', 'fahrenheit'] },
    exact: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['city'],
};

it('creates a field for every property, by its type', () => {
  expect(fieldsOf(schema)).toMatchObject([
    { name: 'city', label: 'City', kind: 'text', isRequired: true },
    { name: 'days', label: 'days', kind: 'integer', isRequired: false, example: '3' },
    { name: 'unit', kind: 'choice', choices: ['celsius', 'fahrenheit'] },
    { name: 'exact', kind: 'boolean' },
    { name: 'tags', kind: 'json' },
  ]);
  expect(fieldsOf(undefined)).toEqual([]);
  expect(fieldsOf({ type: 'object' })).toEqual([]);
});

it('reads typed values by their types, and leaves out empty ones', () => {
  const typedTexts = { city: 'Bern', days: ' 2 ', unit: '"celsius"', exact: 'true', tags: '["a"]' };
  expect(typedArguments(fieldsOf(schema), typedTexts)).toEqual({
    value: { city: 'Bern', days: 2, unit: 'celsius', exact: true, tags: ['a'] },
    faults: {},
  });
  expect(typedArguments(fieldsOf(schema), {}).value).toEqual({ city: '' });
});

it('reports an unreadable value at its field, and never throws', () => {
  expect(typedArguments(fieldsOf(schema), { days: 'two', tags: '[' }).faults).toEqual({
    days: 'Enter a number.',
    tags: expect.stringMatching(/^Not valid JSON: (?!put text)/),
  });
  expect(typedArguments(fieldsOf(schema), { tags: 'a, b' }).faults).toEqual({
    tags: 'Not valid JSON: put text in double quotes.',
  });
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), (anySchema, typedValues) => {
      typedArguments(fieldsOf(anySchema as never), typedValues);
    }),
  );
});

it('an argument whose value has a key named fault is a value, not a fault', () => {
  const fields = fieldsOf({ properties: { any: { type: 'object' } } });
  expect(typedArguments(fields, { any: '{"fault": "mine"}' })).toEqual({
    value: { any: { fault: 'mine' } },
    faults: {},
  });
});

it('an argument may have the name of an inherited property', () => {
  const names = ['constructor', 'toString', '__proto__'];
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: name === 'toString' ? 'integer' : 'string' }]),
  );
  const fields = fieldsOf({ type: 'object', properties });
  expect(fields.map(({ name }) => name)).toEqual(names);
  expect(typedArguments(fields, {})).toEqual({ value: {}, faults: {} });
  const { value, faults } = typedArguments(fields, Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(Object.entries(value)).toEqual([
    ['constructor', 'x'],
    ['__proto__', 'x'],
  ]);
  expect(Object.entries(faults)).toEqual([['toString', 'Enter a number.']]);
});
