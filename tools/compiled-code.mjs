/**
 * Compiled code of the command line for tests, whose fresh state folders would otherwise make each start compile the
 * program again. It is what a second start on a person's computer finds.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const state = join(root, '.cache', 'compiled-code');
const code = join('cache', 'code');

/** Starts of each kind that the program caches: a command, the worker of a function, and a server. */
const starts = [
  ['trust', '--yes'],
  ['get', 'Samples', 'suggest-names', 'purpose=a shelf of books'],
  ['serve', 'Samples'],
];

/** Compiles the built command line, unless this build is compiled already. */
export function compileCommandLine() {
  const builtAtMs = statSync(join(root, 'dist', 'cli.cjs')).mtimeMs;
  if (existsSync(state) && statSync(state).mtimeMs > builtAtMs) return;
  rmSync(state, { recursive: true, force: true });
  const env = {
    ...process.env,
    HOME: state,
    PROMPT_WORKBENCH_STATE: state,
    PROMPT_WORKBENCH_WORKSPACE: join(root, 'samples'),
  };
  for (const args of starts)
    spawnSync(process.execPath, [join(root, 'dist', 'cli.cjs'), ...args], {
      env,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
}

/**
 * Gives a state folder the compiled code, if there is any.
 * @param {string} to a state folder, which need not exist
 */
export function shareCompiledCode(to) {
  if (!existsSync(join(state, code))) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  cpSync(join(state, code), join(to, code), { recursive: true });
}
