/**
 * What a server computes with the kernel of its workspace. The kernel is not a sandbox: the code can do what its user can,
 * so a person allows it first.
 */
import { WorkbenchError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Ask } from '../../model/asks.ts';
import { callFunction, type WolframResult } from './call-function.ts';
import { type Evaluated, type Evaluation, evaluateWolfram, noKernel } from './evaluator.ts';
import { findWolframscript, wolframscriptVariable } from './find-wolframscript.ts';
import { type CallOptions, createKernel } from './kernel.ts';
import type { KernelFields, KernelLimits } from './kernel-process.ts';

export interface Wolfram {
  /**
   * Calls a function with an association of its arguments (JSON data).
   * @throws WorkbenchError `unavailable` without a kernel, NotAllowedError, `failed`
   */
  call(code: string, values: JsonObject, options?: CallOptions): Promise<WolframResult>;
  /** Evaluates code that a client sends. Does not fail for what the code does. @throws NotAllowedError */
  evaluate(evaluation: Evaluation, options?: CallOptions): Promise<Evaluated>;
  /** Calls a function of the workbench's own. @throws as `call` */
  callOwn(code: string, values: JsonObject, options?: OwnOptions): Promise<WolframResult>;
  isInstalled(): Promise<boolean>;
  /** Ends the kernel. */
  close(): void;
}

export interface OwnOptions extends CallOptions {
  /** By default, those of any function. */
  readonly seconds?: number;
  /** Whether the call gets a kernel without definitions, which ends with it. */
  readonly isFresh?: boolean;
}

export interface WolframOptions {
  readonly trust: { require(asks: readonly Ask[]): Promise<void> };
  /** Where the evaluator keeps its sessions. */
  readonly sessionsDir: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly limits?: Partial<KernelLimits>;
  readonly idleMs?: number;
}

/** AgentTools gives its evaluator a minute (`TimeConstraint`). */
const defaultLimits: KernelLimits = { seconds: 60, memoryBytes: 2 * 1024 ** 3, printedBytes: 4_000_000 };

export const noWolframscript = `this is Wolfram Language code, and no wolframscript was found: install the Wolfram Engine and WolframScript, or set ${wolframscriptVariable} to the path of the program.`;

export function createWolfram({ trust, sessionsDir, env = process.env, limits, idleMs }: WolframOptions): Wolfram {
  const kernel = createKernel(idleMs === undefined ? {} : { idleMs });
  const allLimits = { ...defaultLimits, ...limits };
  return {
    async call(code, values, options) {
      const program = await findWolframscript(env);
      if (program === undefined) throw new WorkbenchError('unavailable', noWolframscript);
      await trust.require([{ kind: 'wolfram', code }]);
      return callFunction(code, values, allLimits, (fields) => kernel.run(program, fields, allLimits, options));
    },
    async callOwn(code, values, { seconds = allLimits.seconds, isFresh, ...options } = {}) {
      await trust.require([{ kind: 'evaluator' }]);
      const program = await findWolframscript(env);
      if (program === undefined) throw new WorkbenchError('unavailable', noKernel);
      const limits = { ...allLimits, seconds };
      return callFunction(code, values, limits, (fields) =>
        kernel.run(program, fields, limits, { ...options, ...(isFresh && { isFresh }) }),
      );
    },
    isInstalled: async () => (await findWolframscript(env)) !== undefined,
    async evaluate(evaluation, options) {
      await trust.require([{ kind: 'evaluator' }]);
      const program = await findWolframscript(env);
      const evaluationLimits = { ...allLimits, seconds: evaluation.seconds };
      const run =
        program === undefined
          ? undefined
          : (fields: KernelFields) => kernel.run(program, fields, evaluationLimits, options);
      return evaluateWolfram(evaluation, sessionsDir, evaluationLimits, run);
    },
    close: () => kernel.end(),
  };
}
