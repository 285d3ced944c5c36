import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BestPassages } from './best-passages.ts';

// Few different scores, so that many are equal.
const scores = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 });
const raises = fc.array(fc.nat(3), { maxLength: 8 });

test('keeps the best passages in order, the first of equal ones first, even when their scores are raised', () => {
  const bestPassages = new BestPassages();
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 20 }), raises, (scores, limit, raises) => {
      const inOrder = (a: { passage: number; score: number }, b: { passage: number; score: number }) =>
        b.score - a.score || a.passage - b.passage;
      const expected = scores
        .map((score, passage) => ({ passage, score }))
        .sort(inOrder)
        .slice(0, limit)
        .map(({ passage, score }, place) => ({ passage, score: score + (raises[place] ?? 0) }))
        .sort(inOrder);
      bestPassages.clear(limit);
      let threshold = 0;
      for (const [passage, score] of scores.entries())
        if (score > threshold) threshold = bestPassages.add(passage, score);
      expect(bestPassages.isFull).toBe(scores.length >= limit);
      for (const [place, moreCount] of raises.slice(0, bestPassages.count).entries())
        bestPassages.raise(place, (bestPassages.scores[place] as number) + moreCount);
      const keptPassages = [...bestPassages.passages.subarray(0, bestPassages.count)];
      expect(keptPassages.map((passage, place) => ({ passage, score: bestPassages.scores[place] }))).toEqual(expected);
    }),
  );
});
