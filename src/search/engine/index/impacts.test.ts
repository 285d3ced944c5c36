import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageLength, pageShare, saturation } from '../query/weights.ts';
import { fields } from '../types.ts';
import { impactsOf } from './impacts.ts';
import { impactUnit, startOf } from './index-data.ts';

const saturate = (frequency: number) => frequency / (frequency + saturation);

/** Pages of passages of so many terms, and for each term a weight in some passages. */
const anyLists = fc
  .array(fc.array(fc.nat(400), { maxLength: 4 }), { minLength: 1, maxLength: 6 })
  .filter((pages) => pages.flat().length > 0)
  .chain((pages) => {
    const passages = pages.flat().length;
    const weight = fc.option(fc.float({ min: Math.fround(1e-6), max: 100, noNaN: true }));
    const list = fc.array(weight, { minLength: passages, maxLength: passages });
    return fc.record({ pages: fc.constant(pages), terms: fc.array(list, { minLength: 1, maxLength: 4 }) });
  });

function listsOf({ pages, terms }: { pages: number[][]; terms: (number | null)[][] }) {
  const ends = (lengths: readonly number[]) =>
    Uint32Array.from(lengths, (_, index) => lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0));
  const postings = terms.flatMap((list) =>
    list.flatMap((weight, passage) => (weight === null ? [] : [{ passage, weight }])),
  );
  return {
    pagePassageEnds: ends(pages.map(({ length }) => length)),
    passagePages: Uint32Array.from(pages.flatMap((passages, page) => passages.map(() => page))),
    // All terms of a passage in its first field.
    streamEnds: ends(pages.flat().flatMap((length) => fields.map((_, field) => (field === 0 ? length : 0)))),
    postingEnds: ends(terms.map((list) => list.filter((weight) => weight !== null).length)),
    postingPassages: Uint32Array.from(postings, ({ passage }) => passage),
    postingWeights: Float32Array.from(postings, ({ weight }) => weight),
  };
}

test('the impact of a term on a passage is that of the formula, and at least one unit', () => {
  fc.assert(
    fc.property(anyLists, (lists) => {
      const data = listsOf(lists);
      const impacts = impactsOf(data, data);
      data.postingEnds.forEach((end, term) => {
        for (let at = startOf(data.postingEnds, term); at < end; at++) {
          const page = data.passagePages[data.postingPassages[at] as number] as number;
          const wordCount = (lists.pages[page] ?? []).reduce((sum, length) => sum + length, 0);
          const inPage = [...data.postingPassages]
            .map((passage, index) => ({ passage, index }))
            .filter(({ index }) => index >= startOf(data.postingEnds, term) && index < end)
            .filter(({ passage }) => data.passagePages[passage] === page)
            .reduce((sum, { index }) => sum + (data.postingWeights[index] as number), 0);
          const fromPage = saturate(inPage / (1 - pageLength.b + (pageLength.b * wordCount) / pageLength.usual));
          const expected = saturate(data.postingWeights[at] as number) + pageShare * fromPage;
          expect(Math.abs((impacts[at] as number) * impactUnit - expected)).toBeLessThan(impactUnit);
          expect(impacts[at]).toBeGreaterThan(0);
        }
      });
    }),
  );
});
