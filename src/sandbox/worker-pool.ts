import { availableParallelism } from 'node:os';
import { inBackground } from '../base/in-background.ts';
import { failures } from './failures.ts';
import { type ClientKey, FairQueue } from './fair-queue.ts';
import type { Limits } from './limits.ts';
import type { Outcome, SearchAnswer, ToHost, ToWorker } from './protocol.ts';
import { WorkerThread } from './worker-thread.ts';

/** Work for a worker, with its callbacks. */
export interface Job {
  readonly client: ClientKey;
  /** The message that starts it, as call number `call`. */
  start(call: number): ToWorker;
  /** Receives the worker's messages about it, except its end. */
  hear(message: ToHost, reply: (search: number, answer: SearchAnswer) => void): void;
  end(outcome: Outcome): void;
  /** The sentence for a job that had to be ended with its worker. */
  whyEnded(cause: 'stuck' | 'memory' | 'error', reason: string): string;
}

/** Maximum jobs of one client that wait for searches while others of it execute. */
const MAX_WAITING = 4;
/** Maximum restarts of a job after another one crashed its worker. */
const MAX_RESTARTS = 3;
/** An idle worker is ended after this time; the last one stays. */
const IDLE_MS = 10_000;

interface ActiveJob {
  readonly job: Job;
  readonly call: number;
  readonly restartCount: number;
  /** Its caller has stopped waiting; the job stays until its worker has ended it too. */
  isAbandoned: boolean;
  /** Requested stretches of execution that are not over. At 0 the job waits for a search. */
  stretches: number;
  timer?: NodeJS.Timeout;
}

type QueuedJob = Pick<ActiveJob, 'job' | 'restartCount'>;

interface PoolWorker {
  readonly thread: WorkerThread;
  readonly jobs: Map<number, ActiveJob>;
  idleTimer?: NodeJS.Timeout | undefined;
}

/** One more worker than processors, up to five. */
const defaultSize = () => Math.min(4, Math.max(2, availableParallelism())) + 1;

/**
 * Starts workers on demand, with a queue in which clients take turns. A client executes on all workers but one at most, so
 * that no client waits for one other client. piscina and tinypool support neither turns by
 * client, nor jobs that release their worker while they wait, nor a time limit that holds within native code.
 */
export class WorkerPool {
  readonly #workerFile: string;
  readonly #limits: Limits;
  readonly #maxWorkers: number;
  readonly #queue = new FairQueue<QueuedJob>();
  readonly #workers = new Set<PoolWorker>();
  /** Every job at a worker. */
  readonly #activeJobs = new Map<Job, { readonly worker: PoolWorker; readonly entry: ActiveJob }>();
  #lastCall = 0;
  #isClosed = false;

  constructor(workerFile: string, limits: Limits, size = defaultSize()) {
    this.#workerFile = workerFile;
    this.#limits = limits;
    this.#maxWorkers = size;
  }

  add(job: Job): void {
    this.#queue.push(job.client, { job, restartCount: 0 });
    this.#startNext();
  }

  /** Ends a job with this sentence, wherever it is. */
  abandon(job: Job, message: string): void {
    const activeJob = this.#activeJobs.get(job);
    if (activeJob) {
      activeJob.entry.isAbandoned = true;
      clearTimeout(activeJob.entry.timer);
      activeJob.worker.thread.cancel(activeJob.entry.call);
    } else this.#queue.removeWhere(job.client, (queuedJob) => queuedJob.job === job);
    job.end({ kind: 'failure', message });
  }

  async close(message: string): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#activeJobs.values()].flatMap(({ entry }) => (entry.isAbandoned ? [] : [entry]));
    for (const { timer } of jobs) clearTimeout(timer);
    for (const { job } of [...jobs, ...this.#queue.drain()]) job.end({ kind: 'failure', message });
    this.#activeJobs.clear();
    const workers = [...this.#workers];
    this.#workers.clear();
    for (const { idleTimer } of workers) clearTimeout(idleTimer);
    await Promise.all(workers.map(({ thread }) => thread.terminate()));
  }

  #startNext(): void {
    for (;;) {
      const next = this.#queue.take((client) => this.#mayStart(client));
      if (!next) return;
      this.#start(next, this.#workerFor(next.job.client) ?? this.#addWorker());
    }
  }

  #mayStart(client: ClientKey): boolean {
    if (this.#isClosed) return false;
    const jobs = [...this.#activeJobs.values()].filter(({ entry }) => entry.job.client === client);
    const executing = jobs.filter(({ entry }) => entry.stretches > 0).length;
    if (executing >= Math.max(1, this.#maxWorkers - 1) || jobs.length - executing >= MAX_WAITING) return false;
    return this.#workers.size < this.#maxWorkers || this.#workerFor(client) !== undefined;
  }

  /**
   * Returns an idle worker for a client's next job. One with waiting jobs of other clients comes last, because a crash
   * ends all jobs of a worker. Undefined if a new worker is better, or none is idle.
   */
  #workerFor(client: ClientKey): PoolWorker | undefined {
    const freeWorkers = [...this.#workers].filter(({ jobs }) =>
      [...jobs.values()].every(({ stretches }) => stretches === 0),
    );
    const ownWorker = freeWorkers.find(({ jobs }) => [...jobs.values()].every(({ job }) => job.client === client));
    return ownWorker ?? (this.#workers.size < this.#maxWorkers ? undefined : freeWorkers[0]);
  }

  #start({ job, restartCount }: QueuedJob, worker: PoolWorker): void {
    const call = ++this.#lastCall;
    const entry: ActiveJob = { job, call, restartCount, isAbandoned: false, stretches: 1 };
    entry.timer = setTimeout(() => this.abandon(job, failures.wall(this.#limits)), this.#limits.wallMs);
    worker.jobs.set(call, entry);
    this.#activeJobs.set(job, { worker, entry });
    worker.thread.post(job.start(call));
    this.#updateBusy(worker);
  }

  #addWorker(): PoolWorker {
    const worker: PoolWorker = {
      jobs: new Map(),
      thread: new WorkerThread(this.#workerFile, this.#limits, {
        message: (message) => this.#receive(worker, message),
        died: (cause, reason, executing) => this.#recover(worker, cause, reason, executing),
      }),
    };
    this.#workers.add(worker);
    return worker;
  }

  #updateBusy(worker: PoolWorker): void {
    const isBusy = worker.jobs.size > 0;
    worker.thread.setBusy(isBusy);
    clearTimeout(worker.idleTimer);
    worker.idleTimer = isBusy ? undefined : setTimeout(() => this.#endIdle(worker), IDLE_MS).unref();
  }

  #endIdle(worker: PoolWorker): void {
    if (this.#workers.size === 1 || !this.#workers.delete(worker)) return;
    inBackground(worker.thread.terminate());
  }

  #receive(worker: PoolWorker, message: ToHost): void {
    const entry = worker.jobs.get(message.call);
    if (!entry) return;
    switch (message.kind) {
      case 'waits':
        entry.stretches -= 1;
        this.#startNext();
        return;
      case 'end':
        worker.jobs.delete(entry.call);
        this.#activeJobs.delete(entry.job);
        clearTimeout(entry.timer);
        this.#updateBusy(worker);
        if (!entry.isAbandoned) entry.job.end(message.outcome);
        this.#startNext();
        return;
      default:
        if (entry.isAbandoned) return;
        entry.job.hear(message, (search, answer) => {
          if (!worker.jobs.has(entry.call)) return;
          entry.stretches += 1;
          worker.thread.post({ kind: 'answer', call: entry.call, search, answer });
        });
    }
  }

  #recover(worker: PoolWorker, cause: 'stuck' | 'memory' | 'error', reason: string, executing: number): void {
    this.#workers.delete(worker);
    clearTimeout(worker.idleTimer);
    for (const { job, call, restartCount, timer, isAbandoned } of [...worker.jobs.values()].reverse()) {
      clearTimeout(timer);
      this.#activeJobs.delete(job);
      if (isAbandoned) continue;
      if (call === executing || restartCount >= MAX_RESTARTS)
        job.end({ kind: 'failure', message: job.whyEnded(cause, reason) });
      // Not the cause: it restarts in another worker.
      else this.#queue.putBack(job.client, { job, restartCount: restartCount + 1 });
    }
    this.#startNext();
    // The next call must not wait for a worker to start. One that dies without a job would only die again.
    if (executing !== 0 && this.#workers.size === 0 && !this.#isClosed) this.#updateBusy(this.#addWorker());
  }
}
