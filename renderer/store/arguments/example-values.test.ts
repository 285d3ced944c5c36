import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { exampleValues } from './example-values.ts';

const nothing = { samples: [], completions: {}, values: {} };
const examplesOf = (...names: string[]) => exampleValues({ ...nothing, arguments: names.map((name) => ({ name })) });

it('an example follows from the name, however it is written', () => {
  expect(examplesOf('targetLanguage', 'source_code', 'due-date', 'email')).toEqual({
    targetLanguage: 'French',
    source_code: 'function add(a, b) {\n  return a + b;\n}',
    'due-date': '2026-05-03',
    email: 'ada@example.com',
  });
});

it('if the name says nothing, the description is used', () => {
  const declaredArguments = [
    { name: 'a', description: 'The city to travel to' },
    { name: 'b', description: 'Something blue.' },
    { name: 'zeta' },
  ];
  expect(exampleValues({ ...nothing, arguments: declaredArguments })).toEqual({
    a: 'Lisbon',
    b: 'an example of something blue',
    zeta: 'an example of zeta',
  });
});

it('a default and completions have precedence over a guess', () => {
  const declaredArguments = [{ name: 'tone', default: 'calm' }, { name: 'city' }];
  expect(exampleValues({ ...nothing, arguments: declaredArguments, completions: { city: 'Berlin' } })).toEqual({
    tone: 'calm',
    city: 'Berlin',
  });
});

it('the values of one sample stay together, and do not contradict typed values', () => {
  const declaredArguments = [{ name: 'text' }, { name: 'language' }, { name: 'tone' }];
  const samples = [
    { arguments: { text: 'Hallo', language: 'English' } },
    { arguments: { text: 'Hello', language: 'Japanese', tone: 'formal' } },
  ];
  expect(exampleValues({ ...nothing, arguments: declaredArguments, samples })).toEqual(samples[1]?.arguments);
  expect(exampleValues({ ...nothing, arguments: declaredArguments, samples, values: { language: 'English' } })).toEqual(
    {
      text: 'Hallo',
      language: 'English',
      tone: 'friendly',
    },
  );
});

it('typed values stay, and no field is left empty', () => {
  const argument = fc.record(
    { name: fc.string({ minLength: 1 }), description: fc.string(), default: fc.string() },
    { requiredKeys: ['name'] },
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(argument, { selector: ({ name }) => name }),
      fc.dictionary(fc.string(), fc.string({ minLength: 1 })),
      (declaredArguments, values) => {
        const filledValues = exampleValues({ ...nothing, arguments: declaredArguments, values });
        expect(filledValues).toMatchObject(values);
        expect(declaredArguments.every(({ name }) => filledValues[name])).toBe(true);
      },
    ),
  );
});
