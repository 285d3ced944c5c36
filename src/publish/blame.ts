/** Finds the commit that last changed each field, argument and message of a definition. */
import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject, isSameData, type JsonObject } from '../base/json.ts';
import { definitionPath } from '../files/workspace-paths.ts';
import { readObjects } from '../git/commit-files.ts';
import type { RepositoryPlace } from '../git/repository.ts';
import { readGit } from '../git/run-git.ts';
import { readText } from '../library/edit/edit-text.ts';
import type { Library } from '../library/types.ts';
import { itemName, pairItems } from '../model/diff/pair-items.ts';

/** A commit that changed a part. */
export interface BlamedCommit {
  /** The full id. */
  readonly commit: string;
  readonly author: string;
  /** ISO 8601. */
  readonly when: string;
  /** The first line of its message. */
  readonly subject: string;
}

/** A part of a definition, and the commit that last changed it; without one, the part is not committed. */
export interface BlamedPart {
  /** `Title`, `Arguments › tone`, `Messages › 2`. */
  readonly place: string;
  readonly by?: BlamedCommit;
}

/** How many commits of one definition are read, the newest first. The oldest of them counts as the source of all older changes. */
const maxCommits = 500;

/**
 * Compares data, so another layout, or another position of an argument in its list, does not count as a change. The history
 * includes commits from before the file was renamed.
 * @param file relative to the workspace
 * @throws WorkbenchError `not-found` for no such file, `refused` if its text cannot be read
 */
export async function blame(library: Library, place: RepositoryPlace, file: string): Promise<readonly BlamedPart[]> {
  const { value } = await library.open(file, []);
  if (value === undefined) throw new WorkbenchError('refused', `Can't read ${file} as YAML: correct its text first.`);
  const history = await readHistory(place, file);
  return partsOf(value).map((part) => {
    const by = commitOf(history, value, part);
    return { place: part.place, ...(by && { by }) };
  });
}

interface Revision extends BlamedCommit {
  readonly parents: readonly string[];
  /** Undefined if the commit has no such file, or the file cannot be read. */
  readonly value: unknown;
}

/** The revisions by their ids, the newest first. */
type FileHistory = ReadonlyMap<string, Revision>;

/** Reads the commits of a file, also those from before a rename. */
async function readHistory(place: RepositoryPlace, file: string): Promise<FileHistory> {
  const history = new Map<string, Revision>();
  let [path, from]: readonly string[] = [file];
  while (path !== undefined && history.size < maxCommits) {
    const revisions = await readRevisions(place, path, from, maxCommits - history.size);
    for (const revision of revisions) if (!history.has(revision.commit)) history.set(revision.commit, revision);
    const commits = new Set(revisions.map(({ commit }) => commit));
    const firstRevision = revisions.findLast(({ parents }) => !parents.some((parent) => commits.has(parent)));
    path = firstRevision && (await formerPath(place, firstRevision.commit, path));
    if (!firstRevision || path === undefined) break;
    from = `${firstRevision.commit}^`;
    const [before] = await readRevisions(place, path, from, 1);
    if (before) history.set(firstRevision.commit, { ...firstRevision, parents: [before.commit] });
  }
  return history;
}

/** @param from a commit; by default, the one that is checked out */
async function readRevisions(
  { dir, prefix }: RepositoryPlace,
  file: string,
  from: string | undefined,
  limit: number,
): Promise<readonly Revision[]> {
  // With --parents, the parents are the nearest commits that changed the file.
  const format = '--format=%x1e%H%x1f%P%x1f%an%x1f%aI%x1f%s';
  const start = from === undefined ? [] : [from];
  const output = await readGit(dir, ['log', '--parents', `--max-count=${limit}`, format, ...start, '--', file]).catch(
    (error: unknown) => {
      if (error instanceof WorkbenchError && /does not have any commits/.test(error.message)) return Buffer.alloc(0);
      throw error;
    },
  );
  const entries = output.toString('utf8').split('\x1e').slice(1);
  const fieldsOfEntries = entries.map((entry) => entry.trim().split('\x1f'));
  const objects = await readObjects(
    dir,
    fieldsOfEntries.map(([commit]) => `${commit}:${prefix}${file}`),
  );
  const path = definitionPath(file);
  return fieldsOfEntries.map(([commit = '', parents = '', author = '', when = '', subject = '']) => {
    const bytes = objects.get(`${commit}:${prefix}${file}`);
    const value = bytes && readText(path, bytes.toString('utf8'))?.data;
    return { commit, parents: parents.split(' '), author, when, subject, value };
  });
}

/** The path before a commit renamed the file; undefined if it did not, or if the file came from outside the workspace. */
async function formerPath({ dir, prefix }: RepositoryPlace, commit: string, file: string): Promise<string | undefined> {
  const options = ['--format=', '--name-status', '-z', '--find-renames', '--diff-filter=R', '--no-ext-diff'];
  const words = (await readGit(dir, ['show', ...options, commit])).toString('utf8').split('\0');
  const index = words.findIndex((word, at) => /^R\d+$/.test(word) && words[at + 2] === `${prefix}${file}`);
  const before = index < 0 ? undefined : words[index + 1];
  return before?.startsWith(prefix) ? before.slice(prefix.length) : undefined;
}

/** Goes back to the commit none of whose parents has the part; undefined if the newest commit lacks it. */
function commitOf(history: FileHistory, value: unknown, part: Part): BlamedCommit | undefined {
  let [revision] = history.values();
  let currentPart = revision && partIn(revision.value, value, part);
  if (!revision || !currentPart) return undefined;
  for (const seenCommits = new Set<string>(); !seenCommits.has(revision.commit); ) {
    const current: Revision = revision;
    const ownPart: Part = currentPart;
    seenCommits.add(current.commit);
    for (const id of current.parents) {
      const parent = history.get(id);
      const parentPart: Part | undefined = parent && partIn(parent.value, current.value, ownPart);
      if (!parent || !parentPart) continue;
      [revision, currentPart] = [parent, parentPart];
      break;
    }
  }
  const { commit, author, when, subject } = revision;
  return { commit, author, when, subject };
}

interface Part {
  readonly place: string;
  /** `Title`, or the list that it is an item of. */
  readonly key: string;
  readonly index?: number;
  readonly value: unknown;
}

/** The fields of a definition, and the items of its lists. */
function partsOf(value: unknown): readonly Part[] {
  return Object.entries(liftMessages(value)).flatMap(([key, inner]): Part[] => {
    if (!isList(inner)) return [{ place: key, key, value: inner }];
    return inner.map((item, index) => ({
      place: `${key} › ${itemName(item) || index + 1}`,
      key,
      index,
      value: item,
    }));
  });
}

/** The same part in an older version; undefined if it differs there. */
function partIn(olderValue: unknown, newerValue: unknown, part: Part): Part | undefined {
  const [before, now] = [liftMessages(olderValue)[part.key], liftMessages(newerValue)[part.key]];
  if (part.index === undefined) return isSameData(before, part.value) ? part : undefined;
  if (!isList(before) || !isList(now)) return undefined;
  const index = pairItems(before, now)[part.index];
  return index !== undefined && isSameData(before[index], part.value) ? { ...part, index } : undefined;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

/** Moves the messages out of the content, so that they count as a list of the definition. */
function liftMessages(value: unknown): JsonObject {
  if (!isJsonObject(value)) return {};
  const { Content, ...rest } = value;
  if (!isJsonObject(Content) || !Array.isArray(Content.Messages)) return value;
  const { Messages, ...otherFields } = Content;
  return { ...rest, ...(Object.keys(otherFields).length > 0 && { Content: otherFields }), Messages };
}
