/**
 * Bundles the programs as chunks of one file, so that they share their code and a process loads only what it needs. `serve`
 * is what client applications start, so the modules of each of its starts are one chunk; a module that only some work needs
 * is loaded with its dynamic import.
 */
import { createHash } from 'node:crypto';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { lazySchemas } from './lazy-schemas.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What each later start of `serve` imports, statically or not. The chunk `serve` has these modules and their static imports. */
const serveModules = [
  'src/cli/serve-arguments.ts',
  'src/cli/commands/serving/serve.ts',
  'src/clients/connect/commands/stable-runtime.ts',
  'src/mcp/server/stdio/stdio.ts',
  'src/calls/call-keeper.ts',
  'src/mcp/traffic/report.ts',
  'src/state/socket-address.ts',
].map((path) => join(root, path));

/** What `serve` imports when a file of the workspace is not in the cache: the YAML parser and the readers of the model. */
const readModule = join(root, 'src/library/read/definition/read-definition.ts');

/** What `serve --for` imports in addition: entries for client applications have it. */
const adaptModule = join(root, 'src/clients/adapters/adapt-for.ts');

/**
 * What the packed program (src/cli/packed.ts) loads for some servers only, by what they need (src/pack/program-files.ts).
 * @type {Record<string, string[]>}
 */
const packedParts = {
  /** Functions, and the schemas of tools. */
  sandbox: ['src/sandbox/sandbox.ts', 'src/sandbox/worker.ts', 'src/sandbox/syntax.ts'],
  search: ['src/search/sources/search-service.ts', 'src/search/sources/render-page.ts'],
  /** Documentation that no index comes with. */
  indexing: ['src/search/sources/documentation/indexer-worker.ts'],
  servers: ['src/search/sources/mcp/upstream.ts', 'src/search/sources/mcp/mcp-source.ts'],
  wolfram: ['src/wolfram/kernel/wolfram.ts'],
  /** Not packed: a package serves its own folder over stdio. */
  unused: ['src/cli/commands/serving/serve-http.ts', 'src/git/open-published.ts'],
};

/** The module that replaces fs-native-extensions' own search for a build, which needs a node_modules folder. */
const nativeBinding = {
  filter: /[\\/]fs-native-extensions[\\/]binding\.js$/,
  code: `
    // These builds need glibc, which Alpine Linux does not have.
    if (require('node:fs').existsSync('/etc/alpine-release')) throw new Error('There is no build for Alpine Linux.');
    const file = process.platform + '-' + process.arch + '.node';
    module.exports = require(require('node:path').join(__dirname, 'native', file));`,
};

/**
 * Bundles programs into `program.chunks`, and a loader (src/cli/loader.ts) for each beside it: `NAME.cjs`.
 * @param {string} folder
 * @param {{ cli: string, [name: string]: string }} entries the first module of each program;
 *   of the packed program, a description is written (`packed.json`)
 * @param {Record<string, string>} define expressions by the names that they replace
 * @returns {Promise<string[]>} paths of the modules in the chunks
 */
export async function bundlePrograms(folder, entries, define = {}) {
  /** What each process of the command line loads. @type {Set<string>} */
  const startChunks = new Set();
  /** @type {Set<string>} */
  const serveChunks = new Set();
  /** @type {Set<string>} */
  const readModules = new Set();
  /** @type {Set<string>} */
  const adaptModules = new Set();
  /** What the packed program may load, by part. @type {Map<string, Set<string>>} */
  const packedModules = new Map();
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    // The program that runs main.cjs.
    external: ['electron', 'pg-native', 'pg-cloudflare'],
    // Migrations of the team server's database.
    moduleTypes: { '.sql': 'text' },
    platform: 'node',
    preserveEntrySignatures: false,
    // jsonc-parser's `main` is UMD, whose inner requires a bundle cannot follow.
    resolve: {
      mainFields: ['module', 'main'],
      alias: { '@modelcontextprotocol/server/_shims': join(root, 'src/mcp/server/sdk-shims.ts') },
    },
    transform: { target: 'node20', define },
    // A module that one place imports dynamically and another one statically is in the chunk of the latter.
    // unpdf looks for pdfjs-dist, which it does without.
    checks: { ineffectiveDynamicImport: false, emptyImportMeta: false },
    plugins: [
      lazySchemas,
      {
        name: 'native library',
        load: { filter: { id: nativeBinding.filter }, handler: () => nativeBinding.code },
      },
      {
        name: 'modules of serve',
        buildEnd() {
          /** @param {string} id @param {Set<string>} visitedIds */
          const visit = (id, visitedIds) => {
            const isPlaced = startChunks.has(id) || serveChunks.has(id) || readModules.has(id) || visitedIds.has(id);
            const module = isPlaced ? null : this.getModuleInfo(id);
            if (!module) return;
            visitedIds.add(id);
            for (const importedId of module.importedIds) visit(importedId, visitedIds);
          };
          visit(join(root, entries.cli), startChunks);
          for (const id of serveModules) visit(id, serveChunks);
          visit(readModule, readModules);
          visit(adaptModule, adaptModules);
          const ends = new Set(Object.values(packedParts).flatMap((paths) => paths.map((path) => join(root, path))));
          /** @param {string} id @param {Set<string>} reachedIds */
          const reach = (id, reachedIds) => {
            const module = reachedIds.has(id) ? null : this.getModuleInfo(id);
            if (!module) return;
            reachedIds.add(id);
            for (const next of [...module.importedIds, ...module.dynamicallyImportedIds])
              if (!ends.has(next)) reach(next, reachedIds);
          };
          if (entries.packed === undefined) return;
          for (const [part, paths] of Object.entries({ always: [entries.packed], ...packedParts })) {
            const partModules = new Set();
            for (const path of paths) reach(join(root, path), partModules);
            packedModules.set(part, partModules);
          }
        },
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    minify: true,
    comments: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    // A script with cached code has no `import()` (Node 20).
    dynamicImportInCjs: false,
    // A module of a chunk runs when it is imported, not with the others of the chunk.
    strictExecutionOrder: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'start', priority: 2, test: (id) => startChunks.has(id) },
        { name: 'serve', priority: 1, test: (id) => serveChunks.has(id) },
        { name: 'read', priority: 1, test: (id) => readModules.has(id) },
        { name: 'adapt', priority: 1, test: (id) => adaptModules.has(id) },
        // Otherwise each command would load a hundred small files.
        { name: 'shared', minShareCount: 2, maxModuleSize: 20_000 },
      ],
    },
  });
  const chunks = output.filter((file) => file.type === 'chunk').map(inOneByte);
  const content = Buffer.from(chunks.map(({ code }) => code).join(''));
  /** Where each chunk begins and ends, in bytes. @type {Record<string, [start: number, end: number]>} */
  const places = {};
  let start = 0;
  for (const { fileName, code } of chunks) {
    const end = start + Buffer.byteLength(code);
    places[fileName] = [start, end];
    start = end;
  }
  const file = join(folder, 'program.chunks');
  // A process that runs keeps the file that it has opened.
  writeFileSync(`${file}.tmp`, content);
  renameSync(`${file}.tmp`, file);
  const id = createHash('sha256').update(content).digest('hex').slice(0, 16);
  for (const name of Object.keys(entries)) {
    if (name === 'packed') continue;
    writeFileSync(join(folder, `${name}.cjs`), await loaderOf(name, id, JSON.stringify(places)));
  }
  chmodSync(join(folder, 'cli.cjs'), 0o755);
  if (entries.packed === undefined) return chunks.flatMap(({ moduleIds }) => moduleIds);
  const parts = Object.fromEntries([...packedModules].map(([part, modules]) => [part, chunksWith(chunks, modules)]));
  const description = {
    build: id,
    // A package has other places.
    loaders: {
      'cli.cjs': await loaderOf('packed', id, '@places@'),
      'indexer.cjs': await loaderOf('indexer', id, '@places@'),
    },
    places,
    parts,
  };
  writeFileSync(join(folder, 'packed.json'), `${JSON.stringify(description)}\n`);
  return chunks.flatMap(({ moduleIds }) => moduleIds);
}

/**
 * V8 holds the text of a script with one byte a character only if none needs two: a few dashes and quotation marks would
 * double it. In minified code they are in strings, templates and regular expressions, where an escape means the same.
 * Chunks with word lists in other scripts stay as they are: escapes would make them longer.
 * @template {{ code: string }} Chunk
 * @param {Chunk} chunk
 * @returns {Chunk}
 */
function inOneByte(chunk) {
  const otherCount = chunk.code.match(/[^\0-\x7f]/g)?.length ?? 0;
  const hasRawText = /\braw`[^`]*[^\0-\x7f]/.test(chunk.code);
  if (otherCount > chunk.code.length / 100 || hasRawText) return chunk;
  const code = chunk.code.replace(/(\\*)([^\0-\x7f])/g, (_, slashes, unit) => {
    // A regular expression may escape a character that needs no escape.
    const evenSlashes = slashes.slice(slashes.length % 2);
    return `${evenSlashes}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return { ...chunk, code };
}

/** @param {string} program @param {string} id of the build @param {string} places of the chunks, as JSON */
async function loaderOf(program, id, places) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/loader.ts'],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    define: {
      'process.env.PROMPT_WORKBENCH_PROGRAM': JSON.stringify(program),
      'process.env.PROMPT_WORKBENCH_BUILD': JSON.stringify(id),
      'process.env.PROMPT_WORKBENCH_CHUNKS': JSON.stringify(places),
    },
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * The files of the chunks that have one of the modules. Such a chunk also loads others; but because a module only runs when
 * it is imported, one without any of these modules is never used, and the loader takes its absence for an empty chunk.
 * @param {readonly { fileName: string, moduleIds: string[], facadeModuleId: string | null }[]} chunks
 * @param {ReadonlySet<string>} modules
 */
function chunksWith(chunks, modules) {
  // The bundler's own modules, which every chunk uses, are not files.
  const has = (/** @type {string | null} */ id) => id !== null && (modules.has(id) || id.startsWith('\0'));
  const foundChunks = chunks.filter(({ moduleIds, facadeModuleId }) => moduleIds.some(has) || has(facadeModuleId));
  return foundChunks.map(({ fileName }) => fileName).sort();
}
