import { applyPatch, formatPatch, structuredPatch } from 'diff';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunksBetween } from './hunks.ts';

const patchOf = (before: string, after: string, context: number) =>
  formatPatch({
    oldFileName: 'a',
    newFileName: 'b',
    oldHeader: undefined,
    newHeader: undefined,
    hunks: hunksBetween(before, after, context),
  });

test('hunks of any two texts make one of the other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '\n', '\n', '\r\n', 'é'), { maxLength: 40 })
    .map((list) => list.join(''));
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 4 }), (before, after, context) => {
      const options = { autoConvertLineEndings: false } as const;
      expect(applyPatch(before, patchOf(before, after, context), options)).toBe(after);
    }),
  );
});

test.each([
  ['a line in the middle', 'x\n'],
  ['a line like its neighbours', '50\n'],
  ['nothing', ''],
])('a change of %s has the hunks that a comparison of the whole texts gives', (_, line) => {
  const lines = Array.from({ length: 100 }, (_, index) => `${index}\n`);
  const before = lines.join('');
  for (const at of [0, 1, 3, 50, 97, 99, 100]) {
    const after = [...lines.slice(0, at), line, ...lines.slice(at)].join('');
    expect(hunksBetween(before, after, 3)).toEqual(
      structuredPatch('', '', before, after, '', '', { context: 3 }).hunks,
    );
  }
});

test('texts that end without a line break have the note about it', () => {
  for (const [before, after] of [
    ['a\nb', 'a\nb\n'],
    ['a\nb', 'a\nc'],
    ['', 'a'],
    ['a', ''],
  ] as const)
    expect(hunksBetween(before, after, 3)).toEqual(
      structuredPatch('', '', before, after, '', '', { context: 3 }).hunks,
    );
});

test('one new line among half a million is found in a moment', () => {
  const before = '"key": "value",\n'.repeat(500_000);
  const usage = process.cpuUsage();
  const [hunk, ...otherHunks] = hunksBetween(before, `${before}new\n`, 3);
  expect(process.cpuUsage(usage).user / 1_000_000).toBeLessThan(1);
  expect([hunk?.oldStart, hunk?.lines.at(-1), otherHunks.length]).toEqual([499_998, '+new', 0]);
});
