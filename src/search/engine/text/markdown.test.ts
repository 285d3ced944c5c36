import { expect, test } from 'vitest';
import { readMarkdown } from './markdown.ts';

test('a page is titled by its front matter, else its first heading, else its file', () => {
  expect(readMarkdown('---\ntitle: "Set: up"\n---\n# Other\n', 'a.md').title).toBe('Set: up');
  expect(readMarkdown('Text first.\n\n# The `Map` [function](x.md)\n', 'a.md').title).toBe('The Map function');
  expect(readMarkdown('Only text.', 'guide/set-up.md').title).toBe('set-up');
  expect(readMarkdown('', 'empty.md')).toEqual({ title: 'empty', location: 'empty.md', blocks: [] });
});

test('headings, paragraphs and programs are blocks with the line where they begin', () => {
  const { blocks } = readMarkdown('# A\n\nOne\ntwo.\n\nPart\n----\n\n```js\nlet x;\n\n# no heading\n```\n', 'a.md');
  expect(blocks).toEqual([
    { kind: 'text', text: 'One\ntwo.', line: 3 },
    { kind: 'heading', level: 2, text: 'Part', line: 6 },
    { kind: 'code', text: 'let x;\n\n# no heading', language: 'js', line: 9 },
  ]);
});

test('a program ends at a fence of the same kind and length, or with the file', () => {
  const { blocks } = readMarkdown('````\n```\ninner\n```\n````\nafter\n\n~~~\n```\nopen', 'a.md');
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['code', '```\ninner\n```'],
    ['text', 'after'],
    ['code', '```\nopen'],
  ]);
});

test('a heading loses the signs that close it, and a comment that does not end is text', () => {
  const { blocks } = readMarkdown('## A # b ##\n\n##\tC#\n\n<!-- gone -->x<!-- open', 'a.md');
  expect(blocks.map(({ text }) => text)).toEqual(['A # b', 'C#', 'x<!-- open']);
});

test.each([
  ['spaces in a heading', `# x${' '.repeat(200_000)}y`],
  ['marks of a program', `${'~'.repeat(200_000)}\``],
  ['letters behind such a mark', `\`\`\`${'a'.repeat(200_000)}\``],
  ['comments that do not end', '<!--'.repeat(200_000)],
  ['spaces in the title of a front matter', `---\ntitle: x${' '.repeat(200_000)}y\n---`],
  ['pictures begun in a heading', `# ${'!['.repeat(200_000)}`],
])('very many %s are read in one sweep', (_, text) => {
  // A reader that goes back for each of them takes minutes and exceeds the time limit of the test.
  expect(readMarkdown(text, 'a.md').title).not.toBe('');
});

test('rules, lists and tables are not read as underlined headings', () => {
  const { blocks } = readMarkdown('- item\n---\n\nText\n\n---\n\n| a |\n|---|\n', 'a.md');
  expect(blocks.some(({ kind }) => kind === 'heading')).toBe(false);
});

test('line endings, a byte order mark and the imports of MDX do not show', () => {
  const page = readMarkdown("\uFEFFimport X from '../x'\r\n\r\n# T\r\n\r\nText\r\n", 'a.mdx');
  expect(page).toEqual({ title: 'T', location: 'a.mdx', blocks: [{ kind: 'text', text: 'Text', line: 5 }] });
});
