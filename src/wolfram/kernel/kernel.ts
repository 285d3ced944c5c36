/** The one kernel of a workspace: started at first use, kept for the next calls, and ended when it is idle. */
import {
  type KernelEnd,
  type KernelFields,
  type KernelLimits,
  type KernelProcess,
  startKernel,
} from './kernel-process.ts';

/** Of one call. */
export interface CallOptions {
  /** Ends the call. If it is running, the kernel ends with it. */
  readonly signal?: AbortSignal | undefined;
  /** Receives what the call waits for. */
  readonly progress?: ((progress: { readonly value: number; readonly message: string }) => void) | undefined;
  /** Whether another kernel runs this call, and ends with it. */
  readonly isFresh?: boolean;
}

export interface Kernel {
  /**
   * Runs requests one after the other: licences allow few kernels. Never rejects.
   * @param program the absolute path of a wolframscript, or of a kernel
   */
  run(program: string, fields: KernelFields, limits: KernelLimits, options?: CallOptions): Promise<KernelEnd>;
  /** Ends the process; a running call gets no answer, and the next call starts another. */
  end(): void;
}

const idleMs = 10 * 60_000;
/** After an answer, a kernel that holds more than this ends; the next call starts another. */
const maxIdleMemoryBytes = 1024 ** 3;

export function createKernel(options: { readonly idleMs?: number } = {}): Kernel {
  let process: KernelProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function end(): void {
    clearTimeout(idle);
    process?.end();
    process = undefined;
  }

  async function started(program: string, signal?: AbortSignal): Promise<KernelProcess | KernelEnd> {
    if (process?.isRunning) return process;
    const result = await startKernel(program, signal);
    if ('kind' in result) return result;
    process = result;
    return result;
  }

  async function runNow(
    program: string,
    fields: KernelFields,
    limits: KernelLimits,
    { signal, isFresh = false }: CallOptions,
    report: (message: string) => void,
  ): Promise<KernelEnd> {
    if (signal?.aborted) return { kind: 'cancelled' };
    clearTimeout(idle);
    // A licence may allow only one.
    if (isFresh) end();
    report(process?.isRunning ? 'The Wolfram kernel is computing.' : 'The Wolfram kernel is starting.');
    const kernel = await started(program, signal);
    if ('kind' in kernel) return kernel;
    const result = await kernel.request(fields, limits, signal);
    if (isFresh || (result.kind === 'answered' && memoryOf(result) > maxIdleMemoryBytes)) end();
    idle = setTimeout(end, options.idleMs ?? idleMs).unref();
    return result;
  }

  return {
    end,
    run(program, fields, limits, call = {}) {
      let value = 0;
      const report = (message: string) => call.progress?.({ value: ++value, message });
      const before = waiting++;
      if (before > 0)
        report(`Waiting for the Wolfram kernel: ${before} ${before === 1 ? 'call' : 'calls'} before this.`);
      const run = last.then(() => runNow(program, fields, limits, call, report));
      last = run.finally(() => waiting--);
      return whenCancelled(run, call.signal);
    },
  };
}

/** Answers at once when a call is cancelled that still waits for others. */
function whenCancelled(run: Promise<KernelEnd>, signal: AbortSignal | undefined): Promise<KernelEnd> {
  if (!signal) return run;
  return new Promise((resolve) => {
    const cancel = () => resolve({ kind: 'cancelled' });
    signal.addEventListener('abort', cancel, { once: true });
    run.then((result) => {
      signal.removeEventListener('abort', cancel);
      resolve(result);
    }, cancel);
  });
}

function memoryOf({ record }: Extract<KernelEnd, { kind: 'answered' }>): number {
  return Number(record.get('memory')?.toString('utf8') ?? 0);
}
