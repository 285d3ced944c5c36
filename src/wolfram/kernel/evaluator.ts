/**
 * The Wolfram Language evaluator: runs a model's code in a kernel of this machine, with all rights of the user. The tool
 * is therefore marked destructive, and clients ask before they call it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printString } from '../syntax/strings.ts';
import { findWolframscript, wolframscriptVariable } from './find-wolframscript.ts';
import { runProgram } from './run-program.ts';

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
  const mark = `prompt-workbench-${randomUUID()}-`;
  const folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-wolfram-'));
  try {
    const file = join(folder, 'evaluate.wl');
    await writeFile(file, evaluationProgram(code, seconds, mark), { mode: 0o600 });
    const limits = { milliseconds: (seconds + startSeconds) * 1000, outputBytes };
    const end = await runProgram(program, ['-file', file], limits, signal);
    switch (end.kind) {
      case 'ended':
        return answerIn(end.stdout, end.stderr, mark, seconds);
      case 'not-started':
        return { text: `wolframscript could not be started (${end.message}).`, isError: true };
      case 'too-long':
        return { text: tooLong(seconds), isError: true };
      case 'too-much':
        return { text: 'The code printed more than 4 MB: print less.', isError: true };
      case 'cancelled':
        return { text: 'The evaluation was cancelled.', isError: true };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The code is a string literal of the language, so that nothing in it can end the program around it. */
export function evaluationProgram(code: string, seconds: number, mark: string): string {
  return `promptWorkbench\`code = ${printString(code)};
promptWorkbench\`mark = ${printString(mark)};
promptWorkbench\`result = TimeConstrained[CheckAbort[ToExpression[promptWorkbench\`code, InputForm], $Aborted], ${seconds}, promptWorkbench\`timedOut];
promptWorkbench\`status = Which[
  promptWorkbench\`result === promptWorkbench\`timedOut, "late",
  promptWorkbench\`result === $Failed || promptWorkbench\`result === $Aborted || Head[promptWorkbench\`result] === Failure, "failed",
  True, "done"];
WriteString[$Output, "\\n", promptWorkbench\`mark, promptWorkbench\`status, ":",
  BaseEncode[StringToByteArray[ToString[promptWorkbench\`result, InputForm], "UTF-8"]], promptWorkbench\`mark, "\\n"];
`;
}

function answerIn(stdout: string, stderr: string, mark: string, seconds: number): Evaluated {
  const answer = new RegExp(`\\n?${mark}(done|failed|late):([A-Za-z0-9+/=\\s]*?)${mark}\\n?`).exec(stdout);
  const printed = `${answer ? stdout.replace(answer[0], '\n') : stdout}\n${stderr}`.trim();
  if (!answer)
    return {
      text: `The Wolfram kernel gave no answer${printed === '' ? '.' : `; it said: ${printed.slice(0, 2_000)}`}`,
      isError: true,
    };
  if (answer[1] === 'late') return { text: tooLong(seconds), isError: true };
  const result = Buffer.from((answer[2] ?? '').replace(/\s/g, ''), 'base64').toString('utf8');
  return { text: printed === '' ? result : `${printed}\n\n${result}`, isError: answer[1] === 'failed' };
}

function tooLong(seconds: number): string {
  return `The code took longer than ${seconds} seconds and was stopped: give a larger timeConstraint, or compute less.`;
}
