import { expect, test } from 'vitest';
import { helpHints } from './hints.ts';
import { pages } from './pages.ts';
import { readPage, sectionAt } from './sections.ts';

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

test('a key is shown and quoted without its tags', () => {
  const keys = readPage('b.md', '# Keys\n\nPress <kbd>Ctrl+Shift+O</kbd>.');
  expect(keys.sections[0]?.text).toBe('Press `Ctrl+Shift+O`.');
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
