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
  /** Once, when the thread is gone other than by `terminate`. `executing` is the call it was at, 0 for none. */
  died(cause: 'stuck' | 'memory' | 'error', reason: string, executing: number): void;
}

/** Milliseconds on top of its computing time after which a stretch that ignores the limit is ended with its thread. */
const GRACE_MS = 100;
const WATCH_MS = 50;
/** A backstop for the worker's own heap; the interpreter's memory is outside it. The stack is for deep nesting there. */
const RESOURCES = { maxOldGenerationSizeMb: 256, stackSizeMb: 16 };

/**
 * One worker thread and the watch over it. What the interpreter cannot interrupt itself (one native operation that takes
 * minutes, such as multiplying two huge numbers) ends here, by terminating the thread.
 */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #events: WorkerEvents;
  readonly #control = new Int32Array(new SharedArrayBuffer(ControlSlot.size * Int32Array.BYTES_PER_ELEMENT));
  #watch: NodeJS.Timeout | undefined;
  #seen = { stretch: 0, since: 0 };
  #dead = false;

  constructor(workerFile: string, limits: Limits, events: WorkerEvents) {
    this.#events = events;
    const workerData: SandboxWorkerData = { role: SANDBOX_ROLE, limits, control: this.#control };
    // Its stdout is kept from the program's, which may be carrying JSON-RPC.
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

  /** While there are calls the thread is watched and keeps the program alive. */
  setBusy(busy: boolean): void {
    if (busy === (this.#watch !== undefined)) return;
    if (busy) {
      this.#worker.ref();
      this.#watch = setInterval(() => this.#look(), WATCH_MS);
    } else {
      this.#worker.unref();
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
  }

  async terminate(): Promise<void> {
    this.#dead = true;
    clearInterval(this.#watch);
    await this.#worker.terminate();
  }

  #look(): void {
    const executing = Atomics.load(this.#control, ControlSlot.executing);
    const stretch = Atomics.load(this.#control, ControlSlot.stretch);
    const now = performance.now();
    if (executing === 0 || stretch !== this.#seen.stretch) this.#seen = { stretch, since: now };
    else if (now - this.#seen.since > Atomics.load(this.#control, ControlSlot.msLeft) + GRACE_MS)
      this.#die('stuck', 'it did not stop');
  }

  #die(cause: 'stuck' | 'memory' | 'error', reason: string): void {
    if (this.#dead) return;
    inBackground(this.terminate());
    this.#events.died(cause, reason, Atomics.load(this.#control, ControlSlot.executing));
  }
}
