import { expect, test } from 'vitest';
import { pages } from './pages.ts';
import { rangesOf, searchHelp, wordsOf } from './search.ts';
import { readPage } from './sections.ts';

const page = readPage(
  'a.md',
  '# Title\n\nIntro of deleted parts.\n\n## First part\n\nName: x\n\n## Second\n\nSee [the first](#first-part) and **tables**.\n\n### First part\n\nAgain.',
);
const findSlugs = (query: string) => searchHelp([page], query).map(({ section }) => section.slug);

test('sections with more words come first, titles before texts, and the words are marked', () => {
  expect(findSlugs('first PART').slice(0, 2)).toEqual(['first-part', 'first-part-1']);
  expect(findSlugs('first PART').slice(2).sort()).toEqual(['', 'second']);
  expect(searchHelp([page], 'first part')[0]?.titleRanges).toEqual([
    [0, 5],
    [6, 10],
  ]);
  expect(searchHelp([page], 'tables').map(({ excerpt }) => excerpt)).toEqual(['See the first and tables.']);
  expect([findSlugs('absent'), findSlugs('  '), findSlugs('?')]).toEqual([[], [], []]);
});

test('every form of a word is found, even while it is typed, and words without a subject are ignored', () => {
  expect([findSlugs('table'), findSlugs('tabl'), findSlugs('how do I get a table')]).toEqual([
    ['second'],
    ['second'],
    ['second'],
  ]);
  expect(findSlugs('deletion')).toEqual(['']);
});

test('a word is marked in every form, and a name of several words once', () => {
  expect(rangesOf('Renaming, renames.', wordsOf('rename'))).toEqual([
    [0, 8],
    [10, 17],
  ]);
  expect(rangesOf('Call context.log here', wordsOf('context.log'))).toEqual([[5, 16]]);
});

test('the excerpt shows the place with the most words', () => {
  const longPage = readPage('b.md', `# B\n\nred ${'filler '.repeat(60)}a red apple`);
  expect(searchHelp([longPage], 'red apple')[0]?.excerpt).toMatch(/red apple$/);
});

test('the help has the format, functions, slots, patterns, sources and keys', () => {
  for (const query of ['context.log', 'slots', 'Include', 'Documentation', 'Quick fixes', 'Inspect'])
    expect(searchHelp(pages, query), query).not.toEqual([]);
});
