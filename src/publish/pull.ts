/**
 * Pulls what others have published: a merge by field, argument and message. A file in the folder goes from its old text to
 * the merged one in one step; no conflict mark is ever in it, and what is not committed stays.
 */
import { WorkbenchError } from '../base/errors.ts';
import { wordList } from '../base/word-list.ts';
import { definitionPath, parseDefinitionPath } from '../files/workspace-paths.ts';
import { readObjects } from '../git/commit-files.ts';
import { commitMerge, mergeTrees, setIndex, storeText, type TreeFile, treeWith } from '../git/merge-commits.ts';
import type { RepositoryPlace } from '../git/repository.ts';
import { readGit, readGitLine, reasonIn, runGit } from '../git/run-git.ts';
import { checkedRemote, type RepositoryState, repositoryState, type Upstream } from '../git/state.ts';
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
  /** Undefined where a side has no such value. */
  readonly base?: unknown;
  readonly ours?: unknown;
  readonly theirs?: unknown;
}

/** What a person has chosen for a place; undefined if nothing yet. */
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
      /** Files that came, relative to the workspace. */
      readonly files: readonly string[];
      /** Those of them that were merged with changes that are not committed. */
      readonly merged: readonly string[];
    };

export interface PullOptions {
  readonly choose: ChooseSide;
  /** The commit of an earlier `conflicts`: what a person has looked at, without another fetch. */
  readonly commit?: string;
}

const fetchTimeoutMs = 300_000;

/** @throws WorkbenchError `failed`, with nothing changed, if git, a hook or a file that is not a definition is in the way */
export async function pull(library: Library, place: RepositoryPlace, options: PullOptions): Promise<PullOutcome> {
  const { dir } = place;
  const { head, upstream } = pullable(await repositoryState(dir));
  const from = upstream.name;
  if (options.commit === undefined) await fetchFrom(dir, upstream);
  const theirs = await readGitLine(dir, ['rev-parse', '--verify', `${options.commit ?? upstream.tracking}^{commit}`]);
  const base = (await readGitLine(dir, ['merge-base', head, theirs]).catch(() => '')).split('\n')[0] ?? '';
  if (base === '')
    throw new WorkbenchError('failed', `${from} has no commit in common with this branch: merge them with git.`);
  if (base === theirs) return { kind: 'current', from };
  const merging = { library, place, choose: options.choose, conflicts: new Map<string, PullConflict>() };
  const tree = base === head ? theirs : await mergedCommits(merging, { base, head, theirs });
  const incoming = await differences(dir, head, tree);
  const edited = await mergedWorkTree(merging, incoming);
  if (merging.conflicts.size > 0) {
    const conflicts = await withTextsOfFolder(merging, await differences(dir, base, theirs));
    return { kind: 'conflicts', from, commit: theirs, conflicts };
  }
  const isMerge = base !== head;
  const commit = isMerge ? await commitMerge(dir, { tree, parents: [head, theirs], message: `Merge ${from}` }) : theirs;
  await take(library, dir, { head, commit, from, edited });
  const inWorkspace = incoming.flatMap((file) => pathInWorkspace(place, file) ?? []);
  return { kind: 'pulled', from, commit, isMerge, files: inWorkspace, merged: edited.map(({ change }) => change.file) };
}

function pullable({ underWay, branch, head, upstream }: RepositoryState) {
  if (underWay !== undefined)
    throw new WorkbenchError('failed', `The repository is in the middle of ${underWay}: finish or abort it first.`);
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
  const args = ['fetch', '--quiet', '--no-recurse-submodules', checkedRemote(remote)];
  const { code, said } = await runGit(dir, args, { timeoutMs: fetchTimeoutMs });
  if (code === 0) return;
  if (/could not read Username|Authentication failed|Permission denied|terminal prompts disabled/i.test(said))
    throw new WorkbenchError('failed', `${remote} did not accept the login: sign in with git, then pull again.`);
  throw new WorkbenchError('failed', `git cannot fetch from ${remote}: ${reasonIn(said, code)}.`);
}

interface Merging {
  readonly library: Library;
  readonly place: RepositoryPlace;
  readonly choose: ChooseSide;
  /** By file and place. */
  readonly conflicts: Map<string, PullConflict>;
}

/** A file that differs between two commits. Without an object, it does not exist there. */
interface Difference extends TreeFile {
  readonly before?: string;
}

async function differences(dir: string, from: string, to: string): Promise<readonly Difference[]> {
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

/** The definition that a file of the repository is; links are none. */
function definitionOf(place: RepositoryPlace, file: TreeFile) {
  const path = pathInWorkspace(place, file);
  return path === undefined || file.mode === '120000' ? undefined : parseDefinitionPath(path);
}

/** The texts of objects by their ids. A file that is not UTF-8 is missing. */
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

/** Merges one file by what has been chosen, and notes what has not. */
function merged({ choose, conflicts }: Merging, file: string, versions: DefinitionVersions): string | null {
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

/** The tree of a merge of both sides' commits. Definitions are merged by their fields, everything else by git. */
async function mergedCommits(merging: Merging, { base, head, theirs }: Commits): Promise<string> {
  const { place } = merging;
  const { dir } = place;
  const { tree, conflicts } = await mergeTrees(dir, head, theirs);
  const [own, others] = await Promise.all([differences(dir, base, head), differences(dir, base, theirs)]);
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
    const text = merged(merging, file, { base: old, ours, theirs: their });
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
  return treeWith(dir, tree, [...solved.values()]);
}

interface EditedFile {
  /** As the merged commit has it. */
  readonly target: TreeFile;
  readonly change: FileChange;
}

/** Merges what comes with what is changed in the folder and not committed. */
async function mergedWorkTree(merging: Merging, incoming: readonly Difference[]): Promise<readonly EditedFile[]> {
  const { place, library } = merging;
  const changed = await uncommitted(place.dir);
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
    const after = merged(merging, path.file, { base: old, ours, theirs: their });
    edited.push({ target, change: { file: path.file, before: ours, after } });
  }
  refuseOthers(others, 'Not committed here and changed there:', 'commit or undo it first');
  return edited;
}

/** Paths from the root of the repository of what git would have to keep. */
async function uncommitted(dir: string): Promise<ReadonlySet<string>> {
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all'];
  const { code, output, said } = await runGit(dir, args);
  if (code !== 0) throw new WorkbenchError('failed', `git cannot say what has changed: ${reasonIn(said, code)}.`);
  return new Set(
    output
      .toString('utf8')
      .split('\0')
      .map((line) => line.slice(3)),
  );
}

/** Null for no file, undefined for one that is not UTF-8. */
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

/** The conflicts with the values that a person sees in the folder, which may be newer than the commit. */
async function withTextsOfFolder(
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

interface Taken {
  readonly head: string;
  readonly commit: string;
  readonly from: string;
  readonly edited: readonly EditedFile[];
}

/**
 * Brings the folder, the index and the branch to the commit. First the files that are not committed, through the library:
 * a crash after that leaves both sides' changes in them.
 */
async function take(library: Library, dir: string, { head, commit, from, edited }: Taken): Promise<void> {
  const changes = edited.map(({ change }) => change);
  const done = await library.arrange(async () => ({ label: `Pulled from ${from}`, changes }));
  const targets = edited.map(({ target }) => target);
  // To git, those files have not changed between the commits, so it leaves them alone.
  const unchanged = await treeWith(dir, head, targets);
  const moved = await runGit(dir, ['read-tree', '-m', '-u', '--no-recurse-submodules', unchanged, commit]);
  const named =
    moved.code === 0
      ? await runGit(dir, ['update-ref', '-m', `pull: ${from}`, 'HEAD', commit, head])
      : { code: 0, said: '' };
  if (moved.code !== 0 || named.code !== 0) {
    if (moved.code === 0) await runGit(dir, ['read-tree', '-m', '-u', '--no-recurse-submodules', commit, unchanged]);
    if (done.changes.length > 0) await library.revert(done.changes);
    const { code, said } = moved.code === 0 ? named : moved;
    throw new WorkbenchError(
      'failed',
      `git cannot update the files: ${reasonIn(said, code)}. Nothing has been pulled.`,
    );
  }
  await setIndex(dir, targets);
  await runGit(dir, ['hook', 'run', '--ignore-missing', 'post-merge', '--', '0']);
  await library.settled();
}
