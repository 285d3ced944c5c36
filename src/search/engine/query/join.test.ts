import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitPage } from '../text/split.ts';
import type { Passage, PlacedBlock } from '../types.ts';
import { areNeighbours, joinPassages } from './join.ts';

type Passages = readonly [Passage, ...Passage[]];

const heading = fc.record({
  kind: fc.constant('heading' as const),
  level: fc.integer({ min: 1, max: 5 }),
  text: fc.constantFrom('Install', 'Run', 'Remove'),
});
const text = fc.record({
  kind: fc.constant('text' as const),
  text: fc.nat(9).map((number) => `${number} word `.repeat(90)),
});
const pages = fc.array(fc.oneof<fc.Arbitrary<PlacedBlock>[]>(heading, text), { minLength: 2, maxLength: 25 });

test('joined passages have every block once and in order, and between them only headings', () => {
  fc.assert(
    fc.property(pages, fc.nat(), fc.nat(), (blocks, from, count) => {
      const splitPassages = splitPage({ title: 'Page', location: 'page.md', blocks });
      const start = from % Math.max(1, splitPassages.length);
      const passages = splitPassages.slice(start, start + 1 + (count % 4));
      if (passages.length === 0) return;
      expect(passages.slice(1).every((passage, index) => areNeighbours(passages[index] as Passage, passage))).toBe(
        true,
      );
      const joinedPassage = joinPassages(passages as unknown as Passages);
      const remainingBlocks = [...joinedPassage.blocks];
      for (const block of passages.flatMap((passage) => passage.blocks)) {
        while (remainingBlocks[0] !== block) expect(remainingBlocks.shift()?.text).toMatch(/^#{2,6} /);
        remainingBlocks.shift();
      }
      expect(remainingBlocks).toEqual([]);
      // The headings of the first passage are all there.
      const [firstPassage] = passages;
      const shownBlocks = joinedPassage.blocks.slice(0, joinedPassage.blocks.indexOf(firstPassage?.blocks[0] as never));
      expect([...joinedPassage.headings, ...shownBlocks.map((block) => block.text.replace(/^#+ /, ''))]).toEqual(
        firstPassage?.headings,
      );
    }),
  );
});

test('one passage stays as it is', () => {
  const passage: Passage = {
    title: 'A',
    location: 'a',
    headings: ['B'],
    blocks: [{ kind: 'text', text: 'c' }],
    order: 0,
  };
  expect(joinPassages([passage])).toEqual(passage);
});

test('passages of other pages, and those without a position, are not neighbours', () => {
  const passage: Passage = { title: 'A', location: 'a', headings: [], blocks: [], order: 1 };
  expect(areNeighbours(passage, { ...passage, order: 2 })).toBe(true);
  expect(areNeighbours(passage, { ...passage, order: 3 })).toBe(false);
  expect(areNeighbours(passage, { ...passage, location: 'b', order: 2 })).toBe(false);
  const { order: _, ...unplaced } = passage;
  expect(areNeighbours(unplaced, passage)).toBe(false);
});
