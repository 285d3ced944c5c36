/** The one kernel of a workspace: started at first use, kept for the next calls, and ended when it is idle. */
import {
  type KernelEnd,
  type KernelFields,
  type KernelLimits,
  type KernelProcess,
  startKernel,
} from './kernel-process.ts';

export interface CallOptions {
  /** Cancels the call. If it is running, the kernel ends with it. */
  readonly signal?: AbortSignal | undefined;
  /** Receives what the call waits for. */
  readonly progress?: ((progress: { readonly value: number; readonly message: string }) => void) | undefined;
  /** Whether the call gets a kernel without definitions, which ends with it. */
  readonly isFresh?: boolean;
}

export interface Kernel {
  /**
   * Runs requests one after the other: licences allow few kernels. Never rejects.
   * @param program the absolute path of a wolframscript, or of a kernel
   */
  run(program: string, fields: KernelFields, limits: KernelLimits, options?: CallOptions): Promise<KernelEnd>;
  /** Ends the process, and cancels the calls that run, wait, or come later. */
  close(): void;
}

const idleMs = 10 * 60_000;
/** After an answer, a kernel that holds more than this ends; the next call starts another. */
const maxIdleMemoryBytes = 1024 ** 3;

export function createKernel(): Kernel {
  let process: KernelProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waitingCount = 0;
  const closingController = new AbortController();

  function end(): void {
    clearTimeout(idle);
    process?.end();
    process = undefined;
  }

  async function startProcess(program: string, signal?: AbortSignal): Promise<KernelProcess | KernelEnd> {
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
    { isFresh, signal }: { readonly isFresh: boolean; readonly signal: AbortSignal },
    report: (message: string) => void,
  ): Promise<KernelEnd> {
    if (signal.aborted) return { kind: 'cancelled' };
    clearTimeout(idle);
    // A licence may allow only one.
    if (isFresh) end();
    report(process?.isRunning ? 'The Wolfram kernel is computing.' : 'The Wolfram kernel is starting.');
    const kernel = await startProcess(program, signal);
    if ('kind' in kernel) return kernel;
    const result = await kernel.request(fields, limits, signal);
    if (isFresh || (result.kind === 'answered' && memoryOf(result) > maxIdleMemoryBytes)) end();
    idle = setTimeout(end, idleMs).unref();
    return result;
  }

  return {
    close() {
      closingController.abort();
      end();
    },
    run(program, fields, limits, { isFresh = false, progress, ...call } = {}) {
      const signal = AbortSignal.any([closingController.signal, ...(call.signal ? [call.signal] : [])]);
      let value = 0;
      const report = (message: string) => progress?.({ value: ++value, message });
      const before = waitingCount++;
      if (before > 0)
        report(`Waiting for the Wolfram kernel: ${before} ${before === 1 ? 'call' : 'calls'} before this.`);
      const run = last.then(() => runNow(program, fields, limits, { isFresh, signal }, report));
      const leaveQueue = () => {
        waitingCount--;
      };
      last = run.then(leaveQueue, leaveQueue);
      return untilCancelled(run, signal);
    },
  };
}

/** Resolves as soon as the call is cancelled, even if it still waits for others. */
function untilCancelled(run: Promise<KernelEnd>, signal: AbortSignal): Promise<KernelEnd> {
  return new Promise((resolve) => {
    const cancel = () => resolve({ kind: 'cancelled' });
    if (signal.aborted) cancel();
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
