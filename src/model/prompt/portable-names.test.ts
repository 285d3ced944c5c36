import { expect, test } from 'vitest';
import { readServer } from '../server.ts';
import { serverNameAdvice } from './portable-names.ts';
import { readPrompt } from './prompt.ts';

const findingsOf = (Name: unknown) => readPrompt({ Name, Content: 'x' }).findings;

test.each([
  ['my tone: #x', 'Claude Code cannot call', 'write "my-tone-#x".'],
  [' a ', 'Claude Code cannot call', 'write "a".'],
  ['a\u00a0b', 'Claude Code cannot call', 'write "a-b".'],
  ['a\u200bb', 'Claude Code cannot call', 'write "ab".'],
  ['Release Notes!', 'Claude Code cannot call', 'write "Release-Notes!".'],
  ['docs/a:b', 'replace / and : in the Name', 'write "docs-a-b".'],
  ['/', 'replace / and :', 'use letters, digits, - and _.'],
])('a prompt called %j is served, with a warning that says what to write', (name, reason, advice) => {
  const { prompt, findings } = readPrompt({ Name: name, Content: 'x' });
  expect(prompt?.name).toBe(name);
  expect(findings).toMatchObject([{ tag: 'UnportableName', severity: 'warning', at: ['Name'] }]);
  expect(findings[0]?.message).toContain(reason);
  expect(findings[0]?.message).toContain(advice);
});

test.each(['greet', 'Search', 'a.b', 'Grüße', '挨拶', 'a_b-c1'])('a prompt called %s gets no warning', (name) => {
  expect(findingsOf(name)).toEqual([]);
});

test.each([' ', 'a\nb', 5])('a prompt name that is already an error, %j, is reported once', (name) => {
  expect(findingsOf(name)).toMatchObject([{ severity: 'error' }]);
});

test('a prompt in a server file gets the warning at its place', () => {
  const { findings } = readServer({ Name: 'S', MCPPrompts: [{ Name: 'a b', Content: 'x' }] });
  expect(findings).toMatchObject([{ tag: 'UnportableName', at: ['MCPPrompts', 0, 'Name'] }]);
});

test.each([
  ['My Docs', 'My_Docs'],
  ['docs.example', 'docs_example'],
  ['Grüße', 'Gr__e'],
])('a server named %s gets a warning with the name that Claude Code gives it', (name, givenName) => {
  const output = serverNameAdvice(name, 'rename its file');
  expect(output).toContain(`calls this server ${givenName}: rename its file with letters`);
});

test('a server whose name leaves too little room for the names of its tools gets a warning', () => {
  expect(serverNameAdvice('a'.repeat(32), 'name it')).toBeUndefined();
  expect(serverNameAdvice('a'.repeat(33), 'name it')).toContain('33 characters leave too little room: use at most 32.');
});

test('a server called Wolfram_Docs-2 gets no warning, nor does any display Name', () => {
  expect(serverNameAdvice('Wolfram_Docs-2', 'name it')).toBeUndefined();
  expect(readServer({ Name: 'My Docs' }).findings).toEqual([]);
});
