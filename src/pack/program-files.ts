/** Reads the program for a package: only the chunks of the command line that this server may load. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { WorkbenchError } from '../base/errors.ts';
import { failureSentence } from '../files/file-errors.ts';
import { sha256 } from '../files/sha256.ts';
import { wolframLanguage } from '../model/builtin/sources.ts';
import { type PackageFile, textFile } from './package-file.ts';
import type { ServerParts } from './parts-of-server.ts';

export const programFolder = 'server';

const programParts = ['always', 'sandbox', 'search', 'indexing', 'servers', 'wolfram', 'unused'] as const;
type ProgramPart = (typeof programParts)[number];

/** `dist/packed.json`, which the build writes (tools/build/bundle-programs.mjs). */
const descriptionShape = z.object({
  /** The beginning of the SHA-256 digest of `program.chunks`. */
  build: z.string(),
  /** The texts of the programs, by file name. `@places@` is replaced by the places of the chunks, as JSON. */
  loaders: z.object({ 'cli.cjs': z.string(), 'indexer.cjs': z.string() }),
  /** Where each chunk begins and ends in `program.chunks`, in bytes. */
  places: z.record(z.string(), z.tuple([z.number(), z.number()])),
  /** The chunks of each part. */
  parts: z.record(z.enum(programParts), z.array(z.string())),
});

/**
 * @param cliFile the built command line
 * @param definitions the texts of the definition files
 * @throws WorkbenchError `unavailable` if this build has no packed program
 */
export async function readProgramFiles(
  cliFile: string,
  parts: ServerParts,
  definitions: readonly PackageFile[],
): Promise<readonly PackageFile[]> {
  const folder = dirname(cliFile);
  const partsToKeep = neededParts(parts, definitions);
  try {
    const chunks = await readFile(join(folder, 'program.chunks'));
    const description = descriptionShape.parse(JSON.parse(await readFile(join(folder, 'packed.json'), 'utf8')));
    const digest = sha256(chunks);
    if (!digest.startsWith(description.build)) throw new Error('packed.json belongs to another build');
    const names = new Set(partsToKeep.flatMap((part) => description.parts[part]));
    const { content, places } = selectChunks(chunks, description.places, names);
    const programs = partsToKeep.includes('indexing') ? (['cli.cjs', 'indexer.cjs'] as const) : (['cli.cjs'] as const);
    const fileNames = ['licenses.txt', ...(partsToKeep.includes('search') ? ['languages.txt'] : [])];
    if (readsReference(parts)) fileNames.push('reference.index.br');
    const ownFiles = await Promise.all(
      fileNames.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
    );
    return [
      ...programs.map((name) =>
        // In the text of a program, the places are JSON in a string.
        textFile(
          `${programFolder}/${name}`,
          description.loaders[name].replace('@places@', () => escapeForString(places)),
        ),
      ),
      { path: `${programFolder}/program.chunks`, bytes: content },
      ...ownFiles.map(({ name, bytes }) => ({ path: `${programFolder}/${name}`, bytes })),
      startFile(parts.name),
    ];
  } catch (error) {
    const message = failureSentence(`The program for the package cannot be read from ${folder}`, error);
    throw new WorkbenchError('unavailable', message, { cause: error });
  }
}

/** Starts the server for an application that gives the program no arguments. */
export const startFileName = `${programFolder}/start.cjs`;

function startFile(server: string): PackageFile {
  const text = `process.argv.splice(2, process.argv.length, 'serve', '--', ${JSON.stringify(server)});\nrequire('./cli.cjs');\n`;
  return textFile(startFileName, text);
}

/** Joins the chunks in the order of the build, and computes their new places. */
function selectChunks(
  chunks: Uint8Array,
  allParts: Readonly<Record<string, readonly [number, number]>>,
  names: ReadonlySet<string>,
): { readonly content: Uint8Array; readonly places: string } {
  const entries = Object.entries(allParts).filter(([name]) => names.has(name));
  const places: Record<string, readonly [number, number]> = {};
  let start = 0;
  for (const [name, [from, to]] of entries) {
    places[name] = [start, start + to - from];
    start += to - from;
  }
  const content = Buffer.concat(entries.map(([, [from, to]]) => chunks.subarray(from, to)));
  return { content, places: JSON.stringify(places) };
}

/** Escapes a text for a string literal with any kind of quotes. */
function escapeForString(text: string): string {
  return text.replace(/["'`\\]/g, '\\$&');
}

function neededParts(parts: ServerParts, definitions: readonly PackageFile[]): readonly ProgramPart[] {
  const { server, sources, functions, usesNotebooks, usesWolfram } = parts;
  // The reader of definitions checks the syntax of functions in every file that has the word.
  const mayHaveFunctions = definitions.some(({ bytes }) => /function/i.test(Buffer.from(bytes).toString('latin1')));
  const runsCode = functions.length > 0 || mayHaveFunctions || server.tools.length > 0 || usesNotebooks;
  const searches = sources.length > 0 || functions.some((text) => /search|page/.test(text));
  return [
    'always',
    ...(runsCode ? (['sandbox'] as const) : []),
    ...(searches ? (['search'] as const) : []),
    ...(sources.some(({ definition }) => definition.type === 'Documentation') ? (['indexing'] as const) : []),
    ...(sources.some(({ definition }) => definition.type === 'MCP') ? (['servers'] as const) : []),
    ...(usesWolfram || usesNotebooks ? (['wolfram'] as const) : []),
  ];
}

function readsReference({ sources }: ServerParts): boolean {
  return sources.some(
    ({ definition }) => definition.type === 'Documentation' && definition.folders.includes(wolframLanguage),
  );
}
