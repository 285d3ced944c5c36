import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeMark, type Side } from './place-mark.ts';

const note = { width: 320, height: 160 };

test('a note is on the preferred side if there is room, else on the other', () => {
  const preview = { left: 860, top: 44, width: 420, height: 700 };
  const window = { width: 1280, height: 800 };
  expect(placeMark(preview, note, 'left', window)).toMatchObject({ side: 'left', left: 530 });
  expect(placeMark(preview, note, 'right', window)).toMatchObject({ side: 'left' });
  expect(placeMark({ left: 1000, top: 8, width: 200, height: 28 }, note, 'top', window)).toMatchObject({
    side: 'bottom',
  });
});

test('the window never cuts a note off, even with little room', () => {
  const length = fc.integer({ min: 0, max: 1400 });
  fc.assert(
    fc.property(
      fc.record({ left: length, top: length, width: length, height: length }),
      fc.constantFrom<Side>('left', 'right', 'top', 'bottom'),
      fc.record({ width: fc.integer({ min: 400, max: 2000 }), height: fc.integer({ min: 300, max: 1200 }) }),
      (anchor, side, window) => {
        const { left, top, arrow } = placeMark(anchor, note, side, window);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(top).toBeGreaterThanOrEqual(8);
        expect(left + note.width).toBeLessThanOrEqual(window.width - 8);
        expect(top + note.height).toBeLessThanOrEqual(window.height - 8);
        expect(arrow).toBeGreaterThan(0);
      },
    ),
  );
});
