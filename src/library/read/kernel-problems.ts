/** Warnings of Wolfram Language count only on a computer that cannot run it: a file cannot know that by itself. */

import type { Problem } from '../../model/problems/problems.ts';
import { hasWolframscript } from '../../wolfram/kernel/find-wolframscript.ts';

let isThere: boolean | undefined;

/** Looks for wolframscript once, and only where a file asks for it. */
export function withoutKernelWarnings(problems: readonly Problem[]): readonly Problem[] {
  if (!problems.some(({ tag }) => tag === 'NoKernel')) return problems;
  isThere ??= hasWolframscript();
  return isThere ? problems.filter(({ tag }) => tag !== 'NoKernel') : problems;
}
