/** Front matter that no program writes gives a sentence. */
import { expect, it } from 'vitest';
import { splitFrontMatter } from './front-matter.ts';
import type { ImportResult } from './importer.ts';
import { dotprompt } from './importers/dotprompt.ts';

it.each([
  ['contains itself', 'input:\n  schema: &s\n    a: *s'],
  ['contains itself twice', 'input: &s [*s, *s]'],
  ['has a hundred levels', `input: ${'{a: '.repeat(100)}1${'}'.repeat(100)}`],
])('front matter that %s is nested too deeply', (_, front) => {
  const file = { path: 'a.prompt', text: `---\n${front}\n---\nText` };
  const problem = { message: 'The front matter is nested too deeply.', line: 2, column: 1 };
  expect(splitFrontMatter(file.text)).toEqual({ problem });
  expect(dotprompt.read({ kind: 'file', file })).toMatchObject({ items: [], problems: [problem] });
});

it('a value that is repeated by an alias is read', () => {
  expect(splitFrontMatter('---\na: &v {b: 1}\nc: [*v, *v]\n---\nText')).toEqual({
    data: { a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] },
    body: 'Text',
  });
});

it('a key that every object inherits is left out like any other', () => {
  const file = { path: 'a.prompt', text: '---\nconstructor: 1\ntools: [x]\n---\nText' };
  const { items } = dotprompt.read({ kind: 'file', file }) as ImportResult;
  expect(items[0]?.notes.map(({ message }) => message)).toEqual([
    'constructor is left out: prompts have no such key.',
    'tools is left out: a prompt does not grant tools.',
  ]);
});
