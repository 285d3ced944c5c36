import { parentPort, workerData } from 'node:worker_threads';
import { inBackground } from '../in-background.ts';
import { EnginePool } from './engine.ts';
import { failures } from './failures.ts';
import { GuestCall } from './guest-call.ts';
import { ControlSlot, cancelSlot, type SandboxWorkerData, type ToHost, type ToWorker } from './protocol.ts';

/**
 * The sandbox worker's whole life: takes calls from the host until it is terminated. Calls execute one at a time on this
 * thread; while one waits for a search, others go on, each in an interpreter of its own.
 */
export function runSandboxWorker(): void {
  if (!parentPort) throw new Error('The sandbox runs in a worker thread only.');
  const port = parentPort;
  const { limits, control } = workerData as SandboxWorkerData;
  const engines = new EnginePool(limits.memoryBytes);
  /** Calls that wait for an interpreter. */
  const starting = new Set<number>();
  const running = new Map<number, GuestCall>();
  const tell = (message: ToHost) => port.postMessage(message);

  async function start(id: number, source: string, args: string): Promise<void> {
    starting.add(id);
    const engine = await engines.take();
    if (!starting.delete(id)) {
      engines.give(engine, false);
      return;
    }
    const call = new GuestCall(engine, limits, {
      search: (search, name, query) => tell({ kind: 'search', call: id, search, source: name, query }),
      log: (message) => tell({ kind: 'log', call: id, message }),
      progress: (progress) => tell({ kind: 'progress', call: id, progress }),
      executing(active) {
        Atomics.store(control, ControlSlot.executing, active ? id : 0);
        Atomics.add(control, ControlSlot.stretch, 1);
      },
      cancelled: () => Atomics.load(control, cancelSlot(id)) === id,
      ended(outcome, broken) {
        running.delete(id);
        engines.give(engine, broken);
        tell({ kind: 'end', call: id, outcome });
      },
    });
    running.set(id, call);
    call.start(source, args);
  }

  function cancel(id: number): void {
    running.get(id)?.cancel();
    if (starting.delete(id)) {
      tell({ kind: 'end', call: id, outcome: { kind: 'failure', message: failures.cancelled() } });
    }
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'run':
        // It rejects only without an interpreter, and then another worker is needed.
        inBackground(start(message.call, message.source, message.args), endThread);
        return;
      case 'answer':
        running.get(message.call)?.answer(message.search, message.answer);
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
