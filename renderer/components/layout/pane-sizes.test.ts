import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsBeside, fitWidths, limits } from './pane-sizes.ts';

const wishedWidths = { list: 232, preview: 420 };

test('a wide window gives every column its preferred width', () => {
  expect(fitWidths(1280, wishedWidths, [])).toEqual(wishedWidths);
  expect(fitWidths(2560, wishedWidths, [])).toEqual(wishedWidths);
});

test('at 1024 pixels the editor is wider than the preview, which shrinks first', () => {
  const { list, preview } = fitWidths(1024, wishedWidths, []);
  expect(list).toBe(232);
  expect(1024 - list - preview).toBeGreaterThan(preview);
});

test('without a chosen width, the preview takes 40 % of a wide window and leaves the editor enough of a narrower one', () => {
  const share = (total: number) => fitWidths(total, { list: 232 }, []).preview;
  expect(share(1920)).toBe(768);
  expect(share(1440)).toBe(576);
  expect(share(1280)).toBe(488);
  expect(share(1024)).toBe(368);
});

test('a hidden column takes up no space', () => {
  expect(fitWidths(1024, { list: 232, preview: 600 }, ['list'])).toEqual({ list: 0, preview: 600 });
  expect(fitsBeside(800, [])).toBe(false);
  expect(fitsBeside(800, ['list'])).toBe(true);
});

test('for any preferred widths and any window, columns never overflow it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 320, max: 4000 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.subarray(['list', 'preview'] as const),
      (total, list, preview, hiddenPanes) => {
        if (!fitsBeside(total, hiddenPanes)) return;
        const fittedWidths = fitWidths(total, { list, preview }, hiddenPanes);
        expect(total - fittedWidths.list - fittedWidths.preview).toBeGreaterThanOrEqual(424);
        if (!hiddenPanes.includes('list')) expect(fittedWidths.list).toBeGreaterThanOrEqual(limits.list.min);
        if (!hiddenPanes.includes('preview')) expect(fittedWidths.preview).toBeGreaterThanOrEqual(limits.preview.min);
      },
    ),
  );
});
