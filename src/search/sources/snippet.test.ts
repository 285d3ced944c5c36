import { expect, test } from 'vitest';
import type { Match, RankedPassage } from '../engine/types.ts';
import { snippetOf, spellings } from './snippet.ts';

function rankPassage(text: string, terms: readonly string[], title = 'Page'): RankedPassage {
  const matches = terms.map((term): Match => ({ query: term, term, kind: 'word', fields: ['body'], score: 1 }));
  const passage = { title, location: 'a.md', headings: [], blocks: [{ kind: 'text' as const, text }] };
  return { passage, matches, score: 1, because: { words: 1, nearness: 0 }, folded: [] };
}

const markedTexts = (rankedPassage: RankedPassage) => {
  const { text, marks } = snippetOf(rankedPassage);
  return marks.map(({ start, end }) => text.slice(start, end));
};

test('an extract shows the part of the text with most matched words, and where they are', () => {
  const filler = 'Nothing of interest is in this sentence at all. '.repeat(20);
  const rankedPassage = rankPassage(`${filler}Roses are pruned\nin early spring. ${filler}`, [
    'rose',
    'prune',
    'spring',
  ]);
  const { text } = snippetOf(rankedPassage);
  expect(text).toContain('Roses are pruned in early spring.');
  expect(text.startsWith('… ')).toBe(true);
  expect(text.endsWith(' …')).toBe(true);
  expect(text.length).toBeLessThan(200);
  expect(markedTexts(rankedPassage)).toEqual(['Roses', 'pruned', 'spring']);
});

test('headings, list items and table rows do not run together', () => {
  const text =
    '## Valves\n\nA valve\nopens.\n\n- Check it\n- Close it\n\n| part | use |\n| --- | --- |\n| crank | turns |\n';
  expect(snippetOf(rankPassage(text, [])).text).toBe(
    'Valves · A valve opens. · Check it · Close it · part, use · crank, turns',
  );
});

test('a short text is shown whole, and one without a match from its beginning', () => {
  expect(snippetOf(rankPassage('# Head\n\nShort <b>text</b>.', []))).toEqual({
    text: 'Head · Short <b>text</b>.',
    marks: [],
  });
  expect(snippetOf(rankPassage('word '.repeat(100), [])).text).toMatch(/^word .* word …$/);
});

test('matched words are spelled as in the passage, each once', () => {
  const words = spellings(
    rankPassage('Changes are changed by changing; a change, and CHANGES.', ['chang'], 'Change it'),
  );
  expect(words.get('chang')).toEqual(['Change', 'Changes', 'changed']);
});
