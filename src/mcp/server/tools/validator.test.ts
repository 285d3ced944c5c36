/** Arguments of random schemas: those that fit are taken, those with one thing wrong are refused with its place. */
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../base/json.ts';
import { readTool } from '../../../model/tool/tool.ts';
import { mistakes, placeName } from './schema-errors.ts';
import { checkOf } from './validator.ts';

const sentence = (schema: JsonObject, value: unknown) => mistakes(checkOf(schema)(value), 'the object of arguments');

/** A schema, a valid value, and an invalid one, with the path of its error. */
interface Case {
  readonly schema: JsonObject;
  readonly right: unknown;
  readonly wrong: unknown;
  readonly at: readonly (string | number)[];
}

const names = fc.constantFrom('city', 'days', 'place of birth', 'a/b', 'ü', '0', 'toString', '~');
const leaf: fc.Arbitrary<Case> = fc.oneof(
  fc.string().map((right) => ({ schema: { type: 'string' }, right, wrong: 7, at: [] })),
  fc.integer().map((right) => ({ schema: { type: 'integer' }, right, wrong: right + 0.5, at: [] })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((right) => ({ schema: { type: 'number' }, right, wrong: '1', at: [] })),
  fc.boolean().map((right) => ({ schema: { type: 'boolean' }, right, wrong: 'true', at: [] })),
  fc
    .integer({ min: 0, max: 9 })
    .map((right) => ({ schema: { type: 'integer', minimum: 0, maximum: 9 }, right, wrong: 10, at: [] })),
  fc
    .constantFrom('metric', 'imperial')
    .map((right) => ({ schema: { enum: ['metric', 'imperial'] }, right, wrong: 'kelvin', at: [] })),
  fc
    .stringMatching(/^[a-z]{1,5}$/)
    .map((right) => ({ schema: { type: 'string', pattern: '^[a-z]{1,5}$' }, right, wrong: 'A', at: [] })),
);

const { value } = fc.letrec<{ value: Case; object: Case; list: Case }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, tie('object'), tie('list')),
  object: fc
    .tuple(
      fc.uniqueArray(names, { minLength: 1, maxLength: 4 }),
      fc.array(tie('value'), { minLength: 4, maxLength: 4 }),
      fc.nat(3),
      fc.boolean(),
    )
    .map(([keys, cases, choice, isMissing]) => {
      const pairs = keys.map((key, index) => [key, cases[index] as Case] as const);
      const [key, innerCase] = pairs[choice % pairs.length] as readonly [string, Case];
      const right = Object.fromEntries(pairs.map(([name, { right }]) => [name, right]));
      const { [key]: _, ...missing } = right;
      return {
        schema: {
          type: 'object',
          properties: Object.fromEntries(pairs.map(([name, { schema }]) => [name, schema])),
          required: keys,
          additionalProperties: false,
        },
        right,
        wrong: isMissing ? missing : { ...right, [key]: innerCase.wrong },
        at: isMissing ? [key] : [key, ...innerCase.at],
      };
    }),
  list: fc.tuple(tie('value'), fc.nat(2)).map(([innerCase, place]) => ({
    schema: { type: 'array', items: innerCase.schema },
    right: [innerCase.right, innerCase.right, innerCase.right],
    wrong: [innerCase.right, innerCase.right, innerCase.right].with(place, innerCase.wrong),
    at: [place, ...innerCase.at],
  })),
}));

/** Only objects can be the arguments of a tool. */
const cases = value.filter(({ schema }) => schema.type === 'object');

const pointer = (at: Case['at']) =>
  at.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

describe.each([
  ['2020-12', {}],
  ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#' }],
])('JSON Schema %s', (_, head) => {
  test('valid arguments are accepted, and an error in them is refused with its place', () => {
    fc.assert(
      fc.property(cases, ({ schema, right, wrong, at }) => {
        const InputSchema = { ...head, ...schema };
        const { tool, findings } = readTool({ Name: 'a', InputSchema, Content: { Function: '() => 1' } });
        expect(findings).toEqual([]);
        const input = tool?.inputSchema as JsonObject;
        expect(checkOf(input)(right)).toEqual([]);
        expect(sentence(input, wrong)).toContain(placeName(pointer(at)));
      }),
      { numRuns: 150 },
    );
  });
});

describe('What is wrong with arguments', () => {
  const stops = {
    type: 'object',
    properties: {
      stops: { type: 'array', items: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
      units: { enum: ['metric', 'imperial'] },
    },
    additionalProperties: false,
  };
  it.each([
    [{ stops: [{ city: 'Oslo' }, {}] }, 'stops[1].city is missing'],
    [{ stops: {} }, 'stops must be an array, but it is an object'],
    [{ units: 'kelvin' }, 'units must be one of "metric", "imperial", but it is "kelvin"'],
    [{ unit: 'metric' }, 'unit is unknown (did you mean units?)'],
    [{ stops: [{}], units: 1 }, 'stops[0].city is missing; units must be one of "metric", "imperial", but it is 1'],
  ])('%j: %s', (args, expected) => {
    expect(sentence(stops, args)).toBe(expected);
  });

  it('names the alternatives as a whole, not the errors of each', () => {
    const schema = { type: 'object', properties: { id: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } };
    expect(sentence(schema, { id: true })).toBe('id matches none of the allowed forms, or more than one');
  });

  it('is the first mistake alone in a large value, and never more than eight', () => {
    const numbers = { type: 'object', properties: { list: { type: 'array', items: { type: 'number' } } } };
    expect(sentence(numbers, { list: Array(100_000).fill('x') })).toBe('list[0] must be a number, but it is a string');
    expect(sentence(numbers, { list: Array(10).fill('x') })).toMatch(/list\[7\].*; and 2 more$/);
  });

  it('does not treat inherited properties as sent ones', () => {
    expect(sentence({ type: 'object', required: ['toString'] }, {})).toBe('toString is missing');
  });
});

/** An object schema with one property. */
const withA = (a: object, keywords: object = {}) => ({ type: 'object', properties: { a }, ...keywords });

describe('What ajv would read and JSON Schema does not', () => {
  it.each([
    ['$async', { $async: true, ...withA({ $async: true, type: 'string' }) }],
    ['id', { id: 'here', ...withA({ id: 'there', type: 'string' }) }],
    ['nullable', withA({ type: 'string', nullable: true })],
    ['nullable without a type', withA({ type: 'string', allOf: [{ nullable: true }] })],
  ])('means nothing: %s', (_, schema) => {
    expect(sentence(schema, { a: null })).toBe('a must be a string, but it is null');
    expect(checkOf(schema)({ a: 'x' })).toEqual([]);
  });

  it('is still the name of a property, and still a value', () => {
    const schema = withA({ const: { id: 1 } }, { properties: { id: { type: 'string' }, a: { const: { id: 1 } } } });
    expect(sentence(schema, { id: 1, a: { id: 2 } })).toMatch(/^id must be a string.*a must be \{"id":1\}/);
  });
});

describe('A schema that cannot be used', () => {
  it.each([
    ['leads elsewhere', withA({ $ref: 'https://example.com/elsewhere' }), /cannot be used \(can't resolve/],
    ['has an invalid pattern', withA({ pattern: '(' }), /cannot be used \(Invalid regular expression/],
    ['leads back to itself', { ...withA({}), ...{ allOf: [{ $ref: '#/allOf/0' }] } }, /cannot be evaluated/],
  ])('is reported at every call: it %s', (_, schema, sentence) => {
    for (let call = 0; call < 2; call++) expect(() => checkOf(schema)({ a: 'x' })).toThrow(sentence);
  });

  it('is reported for a value that is nested too deeply', () => {
    let deepValue: unknown = {};
    for (let level = 0; level < 50_000; level++) deepValue = { a: deepValue };
    expect(() =>
      checkOf({ ...withA({ $ref: '#/$defs/node' }), $defs: { node: withA({ $ref: '#/$defs/node' }) } })(deepValue),
    ).toThrow(/nested too deeply/);
  });
});

it.each([
  ['the root', { $ref: '#' }],
  ['a definition', { $ref: '#/$defs/node' }],
  ['an anchor', { $ref: '#node' }],
  ['a name with signs', { $ref: '#/$defs/a%20b~1c' }],
])('A schema may refer to %s from inside it', (_, a) => {
  const node = { ...withA(a), additionalProperties: false };
  const schema = { ...node, $defs: { node: { ...node, $anchor: 'node' }, 'a b/c': node } };
  expect(checkOf(schema)({ a: { a: {} } })).toEqual([]);
  expect(sentence(schema, { a: { a: { b: 1 } } })).toContain('a.a.b is unknown');
});
