/** Runs one program in a new Wolfram kernel, and reads the answer that the program marks in its output. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printString } from '../syntax/strings.ts';
import { type ProgramEnd, type ProgramLimits, runProgram } from './run-program.ts';

/** `answered` has what the program passed to `send`; the output is what the code printed beside it. */
export type KernelEnd =
  | { readonly kind: 'answered'; readonly status: string; readonly text: string; readonly printed: string }
  | { readonly kind: 'no-answer'; readonly stdout: string; readonly stderr: string }
  | Exclude<ProgramEnd, { readonly kind: 'ended' }>;

/**
 * Never rejects for what the code does.
 * @param wolframscript its absolute path
 * @param write the program; it calls `send` of `codeAndSend` once, with the mark
 */
export async function runKernel(
  wolframscript: string,
  write: (mark: string) => string,
  limits: ProgramLimits,
  signal?: AbortSignal,
): Promise<KernelEnd> {
  const mark = `prompt-workbench-${randomUUID()}-`;
  const folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-wolfram-'));
  try {
    const file = join(folder, 'program.wl');
    await writeFile(file, write(mark), { mode: 0o600 });
    const end = await runProgram(wolframscript, ['-file', file], limits, signal);
    return end.kind === 'ended' ? readAnswer(end.stdout, end.stderr, mark) : end;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readAnswer(stdout: string, stderr: string, mark: string): KernelEnd {
  const answer = new RegExp(`\\n?${mark}([a-z]+):([A-Za-z0-9+/=\\s]*?)${mark}\\n?`).exec(stdout);
  if (!answer) return { kind: 'no-answer', stdout, stderr };
  const [whole, status = '', encoded = ''] = answer;
  return {
    kind: 'answered',
    status,
    text: Buffer.from(encoded.replace(/\s/g, ''), 'base64').toString('utf8'),
    printed: `${stdout.replace(whole, '\n')}\n${stderr}`.trim(),
  };
}

/**
 * Definitions of a program: the code, a test for failures, and `send`, which marks the answer among whatever the code
 * prints. The code is a string literal, so that nothing in it can end the program around it.
 */
export function codeAndSend(code: string, mark: string): string {
  return String.raw`promptWorkbench${'`'}code = ${printString(code)};
promptWorkbench${'`'}mark = ${printString(mark)};
promptWorkbench${'`'}send[status_String, text_String] := WriteString[$Output,
  "\n", promptWorkbench${'`'}mark, status, ":", BaseEncode[StringToByteArray[text, "UTF-8"]], promptWorkbench${'`'}mark, "\n"];
promptWorkbench${'`'}failedQ[value_] := value === $Failed || value === $Aborted || Head[value] === Failure;
`;
}
