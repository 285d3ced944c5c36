/**
 * Builds what runs into dist/: the programs (`cli.cjs`, `main.cjs` and `indexer.cjs` load their code from `program.chunks`),
 * Electron's preload, the native library, the renderer, the index of the starter reference, and the compiled code of the
 * command line. dist/ and samples/ need no other package to run. Builds a part only when one of its inputs has changed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { bundlePrograms } from './build/bundle-programs.mjs';
import { writeLicenses } from './build/licenses.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The words of other languages, a file for each subject. */
const languageFolder = 'src/search/engine/query/languages';

/** The parts of dist/, what each is made of, and how. */
const parts = {
  node: {
    inputs: [
      'src',
      'electron',
      'tools/build.mjs',
      'tools/build/bundle-programs.mjs',
      'tools/build/lazy-schemas.mjs',
      'tools/build/licenses.mjs',
      'package-lock.json',
    ],
    outputs: [
      'cli.cjs',
      'program.chunks',
      'main.cjs',
      'preload.cjs',
      'indexer.cjs',
      'packed.json',
      'native',
      'licenses.txt',
    ],
    make: buildNode,
  },
  languages: {
    inputs: [languageFolder, 'tools/build.mjs'],
    outputs: ['languages.txt'],
    make: buildLanguages,
  },
  reference: {
    inputs: ['src/search', 'reference', 'tools/build.mjs', 'package-lock.json'],
    outputs: ['reference.index.br'],
    make: buildReference,
  },
  code: {
    inputs: ['dist/cli.cjs', 'samples', 'tools/build.mjs'],
    outputs: ['code'],
    make: buildCode,
  },
  renderer: {
    inputs: ['renderer', 'docs', 'src/base', 'src/model', 'src/contract', 'vite.config.ts', 'package-lock.json'],
    outputs: ['renderer/index.html', 'renderer/licenses.txt'],
    make: buildRenderer,
  },
};

/** The systems that can swap two files, each with a build of the native library. */
const nativeSystems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

/**
 * Copies the native builds of fs-native-extensions beside the bundles.
 * @param {string} [folder]
 */
export function copyNativeLibraries(folder = join(root, 'dist', 'native')) {
  const prebuilds = join(dirname(createRequire(import.meta.url).resolve('fs-native-extensions')), 'prebuilds');
  mkdirSync(folder, { recursive: true });
  for (const system of nativeSystems) {
    const file = join(folder, `${system}.node`);
    copyFileSync(join(prebuilds, system, 'fs-native-extensions.node'), `${file}.tmp`);
    // A running program has mapped the old file, and crashes if its bytes change.
    renameSync(`${file}.tmp`, file);
  }
}

async function buildNode() {
  const esbuild = await import('esbuild');
  const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  copyNativeLibraries();
  const [modules, { metafile }] = await Promise.all([
    bundlePrograms(
      join(root, 'dist'),
      {
        // The command line, which is also the worker in which user-written functions run.
        cli: 'src/cli.ts',
        // Electron's main process.
        main: 'electron/main.ts',
        // The worker that reads documentation: with the libraries for HTML and PDF, which no other program loads.
        indexer: 'src/search/sources/documentation/indexer-worker.ts',
        // The program of a package, which only serves. Its description is `packed.json`: `pack` writes the program.
        packed: 'src/cli/packed.ts',
      },
      {
        'process.env.PROMPT_WORKBENCH_VERSION': JSON.stringify(version),
        'process.env.PROMPT_WORKBENCH_ELECTRON': JSON.stringify(devDependencies.electron),
      },
    ),
    esbuild.build({
      absWorkingDir: root,
      entryPoints: ['electron/preload.ts'],
      outfile: 'dist/preload.cjs',
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node22',
      minify: true,
      legalComments: 'none',
      logLevel: 'warning',
      metafile: true,
      external: ['electron'],
    }),
  ]);
  writeLicenses(join(root, 'dist', 'licenses.txt'), root, [...modules, ...Object.keys(metafile.inputs)]);
}

/** The starter reference's index, so that its first search neither reads nor analyses a page. */
async function buildReference() {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/search/engine/index/reference-index.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'warning',
  });
  const program = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
  const { buildReference } = await import(program);
  const index = buildReference(join(root, 'reference'));
  writeFileSync(join(root, 'dist', 'reference.index.br'), brotliCompressSync(index));
}

/**
 * Commands of each kind whose compiled code the program stores: a server, a command, and the worker of a function. The server
 * comes first, so that it reads the files itself: later starts find their catalogue.
 */
const commands = [
  ['serve', 'Samples'],
  ['trust', '--yes'],
  ['get', 'Samples', 'suggest-names', 'purpose=a shelf of books'],
];

/** What a page of the workbench asks for when it opens. */
const firstCalls = [
  ['workspace.get', {}],
  ['sources.list', {}],
  ['trust.get', {}],
  ['workspaces.list', {}],
  ['prompt.preview', { server: 'Samples', prompt: 'explain', arguments: { topic: 'Bloom filters' } }],
  ['definition.open', { file: 'prompts/explain.yaml', at: [] }],
  ['history.next', {}],
  ['connections.get', {}],
];

/** Lets the command line compile its code for this version of Node. Another version compiles it at its own first start. */
async function buildCode() {
  const folder = join(root, 'dist', 'code');
  rmSync(folder, { recursive: true, force: true });
  const home = mkdtempSync(join(tmpdir(), 'prompt-workbench-build-'));
  const program = join(root, 'dist', 'cli.cjs');
  const env = {
    ...process.env,
    HOME: home,
    PROMPT_WORKBENCH_STATE: home,
    PROMPT_WORKBENCH_WORKSPACE: join(root, 'samples'),
  };
  try {
    for (const args of commands)
      execFileSync(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await openOnce(program, env);
    const storedPath = join(home, 'cache', 'code');
    mkdirSync(folder);
    // The stored files are their owner's alone; other accounts run this program too.
    for (const name of readdirSync(storedPath)) writeFileSync(join(folder, name), readFileSync(join(storedPath, name)));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Opens the workbench, asks what a page asks, and closes it: then it stores its compiled code. */
async function openOnce(program, env) {
  const workbench = spawn(process.execPath, [program, 'open', '--no-browser'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = once(workbench, 'exit');
  try {
    let address;
    for await (const line of createInterface({ input: workbench.stdout })) {
      address = /http:\S+/.exec(line)?.[0];
      if (address) break;
    }
    if (!address) throw new Error('The workbench did not open.');
    const { origin, hash } = new URL(address);
    const { token } = await call(`${origin}/api/sign-in`, { code: hash.slice('#code='.length) });
    for (const [name, input] of firstCalls) await call(`${origin}/api/call/${name}`, input, token);
  } finally {
    workbench.kill('SIGTERM');
    await end;
  }
}

/** Sends a request to the workbench. @returns the value of its answer */
async function call(url, input, token) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  });
  const { ok, value, error } = await response.json();
  if (!ok) throw new Error(`${url}: ${error.message}`);
  return value;
}

async function buildLanguages() {
  const files = readdirSync(join(root, languageFolder)).filter((name) => name.endsWith('.txt'));
  const texts = files.sort().map((name) => readFileSync(join(root, languageFolder, name), 'utf8'));
  writeFileSync(join(root, 'dist', 'languages.txt'), texts.join(''));
}

async function buildRenderer() {
  const vite = await import('vite');
  // Vitest sets `test`, with which React is built for development.
  const { NODE_ENV: formerText } = process.env;
  process.env.NODE_ENV = 'production';
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (
    await vite.build({ root: join(root, 'renderer'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  );
  if (formerText === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = formerText;
  // Fonts are assets.
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : file.originalFileNames));
  writeLicenses(join(root, 'dist', 'renderer', 'licenses.txt'), join(root, 'renderer'), modules);
}

/** Hash of the version of Node and of the names and bytes of all input files, without tests and their helpers. */
function inputHash(inputs) {
  const hash = createHash('sha256').update(process.version);
  const visit = (path) => {
    const absolute = join(root, path);
    if (!existsSync(absolute)) return;
    let entries;
    try {
      entries = readdirSync(absolute).sort();
    } catch {
      hash.update(`${path}\0`).update(readFileSync(absolute));
      return;
    }
    for (const entry of entries) if (!/\.test\.tsx?$|^testing$/.test(entry)) visit(`${path}/${entry}`);
  };
  inputs.forEach(visit);
  return hash.digest('hex');
}

/**
 * @param {(keyof typeof parts)[]} names
 * @returns {Promise<string[]>} the parts that had to be built
 */
export async function build(names = ['node', 'languages', 'reference', 'code', 'renderer']) {
  const built = [];
  for (const name of names) {
    const { inputs, outputs, make } = parts[name];
    const stamp = join(root, 'dist', `.${name}.stamp`);
    const hash = inputHash(inputs);
    const isValid = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
    if (isValid && outputs.every((file) => existsSync(join(root, 'dist', file)))) continue;
    mkdirSync(join(root, 'dist'), { recursive: true });
    await make();
    writeFileSync(stamp, hash);
    built.push(name);
  }
  return built;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const built = await build();
  console.log(built.length === 0 ? 'dist/ is up to date.' : `Built ${built.join(' and ')}.`);
}
