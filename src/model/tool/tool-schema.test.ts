import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { casesOf } from '../../../tools/test/property-tests.ts';
import type { JsonObject, KeyPath } from '../../base/json.ts';
import type { Report } from '../problems/findings.ts';
import { keywordNames } from './json-schema-keywords.ts';
import { readObjectSchema } from './tool-schema.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';

function read(schema: unknown) {
  const report: Report = { tag: 'InvalidMCPToolSpecification', findings: [] };
  return { schema: readObjectSchema(schema, ['InputSchema'], report), findings: report.findings };
}

describe('A JSON Schema of a tool', () => {
  const wrongSchemas: [what: string, schema: object, at: KeyPath, text: string][] = [
    ['a type that there is not', { properties: { a: { type: 'text' } } }, ['properties', 'a', 'type'], 'null, boolean'],
    ['an empty choice', { properties: { a: { enum: [] } } }, ['properties', 'a', 'enum'], 'a list of unique values'],
    ['one name twice', { required: ['a', 'a'] }, ['required'], 'unique names'],
    ['a length below 0', { properties: { a: { minLength: -1 } } }, ['properties', 'a', 'minLength'], '0 or greater'],
    ['a number as text', { minProperties: '1' }, ['minProperties'], 'a whole number'],
    [
      'an invalid pattern',
      { properties: { a: { pattern: '[' } } },
      ['properties', 'a', 'pattern'],
      'regular expression',
    ],
    [
      'a key that is not a pattern',
      { patternProperties: { '(': {} } },
      ['patternProperties', '('],
      'regular expression',
    ],
    ['no alternatives', { anyOf: [] }, ['anyOf'], 'at least one schema'],
    ['a number for a schema', { allOf: [1] }, ['allOf', 0], 'Entry 1 of allOf must be a schema'],
    ['properties in a list', { properties: ['a'] }, ['properties'], 'a map of schemas'],
    ['another dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, ['$schema'], 'draft/2020-12'],
    [
      'what is on the web',
      { properties: { a: { $ref: 'https://example.com/a' } } },
      ['properties', 'a', '$ref'],
      'a place in this schema',
    ],
    [
      'what is not there',
      { properties: { a: { $ref: '#/$defs/b' } } },
      ['properties', 'a', '$ref'],
      '"#/$defs/b" does not exist',
    ],
    ['an anchor that is not there', { $ref: '#b' }, ['$ref'], '"#b" does not exist'],
    ['a reference to itself', { $ref: '#' }, ['$ref'], 'refers back to its own schema'],
    [
      'references in a circle',
      {
        $defs: {
          a: { allOf: [{ $ref: '#/$defs/b' }] },
          b: { properties: { x: { $ref: '#/$defs/a' } }, if: { not: { $ref: '#a' } } },
          c: { $anchor: 'a', dependentSchemas: { k: { $ref: '#/$defs/a' } } },
        },
      },
      ['$defs', 'c', 'dependentSchemas', 'k', '$ref'],
      'refers back to its own schema',
    ],
    [
      'a property that is lost',
      JSON.parse('{"properties":{"__proto__":{}}}'),
      ['properties', '__proto__'],
      '__proto__',
    ],
    ['an address inside', { properties: { a: { $id: 'https://example.com' } } }, ['properties', 'a', '$id'], '$anchor'],
    [
      'items for each place, which is draft-07',
      { properties: { a: { items: [{}] } } },
      ['properties', 'a', 'items'],
      'must be a schema',
    ],
  ];
  it('may refer to itself from inside a property of any name', () => {
    const properties = {
      if: { $ref: '#' },
      not: { type: 'array', items: { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/allOf' }] } },
    };
    const $defs = { allOf: { properties: { dependentSchemas: { $ref: '#/$defs/allOf' } } } };
    expect(read({ type: 'object', properties, $defs }).findings).toEqual([]);
  });

  it('is read with any references: a chain of many, all to one, and each to the next', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]),
    );
    expect(read({ type: 'object', $defs: { ...chain, d20000: {} } }).findings).toEqual([]);
    const circle = read({ type: 'object', $defs: { ...chain, d20000: { $ref: '#/$defs/d0' } } });
    expect(circle.findings).toHaveLength(1);
  });

  it.each(wrongSchemas)('is refused for %s', (_, schema, at, text) => {
    const { schema: result, findings } = read({ type: 'object', ...schema });
    expect(result).toBeUndefined();
    expect(findings).toMatchObject([{ at: ['InputSchema', ...at], message: expect.stringContaining(text) }]);
  });

  it('may refer to its own parts in every way', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/x~1y' }, b: { $ref: '#named' }, c: { $ref: '#' }, d: { $ref: '#/allOf/0' } },
      allOf: [{}],
      $defs: { 'x/y': { $anchor: 'named', type: 'string' } },
    };
    expect(read(schema)).toEqual({ schema, findings: [] });
  });

  it('follows draft-07 if it declares it', () => {
    const schema = {
      $schema: draft07,
      type: 'object',
      definitions: { pair: { items: [{ type: 'number' }, true], additionalItems: false } },
      dependencies: { a: ['b'], b: { minProperties: 2 } },
      properties: { a: { $ref: '#/definitions/pair' } },
    };
    expect(read(schema)).toEqual({ schema, findings: [] });
  });

  it('gets a warning for a keyword that is misspelt, or belongs to the other dialect', () => {
    const { schema, findings } = read({ type: 'object', propertys: {}, additionalItems: {}, 'x-order': 1 });
    expect(schema).toBeDefined();
    expect(findings).toMatchObject([
      { tag: 'UnknownKey', severity: 'warning', message: expect.stringContaining('did you mean properties?') },
      { tag: 'UnknownKey', message: expect.stringContaining('is a keyword of JSON Schema draft-07') },
    ]);
  });

  it('is refused if it is nested extremely deeply, without ending the program', () => {
    let schema: object = { type: 'object' };
    for (let depth = 0; depth < 60; depth++) schema = { type: 'object', properties: { a: schema } };
    expect(read(schema).findings).toMatchObject([{ tag: 'Limit' }]);
  });
});

const innerNames = [...keywordNames('2020-12'), ...keywordNames('draft-07')].filter(
  (name) => !/^\$(schema|id)/.test(name),
);

/** Values that keywords hold, rightly or not. */
const nestedValues = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(
      'object',
      'string',
      'a',
      '[a-z]+',
      '[',
      '#',
      '#/$defs/a',
      true,
      false,
      0,
      1,
      -1,
      1.5,
      null,
    ),
    fc.array(fc.constantFrom<unknown>('a', 'b', 'string', 1, true), { maxLength: 3 }),
    fc.array(tie('schema'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '['), fc.oneof(tie('schema'), fc.constant(['a'])), { maxKeys: 2 }),
    tie('schema'),
  ),
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.boolean(),
    fc.dictionary(fc.constantFrom(...innerNames, 'x-own'), tie('value'), {
      maxKeys: 3,
    }),
  ),
}));

/** What is refused on purpose: references to fetch, inner addresses, empty choices and invalid patterns. */
const ownRules = /\$ref|\$dynamicRef|\$id|\$anchor|\$dynamicAnchor|\$schema|"enum"|"\["/;
/** Keywords that `ajv`'s meta-schema of draft-07 lacks. */
const unknownToAjv = /writeOnly/;
const settings = { strict: false, validateFormats: false, logger: false } as const;

describe.each([
  ['2020-12', {}, () => new Ajv2020(settings)],
  ['draft-07', { $schema: draft07 }, () => new Ajv(settings)],
] as const)('JSON Schema %s', (_, head, createAjv) => {
  test('is accepted when the meta-schema accepts it, and then compiles', () => {
    const ajv = createAjv();
    let validCount = 0;
    const names = fc.constantFrom(...keywordNames('2020-12').filter((name) => !name.startsWith('$')));
    const schemas = fc.dictionary(names, nestedValues.value, { maxKeys: 4 });
    fc.assert(
      fc.property(schemas, (keys) => {
        const text = JSON.stringify(keys);
        if (unknownToAjv.test(text) || text.includes('__proto__')) return;
        // As they come out of a file: ajv's comparison of two `enum` values throws on objects that inherit nothing.
        const schema = { ...(JSON.parse(text) as JsonObject), ...head, type: 'object' };
        const { findings } = read(schema);
        const isRight = !findings.some(({ severity }) => severity === 'error');
        const isMetaRight = ajv.validateSchema(schema) === true;
        if (!ownRules.test(text)) expect(isRight).toBe(isMetaRight);
        if (!isRight) return;
        validCount++;
        expect(isMetaRight).toBe(true);
        if (validCount < 80) createAjv().compile(schema);
      }),
      casesOf(200),
    );
    expect(validCount).toBeGreaterThan(40);
  });
});
