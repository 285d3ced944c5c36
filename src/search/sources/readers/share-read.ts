/** How much of a page's visible text its reader kept. */
import type { Page } from '../../engine/types.ts';

/** A page, and what a person should know about its reading. */
export type ReadPage = Page & { readonly remark?: string };

/** A page that keeps less is named in the source's report. */
const leastShare = 0.3;

/** Small pages are mostly navigation. UTF-16 units. */
const leastLost = 1_000;

/** @param letters of the visible text: those that were read, and those that were not */
export function withShare(page: Page, { kept, lost }: { kept: number; lost: number }): ReadPage {
  const share = kept / (kept + lost);
  if (lost < leastLost || share >= leastShare) return page;
  const percent = Math.floor(share * 100);
  return {
    ...page,
    remark: `Only ${percent} % of its text was read, because the rest looks like navigation: add it in another format.`,
  };
}
