import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzyMatch } from './fuzzy.ts';

function best(query: string, ...texts: string[]): string | undefined {
  const matches = texts.flatMap((text) => {
    const match = fuzzyMatch(text, query);
    return match ? [{ text, score: match.score }] : [];
  });
  return matches.sort((a, b) => b.score - a.score)[0]?.text;
}

test('letters match in order, adjacent or not', () => {
  expect(fuzzyMatch('commit-message', 'cmsg')).toBeDefined();
  expect(fuzzyMatch('commit-message', 'msgc')).toBeUndefined();
  expect(fuzzyMatch('Find in all prompts', 'fap')?.ranges).toEqual([
    [0, 1],
    [8, 9],
    [12, 13],
  ]);
});

test('adjacent letters rank above scattered ones, and a match at the beginning above one in the middle', () => {
  expect(best('form', 'reformat', 'Show as form', 'first of ring main')).toBe('Show as form');
  expect(best('comp', 'decompile', 'compare')).toBe('compare');
  expect(best('np', 'snap', 'New prompt')).toBe('New prompt');
  expect(best('sn', 'WolframSearchNotebook', 'listen')).toBe('WolframSearchNotebook');
});

test('case and extra spaces do not matter', () => {
  expect(fuzzyMatch('New prompt', '  NEW   prompt ')?.ranges).toEqual([[0, 10]]);
});

test('for any texts, the ranges spell the query in order and do not overlap', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 6 }), (text, query) => {
      const match = fuzzyMatch(text, query);
      if (!match || match.ranges.length === 0) return;
      const matchedText = match.ranges.map(([from, to]) => text.slice(from, to)).join('');
      const squeeze = (words: string) => words.toLowerCase().replaceAll(/\s+/g, '');
      expect(squeeze(matchedText)).toBe(squeeze(query));
      for (const [index, [from, to]] of match.ranges.entries()) {
        expect(to).toBeGreaterThan(from);
        expect(from).toBeGreaterThanOrEqual(match.ranges[index - 1]?.[1] ?? 0);
      }
    }),
  );
});
