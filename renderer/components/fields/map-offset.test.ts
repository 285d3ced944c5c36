import { expect, test } from 'vitest';
import { spliceBetween } from '../../../src/base/text/splice.ts';
import { mapOffset } from './map-offset.ts';

/** Marks the offset that `before` marks with a bar in `after`. */
function mapMark(before: string, after: string, side: 'before' | 'after'): string {
  const offset = before.indexOf('|');
  const to = mapOffset(offset, spliceBetween(before.replace('|', ''), after), side);
  return `${after.slice(0, to)}|${after.slice(to)}`;
}

test.each([
  ['quick very |brown fox', 'quick brown fox', 'quick |brown fox'],
  ['quick |fox', 'quick brown fox', 'quick brown |fox'],
  ['a red| fox', 'a brown fox', 'a brown| fox'],
  ['quick| fox', 'a quick fox', 'a quick| fox'],
  ['qu|ick fox', 'quick brown fox', 'qu|ick brown fox'],
  ['one tw|o three', 'one 222 three', 'one 222| three'],
])('a step turns “%s” into “%s”: the cursor is at “%s”', (before, after, expected) => {
  expect(mapMark(before, after, 'after')).toBe(expected);
});

test('text that another program inserts at the cursor comes after it', () => {
  expect(mapMark('quick |fox', 'quick brown fox', 'before')).toBe('quick |brown fox');
  expect(mapMark('one tw|o three', 'one 222 three', 'before')).toBe('one |222 three');
});
