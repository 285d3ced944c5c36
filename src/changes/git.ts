/** Reads a git repository, and nothing else: no filter, hook or program that its configuration names is started. */
import { spawn } from 'node:child_process';
import { WorkbenchError } from '../base/errors.ts';

/** Bytes: more than a folder of definitions and media has. */
const maxOutput = 512_000_000;

const safely = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '--no-optional-locks',
  '--literal-pathspecs',
];

/**
 * @param input for its standard input
 * @throws WorkbenchError `unavailable` without git, `failed` with git's own first line
 */
export function readGit(folder: string, args: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', folder, ...safely, ...args], {
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    });
    const out: Buffer[] = [];
    let length = 0;
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      out.push(chunk);
      if (length > maxOutput) child.kill();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += said.length < 10_000 ? text : '';
    });
    child.once('error', () => reject(new WorkbenchError('unavailable', 'git cannot be started: install it.')));
    child.once('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(out));
      const line = said.trim().split('\n')[0] ?? '';
      reject(
        new WorkbenchError(
          'failed',
          `git cannot read the commit: ${line.replace(/^fatal: /, '') || `it ended with ${code}`}.`,
        ),
      );
    });
    // git may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
