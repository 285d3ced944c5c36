/**
 * The indexing worker's whole life, and a bundle of its own (`dist/indexer.mjs`): the libraries for HTML and PDF are here
 * and in no other program. One job at a time.
 */
import { parentPort } from 'node:worker_threads';
import { WorkbenchError } from '../../../base/errors.ts';
import type { FromIndexer, ToIndexer } from './indexer-protocol.ts';
import { makeIndex } from './indexing.ts';

/** Between two reports of progress. Milliseconds. */
const interval = 100;

function run(port: NonNullable<typeof parentPort>): void {
  const tell = (message: FromIndexer) => port.postMessage(message);
  let last: Promise<unknown> = Promise.resolve();

  async function make({ id, job }: ToIndexer): Promise<void> {
    let told = 0;
    try {
      const result = await makeIndex(job, (progress) => {
        const now = performance.now();
        // The last word before a crash or an endless loop is the name of the file that brought it about.
        if (now - told < interval && !progress.saved && !/\.(pdf|nb|html?)$/i.test(progress.file)) return;
        told = now;
        tell({ kind: 'progress', id, progress });
      });
      tell({ kind: 'made', id, result });
    } catch (error) {
      const isExpected = error instanceof WorkbenchError;
      const message = isExpected ? error.message : String((error as Error).stack ?? error);
      tell({ kind: 'failed', id, message, isExpected });
    }
  }

  port.on('message', (message: ToIndexer) => {
    last = last.then(() => make(message));
  });
}

if (parentPort) run(parentPort);
