import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areNearDuplicates, emptySketch, emptyUnique, passagesWithSketch, sketchSize } from './sketch.ts';

/** Few different numbers, so that some passages have most of them in common. */
const number = fc.oneof({ weight: 9, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.constant(emptySketch) });
const sketch = fc.oneof(
  fc.array(number, { minLength: sketchSize, maxLength: sketchSize }),
  fc.constant(Array.from({ length: sketchSize }, () => emptySketch)),
);

function nearDuplicates(sketches: Uint32Array): string[] {
  const passages = [...Array(sketches.length / sketchSize).keys()];
  return passages.flatMap((passage) =>
    passages
      .filter((otherPassage) => areNearDuplicates(sketches, passage, otherPassage) && otherPassage !== passage)
      .map((otherPassage) => `${passage} ${otherPassage}`),
  );
}

it('near-duplicates stay the same when the sketches of all other passages are emptied', () => {
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 50 }), (list) => {
      const sketches = Uint32Array.from(list.flat());
      const before = nearDuplicates(sketches);
      emptyUnique(sketches);
      expect(nearDuplicates(sketches)).toEqual(before);
    }),
    { numRuns: 100 },
  );
});

it('only passages that have a near-duplicate keep their sketch', () => {
  const numbers = (from: number) => Array.from({ length: sketchSize }, (_, place) => from + place);
  const similarNumbers = [...numbers(100).slice(0, 13), 7, 8, 9];
  const sketches = Uint32Array.from([numbers(100), numbers(500), similarNumbers].flat());
  emptyUnique(sketches);
  expect([...passagesWithSketch(sketches)]).toEqual([1, 0, 1]);
});
