/** Programs that a test runs as separate processes, written in TypeScript beside the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

export interface ChildProgram {
  readonly child: ChildProcess;
  /** Writes a line to the program's standard input. */
  say(line: string): void;
  /** Resolves with the next line that the program prints. */
  nextLine(): Promise<string>;
  /** Resolves with the exit code, or the signal that ended the program. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/**
 * Compiles `contents` (TypeScript; imports are relative to `folder`) to one file.
 * @returns a function that starts it as a process; the test's end kills it
 */
export async function childProgram(
  folder: string,
  contents: string,
): Promise<(...args: readonly string[]) => ChildProgram> {
  const dir = await mkdtemp(join(tmpdir(), 'child-program-'));
  const outfile = join(dir, 'program.mjs');
  await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile,
    logLevel: 'warning',
  });
  return (...args) => start(outfile, args);
}

function start(file: string, args: readonly string[]): ChildProgram {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.on('error', () => undefined);
  return {
    child,
    say: (line) => void child.stdin.write(`${line}\n`),
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error('The program ended without another line.');
      return value;
    },
    ended: once(child, 'close').then(([code, signal]) => signal ?? code),
  };
}
