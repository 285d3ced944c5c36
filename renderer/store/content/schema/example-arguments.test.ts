import { expect, test } from 'vitest';
import { exampleArguments } from './example-arguments.ts';
import { fieldsOf, typedArguments } from './schema-form.ts';

test('every empty argument of a tool gets a valid example, and typed ones stay', () => {
  const fields = fieldsOf({
    type: 'object',
    properties: {
      city: { type: 'string' },
      days: { type: 'integer', default: 3 },
      count: { type: 'integer' },
      units: { enum: ['metric', 'imperial'] },
      isShort: { type: 'boolean' },
      note: { type: 'string' },
    },
  });
  const typedValues = { note: 'mine' };
  const filledValues = { ...typedValues, ...exampleArguments(fields, typedValues) };
  expect(typedArguments(fields, filledValues)).toEqual({
    value: { city: 'Lisbon', days: 3, count: 3, units: 'metric', isShort: true, note: 'mine' },
    faults: {},
  });
});
