import { expect, test } from 'vitest';
import { argumentNameFault } from './argument-names.ts';
import { catalogueNameProblem, mcpNameProblem, serverNameProblem, toolNameProblem } from './prompt-names.ts';

test('an MCP name may be anything that clients can call, once in a list', () => {
  expect(mcpNameProblem('greet', ['meet'])).toBeUndefined();
  expect(mcpNameProblem('greet', ['Greet'])).toMatchObject({ severity: 'warning', free: 'greet-2' });
  for (const dots of ['.', '..'])
    expect(mcpNameProblem(dots, [])).toMatchObject({ kind: 'unusable', severity: 'error' });
  expect(mcpNameProblem(' ', [])).toMatchObject({ kind: 'empty', severity: 'error' });
  expect(mcpNameProblem('a\nb', [])).toMatchObject({ kind: 'unusable', severity: 'error' });
  expect(mcpNameProblem('a b', [])).toMatchObject({ kind: 'unportable', severity: 'warning' });
  expect(mcpNameProblem('greet', ['greet', 'greet-2'])).toMatchObject({ kind: 'taken', free: 'greet-3' });
});

test('a name that some clients cannot call comes with the nearest one that is free', () => {
  expect(mcpNameProblem('a b c?', [])).toMatchObject({ free: 'a-b-c?', message: expect.stringContaining('"a-b-c?".') });
  expect(mcpNameProblem('my/docs', ['my-docs'])).toMatchObject({
    free: 'my-docs-2',
    message: expect.stringContaining('write "my-docs-2".'),
  });
  expect(mcpNameProblem('/', [])).not.toHaveProperty('free');
  expect(serverNameProblem('Grüße & docs', [])).toMatchObject({ free: 'Gru-e-docs' });
  expect(serverNameProblem('my docs', ['my-docs'])).toMatchObject({ free: 'my-docs-2' });
  expect(argumentNameFault('bad name!/x', ['bad-name-x'], 1)).toMatchObject({ free: 'bad-name-x-2' });
  expect(argumentNameFault('7', [], 1)).not.toHaveProperty('free');
});

test('a tool whose name differs from another one only in case is warned of', () => {
  expect(toolNameProblem('Look', ['look'])).toMatchObject({ severity: 'warning', free: 'Look-2' });
  expect(toolNameProblem('look', ['look'])).toMatchObject({ severity: 'error' });
});

test('an invalid tool name comes with the nearest valid and free one', () => {
  expect(toolNameProblem('word count!', [])).toMatchObject({ kind: 'unusable', free: 'word-count' });
  expect(toolNameProblem('Zähler (Wörter)', [])).toMatchObject({ free: 'Zahler-Worter' });
  expect(toolNameProblem('word count', ['word-count'])).toMatchObject({ free: 'word-count-2' });
  expect(toolNameProblem('x'.repeat(200), [])).toMatchObject({ free: 'x'.repeat(120) });
  expect(toolNameProblem('単語', [])).not.toHaveProperty('free');
});

test('a catalogue name is a file name, unique in the catalogue regardless of case', () => {
  expect(catalogueNameProblem('my prompt', ['Greet'])).toBeUndefined();
  expect(catalogueNameProblem('', [])).toMatchObject({ kind: 'empty' });
  expect(catalogueNameProblem('a/b', [])).toMatchObject({ kind: 'unusable' });
  expect(catalogueNameProblem('greet', ['Greet'])).toMatchObject({ kind: 'taken', free: 'greet-2' });
});

test('a bad file name gets a sentence for its fault: its length, a device of Windows, a character, its end', () => {
  const messageFor = (name: string) => catalogueNameProblem(name, [])?.message ?? '';
  expect(messageFor('x'.repeat(2_000))).toBe('This name is too long (2,000 characters): use at most 100.');
  expect(messageFor('CON')).toBe('Windows reserves the name "CON" for a device: choose another one.');
  expect(messageFor('a/b')).toContain('it contains /');
  expect(messageFor('a\ud83d')).toContain('it contains half a character');
  expect(messageFor('a.')).toContain('start and end it with a letter or a digit');
});

test('a server name is a file name that clients do not change', () => {
  expect(serverNameProblem('docs', [])).toBeUndefined();
  expect(serverNameProblem('my docs', [])).toMatchObject({ kind: 'unportable', severity: 'warning' });
  expect(serverNameProblem('docs', ['Docs'])).toMatchObject({ kind: 'taken' });
});
