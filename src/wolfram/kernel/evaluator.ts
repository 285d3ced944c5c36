/**
 * The Wolfram Language evaluator: runs a model's code in a kernel of this machine, with all rights of the user. The tool
 * is therefore marked destructive, and clients ask before they call it.
 */
import { findWolframscript, wolframscriptVariable } from './find-wolframscript.ts';
import { codeAndSend, runKernel } from './run-kernel.ts';

export interface Evaluation {
  readonly code: string;
  /** Seconds that the code may take. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** The text for the client. */
export interface Evaluated {
  readonly text: string;
  readonly isError: boolean;
}

export const noKernel = `No wolframscript was found on this machine, so Wolfram Language code cannot be evaluated. Install the free Wolfram Engine and WolframScript (https://www.wolfram.com/engine), or set ${wolframscriptVariable} to the path of the program.`;

/** Extra time for the start of the kernel. */
const startSeconds = 30;
const outputBytes = 4 * 1024 * 1024;

/** Never rejects for what the code does. */
export async function evaluateWolfram({ code, seconds, signal, env = process.env }: Evaluation): Promise<Evaluated> {
  const program = await findWolframscript(env);
  if (program === undefined) return { text: noKernel, isError: true };
  const limits = { milliseconds: (seconds + startSeconds) * 1000, outputBytes };
  const end = await runKernel(program, (mark) => evaluationProgram(code, seconds, mark), limits, signal);
  switch (end.kind) {
    case 'answered': {
      const { status, text, printed } = end;
      if (status === 'late') return { text: tooLong(seconds), isError: true };
      return { text: printed === '' ? text : `${printed}\n\n${text}`, isError: status === 'failed' };
    }
    case 'no-answer': {
      const printed = `${end.stdout}\n${end.stderr}`.trim();
      const detail = printed === '' ? '.' : `; it printed: ${printed.slice(0, 2_000)}`;
      return { text: `The Wolfram kernel gave no answer${detail}`, isError: true };
    }
    case 'not-started':
      return { text: `wolframscript could not be started (${end.message}).`, isError: true };
    case 'too-long':
      return { text: tooLong(seconds), isError: true };
    case 'too-much':
      return { text: 'The code printed more than 4 MB: print less.', isError: true };
    case 'cancelled':
      return { text: 'The evaluation was cancelled.', isError: true };
  }
}

/** The program for a kernel: evaluates the code within its time, and sends the result as input text. */
export function evaluationProgram(code: string, seconds: number, mark: string): string {
  return `${codeAndSend(code, mark)}
promptWorkbench\`result = TimeConstrained[CheckAbort[ToExpression[promptWorkbench\`code, InputForm], $Aborted], ${seconds}, promptWorkbench\`timedOut];
promptWorkbench\`send[
  Which[
    promptWorkbench\`result === promptWorkbench\`timedOut, "late",
    promptWorkbench\`failedQ[promptWorkbench\`result], "failed",
    True, "done"],
  ToString[promptWorkbench\`result, InputForm]];
`;
}

function tooLong(seconds: number): string {
  return `The code took longer than ${seconds} seconds and was stopped: give a larger timeConstraint, or compute less.`;
}
