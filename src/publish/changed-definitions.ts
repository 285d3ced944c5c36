/** Finds the definitions of the workspace that differ from a commit: for the list, the dialog and the commit message. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DefinitionChange } from '../changes/changes.ts';
import { folderOfKind, kinds, parseDefinitionPath } from '../files/workspace-paths.ts';
import { type CommitFile, listCommit, readObjects } from '../git/commit-files.ts';
import type { RepositoryPlace } from '../git/repository.ts';
import { readText } from '../library/edit/edit-text.ts';
import type { Library, WorkspaceFile } from '../library/types.ts';
import { compareDefinitions, isEmptyDiff } from '../model/diff/definition-diff.ts';
import { summaryOf } from '../model/diff/diff-summary.ts';

export interface ChangedDefinition extends DefinitionChange {
  /** The file in the commit, if it has another name there. */
  readonly formerFile?: string;
}

/** git's ids of files by their versions: reading a thousand files for each comparison would take too long. */
const idsOf = new WeakMap<Library, Map<string, string>>();

/**
 * Lists the changes by kind and catalogue name. Comments and layout count; line endings do not, because git may convert them.
 * @param commit a full id; undefined before the first commit, when everything is new
 */
export async function listChangedDefinitions(
  library: Library,
  place: RepositoryPlace,
  commit: string | undefined,
): Promise<readonly ChangedDefinition[]> {
  const committedFiles = commit === undefined ? [] : await listCommit(place, commit, Object.values(folderOfKind));
  const oldFiles = new Map<string, CommitFile>();
  for (const file of committedFiles) {
    const path = parseDefinitionPath(file.path);
    if (path) oldFiles.set(keyOf(path), file);
  }
  const ownFiles = new Map(library.snapshot().files.map((file) => [keyOf(file), file]));
  const ids = idsOf.get(library) ?? new Map<string, string>();
  idsOf.set(library, ids);
  const candidates: string[] = [];
  for (const key of new Set([...oldFiles.keys(), ...ownFiles.keys()])) {
    const [from, to] = [oldFiles.get(key), ownFiles.get(key)];
    if (from && to && from.path === to.file && (await gitId(library, to, from.id.length, ids)) === from.id) continue;
    candidates.push(key);
  }
  const objects = await readObjects(
    place.dir,
    candidates.flatMap((key) => oldFiles.get(key)?.id ?? []),
  );
  const changes: ChangedDefinition[] = [];
  for (const key of candidates.sort()) {
    const [from, to] = [oldFiles.get(key), ownFiles.get(key)];
    const before = from && objects.get(from.id)?.toString('utf8');
    const now = to && (await readFile(join(library.dir, to.file), 'utf8').catch(() => undefined));
    const change = changeOf(from?.path, before, to?.file, now);
    if (change) changes.push(change);
  }
  return changes;
}

function keyOf({ kind, name }: Pick<WorkspaceFile, 'kind' | 'name'>): string {
  return `${kinds.indexOf(kind)} ${name}`;
}

/** The id that git gives the file; undefined if it cannot be read. */
async function gitId(
  library: Library,
  { file, version }: WorkspaceFile,
  length: number,
  ids: Map<string, string>,
): Promise<string | undefined> {
  const knownId = ids.get(version);
  if (knownId !== undefined && knownId.length === length) return knownId;
  const bytes = await readFile(join(library.dir, file)).catch(() => undefined);
  if (!bytes) return undefined;
  const id = createHash(length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
  ids.set(version, id);
  return id;
}

function changeOf(
  formerFile: string | undefined,
  before: string | undefined,
  currentFile: string | undefined,
  now: string | undefined,
): ChangedDefinition | undefined {
  const file = now === undefined ? formerFile : currentFile;
  const path = file === undefined ? undefined : parseDefinitionPath(file);
  if (!path || (before === undefined && now === undefined)) return undefined;
  const dataOf = (text: string | undefined) => (text === undefined ? undefined : readText(path, text)?.data);
  const diff = compareDefinitions(dataOf(before), dataOf(now));
  const { kind, name } = path;
  if (before === undefined || now === undefined)
    return { kind, name, file: path.file, change: now === undefined ? 'removed' : 'added', diff };
  const isRenamed = formerFile !== currentFile;
  if (!isRenamed && normalizeLineEndings(before) === normalizeLineEndings(now)) return undefined;
  const summary = isEmptyDiff(diff) ? 'Comments or layout changed' : summaryOf(diff, kind);
  return {
    kind,
    name,
    file: path.file,
    ...(isRenamed && formerFile !== undefined && { formerFile }),
    change: 'changed',
    ...(summary !== undefined && { summary }),
    diff,
  };
}

function normalizeLineEndings(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
