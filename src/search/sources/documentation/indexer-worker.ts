/**
 * The indexing worker, a separate bundle (`dist/indexer.cjs`): only it contains the libraries for HTML and PDF. It runs one
 * job at a time. The same bundle, started with other data, fetches pages from the web.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { WorkbenchError } from '../../../base/errors.ts';
import { inBackground } from '../../../base/in-background.ts';
import { type FetchWorkerData, runFetch } from '../web/fetch-worker.ts';
import type { FromIndexer, MakeMessage, ToIndexer } from './indexer-protocol.ts';
import { makeIndex } from './indexing.ts';

const reportIntervalMs = 100;

function run(port: NonNullable<typeof parentPort>): void {
  const send = (message: FromIndexer) => port.postMessage(message);
  let last: Promise<unknown> = Promise.resolve();

  async function make({ id, job }: MakeMessage): Promise<void> {
    let lastReport = 0;
    try {
      const result = await makeIndex(job, (progress) => {
        const now = performance.now();
        // Always report files that may crash the worker or hang it: the last report names the cause.
        if (
          now - lastReport < reportIntervalMs &&
          !progress.isSaved &&
          !/\.(pdf|nb|ipynb|docx|html?|[a-z]*z|epub)$/i.test(progress.file)
        )
          return;
        lastReport = now;
        send({ kind: 'progress', id, progress });
      });
      send({ kind: 'made', id, result });
    } catch (error) {
      const isExpected = error instanceof WorkbenchError;
      const message = isExpected ? error.message : String((error as Error).stack ?? error);
      send({ kind: 'failed', id, message, isExpected });
    }
  }

  port.on('message', (message: ToIndexer) => {
    if (message.kind === 'exit') process.exit();
    last = last.then(() => make(message));
  });
}

function isFetch(data: unknown): data is FetchWorkerData {
  return typeof data === 'object' && data !== null && 'fetchJob' in data;
}

if (parentPort && isFetch(workerData)) inBackground(runFetch(parentPort, workerData));
else if (parentPort) run(parentPort);
