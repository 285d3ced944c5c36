/** Ends workers that read or write files. */
import type { Worker } from 'node:worker_threads';
import { inBackground } from '../../base/in-background.ts';

/** Asks a worker to exit. */
export interface ExitMessage {
  readonly kind: 'exit';
}

/** A worker that does not exit by then is busy with one long computation, and is terminated. */
const exitTimeoutMs = 1_000;

/**
 * Ends a worker, which must call `process.exit()` when it receives `ExitMessage`. `Worker.terminate` would stop it anywhere,
 * and Node 20 aborts the whole program if that is in a call of `node:fs/promises` ("req_wrap_async").
 */
export async function endWorker(worker: Worker): Promise<void> {
  const hasEnded = worker.threadId === -1;
  if (hasEnded) return;
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage({ kind: 'exit' } satisfies ExitMessage);
  const timer = setTimeout(() => inBackground(worker.terminate()), exitTimeoutMs);
  await exited;
  clearTimeout(timer);
}
