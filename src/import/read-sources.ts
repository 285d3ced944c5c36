/** From what a person names or drops to one result: files on their own, whole folders, text, and running servers. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { WorkbenchError } from '../model/errors.ts';
import { lost } from '../model/transfer.ts';
import type {
  Imported,
  ImportedItem,
  Importer,
  ImportProblem,
  ImportSource,
  ServerTarget,
  SourceFile,
} from './importer.ts';
import { importerFor } from './importers/index.ts';

/** An item with where it came from. */
export interface FoundItem extends ImportedItem {
  /** The file, or the server. */
  readonly from: string;
  /** What kind of thing that is: `Claude Code command`. */
  readonly as: string;
}

export interface Found extends Imported {
  readonly items: readonly FoundItem[];
  readonly problems: readonly (ImportProblem & { readonly from: string })[];
}

const limits = { files: 2_000, entries: 50_000, bytes: 5_000_000, depth: 20 };

/** @throws WorkbenchError `not-found`, `refused` */
export async function readPath(path: string, signal?: AbortSignal): Promise<Found> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new WorkbenchError(
      'not-found',
      `${path} cannot be read (${error.code ?? error.message}): name a file, a folder or an address.`,
    );
  });
  if (!found.isDirectory()) {
    if (found.size > limits.bytes)
      throw new WorkbenchError('refused', `${path} is larger than ${limits.bytes / 1_000_000} MB: split it.`);
    return readFiles([{ path: nameWithFolders(path), text: await readFile(path, 'utf8') }], signal);
  }
  const { files, skipped } = await filesIn(path, signal);
  const read = await readFiles(files, signal);
  if (read.items.length === 0 && read.problems.length === 0)
    throw new WorkbenchError(
      'not-found',
      `${path} holds nothing that can be imported: name a file, or another folder.`,
    );
  return { ...read, notes: [...(read.notes ?? []), ...skipped.map((message) => lost(message))] };
}

/** Of several files, plain text counts only where nothing else does: a project's README is no prompt. */
export async function readFiles(files: readonly SourceFile[], signal?: AbortSignal): Promise<Found> {
  const sources = files.map((file): ImportSource => ({ kind: 'file', file }));
  const matched = sources.map((source) => ({ source, importer: importerFor(source) }));
  const particular = matched.filter(({ importer }) => importer && importer.id !== 'plain-text');
  const texts = matched.filter(({ importer }) => importer?.id === 'plain-text');
  const taken = particular.length > 0 && files.length > 1 ? particular : [...particular, ...texts];
  const read = await Promise.all(taken.map(({ source, importer }) => readOne(source, importer, signal)));
  const left = texts.length > 0 && taken === particular;
  const unknown = files.length === 1 && taken.length === 0 ? [unreadable(files[0])] : [];
  return {
    items: read.flatMap(({ items }) => items),
    problems: [...read.flatMap(({ problems }) => problems), ...unknown],
    notes: left
      ? [lost('Markdown and text files beside the prompt files are left out: import them by themselves.')]
      : [],
  };
}

export function readServer(target: ServerTarget, signal?: AbortSignal): Promise<Found> {
  const source: ImportSource = { kind: 'server', target };
  return readOne(source, importerFor(source), signal);
}

function unreadable(file: SourceFile | undefined): Found['problems'][number] {
  const known = 'Wolfram Language, Claude Code, VS Code, dotprompt, Langfuse, Markdown or text';
  return { from: file?.path ?? '', message: `No importer knows this kind of file: it must be ${known}.` };
}

async function readOne(
  source: ImportSource,
  importer: Importer | undefined,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const from = source.kind === 'file' ? source.file.path : nameOf(source.target);
  const { items, problems, ...rest } = (await importer?.read(source, signal)) ?? { items: [], problems: [] };
  return {
    ...rest,
    items: items.map((item) => ({ ...item, from, as: importer?.title ?? '' })),
    problems: problems.map((problem) => ({ ...problem, from })),
  };
}

function nameOf(target: ServerTarget): string {
  return target.kind === 'url' ? target.url : [target.command, ...target.args].join(' ');
}

/** The folders above a file say what it is: `.claude/commands/review.md`. */
function nameWithFolders(path: string): string {
  return path.split(/[\\/]/).slice(-4).join('/');
}

const ignored = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', '__pycache__', 'dist', 'build']);

/** Sorted by path. Links to folders are not followed, and links to files only inside the folder. */
async function filesIn(
  folder: string,
  signal: AbortSignal | undefined,
): Promise<{ files: SourceFile[]; skipped: string[] }> {
  const root = await realpath(folder);
  const files: SourceFile[] = [];
  const skipped: string[] = [];
  const waiting = [{ path: root, depth: 0 }];
  let looked = 0;
  for (let at = waiting.shift(); at; at = waiting.shift()) {
    signal?.throwIfAborted();
    const entries = await readdir(at.path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (++looked > limits.entries || files.length >= limits.files) {
        skipped.push(`Files after the first ${files.length} are left out: import a smaller folder.`);
        return { files, skipped };
      }
      const path = join(at.path, entry.name);
      if (entry.isDirectory()) {
        if (!ignored.has(entry.name) && at.depth < limits.depth) waiting.push({ path, depth: at.depth + 1 });
        continue;
      }
      const file = await readInside(root, folder, path);
      if (file === 'outside') skipped.push(`${entry.name} is left out: it is a link out of the folder.`);
      else if (file) files.push(file);
    }
  }
  return { files, skipped };
}

async function readInside(root: string, folder: string, path: string): Promise<SourceFile | 'outside' | undefined> {
  try {
    const real = await realpath(path);
    if (!real.startsWith(root + sep)) return 'outside';
    const { size } = await stat(real);
    const name = join(basename(folder), relative(root, path)).split(sep).join('/');
    const isPossible = importerFor({ kind: 'file', file: { path: name, text: '"prompt":' } }) !== undefined;
    if (size > limits.bytes || !isPossible) return undefined;
    const text = await readFile(real, 'utf8');
    return text.includes('\u0000') ? undefined : { path: name, text };
  } catch {
    // Gone meanwhile, a link to nothing, or not ours to read.
    return undefined;
  }
}
