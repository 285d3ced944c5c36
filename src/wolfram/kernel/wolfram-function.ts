/**
 * Runs the Wolfram Language content of a prompt or tool in a kernel of this machine. The kernel is not a sandbox: the
 * code can do what its user can, so it runs only once a person has allowed exactly this code in this workspace.
 */
import { WorkbenchError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Ask } from '../../model/asks.ts';
import { findWolframscript, wolframscriptVariable } from './find-wolframscript.ts';
import { type KernelEnd, runKernel } from './run-kernel.ts';
import type { ProgramLimits } from './run-program.ts';
import { wolframProgram } from './wolfram-program.ts';

/** A kernel needs seconds to start; AgentTools gives its evaluator a minute (`TimeConstraint`). */
export const kernelLimits: ProgramLimits = { milliseconds: 60_000, outputBytes: 4_000_000 };

export const noWolframscript = `this is Wolfram Language code, and no wolframscript was found: install the Wolfram Engine and WolframScript, or set ${wolframscriptVariable} to the path of the program.`;

export interface WolframFunctions {
  /**
   * Calls a function with an association of its arguments (JSON data), and converts the result to text.
   * @throws WorkbenchError `unavailable` without a kernel, NotAllowedError, `failed`
   */
  call(code: string, values: JsonObject, signal?: AbortSignal): Promise<string>;
}

export function createWolframFunctions(
  trust: { require(asks: readonly Ask[]): Promise<void> },
  options: { readonly env?: NodeJS.ProcessEnv; readonly limits?: ProgramLimits } = {},
): WolframFunctions {
  const { env = process.env, limits = kernelLimits } = options;
  /** One kernel at a time: licences allow few. */
  let last: Promise<unknown> = Promise.resolve();

  return {
    async call(code, values, signal) {
      const program = await findWolframscript(env);
      if (program === undefined) throw new WorkbenchError('unavailable', noWolframscript);
      await trust.require([{ kind: 'wolfram', code }]);
      const run = last.then(() => runKernel(program, (mark) => wolframProgram(code, values, mark), limits, signal));
      last = run.catch(() => undefined);
      return textOf(await run, limits);
    },
  };
}

/** @throws WorkbenchError `failed` without an answer, as without a licence, or when the code failed; `unavailable` */
function textOf(end: KernelEnd, limits: ProgramLimits): string {
  switch (end.kind) {
    case 'answered':
      if (end.status === 'text') return end.text;
      throw new WorkbenchError('failed', `the Wolfram code failed${end.text === '' ? '.' : `: ${end.text}`}`);
    case 'no-answer': {
      const lines = `${end.stderr}\n${end.stdout}`.split('\n').map((line) => line.trim());
      const firstLine = lines.find((line) => line !== '');
      const quoted = firstLine ? `; it printed: ${firstLine.slice(0, 200)}` : '.';
      throw new WorkbenchError('failed', `the Wolfram kernel gave no answer${quoted}`);
    }
    case 'not-started':
      throw new WorkbenchError('unavailable', `wolframscript could not be started (${end.message}).`);
    case 'too-long':
      throw new WorkbenchError('failed', `the Wolfram kernel took longer than ${limits.milliseconds / 1000} seconds.`);
    case 'too-much':
      throw new WorkbenchError('failed', `the Wolfram code printed more than ${limits.outputBytes / 1_000_000} MB.`);
    case 'cancelled':
      throw new WorkbenchError('unavailable', 'the client no longer waits for it.');
  }
}
