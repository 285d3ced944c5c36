/** When the pages of a copy are fetched again without a request. */
import type { Refresh, WebPages } from '../../../model/definitions.ts';
import { type Manifest, requestKey } from './copy.ts';

const hourMs = 3_600_000;
const periodsMs: Readonly<Record<Refresh, number>> = {
  Daily: 24 * hourMs,
  Weekly: 7 * 24 * hourMs,
  Monthly: 30 * 24 * hourMs,
};
/** After a fetch that failed. */
const retryMs = 6 * hourMs;

/**
 * @returns milliseconds since 1970; undefined without a schedule, or if no person has fetched the pages with exactly these
 *   settings, because a file alone must not cause a request
 */
export function nextFetchAt(pages: WebPages, manifest: Manifest | undefined): number | undefined {
  if (!pages.refresh || manifest?.fetchedAt === undefined || manifest.asked !== requestKey(pages)) return undefined;
  const { triedAt, isComplete, waitUntil = 0 } = manifest;
  return Math.max(triedAt + (isComplete ? periodsMs[pages.refresh] : retryMs), waitUntil);
}
