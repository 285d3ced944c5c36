/**
 * The entry point of each program: `cli.cjs`, `main.cjs` and `indexer.cjs` in dist/. It runs the chunks of `program.chunks`
 * with V8's cached code of an earlier start, each when the program first needs it. The program sees this file as its
 * `__filename`, because workers and client applications start this file.
 */
import { join } from 'node:path';
import { openRegularFileSync, UnusableFileError } from '../files/regular-file.ts';
import { CodeCache } from '../state/code-cache.ts';

type Chunk = (...scope: unknown[]) => void;

const file = join(__dirname, 'program.chunks');
const places = JSON.parse(process.env.PROMPT_WORKBENCH_CHUNKS ?? '{}') as Record<string, readonly [number, number]>;
// An update may replace the file while this process runs, which must go on with the version that it started with.
const readPart = openRegularFileSync(file, Number.MAX_SAFE_INTEGER);
const program = process.env.PROMPT_WORKBENCH_PROGRAM ?? '';
const cache = new CodeCache(process.env.PROMPT_WORKBENCH_BUILD ?? '', program, join(__dirname, 'code'));
const chunks = new Map<string, { exports: unknown }>();

/** @throws Error if the program was overwritten in its place, with what to do */
function readChunk(name: string): string {
  const [start, end] = places[name] ?? [0, 0];
  try {
    return readPart(start, end).toString();
  } catch (error) {
    if (!(error instanceof UnusableFileError)) throw error;
    throw new Error(`${file} has changed since this program started: start it again.`);
  }
}

/** Modules of Node that chunks import when they run, but use later or never. Each takes a millisecond or two to load. */
const lateModules = new Set(['node:fs/promises', 'node:timers/promises', 'node:zlib']);

/** A chunk imports another one as `./name.cjs`. */
function requireFromChunk(specifier: string): unknown {
  if (lateModules.has(specifier)) return requireLate(specifier);
  if (!specifier.startsWith('./')) return require(specifier);
  const name = specifier.slice(2);
  const knownChunk = chunks.get(name);
  if (knownChunk) return knownChunk.exports;
  const chunk = { exports: {} };
  chunks.set(name, chunk);
  runChunk(name, chunk);
  return chunk.exports;
}

function runChunk(name: string, chunk: { exports: unknown }): void {
  const text = `(function(exports,require,module,__filename,__dirname){${readChunk(name)}\n})`;
  const run = cache.run<Chunk>(name, text, { filename: join(file, name) });
  run.call(chunk.exports, chunk.exports, chunkRequire, chunk, __filename, __dirname);
}

/** A module of Node that loads when one of its exports is first read. */
function requireLate(specifier: string): object {
  return new Proxy(
    {},
    {
      get: (_, key) => require(specifier)[key],
      has: (_, key) => key in require(specifier),
      ownKeys: () => Reflect.ownKeys(require(specifier)),
      // A proxy may only have such properties that its target lacks.
      getOwnPropertyDescriptor: (_, key) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(require(specifier), key);
        return descriptor && { ...descriptor, configurable: true };
      },
    },
  );
}

const chunkRequire = Object.assign(requireFromChunk, require);

runChunk(`${program}.cjs`, module);
