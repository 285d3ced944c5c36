import { expect, test } from 'vitest';
import { readPrompt } from '../prompt/prompt.ts';
import { renameArgument } from '../prompt/rename-argument.ts';
import { readTool } from '../tool/tool.ts';

const base = {
  Name: 'greet',
  Arguments: [{ Name: 'name' }],
  Content: { StringTemplate: 'Hello, `name`!' },
  Samples: [{ Name: 'Ada', Arguments: { name: 'Ada' } }],
};

test('a test has a sample or values, and its expectations under their words', () => {
  const { prompt, findings } = readPrompt({
    ...base,
    tests: [
      { name: 'One', sample: 'Ada', expect: [{ Contains: 'Ada', 'not-contains': 'x' }, 'snapshot', { messages: 1 }] },
      {
        Name: 'Two',
        Arguments: { name: 'x' },
        Expect: [{ error: { code: -32602 } }, { 'search-finds': { page: 'a' } }],
      },
    ],
  });
  expect(findings).toEqual([]);
  expect(prompt?.tests).toEqual([
    {
      name: 'One',
      sample: 'Ada',
      expect: [
        { kind: 'contains', text: 'Ada' },
        { kind: 'not-contains', text: 'x' },
        { kind: 'snapshot' },
        { kind: 'messages', count: 1 },
      ],
    },
    {
      name: 'Two',
      arguments: { name: 'x' },
      expect: [
        { kind: 'error', code: -32602 },
        { kind: 'search-finds', page: 'a' },
      ],
    },
  ]);
});

test('the key as checks an entry in what client applications read; alone, it repeats the whole list for them', () => {
  const read = (Expect: unknown) => readPrompt({ ...base, Tests: [{ Name: 'a', Expect }] });
  expect(read([{ contains: 'a', as: ['codex'] }]).prompt?.tests?.[0]?.expect).toEqual([
    { kind: 'contains', text: 'a', as: ['codex'] },
  ]);
  expect(read([{ contains: 'a' }, { as: ['codex'] }]).prompt?.tests?.[0]?.expect).toEqual([
    { kind: 'contains', text: 'a' },
    { kind: 'contains', text: 'a', as: ['codex'] },
  ]);
  expect(read([{ as: ['codex'] }]).findings[0]?.message).toContain('This list has only entries with as');
});

test.each([
  [{ Expect: [{ contians: 'a' }] }, 'Unknown key "contians": did you mean contains?'],
  [{ Expect: [{}] }, 'An expectation must have one of the words contains, '],
  [{ Expect: ['contains'] }, 'such as "contains: text"'],
  [{ Expect: 'contains' }, 'Expect must be a list'],
  [{ Sample: 'Adda' }, 'There is no sample "Adda": did you mean Ada?'],
  [{ Arguments: { nme: 'a' } }, 'There is no argument "nme": did you mean name?'],
  [{ Expect: [{ regex: '(' }] }, 'regex must be a regular expression'],
  [{ Expect: [{ 'same-as': {} }] }, 'same-as must name either a Sample or a Client.'],
  [{ Expect: [{ 'tokens-at-most': 1.5 }] }, 'tokens-at-most must be a whole number.'],
  [{ Expect: [{ 'is-json': false }] }, 'is-json must be true, or a JSON Schema.'],
  [{ Expect: [{ 'is-json': { properties: { n: { type: 'nubmer' } } } }] }, 'type must be'],
  [{ Expect: [{ 'is-json': { pattern: '[' } }] }, 'pattern must be'],
  [{ Expect: [{ 'is-json': { $ref: 'https://example.com/a.json' } }] }, '$ref'],
  [{ Expect: [{ 'is-json': { $ref: '#' } }] }, '$ref'],
])('the fault of %j is an error at its place, and the prompt is still served', (fault, words) => {
  const { prompt, findings } = readPrompt({ ...base, Tests: [{ Name: 'a', ...fault }] });
  expect(prompt?.name).toBe('greet');
  expect(prompt?.tests).toBeUndefined();
  expect(findings.map(({ severity }) => severity)).toContain('error');
  expect(findings[0]?.message).toContain(words);
  expect(findings[0]?.at.slice(0, 2)).toEqual(['Tests', 0]);
});

test('a JSON Schema may describe any value, with keywords of the other draft', () => {
  const schema = { definitions: { n: { type: 'number' } }, $ref: '#/definitions/n' };
  const { prompt, findings } = readPrompt({ ...base, Tests: [{ Name: 'a', Expect: [{ 'is-json': schema }] }] });
  expect(findings).toEqual([]);
  expect(prompt?.tests?.[0]?.expect).toEqual([{ kind: 'is-json', schema }]);
});

test('two tests of one name are refused, even if only the case differs: a snapshot is a file of that name', () => {
  const { findings } = readPrompt({ ...base, Tests: [{ Name: 'a' }, { Name: 'A' }] });
  expect(findings[0]).toMatchObject({
    at: ['Tests', 1, 'Name'],
    message: expect.stringContaining('already called "A"'),
  });
});

test("a tool's test has values of any kind, and the words for results", () => {
  const { tool, findings } = readTool({
    Name: 'add',
    Content: 'x',
    Tests: [{ Name: 'a', Arguments: { n: 1 }, Expect: [{ 'is-error': false }, { structured: { Sum: 1 } }] }],
  });
  expect(findings).toEqual([]);
  expect(tool?.tests).toEqual([
    {
      name: 'a',
      arguments: { n: 1 },
      expect: [
        { kind: 'is-error', value: false },
        { kind: 'structured', value: { Sum: 1 } },
      ],
    },
  ]);
});

test('a renamed argument keeps its values in tests', () => {
  const prompt = { ...base, Tests: [{ Name: 'a', Arguments: { name: 'x' } }] };
  expect(renameArgument(prompt, 0, 'who').changes).toContainEqual({ at: ['Tests', 0, 'Arguments', 'who'], after: 'x' });
});
