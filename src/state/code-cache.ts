/**
 * Compiles the chunks of the program with V8's cached code of an earlier start, which halves a cold start. (Node's own
 * `module.enableCompileCache` needs Node 22.1, and writes nothing when a client kills its server.)
 *
 * The compiled code is in the cache folder, never in a workspace; the name of its file depends on the program, V8 and the
 * command. V8 checks only the header of such data: one flipped bit ends the process with a segmentation fault. A SHA-256 in
 * front of the data prevents that, and also detects a truncated file. After any failure here, the program is compiled
 * without the cache.
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

/** Five kinds of start for several versions of the program. */
const maxFiles = 20;

/** Far more than the compiled program needs. */
const maxBytes = 32 * 1024 * 1024;

const hashBytes = 32;

/** Compiled code by the name of its chunk. */
type CompiledCode = ReadonlyMap<string, Uint8Array>;

/** Compiles the chunks of one program. */
export class CodeCache {
  readonly #file: string | undefined;
  readonly #stored: CompiledCode;
  /** Chunks without stored code, by name. */
  readonly #compiled = new Map<string, Script>();
  /** Set while a chunk waits to be stored. */
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param id changes with the text of the chunks
   * @param program which of the programs in these chunks starts
   */
  constructor(id: string, program: string) {
    this.#file = cacheFile(id, program);
    this.#stored = this.#file === undefined ? new Map() : read(this.#file);
    process.once('exit', () => this.#store());
  }

  /**
   * Compiles a chunk, with the stored code if available, and runs it.
   * @param text one expression
   * @param options.filename the name in stack traces
   * @returns the value of the expression
   */
  run<T>(name: string, text: string, { filename }: { readonly filename: string }): T {
    const cachedData = this.#stored.get(name);
    const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) this.#storeLater(name, script);
    return script.runInThisContext() as T;
  }

  #storeLater(name: string, script: Script): void {
    this.#compiled.set(name, script);
    this.#timer ??= setTimeout(() => this.#store(), settledMs).unref();
  }

  /** Stores the code when the start is over, when further chunks have come, and when the process exits. */
  #store(): void {
    const file = this.#file;
    if (file === undefined || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const draft = `${file}.${process.pid}.${threadId}`;
    try {
      const code = new Map(this.#stored);
      for (const [name, script] of this.#compiled) code.set(name, script.createCachedData());
      const data = pack(code);
      makePrivateFolderSync(dirname(file));
      writeFileSync(draft, Buffer.concat([hashOf(data), data]), { mode: 0o600 });
      renameSync(draft, file);
      removeOldest(dirname(file));
    } catch {
      // Only makes the next start slower.
      removeQuietly(draft);
    }
  }
}

/** One file per kind of start, because each contains the functions that its start calls. */
function cacheFile(id: string, program: string): string | undefined {
  try {
    const kind = isMainThread ? (process.argv[2] === 'serve' ? 'serve' : program) : `${program}-worker`;
    return join(cacheDir(), 'code', `${id}-${kind}-${process.versions.v8}-${process.arch}`);
  } catch {
    return undefined;
  }
}

/** Reads compiled code; none unless its hash is right. */
function read(file: string): CompiledCode {
  try {
    const content = readRegularFileSync(file, maxBytes);
    const data = content.subarray(hashBytes);
    return hashOf(data).equals(content.subarray(0, hashBytes)) ? unpack(data) : new Map();
  } catch {
    return new Map();
  }
}

function hashOf(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** A line with the name and size of each chunk, then their code. */
function pack(code: CompiledCode): Buffer {
  const sizes = [...code].map(([name, { length }]) => [name, length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...code.values()]);
}

function unpack(data: Buffer): CompiledCode {
  const end = data.indexOf('\n');
  const sizes = JSON.parse(data.toString('utf8', 0, end)) as readonly (readonly [string, number])[];
  const code = new Map<string, Uint8Array>();
  let start = end + 1;
  for (const [name, size] of sizes) {
    code.set(name, data.subarray(start, start + size));
    start += size;
  }
  return code;
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
