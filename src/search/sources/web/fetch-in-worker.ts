/** Starts the worker that fetches pages (`fetch-worker.ts`), one for each copy. */
import { Worker } from 'node:worker_threads';
import { inBackground } from '../../../base/in-background.ts';
import { proxyOf } from '../../../outside/proxy.ts';
import { endWorker } from '../end-worker.ts';
import type { FetchJob, FetchProgress, FetchResult } from './fetch-pages.ts';
import type { FetchWorkerData, FromFetcher, ToFetcher } from './fetch-worker.ts';

export interface FetchOptions {
  /** `dist/indexer.cjs`, which has the readers of HTML. */
  readonly workerFile: string;
  readonly signal: AbortSignal;
  readonly report: (progress: FetchProgress) => void;
}

/** A worker that does not stop by then ends without a result. */
const stopTimeoutMs = 3_000;
const memory = { maxOldGenerationSizeMb: 1_024 };

/** @throws Error for a fault of this program, or a worker that needed too much memory */
export async function fetchInWorker(job: FetchJob, { workerFile, signal, report }: FetchOptions): Promise<FetchResult> {
  const proxy = job.allowsPrivate ? undefined : await proxyOf(new URL(job.pages.url));
  const workerData: FetchWorkerData = { fetchJob: job, proxy: proxy?.href };
  const worker = new Worker(workerFile, {
    workerData,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: memory,
  });
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    worker.postMessage({ kind: 'stop' } satisfies ToFetcher);
    timer = setTimeout(() => inBackground(endWorker(worker)), stopTimeoutMs);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<FetchResult>((resolve, reject) => {
      worker.on('message', (message: FromFetcher) => {
        if (message.kind === 'progress') report(message.progress);
        else if (message.kind === 'fetched') resolve(message.result);
        else reject(new Error(message.message));
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('The worker that fetches pages ended.')));
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await endWorker(worker);
  }
}
