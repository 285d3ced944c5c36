/**
 * What a server computes with the kernel of its workspace. The kernel is not a sandbox: the code can do what its user can,
 * so a person allows it first.
 */
import { WorkbenchError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Ask } from '../../model/asks.ts';
import { callFunction, type WolframResult } from './call-function.ts';
import { type Evaluation, type EvaluationResult, evaluateWolfram } from './evaluator.ts';
import { findWolframscript, noKernel } from './find-wolframscript.ts';
import { type CallOptions, createKernel } from './kernel.ts';
import type { KernelFields, KernelLimits } from './kernel-process.ts';

/** Without a kernel, calls fail before they ask for a permission that would not help. */
export interface Wolfram {
  /**
   * Calls a function with an association of its arguments (JSON data).
   * @throws WorkbenchError `unavailable` without a kernel, NotAllowedError, `failed`
   */
  call(code: string, values: JsonObject, options?: CallOptions): Promise<WolframResult>;
  /**
   * Evaluates code that a client sends. What the code does is part of the answer, never an error.
   * @throws WorkbenchError `unavailable` without a kernel, NotAllowedError
   */
  evaluate(evaluation: Evaluation, options?: CallOptions): Promise<EvaluationResult>;
  /** Calls one of the workbench's own functions. @throws as `call` */
  callOwn(code: string, values: JsonObject, options?: OwnOptions): Promise<WolframResult>;
  isInstalled(): Promise<boolean>;
  /** Ends the kernel. */
  close(): void;
}

export interface OwnOptions extends CallOptions {
  /** By default, those of any function. */
  readonly seconds?: number;
}

export interface WolframOptions {
  readonly trust: { require(asks: readonly Ask[]): Promise<void> };
  /** Where the evaluator keeps its sessions. */
  readonly sessionsDir: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly limits?: Partial<KernelLimits>;
}

/** AgentTools gives its evaluator a minute (`TimeConstraint`). */
const defaultLimits: KernelLimits = { seconds: 60, memoryBytes: 2 * 1024 ** 3, printedBytes: 4_000_000 };

export function createWolfram({ trust, sessionsDir, env = process.env, limits }: WolframOptions): Wolfram {
  const kernel = createKernel();

  /** @returns what sends a request to the kernel. @throws WorkbenchError `unavailable`, NotAllowedError */
  async function open(ask: Ask, usedLimits: KernelLimits, options?: CallOptions) {
    const program = await findWolframscript(env);
    if (program === undefined) throw new WorkbenchError('unavailable', noKernel);
    await trust.require([ask]);
    return (fields: KernelFields) => kernel.run(program, fields, usedLimits, options);
  }

  const limitsFor = (seconds?: number): KernelLimits => ({
    ...defaultLimits,
    ...limits,
    ...(seconds !== undefined && { seconds }),
  });

  return {
    async call(code, values, options) {
      const limits = limitsFor();
      return callFunction(code, values, limits, await open({ kind: 'wolfram', code }, limits, options));
    },
    async callOwn(code, values, { seconds, ...options } = {}) {
      const limits = limitsFor(seconds);
      return callFunction(code, values, limits, await open({ kind: 'evaluator' }, limits, options));
    },
    async evaluate(evaluation, options) {
      const limits = limitsFor(evaluation.seconds);
      return evaluateWolfram(evaluation, sessionsDir, limits, await open({ kind: 'evaluator' }, limits, options));
    },
    isInstalled: async () => (await findWolframscript(env)) !== undefined,
    close: () => kernel.close(),
  };
}
