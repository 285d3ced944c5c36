import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../engine/types.ts';
import { fuse } from './fuse.ts';

const passage = (location: string): RankedPassage['passage'] => ({
  title: location,
  location,
  headings: [],
  blocks: [],
});
const ranking = (scores: readonly number[]): readonly RankedPassage[] =>
  [...scores]
    .sort((left, right) => right - left)
    .map((score, betterIndex) => ({
      passage: passage(String(betterIndex)),
      score,
      because: { words: score, nearness: 0 },
      matches: [{ query: 'x', term: 'x', kind: 'word', fields: [], score }],
      folded: [],
    }));
const places = (ranked: readonly RankedPassage[]) => ranked.map(({ passage: { location } }) => location);

/** Whole numbers, so that sums are exact enough to compare. */
const cases = fc
  .array(fc.record({ score: fc.integer({ min: 1, max: 100 }), similarity: fc.integer({ min: -50, max: 50 }) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((scoredPassages) => ({
    ranked: ranking(scoredPassages.map(({ score }) => score)),
    similarities: scoredPassages.map((scoredPassage) => scoredPassage.similarity / 50),
  }));

describe('Ranking again by similarity', () => {
  it('keeps every passage once, with scores from the best plain one down to 0', () =>
    fc.assert(
      fc.property(cases, ({ ranked, similarities }) => {
        const fusedRanking = fuse(ranked, similarities);
        expect(places(fusedRanking).sort()).toEqual(places(ranked).sort());
        const scores = fusedRanking.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((left, right) => right - left));
        for (const score of scores) expect(score).toBeGreaterThanOrEqual(0);
        expect(scores[0]).toBeLessThanOrEqual((ranked[0]?.score ?? 0) + 1e-9);
      }),
    ));

  it('puts a passage that is better in both before the other one', () =>
    fc.assert(
      fc.property(cases, ({ ranked, similarities }) => {
        const order = places(fuse(ranked, similarities));
        for (const [betterIndex, betterPassage] of ranked.entries())
          for (const [worseIndex, worsePassage] of ranked.entries())
            if (
              betterPassage.score > worsePassage.score &&
              (similarities[betterIndex] ?? 0) > (similarities[worseIndex] ?? 0)
            )
              expect(order.indexOf(String(betterIndex))).toBeLessThan(order.indexOf(String(worseIndex)));
      }),
    ));

  it('never lowers a passage whose similarity rises', () =>
    fc.assert(
      fc.property(cases, fc.nat(29), fc.integer({ min: 1, max: 50 }), ({ ranked, similarities }, place, rise) => {
        const betterIndex = place % ranked.length;
        const raisedSimilarities = similarities.with(betterIndex, (similarities[betterIndex] ?? 0) + rise / 50);
        const before = places(fuse(ranked, similarities)).indexOf(String(betterIndex));
        const after = places(fuse(ranked, raisedSimilarities)).indexOf(String(betterIndex));
        const isEqual = new Set(similarities).size === 1 || new Set(raisedSimilarities).size === 1;
        if (!isEqual) expect(after).toBeLessThanOrEqual(before);
      }),
    ));

  it('does not depend on the scale of the similarities, which differs from model to model', () =>
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 8 }), fc.integer({ min: -4, max: 4 }), (world, power, shift) => {
        const { ranked, similarities } = world;
        const scaledSimilarities = similarities.map((similarity) => similarity * 2 ** power + shift);
        const [plainRanking, scaledRanking] = [fuse(ranked, similarities), fuse(ranked, scaledSimilarities)];
        for (const plainEntry of plainRanking) {
          const scaledEntry = scaledRanking.find(
            ({ passage: { location } }) => location === plainEntry.passage.location,
          );
          expect(scaledEntry?.score).toBeCloseTo(plainEntry.score, 6);
        }
      }),
    ));

  it('changes nothing if all similarities are equal', () =>
    fc.assert(
      fc.property(cases, ({ ranked, similarities }) => {
        const fusedRanking = fuse(
          ranked,
          similarities.map(() => 0.7),
        );
        expect(places(fusedRanking)).toEqual(places(ranked));
        expect(fusedRanking.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score));
      }),
    ));

  it('explains the parts of a score, and where the passage ranked before', () => {
    const [firstResult, secondResult] = fuse(ranking([10, 4]), [0.1, 0.9]);
    expect(firstResult).toMatchObject({ score: 7, because: { words: 2, nearness: 0, similarity: 5 } });
    expect(firstResult?.embedding).toEqual({ similarity: 0.9, rank: 2 });
    expect(firstResult?.matches[0]?.score).toBe(2);
    expect(secondResult).toMatchObject({ score: 5, because: { words: 5, similarity: 0 }, embedding: { rank: 1 } });
  });
});
