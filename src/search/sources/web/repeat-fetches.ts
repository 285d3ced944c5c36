/** The schedule on which a running workbench or server keeps the copies of web pages fresh. */
import { inBackground } from '../../../base/in-background.ts';

/** The first fetch must not slow down a start. */
const firstDelayMs = 60_000;
const intervalMs = 600_000;

/** Calls `fetchDue` at intervals while a workbench or a server runs. @returns a function that stops it */
export function repeatFetches(fetchDue: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  const fetch = () => inBackground(fetchDue(), onError);
  const firstTimer = setTimeout(fetch, firstDelayMs);
  const timer = setInterval(fetch, intervalMs);
  // Neither keeps the program running.
  firstTimer.unref();
  timer.unref();
  return () => {
    clearTimeout(firstTimer);
    clearInterval(timer);
  };
}
