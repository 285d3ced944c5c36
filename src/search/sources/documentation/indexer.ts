/** The indexing worker as the program sees it: started for the first job, ended when there is nothing to do. */
import { Worker } from 'node:worker_threads';
import { WorkbenchError } from '../../../base/errors.ts';
import { inBackground } from '../../../base/in-background.ts';
import type { FromIndexer, ToIndexer } from './indexer-protocol.ts';
import type { IndexingJob, IndexingProgress, IndexingResult } from './indexing.ts';

export interface Indexer {
  /**
   * One job after the other. A file that takes too long, or that ends the worker, is left out and the job begun again.
   * @throws WorkbenchError with a sentence that says what to do
   */
  make(job: Omit<IndexingJob, 'deadly'>, tell: (progress: IndexingProgress) => void): Promise<IndexingResult>;
  close(): Promise<void>;
}

export interface IndexerOptions {
  /** `dist/indexer.mjs`. */
  readonly workerFile: string;
  readonly log: (line: string) => void;
  /** How long one file may take. Milliseconds. */
  readonly fileLimit?: number;
}

/** A worker without work keeps its memory that long. Milliseconds. */
const idleLimit = 10_000;
/** Files that may end the worker before the source counts as one that cannot be indexed. */
const maxDeadly = 20;
const memory = { maxOldGenerationSizeMb: 2_048 };

interface Waiting {
  readonly id: number;
  readonly job: IndexingJob;
  readonly tell: (progress: IndexingProgress) => void;
  resolve(result: IndexingResult): void;
  reject(error: unknown): void;
  /** What was told last. */
  file?: string;
}

export function createIndexer({ workerFile, log, fileLimit = 60_000 }: IndexerOptions): Indexer {
  const waiting: Waiting[] = [];
  let active: Waiting | undefined;
  let worker: Worker | undefined;
  let watch: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function next(): void {
    clearTimeout(watch);
    active = waiting.shift();
    if (!active) {
      worker?.unref();
      watch = setTimeout(() => inBackground(end()), idleLimit).unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage({ kind: 'make', id: active.id, job: active.job } satisfies ToIndexer);
    guard();
  }

  function start(): Worker {
    // Its stdout is kept from the program's, which may be carrying JSON-RPC; libraries write warnings there.
    const made = new Worker(workerFile, { env: {}, execArgv: [], stdout: true, stderr: true, resourceLimits: memory });
    made.on('message', receive);
    made.on('error', (error) => recover(made, error.message));
    made.on('exit', (code) => recover(made, `it ended with code ${code}`));
    return made;
  }

  /** Begins to wait for the next sign of life. */
  function guard(): void {
    clearTimeout(watch);
    watch = setTimeout(() => worker && recover(worker, `nothing happened for ${fileLimit / 1000} seconds`), fileLimit);
    watch.unref();
  }

  function receive(message: FromIndexer): void {
    if (!active || message.id !== active.id) return;
    switch (message.kind) {
      case 'progress':
        active.file = message.progress.file;
        active.tell(message.progress);
        guard();
        return;
      case 'made':
        active.resolve(message.result);
        next();
        return;
      case 'failed':
        if (!message.isExpected) log(`error: Indexing failed unexpectedly: ${message.message}`);
        active.reject(
          message.isExpected
            ? new WorkbenchError('failed', message.message)
            : new WorkbenchError('failed', 'Its files could not be indexed: see the log.'),
        );
        next();
    }
  }

  /** The worker is gone, or stuck: the file that it was at is left out, and the rest is done by another worker. */
  function recover(dead: Worker, reason: string): void {
    if (worker !== dead) return;
    inBackground(end());
    const job = active;
    if (!job) return;
    const deadly = job.file === undefined ? [] : [job.file];
    log(`warning: Indexing was interrupted (${reason})${deadly.map((file) => ` at ${file}`).join('')}.`);
    if (deadly.length === 0 || job.job.deadly.length >= maxDeadly || isClosed) {
      job.reject(
        new WorkbenchError(
          'failed',
          `Its files could not be indexed (${reason}): list fewer folders, or exclude some files.`,
        ),
      );
    } else {
      const { file: _, ...again } = job;
      waiting.unshift({ ...again, job: { ...job.job, deadly: [...job.job.deadly, ...deadly] } });
    }
    next();
  }

  async function end(): Promise<void> {
    clearTimeout(watch);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  return {
    make(job, tell) {
      if (isClosed) return Promise.reject(new WorkbenchError('unavailable', 'The program is closing.'));
      return new Promise((resolve, reject) => {
        waiting.push({ id: ++lastId, job: { ...job, deadly: [] }, tell, resolve, reject });
        if (!active) next();
      });
    },
    async close() {
      isClosed = true;
      const left = active ? [active, ...waiting] : waiting;
      active = undefined;
      for (const job of left.splice(0)) job.reject(new WorkbenchError('unavailable', 'The program is closing.'));
      waiting.length = 0;
      await end();
    },
  };
}
