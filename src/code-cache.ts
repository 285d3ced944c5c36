/**
 * The first lines of `dist/cli.cjs`. The program itself follows as one comment, so that Node compiles next to nothing;
 * this compiles it with the code V8 kept from an earlier start, which takes about half of a cold start away. (Node's own
 * `module.enableCompileCache` exists from 22.1 on only, and is not written when a client kills its server.)
 *
 * The kept code lies in the cache folder, never in a workspace, under a name that changes with the program, Node and the
 * command. V8 refuses what does not fit; whatever goes wrong here, the program is compiled as if there were no cache.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { isMainThread, threadId } from 'node:worker_threads';
import { cacheDir } from './paths.ts';

/** After this long the start is over and what it needed has been compiled. Milliseconds. */
const SETTLED = 1_500;

/** Kinds of start times programs that are in use on one machine. */
const MOST_FILES = 12;

/**
 * Compiles a program with the code kept from an earlier start, where there is some.
 * @param program its text: one expression that is a function
 * @param id changes with the text
 * @returns the function
 */
export function loadCached<F>(program: string, id: string, filename: string): F {
  const file = cacheFile(id);
  const cachedData = file === undefined ? undefined : read(file);
  const script = new Script(program, { filename, ...(cachedData && { cachedData }) });
  if (file !== undefined && (!cachedData || script.cachedDataRejected)) keepLater(script, file);
  return script.runInThisContext() as F;
}

/** One for what `serve` needs, one for everything else: each holds the functions its own kind of start has called. */
function cacheFile(id: string): string | undefined {
  try {
    const kind = isMainThread ? (process.argv[2] === 'serve' ? 'serve' : 'command') : 'worker';
    return join(cacheDir(), 'code', `${id}-${kind}-${process.version}-${process.arch}`);
  } catch {
    return undefined;
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Once the start has settled, or at the end of a shorter life. */
function keepLater(script: Script, file: string): void {
  let kept = false;
  const keep = () => {
    if (kept) return;
    kept = true;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const temporary = `${file}.${process.pid}.${threadId}`;
      writeFileSync(temporary, script.createCachedData(), { mode: 0o600 });
      renameSync(temporary, file);
      removeOldest(dirname(file));
    } catch {
      // Without the cache the next start is slower, and nothing else.
    }
  };
  setTimeout(keep, SETTLED).unref();
  process.once('exit', keep);
}

/** Every build and every Node leaves files of about a megabyte behind. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const oldestFirst = files.map((file) => ({ file, age: statSync(file).mtimeMs })).sort((a, b) => a.age - b.age);
  for (const { file } of oldestFirst.slice(0, -MOST_FILES)) rmSync(file);
}
