/** Runs jobs in the indexing worker, which starts with the first job and ends when idle. */
import { Worker } from 'node:worker_threads';
import { WorkbenchError } from '../../../base/errors.ts';
import { inBackground } from '../../../base/in-background.ts';
import { endWorker } from '../end-worker.ts';
import type { FromIndexer, ToIndexer } from './indexer-protocol.ts';
import type { IndexingJob, IndexingProgress, IndexingResult } from './indexing.ts';

export interface Indexer {
  /**
   * Runs jobs one after the other. If a file takes too long or ends the worker, the job restarts without it.
   * @throws WorkbenchError with a sentence that says what to do
   */
  make(job: Omit<IndexingJob, 'skippedPaths'>, report: (progress: IndexingProgress) => void): Promise<IndexingResult>;
  close(): Promise<void>;
}

export interface IndexerOptions {
  /** `dist/indexer.cjs`. */
  readonly workerFile: string;
  readonly log: (line: string) => void;
  /** How long reading one file may take. */
  readonly fileTimeoutMs?: number;
}

/** An idle worker ends after this time. */
const idleMs = 10_000;
/** A job fails once more files than this have ended the worker. */
const maxSkipped = 20;
const memory = { maxOldGenerationSizeMb: 2_048 };

interface WaitingJob {
  readonly id: number;
  readonly job: IndexingJob;
  readonly report: (progress: IndexingProgress) => void;
  resolve(result: IndexingResult): void;
  reject(error: unknown): void;
  /** The file of the last report. */
  file?: string;
}

export function createIndexer({ workerFile, log, fileTimeoutMs = 60_000 }: IndexerOptions): Indexer {
  const waitingJobs: WaitingJob[] = [];
  let activeJob: WaitingJob | undefined;
  let worker: Worker | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function startNext(): void {
    clearTimeout(watchdog);
    activeJob = waitingJobs.shift();
    if (!activeJob) {
      worker?.unref();
      watchdog = setTimeout(() => inBackground(end()), idleMs).unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage({ kind: 'make', id: activeJob.id, job: activeJob.job } satisfies ToIndexer);
    restartWatchdog();
  }

  function start(): Worker {
    // Libraries write warnings to stdout, which may carry JSON-RPC in this program.
    const worker = new Worker(workerFile, {
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: memory,
    });
    worker.on('message', (message: FromIndexer) => receive(worker, message));
    worker.on('error', (error) => recover(worker, error.message));
    worker.on('exit', (code) => recover(worker, `it ended with code ${code}`));
    return worker;
  }

  /** Restarts the timeout for the current file. */
  function restartWatchdog(): void {
    clearTimeout(watchdog);
    watchdog = setTimeout(
      () => worker && recover(worker, `nothing happened for ${fileTimeoutMs / 1000} seconds`),
      fileTimeoutMs,
    );
    watchdog.unref();
  }

  function receive(sender: Worker, message: FromIndexer): void {
    if (sender !== worker || !activeJob || message.id !== activeJob.id) return;
    switch (message.kind) {
      case 'progress':
        activeJob.file = message.progress.file;
        activeJob.report(message.progress);
        restartWatchdog();
        return;
      case 'made':
        activeJob.resolve(message.result);
        startNext();
        return;
      case 'failed':
        if (!message.isExpected) log(`error: Indexing failed unexpectedly: ${message.message}`);
        activeJob.reject(
          message.isExpected
            ? new WorkbenchError('failed', message.message)
            : new WorkbenchError('failed', 'Its files could not be indexed: see the log.'),
        );
        startNext();
    }
  }

  /** After a crash or a timeout: skips the current file and continues with a new worker. */
  function recover(dead: Worker, reason: string): void {
    if (worker !== dead) return;
    inBackground(end());
    const job = activeJob;
    if (!job) return;
    const skippedFiles = job.file === undefined ? [] : [job.file];
    log(`warning: Indexing was interrupted (${reason})${skippedFiles.map((file) => ` at ${file}`).join('')}.`);
    if (skippedFiles.length === 0 || job.job.skippedPaths.length >= maxSkipped || isClosed) {
      job.reject(
        new WorkbenchError(
          'failed',
          `Its files could not be indexed (${reason}): list fewer folders, or exclude some files.`,
        ),
      );
    } else {
      const { file: _, ...sameJob } = job;
      waitingJobs.unshift({
        ...sameJob,
        job: { ...job.job, skippedPaths: [...job.job.skippedPaths, ...skippedFiles] },
      });
    }
    startNext();
  }

  async function end(): Promise<void> {
    clearTimeout(watchdog);
    const ending = worker;
    worker = undefined;
    if (ending) await endWorker(ending);
  }

  return {
    make(job, report) {
      if (isClosed) return Promise.reject(new WorkbenchError('unavailable', 'The program is closing.'));
      return new Promise((resolve, reject) => {
        waitingJobs.push({ id: ++lastId, job: { ...job, skippedPaths: [] }, report, resolve, reject });
        if (!activeJob) startNext();
      });
    },
    async close() {
      isClosed = true;
      const unfinishedJobs = activeJob ? [activeJob, ...waitingJobs] : waitingJobs;
      activeJob = undefined;
      for (const job of unfinishedJobs.splice(0))
        job.reject(new WorkbenchError('unavailable', 'The program is closing.'));
      waitingJobs.length = 0;
      await end();
    },
  };
}
