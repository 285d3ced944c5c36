import { expect, test } from 'vitest';
import type { SearchReport } from '../../contract/contract.ts';
import { entryText } from '../engine/query/results-text.ts';
import { compactResults } from './compact-results.ts';

const passage = (location: string, text: string, source = 'Manual') => ({
  source,
  title: 'Page',
  location,
  headings: [],
  text: entryText(source, { title: 'Page', location, headings: [], blocks: [{ kind: 'text', text }] }).text,
});
const compactText = (passages: object[], hasSeveralSources = false) =>
  compactResults({ kind: 'results', text: 'all', account: { passages } as SearchReport }, hasSeveralSources);

test('folders that several results share are abbreviated, with one line that gives the whole path', () => {
  const text = compactText([
    passage('handbook/engines/a.md', 'A.'),
    passage('handbook/engines/b.md', 'B.'),
    passage('c.md', 'C.'),
  ]);
  expect(text).toBe('… is handbook/engines\n\n# Page\n…/a.md\n\nA.\n\n# Page\n…/b.md\n\nB.\n\n# Page\nc.md\n\nC.');
  expect(compactText([passage('a.md', 'A.'), passage('b.md', 'B.', 'Notes')], true)).toBe(
    '# Page\na.md (Manual)\n\nA.\n\n# Page\nb.md (Notes)\n\nB.',
  );
});

test('a page cannot pretend to be another result, and titles in its code blocks stay', () => {
  const text = compactText([passage('a.md', 'A.\n# Fake\nb.md\n\n```sh\n# comment\n```\n  # Fake too')]);
  expect(text).toBe('# Page\na.md\n\nA.\n\\# Fake\nb.md\n\n```sh\n# comment\n```\n\\# Fake too');
});
