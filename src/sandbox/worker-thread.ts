import { Worker } from 'node:worker_threads';
import { inBackground } from '../base/in-background.ts';
import type { Limits } from './limits.ts';
import {
  ControlSlot,
  cancelSlot,
  SANDBOX_ROLE,
  type SandboxWorkerData,
  type ToHost,
  type ToWorker,
} from './protocol.ts';

export interface WorkerEvents {
  message(message: ToHost): void;
  /** Called once when the thread ends, except by `terminate`. `executing` is its current call, 0 for none. */
  died(cause: 'stuck' | 'memory' | 'error', reason: string, executing: number): void;
}

/** Extra time before a stretch that ignores its limit is ended with its thread. */
const GRACE_MS = 100;
const WATCH_MS = 50;
/** A limit of the worker's own heap, without the interpreter's memory. The large stack is for deep nesting. */
const RESOURCES = { maxOldGenerationSizeMb: 256, stackSizeMb: 16 };

/**
 * One worker thread with a watchdog. Terminates the thread when the interpreter cannot interrupt itself (one native
 * operation that takes minutes, such as multiplying two huge numbers).
 */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #events: WorkerEvents;
  readonly #control = new Int32Array(new SharedArrayBuffer(ControlSlot.size * Int32Array.BYTES_PER_ELEMENT));
  #watchTimer: NodeJS.Timeout | undefined;
  #lastStretch = { stretch: 0, since: 0 };
  #isDead = false;

  constructor(workerFile: string, limits: Limits, events: WorkerEvents) {
    this.#events = events;
    const workerData: SandboxWorkerData = { role: SANDBOX_ROLE, limits, control: this.#control };
    // Its stdout must not mix with the program's, which may carry JSON-RPC.
    this.#worker = new Worker(workerFile, {
      workerData,
      env: {},
      execArgv: [],
      stdout: true,
      resourceLimits: RESOURCES,
    });
    this.#worker.on('message', (message: ToHost) => events.message(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#die(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'error', error.message),
    );
    this.#worker.on('exit', (code) => this.#die('error', `its thread ended with code ${code}`));
    this.#worker.unref();
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Stops a call, even one that executes at this moment. */
  cancel(call: number): void {
    Atomics.store(this.#control, cancelSlot(call), call);
    this.post({ kind: 'cancel', call });
  }

  /** A busy thread is watched and keeps the process alive. */
  setBusy(busy: boolean): void {
    if (busy === (this.#watchTimer !== undefined)) return;
    if (busy) {
      this.#worker.ref();
      this.#watchTimer = setInterval(() => this.#look(), WATCH_MS);
    } else {
      this.#worker.unref();
      clearInterval(this.#watchTimer);
      this.#watchTimer = undefined;
    }
  }

  async terminate(): Promise<void> {
    this.#isDead = true;
    clearInterval(this.#watchTimer);
    await this.#worker.terminate();
  }

  #look(): void {
    const executing = Atomics.load(this.#control, ControlSlot.executing);
    const stretch = Atomics.load(this.#control, ControlSlot.stretch);
    const now = performance.now();
    if (executing === 0 || stretch !== this.#lastStretch.stretch) this.#lastStretch = { stretch, since: now };
    else if (now - this.#lastStretch.since > Atomics.load(this.#control, ControlSlot.msLeft) + GRACE_MS)
      this.#die('stuck', 'it did not stop');
  }

  #die(cause: 'stuck' | 'memory' | 'error', reason: string): void {
    if (this.#isDead) return;
    inBackground(this.terminate());
    this.#events.died(cause, reason, Atomics.load(this.#control, ControlSlot.executing));
  }
}
