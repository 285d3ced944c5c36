import { parentPort, workerData } from 'node:worker_threads';
import { inBackground } from '../base/in-background.ts';
import { EnginePool } from './engine.ts';
import { failures } from './failures.ts';
import { GuestCall } from './guest-call.ts';
import {
  ControlSlot,
  cancelSlot,
  type Outcome,
  type SandboxWorkerData,
  type ToHost,
  type ToWorker,
  type WorkerTasks,
} from './protocol.ts';

/**
 * Runs the sandbox worker: processes calls from the host until it is terminated. Calls execute one at a time on this
 * thread, each in its own interpreter; while one waits for a search, others continue.
 * @param tasks the tasks of `Sandbox.compute`
 */
export function runSandboxWorker(tasks: WorkerTasks = {}): void {
  if (!parentPort) throw new Error('The sandbox runs in a worker thread only.');
  const port = parentPort;
  const { limits, control } = workerData as SandboxWorkerData;
  const engines = new EnginePool(limits);
  /** Calls that wait for an interpreter. */
  const startingIds = new Set<number>();
  const runningCalls = new Map<number, GuestCall>();
  const post = (message: ToHost) => port.postMessage(message);

  /** Shows the host what executes, so that it can end a stretch that takes too long. */
  function mark(id: number, msLeft: number): void {
    Atomics.store(control, ControlSlot.msLeft, Math.ceil(msLeft));
    Atomics.store(control, ControlSlot.executing, msLeft > 0 ? id : 0);
    Atomics.add(control, ControlSlot.stretch, 1);
  }

  async function compute({ call: id, task, input, cpuMs }: Extract<ToWorker, { kind: 'compute' }>): Promise<void> {
    const load = tasks[task];
    if (!load) throw new Error(`This worker has no task "${task}".`);
    const work = await load();
    if (Atomics.load(control, cancelSlot(id)) === id)
      return post({ kind: 'end', call: id, outcome: { kind: 'failure', message: failures.cancelled() } });
    mark(id, cpuMs);
    let outcome: Outcome;
    try {
      outcome = { kind: 'result', json: work(input) };
    } catch (error) {
      outcome = { kind: 'failure', message: (error as Error).message };
    }
    mark(id, 0);
    post({ kind: 'end', call: id, outcome });
  }

  async function start(id: number, code: string, args: string): Promise<void> {
    startingIds.add(id);
    const engine = await engines.take();
    if (!startingIds.delete(id)) {
      engines.give(engine, false);
      return;
    }
    const call = new GuestCall(engine, limits, {
      search: (search, question) => post({ kind: 'search', call: id, search, question }),
      log: (message) => post({ kind: 'log', call: id, message }),
      progress: (progress) => post({ kind: 'progress', call: id, progress }),
      executing(msLeft) {
        mark(id, msLeft);
        if (msLeft === 0 && runningCalls.has(id)) post({ kind: 'waits', call: id });
      },
      cancelled: () => Atomics.load(control, cancelSlot(id)) === id,
      end(outcome, isBroken) {
        runningCalls.delete(id);
        engines.give(engine, isBroken);
        post({ kind: 'end', call: id, outcome });
      },
    });
    runningCalls.set(id, call);
    call.start(code, args);
  }

  function cancel(id: number): void {
    runningCalls.get(id)?.cancel();
    if (startingIds.delete(id)) {
      post({ kind: 'end', call: id, outcome: { kind: 'failure', message: failures.cancelled() } });
    }
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'run':
        // Rejects only without an interpreter, which requires another worker.
        inBackground(start(message.call, message.code, message.args), endThread);
        return;
      case 'compute':
        inBackground(compute(message), endThread);
        return;
      case 'answer':
        runningCalls.get(message.call)?.answer(message.search, message.answer);
        return;
      case 'cancel':
        cancel(message.call);
    }
  });
}

/** An uncaught error ends this worker, and its host starts another. */
function endThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
