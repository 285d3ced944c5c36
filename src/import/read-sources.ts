/** Reads everything that a person can import: files, folders, text and running servers. */

import { stat } from 'node:fs/promises';
import { compareNames } from '../base/compare-names.ts';
import { WorkbenchError } from '../base/errors.ts';
import { wordList } from '../base/text/word-list.ts';
import { asRefusal } from '../files/file-errors.ts';
import { isMissing } from '../files/workspace-paths.ts';
import { lossNote } from '../model/transfer.ts';
import type {
  ImportedItem,
  Importer,
  ImportProblem,
  ImportResult,
  ImportSource,
  InputFile,
  ServerTarget,
  SourceFile,
  UnreadFile,
} from './importer.ts';
import { claudeCode, findCommandsByContent } from './importers/claude-code.ts';
import { importerFor } from './importers/index.ts';
import { mcpServer, readServer as readConnected } from './importers/mcp-server.ts';
import type { RunningServer } from './server/running-server.ts';
import { fileAt, fileLimits, filesIn } from './source-files.ts';

/** An item and its origin. */
export interface FoundItem extends ImportedItem {
  /** The file, or the server. */
  readonly from: string;
  /** The kind of source: `Claude Code command`. */
  readonly as: string;
}

export interface ImportContent extends ImportResult {
  readonly items: readonly FoundItem[];
  readonly problems: readonly (ImportProblem & { readonly from: string })[];
}

/** @throws WorkbenchError `not-found`, `refused` */
export async function readPath(path: string, signal?: AbortSignal): Promise<ImportContent> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (!isMissing(error)) throw asRefusal(error, `${path} cannot be read`);
    throw new WorkbenchError('not-found', `There is no file or folder ${path}: check the path, or choose another one.`);
  });
  if (stats.isFile()) return readFiles([await fileAt(path, nameWithFolders(path))], signal);
  if (!stats.isDirectory()) throw new WorkbenchError('refused', `${path} is neither a file nor a folder.`);
  const { files, skippedPaths } = await filesIn(path, signal);
  const sources = await readFiles(files, signal);
  if (sources.items.length === 0 && sources.problems.length === 0)
    throw new WorkbenchError('not-found', `${path} has nothing to import: choose a file or another folder.`);
  return { ...sources, notes: [...(sources.notes ?? []), ...skippedPaths.map((message) => lossNote(message))] };
}

/** Among the files of a folder, plain text counts only if no other importer matches: the README of a project is not a prompt. */
export async function readFiles(files: readonly InputFile[], signal?: AbortSignal): Promise<ImportContent> {
  // A person who picks files one by one means each of them; the README of a folder is not meant.
  const isPicked = files.every(({ path }) => !path.includes('/'));
  const readableFiles = files.flatMap((file) => ('text' in file ? [file] : []));
  const commands: ReadonlySet<SourceFile> = isPicked ? new Set() : findCommandsByContent(readableFiles);
  const matches = readableFiles.map((file) => {
    const source: ImportSource = { kind: 'file', file };
    return { source, importer: commands.has(file) ? claudeCode : importerFor(source) };
  });
  const specific = matches.filter(({ importer }) => importer && importer.id !== 'plain-text');
  const texts = matches.filter(({ importer }) => importer?.id === 'plain-text');
  const selection = specific.length > 0 && files.length > 1 && !isPicked ? specific : [...specific, ...texts];
  // A browser gives picked files as their folder lists them.
  const sortedSelection = isPicked
    ? selection.toSorted((a, b) => compareNames(pathOf(a.source), pathOf(b.source)))
    : selection;
  const readings = await Promise.all(sortedSelection.map(({ source, importer }) => readOne(source, importer, signal)));
  const skippedTexts = selection === specific ? texts.map(({ source }) => pathOf(source)) : [];
  const isPlain = specific.length === 0 || files.length === 1;
  const problemsOfFiles = files.flatMap((file) => ('unread' in file ? unreadProblem(file, isPlain) : []));
  const [onlyFile, second] = files;
  const unknownProblems =
    onlyFile && !second && selection.length === 0 && problemsOfFiles.length === 0 ? [unknownKind(onlyFile.path)] : [];
  return {
    items: readings.flatMap(({ items }) => items),
    problems: [...readings.flatMap(({ problems }) => problems), ...problemsOfFiles, ...unknownProblems],
    notes: [
      ...readings.flatMap(({ notes = [] }) => notes),
      ...(skippedTexts.length > 0 ? [lossNote(leftOutSentence(skippedTexts))] : []),
    ],
  };
}

const maxNamed = 5;

function leftOutSentence(paths: readonly string[]): string {
  const [first = '', ...otherPaths] = paths;
  if (otherPaths.length === 0)
    return `${first} is left out, because nothing marks it as a prompt: import it separately.`;
  const ending = paths.length > maxNamed ? [`${paths.length - maxNamed} more`] : [];
  const pathList = wordList([...paths.slice(0, maxNamed), ...ending]);
  return `${pathList} are left out, because nothing marks them as prompts: import them separately.`;
}

export function readServer(target: ServerTarget, signal?: AbortSignal): Promise<ImportContent> {
  const source: ImportSource = { kind: 'server', target };
  return readOne(source, importerFor(source), signal);
}

/** Reads a server that is connected already. @param from its name, for people */
export async function readRunning(server: RunningServer, from: string, signal: AbortSignal): Promise<ImportContent> {
  return foundIn(from, mcpServer.title, await readConnected(async () => server, signal));
}

const unreadSentences: Readonly<Record<UnreadFile['unread'], string>> = {
  large: `It is larger than ${fileLimits.bytes / 1_000_000} MB: split it.`,
  binary: 'It is not UTF-8 or UTF-16 text: save it in one of these encodings.',
  many: `This file and all later ones are left out: an import reads at most ${fileLimits.files.toLocaleString('en')} files. Choose a smaller folder.`,
};

/** Empty unless an importer would have read a file with this name. */
function unreadProblem({ path, unread }: UnreadFile, isPlainChosen: boolean): ImportContent['problems'] {
  const importer = importerFor({ kind: 'file', file: { path, text: anyText } });
  if (unread !== 'many' && (!importer || (importer.id === 'plain-text' && !isPlainChosen))) return [];
  return [{ from: path, message: unreadSentences[unread] }];
}

/** Content for matching by name only. */
const anyText = '"prompt":';

function unknownKind(path: string): ImportContent['problems'][number] {
  const knownFormats = 'Wolfram Language, Claude Code, VS Code, dotprompt, Langfuse, Markdown or text';
  return { from: path, message: `No importer reads this kind of file: use ${knownFormats}.` };
}

function pathOf(source: ImportSource): string {
  return source.kind === 'file' ? source.file.path : nameOf(source.target);
}

async function readOne(
  source: ImportSource,
  importer: Importer | undefined,
  signal: AbortSignal | undefined,
): Promise<ImportContent> {
  return foundIn(
    pathOf(source),
    importer?.title ?? '',
    (await importer?.read(source, signal)) ?? { items: [], problems: [] },
  );
}

function foundIn(from: string, as: string, { items, problems, ...rest }: ImportResult): ImportContent {
  return {
    ...rest,
    items: items.map((item) => ({ ...item, from, as })),
    problems: problems.map((problem) => ({ ...problem, from })),
  };
}

function nameOf(target: ServerTarget): string {
  return target.kind === 'url' ? target.url : [target.command, ...target.args].join(' ');
}

/** Importers recognise files by their folders: `.claude/commands/review.md`. A path of no more parts stays whole. */
function nameWithFolders(path: string): string {
  const parts = path.split(/[\\/]/);
  const folders = parts[0] === '' ? parts.slice(1) : parts;
  return folders.length > 4 ? folders.slice(-4).join('/') : parts.join('/');
}
