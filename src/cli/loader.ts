/**
 * The entry point of each program: `cli.cjs`, `main.cjs` and `indexer.cjs` in dist/. It runs the chunks of `program.chunks`
 * with V8's cached code of an earlier start, each when the program first needs it. The program sees this file as its
 * `__filename`, because workers and client applications start this file.
 */
import { fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { CodeCache } from '../state/code-cache.ts';

type Chunk = (...scope: unknown[]) => void;

const file = join(__dirname, 'program.chunks');
const places = JSON.parse(process.env.PROMPT_WORKBENCH_CHUNKS ?? '{}') as Record<string, readonly [number, number]>;
const readBytes = openProgram();
const program = process.env.PROMPT_WORKBENCH_PROGRAM ?? '';
const cache = new CodeCache(process.env.PROMPT_WORKBENCH_BUILD ?? '', program);
const loaded = new Map<string, { exports: unknown }>();

/**
 * Opens the file of the chunks. An update may replace it while this process runs, which must go on with the version that
 * it started with.
 */
function openProgram(): (start: number, end: number) => Buffer {
  // On Windows an open file cannot be replaced.
  if (process.platform === 'win32') {
    const content = readFileSync(file);
    return (start, end) => content.subarray(start, end);
  }
  const descriptor = openSync(file, 'r');
  const { mtimeMs } = fstatSync(descriptor);
  return (start, end) => {
    const bytes = Buffer.alloc(end - start);
    const size = readSync(descriptor, bytes, 0, bytes.length, start);
    if (size === bytes.length && fstatSync(descriptor).mtimeMs === mtimeMs) return bytes;
    throw new Error(`${file} has changed since this program started: start it again.`);
  };
}

/** A chunk imports another one as `./name.cjs`. */
function requireFromChunk(specifier: string): unknown {
  if (!specifier.startsWith('./')) return require(specifier);
  const name = specifier.slice(2);
  const known = loaded.get(name);
  if (known) return known.exports;
  const chunk = { exports: {} };
  loaded.set(name, chunk);
  runChunk(name, chunk);
  return chunk.exports;
}

function runChunk(name: string, chunk: { exports: unknown }): void {
  const [start, end] = places[name] ?? [0, 0];
  const text = `(function(exports,require,module,__filename,__dirname){${readBytes(start, end).toString()}\n})`;
  const run = cache.run<Chunk>(name, text, { filename: join(file, name) });
  run.call(chunk.exports, chunk.exports, chunkRequire, chunk, __filename, __dirname);
}

const chunkRequire = Object.assign(requireFromChunk, require);

runChunk(`${program}.cjs`, module);
