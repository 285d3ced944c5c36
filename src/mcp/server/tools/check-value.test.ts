import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../base/json.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { bundleScript, heartbeat, openSandboxFixture, type SandboxFixture } from '../../../sandbox/testing/sandbox.ts';
import { check } from './check-value.ts';
import { schemaSize } from './schema-cost.ts';

const withA = (a: object, keywords: object = {}): JsonObject => ({ type: 'object', properties: { a }, ...keywords });
const doubledValues = Object.fromEntries(
  Array.from({ length: 40 }, (_, level) => {
    const innerRef = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { allOf: [innerRef, { ...innerRef }] }];
  }),
);

let fixture: SandboxFixture;
let sandbox: Sandbox;
beforeAll(async () => {
  fixture = await openSandboxFixture();
  const workerFile = await bundleScript(
    fixture.dir,
    'schema-worker',
    `import { runSandboxWorker } from './worker.ts';
     import { checkInWorker } from '../mcp/server/tools/schema-task.ts';
     runSandboxWorker({ 'check-schema': async () => checkInWorker });`,
  );
  sandbox = createSandbox({ workerFile });
});
afterAll(async () => {
  await sandbox.close();
  await fixture.close();
});

const checkAlone = async (schema: JsonObject, value: unknown) =>
  check(
    { schema, value, wholeName: 'the object of arguments', client: undefined, signal: new AbortController().signal },
    { sandbox: async () => sandbox },
  );
/** Without a worker: whatever asks for one fails. */
const checkedAtOnce = (schema: JsonObject, value: unknown) =>
  check(
    { schema, value, wholeName: 'the object of arguments', client: undefined, signal: new AbortController().signal },
    { sandbox: () => Promise.reject(new Error('it asked for a worker')) },
  );

describe('A schema that keeps its checker busy is stopped after a second, while the program keeps running', () => {
  it.each([
    ['a pattern that tries every way', withA({ pattern: '^(a+)+$' }), { a: `${'a'.repeat(50)}!` }],
    [
      'a name pattern that tries every way',
      { type: 'object', patternProperties: { '^(a+)+$': {} } },
      { [`${'a'.repeat(50)}!`]: 1 },
    ],
    ['references that double', { ...withA({ $ref: '#/$defs/d0' }), $defs: { ...doubledValues, d40: {} } }, { a: 1 }],
    [
      'a comparison of each with each',
      withA({ uniqueItems: true }),
      { a: Array.from({ length: 80_000 }, (_, n) => [n]) },
    ],
  ])('%s', async (_, schema, value) => {
    const beat = heartbeat();
    await expect(checkAlone(schema, value)).rejects.toThrow(/took longer than a second/);
    expect(beat.isSteady()).toBe(true);
    expect(await checkAlone(withA({ type: 'string' }), { a: 1 })).toBe('a must be a string, but it is a number');
  });
});

describe('A schema of unknown cost', () => {
  it('gives the same sentences from a worker', async () => {
    expect(await checkAlone(withA({ pattern: '^[a-z]+$' }), { a: 'A' })).toBe(
      'a must match pattern "^[a-z]+$", but it is "A"',
    );
    expect(await checkAlone(withA({ pattern: '^[a-z]+$' }), { a: 'a' })).toBe('');
  });

  it('says why it cannot be used', async () => {
    await expect(checkAlone(withA({ pattern: '(' }), {})).rejects.toThrow(
      /cannot be used \(Invalid regular expression/,
    );
  });

  it('refuses a value that is nested too deeply', async () => {
    let deepValue: unknown = {};
    for (let level = 0; level < 50_000; level++) deepValue = { a: deepValue };
    await expect(checkAlone(withA({ type: 'object' }), deepValue)).rejects.toThrow(/nested too deeply/);
  });
});

describe('An ordinary schema is checked at once, without a worker', () => {
  it.each([
    ['types and enumerations', withA({ enum: ['a', 'b'] }, { required: ['a'], additionalProperties: false })],
    ['alternatives', withA({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })],
    ['definitions', { ...withA({ $ref: '#/$defs/a' }), $defs: { a: { type: 'string' } } }],
    ['a property called pattern', { type: 'object', properties: { pattern: { type: 'string' } } }],
    ['uniqueItems: false', withA({ uniqueItems: false })],
  ])('%s', (_, schema) => {
    expect(checkedAtOnce(schema, { a: 'a' })).toBe('');
  });

  it.each([
    ['a pattern inside an alternative', withA({ anyOf: [{ pattern: 'a' }] })],
    ['a recursive definition', { ...withA({ $ref: '#/$defs/a' }), $defs: { a: { items: { $ref: '#/$defs/a' } } } }],
    ['a reference to the root', withA({ $ref: '#' })],
    ['references that double', { ...withA({ $ref: '#/$defs/d0' }), $defs: { ...doubledValues, d40: {} } }],
    ['thousands of parts', { allOf: Array.from({ length: 3_000 }, () => ({ type: 'object' })) }],
    ['a pattern in dependencies', { dependencies: { a: { pattern: 'a' } } }],
  ])('but not one with %s', (_, schema) => {
    expect(schemaSize(schema, '2020-12')).toBeUndefined();
  });

  it('but not for a large value', async () => {
    const schema = withA({ type: 'array', items: { type: 'number' } });
    await expect(checkedAtOnce(schema, { a: Array(1_000_000).fill(1) })).rejects.toThrow('it asked for a worker');
  });
});
