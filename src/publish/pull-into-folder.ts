/** Brings a pulled commit into the folder, and merges it with changes that are not committed. */
import { WorkbenchError } from '../base/errors.ts';
import { definitionPath } from '../files/workspace-paths.ts';
import { replaceInTree, setIndex, type TreeFile } from '../git/merge-commits.ts';
import { findReason, runGit } from '../git/run-git.ts';
import { listChangedFiles } from '../git/state.ts';
import type { FileChange, Library } from '../library/types.ts';
import { mergeDefinition } from '../library/write/merge-definition.ts';
import {
  conflictOf,
  type Difference,
  definitionOf,
  type MergeContext,
  mergeFile,
  type PullConflict,
  refuseOthers,
  textsOf,
} from './merge-definitions.ts';

export interface EditedFile {
  /** As the merged commit has it. */
  readonly target: TreeFile;
  readonly change: FileChange;
}

/** Merges incoming changes with the uncommitted changes of the folder. */
export async function mergeWorkTree(
  merging: MergeContext,
  incomingDifferences: readonly Difference[],
): Promise<readonly EditedFile[]> {
  const { place, library } = merging;
  const changedPaths = new Set((await listChangedFiles(place.dir)).map(({ path }) => path));
  const contestedFiles = incomingDifferences.filter(({ path }) => changedPaths.has(path));
  const texts = await textsOf(
    place.dir,
    contestedFiles.flatMap(({ before, id }) => [before, id]),
  );
  const editedFiles: EditedFile[] = [];
  const otherFiles: string[] = [];
  for (const target of contestedFiles) {
    const path = definitionOf(place, target);
    const ours = path && (await textInFolder(library, path.file));
    const [base, theirs] = [target.before, target.id].map((id) => (id === undefined ? null : texts.get(id)));
    if (!path || ours === undefined || base === undefined || theirs === undefined) {
      otherFiles.push(target.path);
      continue;
    }
    const [base2, their] = [base, theirs].map((text) => withLineBreaksOf(ours, text)) as [string | null, string | null];
    const after = mergeFile(merging, path.file, { base: base2, ours, theirs: their });
    editedFiles.push({ target, change: { file: path.file, before: ours, after } });
  }
  refuseOthers(otherFiles, 'The pull would overwrite uncommitted changes of', 'commit or undo them first');
  return editedFiles;
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
function withLineBreaksOf(ours: string | null, text: string | null): string | null {
  const hasReturns = (content: string | null) => content?.includes('\r\n') === true;
  return hasReturns(ours) && !hasReturns(text) ? (text?.replaceAll('\n', '\r\n') ?? null) : text;
}

/** Returns the conflicts with the values in the folder, which may be newer than those of the commit. */
export async function withValuesOfFolder(
  { library, place, conflicts }: MergeContext,
  theirChanges: readonly Difference[],
): Promise<readonly PullConflict[]> {
  const pullConflicts = new Map<string, PullConflict>();
  for (const file of new Set([...conflicts.values()].map((conflict) => conflict.file))) {
    const change = theirChanges.find(({ path }) => path === `${place.prefix}${file}`);
    const ours = await textInFolder(library, file);
    if (!change || ours === undefined) continue;
    const texts = await textsOf(place.dir, [change.before, change.id]);
    const [base = null, theirs = null] = [change.before, change.id].map((id) =>
      withLineBreaksOf(ours, texts.get(id ?? '') ?? null),
    );
    for (const contest of mergeDefinition(definitionPath(file), { base, ours, theirs }, () => undefined).open)
      pullConflicts.set(`${file}\n${contest.label}`, conflictOf(file, contest));
  }
  return [...conflicts].map(([key, conflict]) => pullConflicts.get(key) ?? conflict);
}

interface FolderUpdate {
  readonly head: string;
  readonly commit: string;
  readonly from: string;
  readonly editedFiles: readonly EditedFile[];
}

/**
 * Brings the folder, the index and the branch to the commit. First the files that are not committed, through the library:
 * a crash after that leaves both sides' changes in them.
 */
export async function updateFolder(
  library: Library,
  dir: string,
  { head, commit, from, editedFiles }: FolderUpdate,
): Promise<void> {
  const changes = editedFiles.map(({ change }) => change);
  const outcome = await library.arrange(async () => ({ label: `Pulled from ${from}`, changes }));
  const targets = editedFiles.map(({ target }) => target);
  // To git, those files have not changed between the commits, so it leaves them alone.
  const unchangedTree = await replaceInTree(dir, head, targets);
  const treeUpdate = await runGit(dir, ['read-tree', '-m', '-u', '--no-recurse-submodules', unchangedTree, commit]);
  const refUpdate =
    treeUpdate.code === 0
      ? await runGit(dir, ['update-ref', '-m', `pull: ${from}`, 'HEAD', commit, head])
      : { code: 0, stderr: '' };
  if (treeUpdate.code !== 0 || refUpdate.code !== 0) {
    if (treeUpdate.code === 0)
      await runGit(dir, ['read-tree', '-m', '-u', '--no-recurse-submodules', commit, unchangedTree]);
    if (outcome.changes.length > 0) await library.revert(outcome.changes);
    const { code, stderr } = treeUpdate.code === 0 ? refUpdate : treeUpdate;
    throw new WorkbenchError(
      'failed',
      `git cannot update the files: ${findReason(stderr, code)}. Nothing has been pulled.`,
    );
  }
  await setIndex(dir, targets);
  await runGit(dir, ['hook', 'run', '--ignore-missing', 'post-merge', '--', '0']);
  await library.settled();
}
