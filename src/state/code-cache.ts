/**
 * Compiles the program with the code that V8 kept from an earlier start, which halves a cold start. (Node's own
 * `module.enableCompileCache` exists from 22.1 on only, and writes nothing when a client kills its server.)
 *
 * The compiled code is in the cache folder, never in a workspace, under a name that changes with the program, Node and
 * the command. V8 checks the header of such data but not the rest: one flipped bit ends the process with a segmentation
 * fault. A SHA-256 in front of the data is therefore compared first, which also detects a file that a crash or a full
 * disk cut short. Whatever goes wrong here, the program is compiled as if there were no cache.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { isMainThread, threadId } from 'node:worker_threads';
import { readRegularFileSync } from '../files/regular-file.ts';
import { cacheDir } from './paths.ts';

/** After this long the start is over and what it needed has been compiled. */
const settledMs = 1_500;

/** Kinds of start times programs that are in use on one machine. */
const maxFiles = 12;

/** Far more than the compiled program takes. */
const maxBytes = 32 * 1024 * 1024;

const hashBytes = 32;

/**
 * Compiles a program with the code kept from an earlier start, where there is some.
 * @param program its text: one expression that is a function
 * @param options.id changes with the text
 * @param options.filename what stack traces name
 * @returns the function
 */
export function loadCached<F>(
  program: string,
  { id, filename }: { readonly id: string; readonly filename: string },
): F {
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

/** The compiled code in a file; undefined unless it is, bit for bit, what this user's workbench wrote. */
function read(file: string): Buffer | undefined {
  try {
    const content = readRegularFileSync(file, maxBytes);
    const data = content.subarray(hashBytes);
    return hashOf(data).equals(content.subarray(0, hashBytes)) ? data : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Once the start has settled, or at the end of a shorter life. */
function keepLater(script: Script, file: string): void {
  let kept = false;
  const keep = () => {
    if (kept) return;
    kept = true;
    const draft = `${file}.${process.pid}.${threadId}`;
    try {
      const data = script.createCachedData();
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(draft, Buffer.concat([hashOf(data), data]), { mode: 0o600 });
      renameSync(draft, file);
      removeOldest(dirname(file));
    } catch {
      // Without the cache the next start is slower, and nothing else.
      removeQuietly(draft);
    }
  };
  setTimeout(keep, settledMs).unref();
  process.once('exit', keep);
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Its folder is not one, or may not be written: then the file was never made.
  }
}

/** Every build and every version of Node leaves files of about a megabyte behind. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
  const oldestFirst = files.map((file) => ({ file, age: statSync(file).mtimeMs })).sort((a, b) => a.age - b.age);
  for (const { file } of oldestFirst.slice(0, -maxFiles)) rmSync(file, { force: true });
}
