/**
 * Pulls what others have published: a merge by field, argument and message. A file in the folder goes from its old text to
 * the merged one in one step; no conflict mark is ever in it, and what is not committed stays.
 */
import { WorkbenchError } from '../base/errors.ts';
import { wordList } from '../base/word-list.ts';
import { definitionPath, parseDefinitionPath } from '../files/workspace-paths.ts';
import { readObjects } from '../git/commit-files.ts';
import { commitMerge, mergeTrees, replaceInTree, setIndex, storeText, type TreeFile } from '../git/merge-commits.ts';
import type { RepositoryPlace } from '../git/repository.ts';
import { findReason, isLoginFailure, readGit, readGitLine, runGit } from '../git/run-git.ts';
import {
  assertIdle,
  checkRemote,
  listChangedFiles,
  type RepositoryState,
  readRepositoryState,
  type Upstream,
} from '../git/state.ts';
import type { FileChange, Library } from '../library/types.ts';
import { type DefinitionVersions, mergeDefinition } from '../library/write/merge-definition.ts';
import type { Contest, Side } from '../model/diff/merge.ts';

/** A place that both sides changed. */
export interface PullConflict {
  /** Relative to the workspace. */
  readonly file: string;
  /** The catalogue name. */
  readonly name: string;
  /** `Arguments › tone › Description`; empty for the whole file. */
  readonly place: string;
  /** Whether only the order of a list is contested. */
  readonly isOrder: boolean;
  /** Each is undefined where that version has no such value. */
  readonly base?: unknown;
  readonly ours?: unknown;
  readonly theirs?: unknown;
}

/** Returns the side that a person has chosen for a place; undefined if none yet. */
export type ChooseSide = (place: { readonly file: string; readonly place: string }) => 'ours' | 'theirs' | undefined;

export type PullOutcome =
  | { readonly kind: 'current'; readonly from: string }
  /** Nothing has changed. `commit` is what would be merged. */
  | {
      readonly kind: 'conflicts';
      readonly from: string;
      readonly commit: string;
      readonly conflicts: readonly PullConflict[];
    }
  | {
      readonly kind: 'pulled';
      readonly from: string;
      /** The full id of the commit that the branch has now. */
      readonly commit: string;
      /** Whether both sides had new commits, so that a merge was committed. */
      readonly isMerge: boolean;
      /** Files that the pull changed, relative to the workspace. */
      readonly files: readonly string[];
      /** Those of them that were merged with uncommitted changes. */
      readonly merged: readonly string[];
    };

export interface PullOptions {
  readonly choose: ChooseSide;
  /** The commit of an earlier `conflicts` outcome, which is used without another fetch. */
  readonly commit?: string;
}

const fetchTimeoutMs = 300_000;

/** @throws WorkbenchError `failed`, with nothing changed, if git or a hook refuses, or another file than a definition conflicts */
export async function pull(library: Library, place: RepositoryPlace, options: PullOptions): Promise<PullOutcome> {
  const { dir } = place;
  const { head, upstream } = requirePullable(await readRepositoryState(dir));
  const from = upstream.name;
  if (options.commit === undefined) await fetchFrom(dir, upstream);
  const theirs = await readGitLine(dir, ['rev-parse', '--verify', `${options.commit ?? upstream.tracking}^{commit}`]);
  const base = (await readGitLine(dir, ['merge-base', head, theirs]).catch(() => '')).split('\n')[0] ?? '';
  if (base === '')
    throw new WorkbenchError('failed', `${from} has no commit in common with this branch: merge them with git.`);
  if (base === theirs) return { kind: 'current', from };
  const merging = { library, place, choose: options.choose, conflicts: new Map<string, PullConflict>() };
  const tree = base === head ? theirs : await mergeBothSides(merging, { base, head, theirs });
  const incoming = await listDifferences(dir, head, tree);
  const edited = await mergeWorkTree(merging, incoming);
  if (merging.conflicts.size > 0) {
    const conflicts = await withValuesOfFolder(merging, await listDifferences(dir, base, theirs));
    return { kind: 'conflicts', from, commit: theirs, conflicts };
  }
  const isMerge = base !== head;
  const commit = isMerge ? await commitMerge(dir, { tree, parents: [head, theirs], message: `Merge ${from}` }) : theirs;
  await updateFolder(library, dir, { head, commit, from, edited });
  const inWorkspace = incoming.flatMap((file) => pathInWorkspace(place, file) ?? []);
  return { kind: 'pulled', from, commit, isMerge, files: inWorkspace, merged: edited.map(({ change }) => change.file) };
}

function requirePullable(state: RepositoryState) {
  assertIdle(state);
  const { branch, head, upstream } = state;
  if (branch === undefined)
    throw new WorkbenchError('failed', 'The repository is on no branch, so there is nothing to pull: check one out.');
  if (upstream === undefined || head === undefined)
    throw new WorkbenchError(
      'failed',
      `The branch ${branch} follows no branch of another repository: push it first with prompt-workbench publish --push.`,
    );
  return { head, upstream };
}

async function fetchFrom(dir: string, { remote }: Upstream): Promise<void> {
  const args = ['fetch', '--quiet', '--no-recurse-submodules', checkRemote(remote)];
  const { code, stderr } = await runGit(dir, args, { timeoutMs: fetchTimeoutMs });
  if (code === 0) return;
  if (isLoginFailure(stderr))
    throw new WorkbenchError('failed', `${remote} did not accept the login: log in with git, then pull again.`);
  throw new WorkbenchError('failed', `git cannot fetch from ${remote}: ${findReason(stderr, code)}.`);
}

interface Merging {
  readonly library: Library;
  readonly place: RepositoryPlace;
  readonly choose: ChooseSide;
  /** By file and place. */
  readonly conflicts: Map<string, PullConflict>;
}

/** A file that differs between two commits. Without an id, that commit has no such file. */
interface Difference extends TreeFile {
  readonly before?: string;
}

async function listDifferences(dir: string, from: string, to: string): Promise<readonly Difference[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--no-relative', from, to];
  const parts = (await readGit(dir, args)).toString('utf8').split('\0');
  const found: Difference[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [, newMode = '', oldId = '', newId = ''] = (parts[index] ?? '').split(' ');
    const [before, id] = [oldId, newId].map((each) => (/^0+$/.test(each) ? undefined : each));
    found.push({ path: parts[index + 1] ?? '', mode: newMode, ...(id && { id }), ...(before && { before }) });
  }
  return found;
}

function pathInWorkspace({ prefix }: RepositoryPlace, { path }: TreeFile): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** The path of a definition; undefined for any other file, and for a link. */
function definitionOf(place: RepositoryPlace, file: TreeFile) {
  const path = pathInWorkspace(place, file);
  return path === undefined || file.mode === '120000' ? undefined : parseDefinitionPath(path);
}

/** Reads the texts of objects, by their ids; without an entry for one that is not UTF-8. */
async function textsOf(dir: string, ids: readonly (string | undefined)[]): Promise<ReadonlyMap<string, string>> {
  const objects = await readObjects(
    dir,
    ids.flatMap((id) => id ?? []),
  );
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return new Map(
    [...objects].flatMap(([id, bytes]): [string, string][] => {
      try {
        return [[id, decoder.decode(bytes)]];
      } catch {
        return [];
      }
    }),
  );
}

/** Merges one file with the sides that have been chosen, and notes the conflicts that are left. */
function mergeFile({ choose, conflicts }: Merging, file: string, versions: DefinitionVersions): string | null {
  const path = definitionPath(file);
  const sideOf = ({ label }: Contest): Side | undefined => {
    const side = choose({ file, place: label });
    return side === 'ours' ? 'mine' : side;
  };
  const { text, open } = mergeDefinition(path, versions, sideOf);
  for (const contest of open) {
    const key = `${file}\n${contest.label}`;
    if (!conflicts.has(key)) conflicts.set(key, conflictOf(file, contest));
  }
  return text;
}

function conflictOf(file: string, { label, isOrder, base, mine, theirs }: Contest): PullConflict {
  return {
    file,
    name: definitionPath(file).name,
    place: label,
    isOrder,
    ...(base !== undefined && base !== null && { base }),
    ...(mine !== undefined && mine !== null && { ours: mine }),
    ...(theirs !== undefined && theirs !== null && { theirs }),
  };
}

interface Commits {
  readonly base: string;
  readonly head: string;
  readonly theirs: string;
}

/** Merges the commits of both sides, definitions by their fields and everything else by git. @returns the id of the tree */
async function mergeBothSides(merging: Merging, { base, head, theirs }: Commits): Promise<string> {
  const { place } = merging;
  const { dir } = place;
  const { tree, conflicts } = await mergeTrees(dir, head, theirs);
  const [own, others] = await Promise.all([listDifferences(dir, base, head), listDifferences(dir, base, theirs)]);
  const ownByPath = new Map(own.map((each) => [each.path, each]));
  const both = others.flatMap((other) => {
    const mine = ownByPath.get(other.path);
    const isDefinition = definitionOf(place, other) !== undefined && mine?.mode !== '120000';
    if (!mine || !isDefinition || mine.id === other.id) return [];
    // Where one side has no file, git may have followed a rename.
    const isChanged = mine.id !== undefined && other.id !== undefined;
    return isChanged || conflicts.includes(other.path) ? [{ mine, other }] : [];
  });
  const texts = await textsOf(
    dir,
    both.flatMap(({ mine, other }) => [mine.before, mine.id, other.id]),
  );
  const textOf = (id: string | undefined) => (id === undefined ? null : texts.get(id));
  const solved = new Map<string, TreeFile>();
  for (const { mine, other } of both) {
    const [old, ours, their] = [textOf(mine.before), textOf(mine.id), textOf(other.id)];
    if (old === undefined || ours === undefined || their === undefined) continue;
    const file = other.path.slice(place.prefix.length);
    const text = mergeFile(merging, file, { base: old, ours, theirs: their });
    const known = text === ours ? mine : text === their ? other : undefined;
    const id = known ? known.id : text === null ? undefined : await storeText(dir, text);
    const mode = mine.id === undefined ? other.mode : mine.mode;
    solved.set(other.path, { path: other.path, mode, ...(id !== undefined && { id }) });
  }
  refuseOthers(
    conflicts.filter((path) => !solved.has(path)),
    'Both sides have changed',
    'merge with git, because only definitions can be merged here',
  );
  return replaceInTree(dir, tree, [...solved.values()]);
}

interface EditedFile {
  /** As the merged commit has it. */
  readonly target: TreeFile;
  readonly change: FileChange;
}

/** Merges incoming changes with the uncommitted changes of the folder. */
async function mergeWorkTree(merging: Merging, incoming: readonly Difference[]): Promise<readonly EditedFile[]> {
  const { place, library } = merging;
  const changed = new Set((await listChangedFiles(place.dir)).map(({ path }) => path));
  const contested = incoming.filter(({ path }) => changed.has(path));
  const texts = await textsOf(
    place.dir,
    contested.flatMap(({ before, id }) => [before, id]),
  );
  const edited: EditedFile[] = [];
  const others: string[] = [];
  for (const target of contested) {
    const path = definitionOf(place, target);
    const ours = path && (await textInFolder(library, path.file));
    const [base, theirs] = [target.before, target.id].map((id) => (id === undefined ? null : texts.get(id)));
    if (!path || ours === undefined || base === undefined || theirs === undefined) {
      others.push(target.path);
      continue;
    }
    const [old, their] = [base, theirs].map((text) => withBreaksOf(ours, text)) as [string | null, string | null];
    const after = mergeFile(merging, path.file, { base: old, ours, theirs: their });
    edited.push({ target, change: { file: path.file, before: ours, after } });
  }
  refuseOthers(others, 'The pull would overwrite uncommitted changes of', 'commit or undo them first');
  return edited;
}

/** Null if there is no file, undefined if it is not UTF-8. */
async function textInFolder(library: Library, file: string): Promise<string | null | undefined> {
  try {
    const { text, encoding } = await library.open(file, []);
    return encoding === undefined ? text : undefined;
  } catch (error) {
    if (error instanceof WorkbenchError && error.code === 'not-found') return null;
    throw error;
  }
}

/** git may write other line breaks into the work tree than a commit has. */
function withBreaksOf(ours: string | null, text: string | null): string | null {
  const hasReturns = (each: string | null) => each?.includes('\r\n') === true;
  return hasReturns(ours) && !hasReturns(text) ? (text?.replaceAll('\n', '\r\n') ?? null) : text;
}

function refuseOthers(paths: readonly string[], what: string, advice: string): void {
  if (paths.length === 0) return;
  const shown = wordList([...paths.slice(0, 3), ...(paths.length > 3 ? [`${paths.length - 3} more files`] : [])]);
  throw new WorkbenchError('failed', `${what} ${shown}: ${advice}. Nothing has been pulled.`);
}

/** Returns the conflicts with the values in the folder, which may be newer than those of the commit. */
async function withValuesOfFolder(
  { library, place, conflicts }: Merging,
  theirChanges: readonly Difference[],
): Promise<readonly PullConflict[]> {
  const seen = new Map<string, PullConflict>();
  for (const file of new Set([...conflicts.values()].map((conflict) => conflict.file))) {
    const change = theirChanges.find(({ path }) => path === `${place.prefix}${file}`);
    const ours = await textInFolder(library, file);
    if (!change || ours === undefined) continue;
    const texts = await textsOf(place.dir, [change.before, change.id]);
    const [base = null, theirs = null] = [change.before, change.id].map((id) =>
      withBreaksOf(ours, texts.get(id ?? '') ?? null),
    );
    for (const contest of mergeDefinition(definitionPath(file), { base, ours, theirs }, () => undefined).open)
      seen.set(`${file}\n${contest.label}`, conflictOf(file, contest));
  }
  return [...conflicts].map(([key, conflict]) => seen.get(key) ?? conflict);
}

interface FolderUpdate {
  readonly head: string;
  readonly commit: string;
  readonly from: string;
  readonly edited: readonly EditedFile[];
}

/**
 * Brings the folder, the index and the branch to the commit. First the files that are not committed, through the library:
 * a crash after that leaves both sides' changes in them.
 */
async function updateFolder(
  library: Library,
  dir: string,
  { head, commit, from, edited }: FolderUpdate,
): Promise<void> {
  const changes = edited.map(({ change }) => change);
  const done = await library.arrange(async () => ({ label: `Pulled from ${from}`, changes }));
  const targets = edited.map(({ target }) => target);
  // To git, those files have not changed between the commits, so it leaves them alone.
  const unchanged = await replaceInTree(dir, head, targets);
  const moved = await runGit(dir, ['read-tree', '-m', '-u', '--no-recurse-submodules', unchanged, commit]);
  const named =
    moved.code === 0
      ? await runGit(dir, ['update-ref', '-m', `pull: ${from}`, 'HEAD', commit, head])
      : { code: 0, stderr: '' };
  if (moved.code !== 0 || named.code !== 0) {
    if (moved.code === 0) await runGit(dir, ['read-tree', '-m', '-u', '--no-recurse-submodules', commit, unchanged]);
    if (done.changes.length > 0) await library.revert(done.changes);
    const { code, stderr } = moved.code === 0 ? named : moved;
    throw new WorkbenchError(
      'failed',
      `git cannot update the files: ${findReason(stderr, code)}. Nothing has been pulled.`,
    );
  }
  await setIndex(dir, targets);
  await runGit(dir, ['hook', 'run', '--ignore-missing', 'post-merge', '--', '0']);
  await library.settled();
}
