import { expect, test } from 'vitest';
import { helpHints } from './hints.ts';
import { pages } from './pages.ts';
import { rangesOf, readPage, searchHelp, sectionAt } from './sections.ts';

const page = readPage(
  'a.md',
  '# Title\n\nIntro.\n\n## First part\n\n```yaml\n# no heading\nName: x\n```\n\n## `Second`\n\nSee [the first](#first-part) and **tables**.\n\n### First part\n\nAgain.',
);

test('a page is split at its headings, not at comments in code, with the fragments of GitHub', () => {
  expect(page.sections.map(({ level, title, slug }) => [level, title, slug])).toEqual([
    [1, 'Title', ''],
    [2, 'First part', 'first-part'],
    [2, 'Second', 'second'],
    [3, 'First part', 'first-part-1'],
  ]);
  expect(page.sections[1]?.text).toContain('# no heading');
});

test('a search finds sections with all words, titles first, and marks the words', () => {
  const found = searchHelp([page], 'first PART');
  expect(found.map(({ section }) => section.slug)).toEqual(['first-part', 'first-part-1']);
  expect(found[0]?.titleRanges).toEqual([
    [0, 5],
    [6, 10],
  ]);
  expect(searchHelp([page], 'tables').map(({ excerpt }) => excerpt)).toEqual(['See the first and tables.']);
  expect([searchHelp([page], 'absent'), searchHelp([page], '  ')]).toEqual([[], []]);
});

test('overlapping words are marked once', () => {
  expect(rangesOf('templates', ['temp', 'plate'])).toEqual([[0, 8]]);
});

test('the help has the format, functions, slots, patterns, sources and keys', () => {
  for (const query of ['context.log', 'slots', 'Include', 'Documentation', 'Quick fixes', 'Inspect'])
    expect(searchHelp(pages, query), query).not.toEqual([]);
});

test('every link between the pages, and every hint beside a field, leads to a section', () => {
  const links = pages.flatMap(({ id, sections }) =>
    sections.flatMap(({ text }) =>
      [...text.matchAll(/\]\(([^)#\s]*)(#[^)\s]*)?\)/g)].map(([, file = '', slug = '']) => `${file || id}${slug}`),
    ),
  );
  const inHelp = links.filter((place) => pages.some(({ id }) => place === id || place.startsWith(`${id}#`)));
  for (const place of [...inHelp, ...Object.values(helpHints).map((hint) => hint.place)]) {
    const [, slug = ''] = place.split('#');
    expect(sectionAt(pages, place)?.slug, place).toBe(slug);
  }
  expect(inHelp.length).toBeGreaterThan(5);
});
