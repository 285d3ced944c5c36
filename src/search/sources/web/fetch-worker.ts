/** Fetches and parses pages in a worker, so that nothing a server sends can block or end the program. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { setProxies } from '../../../outside/proxy.ts';
import type { ExitMessage } from '../end-worker.ts';
import { type FetchJob, type FetchProgress, type FetchResult, fetchPages } from './fetch-pages.ts';

/** What starts such a worker. */
export interface FetchWorkerData {
  readonly fetchJob: FetchJob;
  /** The address of a proxy for the only origin of the job. */
  readonly proxy: string | undefined;
}

/** `stop` ends the fetch, whose pages so far are the result. */
export type ToFetcher = { readonly kind: 'stop' } | ExitMessage;

export type FromFetcher =
  | { readonly kind: 'progress'; readonly progress: FetchProgress }
  | { readonly kind: 'fetched'; readonly result: FetchResult }
  /** A fault of this program. */
  | { readonly kind: 'failed'; readonly message: string };

const reportIntervalMs = 200;

export async function runFetch(port: MessagePort, { fetchJob, proxy }: FetchWorkerData): Promise<void> {
  const send = (message: FromFetcher) => port.postMessage(message);
  const stopController = new AbortController();
  let lastReport = 0;
  setProxies(async () => (proxy === undefined ? undefined : new URL(proxy)));
  port.on('message', ({ kind }: ToFetcher) => {
    if (kind === 'exit') process.exit();
    stopController.abort();
  });
  try {
    const result = await fetchPages(fetchJob, {
      signal: stopController.signal,
      now: Date.now,
      pause: (ms, signal) => pause(ms, undefined, { signal }),
      report(progress) {
        if (performance.now() - lastReport < reportIntervalMs) return;
        lastReport = performance.now();
        send({ kind: 'progress', progress });
      },
    });
    send({ kind: 'fetched', result });
  } catch (error) {
    send({ kind: 'failed', message: String((error as Error).stack ?? error) });
  }
}
