/** Calls the workbench's own functions in Wolfram Language for built-in tools. */
import { WorkbenchError } from '../../../../base/errors.ts';
import type { JsonObject } from '../../../../base/json.ts';
import type { WolframResult } from '../../../../wolfram/kernel/call-function.ts';
import { noKernel } from '../../../../wolfram/kernel/find-wolframscript.ts';
import type { OwnOptions, Wolfram } from '../../../../wolfram/kernel/wolfram.ts';
import type { ToolContext } from '../tool-context.ts';

/** @throws WorkbenchError if this process starts no kernel */
export function kernelOf({ services }: ToolContext): Omit<Wolfram, 'close'> {
  if (!services.wolfram) throw new WorkbenchError('unavailable', 'this program cannot run Wolfram Language.');
  return services.wolfram;
}

/**
 * Makes sure that own functions can run. A tool does this before it looks at files that a client names: without the
 * permission, a client must not learn which files exist.
 * @throws WorkbenchError `unavailable` without a kernel, NotAllowedError
 */
export async function requireKernel(context: ToolContext): Promise<void> {
  if (!(await kernelOf(context).isInstalled())) throw new WorkbenchError('unavailable', noKernel);
  await context.services.permit([{ kind: 'evaluator' }]);
}

/**
 * Calls one function; what it prints and the kernel's messages go to the server's log.
 * @throws as `Wolfram.callOwn`
 */
export async function callOwn(
  name: 'defineSymbols' | 'inspectCode' | 'reportTests',
  values: JsonObject,
  context: ToolContext,
  options?: Omit<OwnOptions, 'signal' | 'progress'>,
): Promise<WolframResult> {
  const functions = await import('../../../../wolfram/kernel/own-functions.ts');
  const { signal, progress } = context;
  const result = await kernelOf(context).callOwn(functions[name], values, { signal, progress, ...options });
  if (result.warnings !== '') context.services.log('warning', result.warnings);
  return result;
}
