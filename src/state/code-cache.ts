/**
 * Compiles the chunks of the program with V8's cached code of an earlier start, which halves a cold start. (Node's own
 * `module.enableCompileCache` needs Node 22.1, and writes nothing when a client kills its server.)
 *
 * The compiled code is in the cache folder, never in a workspace; the name of its file depends on the program, V8 and the
 * command. A build leaves such files beside the program, for the Node that built it (`tools/build.mjs`), and the first start
 * uses them. V8 checks only the header of such data: one flipped bit ends the process with a segmentation fault. A SHA-256
 * of each chunk's code, and of the index in front, prevents that. After any failure here, the program is compiled without
 * the cache.
 */
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { getEnvironmentData, isMainThread, setEnvironmentData, threadId } from 'node:worker_threads';
import { makePrivateFolderSync } from '../files/make-folder.ts';
import { openRegularFileSync, type ReadPart } from '../files/regular-file.ts';
import { sha256 } from '../files/sha256.ts';
import { cacheDir } from './paths.ts';

/** After this time the start is over, and its functions are compiled. */
const settledMs = 1_500;

/** Six kinds of start for several versions of the program. */
const maxFiles = 24;

/** Storing writes all code again, which takes longer than to compile a smaller part than this of it at each start. */
const leastShare = 0.01;

/** Far more than the compiled program needs. */
const maxBytes = 32 * 1024 * 1024;

const hashBytes = 32;

/** The size of the index, which follows its hash, in bytes. */
const sizeBytes = 4;

/** More than the index of a thousand chunks needs. */
const maxIndexBytes = 256 * 1024;

/** Compiles the chunks of one program. */
export class CodeCache {
  readonly #file: string | undefined;
  readonly #storedCode: StoredCode;
  /** Chunks without stored code, by name. */
  readonly #scripts = new Map<string, Script>();
  #compiledLength = 0;
  /** Set while a chunk waits to be stored. */
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param id changes with the text of the chunks
   * @param program which of the programs in these chunks starts
   * @param builtFolder where the build leaves its compiled code
   */
  constructor(id: string, program: string, builtFolder: string) {
    const name = fileName(id, program);
    const folder = cacheFolder();
    this.#file = folder && join(folder, name);
    this.#storedCode = new StoredCode([...(this.#file === undefined ? [] : [this.#file]), join(builtFolder, name)]);
    process.once('exit', () => this.#store());
  }

  /**
   * Compiles a chunk, with the stored code if available, and runs it.
   * @param text one expression
   * @param options.filename the name in stack traces
   * @returns the value of the expression
   */
  run<T>(name: string, text: string, { filename }: { readonly filename: string }): T {
    const cachedData = this.#storedCode.read(name);
    const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) this.#storeLater(name, script, text.length);
    return script.runInThisContext() as T;
  }

  #storeLater(name: string, script: Script, length: number): void {
    this.#scripts.set(name, script);
    this.#compiledLength += length;
    if (this.#compiledLength < this.#storedCode.sizeBytes * leastShare) return;
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
      const code = this.#storedCode.readAll();
      for (const [name, script] of this.#scripts) code.set(name, script.createCachedData());
      makePrivateFolderSync(dirname(file));
      writeFileSync(draft, pack(code), { mode: 0o600 });
      renameSync(draft, file);
      removeOldest(dirname(file));
    } catch {
      // Only makes the next start slower.
      removeQuietly(draft);
    }
  }
}

/** One file per kind of start, because each contains the functions that its start calls. */
function fileName(id: string, program: string): string {
  return `${id}-${kindOf(program)}-${process.versions.v8}-${process.arch}`;
}

function kindOf(program: string): string {
  if (!isMainThread) return `${program}-worker`;
  if (program !== 'cli') return program;
  const [, , command = 'open'] = process.argv;
  return command === 'serve' || command === 'open' ? command : program;
}

const folderKey = 'folder of compiled code';

/** A worker uses the folder of its program: it has no variables that say which it is. */
function cacheFolder(): string | undefined {
  if (!isMainThread) return getEnvironmentData(folderKey) as string | undefined;
  try {
    const folder = join(cacheDir(), 'code');
    setEnvironmentData(folderKey, folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** The code of earlier starts. A chunk is read when it is needed. */
class StoredCode {
  #readPart: ReadPart | undefined;
  readonly #places = new Map<string, { start: number; end: number; hash: string }>();
  /** In bytes. */
  sizeBytes = 0;

  /** @param files in order of preference; any of them may be missing or damaged */
  constructor(files: readonly string[]) {
    files.some((file) => this.#open(file));
  }

  #open(file: string): boolean {
    try {
      const readPart = openRegularFileSync(file, maxBytes);
      const head = readPart(0, hashBytes + sizeBytes);
      let start = hashBytes + sizeBytes + Math.min(head.readUInt32LE(hashBytes), maxIndexBytes);
      const index = readPart(hashBytes + sizeBytes, start);
      if (sha256(index) !== head.toString('hex', 0, hashBytes)) return false;
      for (const [name, size, hash] of JSON.parse(index.toString()) as Index) {
        this.#places.set(name, { start, end: start + size, hash });
        start += size;
      }
      this.sizeBytes = start;
      this.#readPart = readPart;
      return true;
    } catch {
      // The file is missing, or not one of ours.
      return false;
    }
  }

  /** @returns undefined if there is no code of the chunk, or it is damaged */
  read(name: string): Buffer | undefined {
    const place = this.#places.get(name);
    if (!place) return undefined;
    try {
      const code = this.#readPart?.(place.start, place.end);
      return code && sha256(code) === place.hash ? code : undefined;
    } catch {
      return undefined;
    }
  }

  readAll(): Map<string, Buffer> {
    const names = [...this.#places.keys()];
    return new Map(names.flatMap((name) => [this.read(name)].flatMap((code) => (code ? [[name, code] as const] : []))));
  }
}

/** Name, size in bytes and hash of each chunk's code, in the order of the file. */
type Index = readonly (readonly [name: string, size: number, hash: string])[];

/** The hash and the size of the index, the index as JSON, then the code of each chunk. */
function pack(code: ReadonlyMap<string, Buffer>): Buffer {
  const index = Buffer.from(JSON.stringify([...code].map(([name, data]) => [name, data.length, sha256(data)])));
  const head = Buffer.alloc(hashBytes + sizeBytes);
  head.write(sha256(index), 'hex');
  head.writeUInt32LE(index.length, hashBytes);
  return Buffer.concat([head, index, ...code.values()]);
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
