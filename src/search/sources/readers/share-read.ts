/** Reports how much of a page's visible text was read. */
import type { Page } from '../../engine/types.ts';

/** A page, with a remark if it was not read completely. */
export type ReadPage = Page & { readonly remark?: string };

/** The source's report names a page if less than this share of it was read. */
const minReadShare = 0.3;

/** Smaller losses are not reported, because small pages are mostly navigation. UTF-16 units. */
const minLostLetters = 1_000;

/** @param letters of the visible text: those that were read, and those that were not */
export function withShare(page: Page, { keptCount, lostCount }: { keptCount: number; lostCount: number }): ReadPage {
  const share = keptCount / (keptCount + lostCount);
  if (lostCount < minLostLetters || share >= minReadShare) return page;
  const percent = Math.floor(share * 100);
  return {
    ...page,
    remark: `Only ${percent}% of its text was read, because the rest looks like navigation: add it in another format.`,
  };
}
