/** When the pages of a copy are fetched again without a request. */
import type { Refresh, WebPages } from '../../../model/definitions.ts';
import { askedText, type Manifest } from './copy.ts';

const hourMs = 3_600_000;
const periodMs: Readonly<Record<Refresh, number>> = {
  Daily: 24 * hourMs,
  Weekly: 7 * 24 * hourMs,
  Monthly: 30 * 24 * hourMs,
};
/** After a fetch that failed. */
const retryMs = 6 * hourMs;

/**
 * @returns milliseconds since 1970; undefined without a schedule, and for pages that a person has not fetched yet with just
 *   these settings: a file alone makes no request
 */
export function nextFetchAt(pages: WebPages, manifest: Manifest | undefined): number | undefined {
  if (!pages.refresh || manifest?.fetchedAt === undefined || manifest.asked !== askedText(pages)) return undefined;
  const { triedAt, isComplete, waitUntil = 0 } = manifest;
  return Math.max(triedAt + (isComplete ? periodMs[pages.refresh] : retryMs), waitUntil);
}
