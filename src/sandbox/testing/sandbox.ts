import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Limits } from '../limits.ts';
import { createSandbox, type FunctionCall, type FunctionSearch, type Sandbox, type SandboxHost } from '../sandbox.ts';

/** For tests: a sandbox whose worker is bundled as in the product, in a separate folder. */
export interface SandboxFixture {
  readonly dir: string;
  readonly workerFile: string;
  readonly sandbox: Sandbox;
  /** What functions logged, all calls together. */
  readonly logs: string[];
  /** Calls a function with `{ name: 'Ada' }` and `host` by default. */
  run(code: string, fields?: Partial<FunctionCall>): Promise<unknown>;
  /** The sentence that a call is rejected with. */
  failure(code: string, fields?: Partial<FunctionCall>): Promise<string>;
  close(): Promise<void>;
}

export async function openSandboxFixture(limits: Partial<Limits> = {}): Promise<SandboxFixture> {
  const dir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const workerFile = await bundleScript(
    dir,
    'worker',
    `import { runSandboxWorker } from './worker.ts'; runSandboxWorker();`,
  );
  const sandbox = createSandbox({ workerFile, limits });
  const logs: string[] = [];
  const host: SandboxHost = {
    async search(source, query, options) {
      if (source === 'nowhere') throw new Error('there is no source named nowhere');
      return { text: `${query} in ${source}`, results: [{ title: query, score: 1, options }] };
    },
    page: async (source, location) => ({ title: location, location: `${source}/${location}`, passages: [] }),
    log: (message) => logs.push(message),
  };
  const run = (code: string, fields: Partial<FunctionCall> = {}) =>
    sandbox.run({ code, args: [{ name: 'Ada' }], host, ...fields });
  return {
    dir,
    workerFile,
    sandbox,
    logs,
    run,
    failure: (source, fields) =>
      run(source, fields).then(
        (value) => Promise.reject(new Error(`it returned ${JSON.stringify(value)}`)),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    close: () => sandbox.close(),
  };
}

/** Bundles TypeScript that may import from src/sandbox into one CommonJS file in `dir`; gives its path. */
export async function bundleScript(dir: string, name: string, contents: string): Promise<string> {
  const outfile = join(dir, `${name}.cjs`);
  await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    logLevel: 'warning',
  });
  return outfile;
}

/**
 * Beats every 5 ms on this thread's event loop. `isSteady` returns whether it beat at least once in 100 ms on average: a thread
 * that waited for something did not beat at all, and one on a busy machine misses some.
 */
export function heartbeat(): { isSteady(): boolean } {
  const startMs = performance.now();
  let beats = 0;
  const timer = setInterval(() => beats++, 5);
  return {
    isSteady() {
      clearInterval(timer);
      return beats >= Math.floor((performance.now() - startMs) / 100);
    },
  };
}

/** The answer to a search that found only this text. */
export function found(text: string): FunctionSearch {
  return { text, results: [] };
}

/** A promise with the function that resolves it. */
export function createDeferred<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}
