import { WorkbenchError } from '../base/errors.ts';
import { inBackground } from '../base/in-background.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { failures } from './failures.ts';
import type { ClientKey } from './fair-queue.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { Outcome, Progress, SearchAnswer, SearchQuestion } from './protocol.ts';
import { type Job, WorkerPool } from './worker-pool.ts';

/** The program's services for a running function (`context`), except `context.template`. */
export interface SandboxHost {
  /** `context.search(source, query, options)`. A rejection is thrown inside the function with its message. */
  search(source: string, query: string, options?: JsonObject): Promise<FunctionSearch>;
  /** `context.page(source, location)`, likewise: JSON data. Absent if the caller has no pages. */
  page?(source: string, location: string): Promise<unknown>;
  /** `context.ask(question)`, likewise: the values of a form, or null. Absent if the caller shows no forms. */
  ask?(question: unknown): Promise<unknown>;
  /** `context.log(...)`, already one text. */
  log(message: string): void;
  /** `context.progress(value, total, message)`. Absent if the caller ignores progress. */
  progress?(progress: Progress): void;
}

/** What a function's search found: its text, and the passages in it. JSON data. */
export interface FunctionSearch {
  readonly text: string;
  readonly results: readonly unknown[];
}

export interface FunctionCall {
  /** JavaScript: a module with a default export, or an expression that is a function. */
  readonly code: string;
  /** JSON data: the function's arguments; `context` follows them. */
  readonly args: readonly unknown[];
  readonly host: SandboxHost;
  /** The client of the call, for fair scheduling; by default, the program itself. */
  readonly client?: ClientKey | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A computation of the program itself that could block the main thread. */
export interface Computation extends Pick<FunctionCall, 'client' | 'signal'> {
  /** One of the `WorkerTasks`. */
  readonly task: string;
  readonly input: string;
  /** Its time limit, if not the sandbox's own. */
  readonly cpuMs?: number;
  /** The message for a computation that exceeds its time or memory. */
  readonly limitMessage: string;
}

/** The client of the program's own jobs. */
const program: ClientKey = 'program';

/** The sandbox without `close`. */
export type SandboxRunner = Pick<Sandbox, 'run' | 'compute'>;

/** Where user-written functions run: JavaScript without clock, network, files or process, under `Limits`. */
export interface Sandbox {
  /**
   * Calls the function that `code` defines and resolves with what it returned, as JSON data.
   * @throws WorkbenchError `failed` with a sentence for the function's author
   */
  run(call: FunctionCall): Promise<unknown>;
  /**
   * Runs one of the program's own tasks, by default with the same time limit, and resolves with its result.
   * @throws WorkbenchError `failed` with the message of the task's error, or `limitMessage`
   */
  compute(computation: Computation): Promise<string>;
  /** Ends the workers; calls that have not finished are rejected. */
  close(): Promise<void>;
}

/**
 * A sandbox whose workers start at the first call.
 * @param options.workerFile a script that calls `runSandboxWorker` when its `workerData.role` is `SANDBOX_ROLE`
 */
export function createSandbox(options: { workerFile: string; limits?: Partial<Limits>; workers?: number }): Sandbox {
  const limits = { ...defaultLimits, ...options.limits };
  const pool = new WorkerPool(options.workerFile, limits, options.workers);
  let isClosed = false;

  /** @param make the parts of the job that depend on its kind */
  async function resultOf(
    { client = program, signal }: Pick<FunctionCall, 'client' | 'signal'>,
    make: Pick<Job, 'start' | 'hear' | 'whyEnded'>,
  ): Promise<string> {
    if (isClosed) throw new WorkbenchError('failed', failures.closed());
    if (signal?.aborted) throw new WorkbenchError('failed', failures.cancelled());
    const outcome = await new Promise<Outcome>((resolve) => {
      const cancel = () => pool.abandon(job, failures.cancelled());
      const job: Job = {
        ...make,
        client,
        end(outcome) {
          signal?.removeEventListener('abort', cancel);
          resolve(outcome);
        },
      };
      signal?.addEventListener('abort', cancel);
      pool.add(job);
    });
    if (outcome.kind === 'failure') throw new WorkbenchError('failed', outcome.message);
    return outcome.json;
  }

  return {
    async run(request) {
      const args = JSON.stringify(request.args);
      const { code, host } = request;
      const json = await resultOf(request, {
        start: (call) => ({ kind: 'run', call, code, args }),
        hear(message, reply) {
          switch (message.kind) {
            case 'log':
              host.log(message.message);
              return;
            case 'progress':
              host.progress?.(message.progress);
              return;
            case 'search':
              inBackground(settledAnswer(host, message.question).then((answer) => reply(message.search, answer)));
          }
        },
        whyEnded: (cause, reason) =>
          ({ stuck: failures.cpu(limits), memory: failures.memory(limits), error: failures.worker(reason) })[cause],
      });
      return JSON.parse(json);
    },
    compute: ({ task, input, cpuMs = limits.cpuMs, limitMessage, ...caller }) =>
      resultOf(caller, {
        start: (call) => ({ kind: 'compute', call, task, input, cpuMs }),
        hear() {},
        whyEnded: (cause, reason) => (cause === 'error' ? failures.worker(reason) : limitMessage),
      }),
    close() {
      isClosed = true;
      return pool.close(failures.closed());
    },
  };
}

function pageOf({ page }: SandboxHost, source: string, location: string): Promise<unknown> {
  if (!page) throw new WorkbenchError('unavailable', 'there are no pages to read here');
  return page(source, location);
}

function askOf({ ask }: SandboxHost, question: unknown): Promise<unknown> {
  if (!ask) throw new WorkbenchError('unavailable', 'this client shows no forms');
  return ask(question);
}

async function settledAnswer(host: SandboxHost, question: SearchQuestion): Promise<SearchAnswer> {
  const { request, source, query, options } = question;
  try {
    const parsedOptions: unknown = JSON.parse(options);
    const page =
      request === 'page'
        ? await pageOf(host, source, query)
        : request === 'ask'
          ? await askOf(host, parsedOptions)
          : await host.search(source, query, isJsonObject(parsedOptions) ? parsedOptions : {});
    return { ok: true, json: JSON.stringify(page) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
