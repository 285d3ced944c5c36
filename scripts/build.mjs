/**
 * Builds what runs into dist/: the command line (`cli.cjs`, one file that is also its own sandbox worker), Electron's
 * main process and preload, the renderer, and the index of the starter reference. Each part is built only when one of its
 * inputs has changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The parts of dist/, what each is made of, and how. */
const parts = {
  node: {
    inputs: ['src', 'electron', 'scripts/build.mjs', 'scripts/self-caching.mjs', 'package-lock.json'],
    outputs: ['cli.cjs', 'main.cjs', 'preload.cjs', 'indexer.mjs'],
    make: buildNode,
  },
  reference: {
    inputs: ['src/search', 'reference', 'scripts/build.mjs', 'package-lock.json'],
    outputs: ['reference.index'],
    make: buildReference,
  },
  renderer: {
    inputs: ['renderer', 'src/base', 'src/model', 'src/contract', 'vite.config.ts', 'package-lock.json'],
    outputs: ['renderer/index.html'],
    make: buildRenderer,
  },
};

/** Not part of any bundle: Electron is the program itself, the other has native code. */
const external = ['electron', 'fs-native-extensions'];

async function buildNode() {
  const [esbuild, { selfCaching }] = await Promise.all([import('esbuild'), import('./self-caching.mjs')]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const common = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    legalComments: 'none',
    // jsonc-parser's `main` is UMD, whose inner requires a bundle cannot follow.
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    external,
    alias: { '@modelcontextprotocol/server/_shims': './src/mcp/server/sdk-shims.ts' },
    define: { 'process.env.PROMPT_WORKBENCH_VERSION': JSON.stringify(version) },
  };
  await Promise.all([
    esbuild.build({
      ...common,
      entryPoints: ['src/cli.ts'],
      outfile: 'dist/cli.cjs',
      target: 'node20',
      plugins: [selfCaching(root)],
    }),
    esbuild.build({
      ...common,
      entryPoints: ['electron/main.ts'],
      outfile: 'dist/main.cjs',
      target: 'node22',
    }),
    esbuild.build({
      ...common,
      entryPoints: ['electron/preload.ts'],
      outfile: 'dist/preload.cjs',
      target: 'node22',
    }),
    // The worker that reads documentation: with the libraries for HTML and PDF, which no other program loads.
    esbuild.build({
      ...common,
      entryPoints: ['src/search/sources/documentation/indexer-worker.ts'],
      outfile: 'dist/indexer.mjs',
      format: 'esm',
      target: 'node20',
    }),
  ]);
}

/** The starter reference's index, so that its first search neither reads nor analyses a page. */
async function buildReference() {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/search/engine/reference-index.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'warning',
  });
  const program = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
  const { buildReference } = await import(program);
  writeFileSync(join(root, 'dist', 'reference.index'), buildReference(join(root, 'reference')));
}

async function buildRenderer() {
  const vite = await import('vite');
  await vite.build({ root: join(root, 'renderer'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
}

/** Hash of the names and bytes of all input files; tests are no input. */
function inputHash(inputs) {
  const hash = createHash('sha256');
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
    for (const entry of entries) if (!/\.test\.tsx?$/.test(entry)) visit(`${path}/${entry}`);
  };
  inputs.forEach(visit);
  return hash.digest('hex');
}

/**
 * @param {(keyof typeof parts)[]} names
 * @returns {Promise<string[]>} the parts that had to be built
 */
export async function build(names = ['node', 'reference', 'renderer']) {
  const built = [];
  for (const name of names) {
    const { inputs, outputs, make } = parts[name];
    const stamp = join(root, 'dist', `.${name}.stamp`);
    const hash = inputHash(inputs);
    const valid = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
    if (valid && outputs.every((file) => existsSync(join(root, 'dist', file)))) continue;
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
