import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowTops, visibleRows } from './useVirtualRows.ts';

test('every visible row of a long list is drawn, and only a few others', () => {
  const heights = fc.array(fc.integer({ min: 20, max: 60 }), { maxLength: 3000 });
  fc.assert(
    fc.property(heights, fc.nat(200_000), fc.integer({ min: 0, max: 2000 }), (rows, scroll, height) => {
      const tops = rowTops(rows);
      const [from, to] = visibleRows(tops, scroll, height);
      for (const [index, size] of rows.entries()) {
        const top = tops[index] ?? 0;
        const isSeen = top < scroll + height && top + size > scroll;
        if (isSeen) expect(index >= from && index < to).toBe(true);
      }
      expect(to - from).toBeLessThanOrEqual(height / 20 + 20);
    }),
    { numRuns: 50 },
  );
});
