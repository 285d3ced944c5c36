/**
 * Compiles the program with V8's cached code of an earlier start, which halves a cold start. (Node's own
 * `module.enableCompileCache` needs Node 22.1, and writes nothing when a client kills its server.)
 *
 * The compiled code is in the cache folder, never in a workspace; its name depends on the program, Node and the command.
 * V8 checks only the header of such data: one flipped bit ends the process with a segmentation fault. A SHA-256 in front
 * of the data prevents that, and also detects a truncated file. After any failure here, the program is compiled without
 * the cache.
 */
import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { isMainThread, threadId } from 'node:worker_threads';
import { makePrivateFolderSync } from '../files/make-folder.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import { cacheDir } from './paths.ts';

/** After this time the start is over, and its functions are compiled. */
const settledMs = 1_500;

/** Three kinds of start for several versions of the program. */
const maxFiles = 12;

/** Far more than the compiled program needs. */
const maxBytes = 32 * 1024 * 1024;

const hashBytes = 32;

/**
 * Compiles a program, with the cached code of an earlier start if available.
 * @param program the source text: one expression that is a function
 * @param options.id changes with the text
 * @param options.filename the name in stack traces
 * @returns the function
 */
export function loadCached<F>(
  program: string,
  { id, filename }: { readonly id: string; readonly filename: string },
): F {
  const file = cacheFile(id);
  const cachedData = file === undefined ? undefined : read(file);
  const script = new Script(program, { filename, ...(cachedData && { cachedData }) });
  if (file !== undefined && (!cachedData || script.cachedDataRejected)) storeLater(script, file);
  return script.runInThisContext() as F;
}

/** One file per kind of start, because each contains the functions that its start calls. */
function cacheFile(id: string): string | undefined {
  try {
    const kind = isMainThread ? (process.argv[2] === 'serve' ? 'serve' : 'command') : 'worker';
    return join(cacheDir(), 'code', `${id}-${kind}-${process.version}-${process.arch}`);
  } catch {
    return undefined;
  }
}

/** Reads compiled code; undefined unless its hash is right. */
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

/** Stores the code when the start is over, or when the process exits earlier. */
function storeLater(script: Script, file: string): void {
  let isStored = false;
  const store = () => {
    if (isStored) return;
    isStored = true;
    const draft = `${file}.${process.pid}.${threadId}`;
    try {
      const data = script.createCachedData();
      makePrivateFolderSync(dirname(file));
      writeFileSync(draft, Buffer.concat([hashOf(data), data]), { mode: 0o600 });
      renameSync(draft, file);
      removeOldest(dirname(file));
    } catch {
      // Only makes the next start slower.
      removeQuietly(draft);
    }
  };
  setTimeout(store, settledMs).unref();
  process.once('exit', store);
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder is missing or read-only, so the file does not exist.
  }
}

/** Every build and every version of Node leaves files of about a megabyte. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
  const oldestFirst = files.map((file) => ({ file, age: statSync(file).mtimeMs })).sort((a, b) => a.age - b.age);
  for (const { file } of oldestFirst.slice(0, -maxFiles)) rmSync(file, { force: true });
}
