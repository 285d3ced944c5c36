/** The schedule on which a running workbench or server keeps the copies of web pages fresh. */
import { inBackground } from '../../../base/in-background.ts';

/** A start has other things to do. */
const firstMs = 60_000;
const intervalMs = 600_000;

/** Fetches what is due from time to time, while a workbench or a server runs. @returns a function that stops it */
export function repeatFetches(fetchDue: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  const fetch = () => inBackground(fetchDue(), onError);
  const first = setTimeout(fetch, firstMs);
  const timer = setInterval(fetch, intervalMs);
  // Neither keeps the program running.
  first.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
