import { inBackground } from '../in-background.ts';
import { WorkbenchError } from '../model/errors.ts';
import { failures } from './failures.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { Outcome, ToHost } from './protocol.ts';
import { WorkerThread } from './worker-thread.ts';

/** What a function may ask of the program while it runs (`context`); `context.template` needs nobody. */
export interface SandboxHost {
  /** `context.search(source, query)`. What it rejects with is thrown inside the function, with its message. */
  search(source: string, query: string): Promise<string>;
  /** `context.log(...)`, already one text. */
  log(message: string): void;
  /** `context.progress(value, total, message)`. Absent where nobody wants to know. */
  progress?(progress: Progress): void;
}

/** How far a call is: `value` grows from one to the next. */
export interface Progress {
  readonly value: number;
  readonly total?: number;
  readonly message?: string;
}

export interface FunctionCall {
  /** JavaScript: a module with a default export, or an expression that is a function. */
  readonly source: string;
  /** JSON data: the function's arguments; `context` follows them. */
  readonly args: readonly unknown[];
  readonly host: SandboxHost;
  readonly signal?: AbortSignal | undefined;
}

/** Where user-written functions run: JavaScript without clock, network, files or process, under `Limits`. */
export interface Sandbox {
  /**
   * Calls the function that `source` defines and resolves with what it returned, as JSON data.
   * @throws WorkbenchError `failed` with a sentence for the function's author
   */
  run(call: FunctionCall): Promise<unknown>;
  /** Ends the worker; calls that have not finished are rejected. */
  close(): Promise<void>;
}

/** Calls at the worker at the same time. One executes, the others wait for searches, each with memory of its own. */
const MAX_ACTIVE = 4;

interface Call {
  id: number;
  readonly source: string;
  /** As JSON. */
  readonly args: string;
  readonly host: SandboxHost;
  /** A worker that dies takes calls with it that did nothing wrong: they start once more, in the next one. */
  restarted: boolean;
  settled: boolean;
  timer?: NodeJS.Timeout;
  settle(outcome: Outcome): void;
}

/**
 * A sandbox whose worker starts at the first call.
 * @param options.workerFile a script that calls `runSandboxWorker` when its `workerData.role` is `SANDBOX_ROLE`
 */
export function createSandbox(options: { workerFile: string; limits?: Partial<Limits> }): Sandbox {
  const limits = { ...defaultLimits, ...options.limits };
  const waiting: Call[] = [];
  /** At the worker, by id; a settled one stays until the worker has ended it too. */
  const active = new Map<number, Call>();
  let lastId = 0;
  let thread: WorkerThread | undefined;
  let closed = false;

  function startNext(): void {
    while (active.size < MAX_ACTIVE) {
      const call = waiting.shift();
      if (!call) break;
      thread ??= new WorkerThread(options.workerFile, limits, { message: receive, died: recover });
      call.id = ++lastId;
      active.set(call.id, call);
      call.timer = setTimeout(() => abandon(call, failures.wall(limits)), limits.wallMs);
      thread.post({ kind: 'run', call: call.id, source: call.source, args: call.args });
    }
    thread?.setBusy(active.size > 0);
  }

  function receive(message: ToHost): void {
    const call = active.get(message.call);
    if (!call) return;
    switch (message.kind) {
      case 'end':
        active.delete(call.id);
        call.settle(message.outcome);
        startNext();
        return;
      case 'log':
        if (!call.settled) call.host.log(message.message);
        return;
      case 'progress':
        if (!call.settled) call.host.progress?.(message.progress);
        return;
      case 'search':
        if (!call.settled) inBackground(search(call, message));
    }
  }

  async function search(call: Call, { call: id, search: number, source, query }: ToHost & { kind: 'search' }) {
    const answer = await settledAnswer(call.host, source, query);
    if (active.has(id)) thread?.post({ kind: 'answer', call: id, search: number, answer });
  }

  /** Rejects a call before the worker has ended it, and tells the worker to. */
  function abandon(call: Call, message: string): void {
    call.settle({ kind: 'failure', message });
    if (active.has(call.id)) thread?.cancel(call.id);
    const place = waiting.indexOf(call);
    if (place >= 0) waiting.splice(place, 1);
  }

  function recover(cause: 'stuck' | 'memory' | 'error', reason: string, executing: number): void {
    thread = undefined;
    const calls = [...active.values()];
    active.clear();
    const ended = { stuck: failures.cpu(limits), memory: failures.memory(limits), error: failures.worker(reason) };
    for (const call of calls.reverse()) {
      clearTimeout(call.timer);
      if (call.id === executing || call.restarted) call.settle({ kind: 'failure', message: ended[cause] });
      else if (!call.settled) {
        call.restarted = true;
        waiting.unshift(call);
      }
    }
    startNext();
  }

  function outcomeOf(request: FunctionCall): Promise<Outcome> {
    const args = JSON.stringify(request.args);
    return new Promise((resolve) => {
      const cancel = () => abandon(call, failures.cancelled());
      const call: Call = {
        id: 0,
        source: request.source,
        args,
        host: request.host,
        restarted: false,
        settled: false,
        settle(outcome) {
          call.settled = true;
          clearTimeout(call.timer);
          request.signal?.removeEventListener('abort', cancel);
          resolve(outcome);
        },
      };
      request.signal?.addEventListener('abort', cancel);
      waiting.push(call);
      startNext();
    });
  }

  return {
    async run(request) {
      if (closed) throw new WorkbenchError('failed', failures.closed());
      if (request.signal?.aborted) throw new WorkbenchError('failed', failures.cancelled());
      const outcome = await outcomeOf(request);
      if (outcome.kind === 'failure') throw new WorkbenchError('failed', outcome.message);
      return JSON.parse(outcome.json);
    },
    async close() {
      closed = true;
      for (const call of [...active.values(), ...waiting.splice(0)]) {
        call.settle({ kind: 'failure', message: failures.closed() });
      }
      active.clear();
      await thread?.terminate();
      thread = undefined;
    },
  };
}

async function settledAnswer(host: SandboxHost, source: string, query: string) {
  try {
    return { ok: true, text: await host.search(source, query) } as const;
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) } as const;
  }
}
