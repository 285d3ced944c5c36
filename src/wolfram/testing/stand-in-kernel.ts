/** The stand-in kernel, which a test runs in place of wolframscript. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const standIn = fileURLToPath(new URL('./stand-in-kernel.mjs', import.meta.url));

/**
 * Installs the stand-in as the program `wolframscript` of a folder.
 * @param body JavaScript of a function that answers a `request` with fields, such as `{ status: 'text', text: 'x' }`;
 * `count` is the number of requests to this process. By default, the code of a request is JavaScript that gives its answer.
 * @returns the path of the program
 */
export async function installStandInKernel(folder: string, body = 'return eval(request.code);'): Promise<string> {
  const answers = join(folder, 'answers.mjs');
  const program = join(folder, 'wolframscript');
  await writeFile(
    answers,
    `import { spawn } from 'node:child_process';\nimport { appendFileSync, closeSync, existsSync, rmSync, writeFileSync } from 'node:fs';\nexport default async (request, { count }) => {\n${body}\n};\n`,
  );
  const args = [standIn, answers].map((path) => JSON.stringify(path)).join(' ');
  // The name of the interpreter may have spaces, which a `#!` line cannot have.
  await writeFile(program, `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${args}\n`);
  await chmod(program, 0o755);
  return program;
}

/** How many kernels the program in this folder has started. */
export async function countStarts(folder: string): Promise<number> {
  const starts = await readFile(join(folder, 'answers.mjs.starts'), 'utf8').catch(() => '');
  return starts.split('\n').length - 1;
}
