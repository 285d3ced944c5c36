/** Merges the definitions of two commits by field, argument and message, and everything else by git. */
import { WorkbenchError } from '../base/errors.ts';
import { wordList } from '../base/text/word-list.ts';
import { definitionPath, parseDefinitionPath } from '../files/workspace-paths.ts';
import { readObjects } from '../git/commit-files.ts';
import { mergeTrees, replaceInTree, storeText, type TreeFile } from '../git/merge-commits.ts';
import type { RepositoryPlace } from '../git/repository.ts';
import { readGit } from '../git/run-git.ts';
import type { Library } from '../library/types.ts';
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

export interface MergeContext {
  readonly library: Library;
  readonly place: RepositoryPlace;
  readonly choose: ChooseSide;
  /** By file and place. */
  readonly conflicts: Map<string, PullConflict>;
}

/** A file that differs between two commits. Without an id, that commit has no such file. */
export interface Difference extends TreeFile {
  readonly before?: string;
}

export async function listDifferences(dir: string, from: string, to: string): Promise<readonly Difference[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--no-relative', from, to];
  const parts = (await readGit(dir, args)).toString('utf8').split('\0');
  const differences: Difference[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [, newMode = '', oldId = '', newId = ''] = (parts[index] ?? '').split(' ');
    const [before, id] = [oldId, newId].map((value) => (/^0+$/.test(value) ? undefined : value));
    differences.push({ path: parts[index + 1] ?? '', mode: newMode, ...(id && { id }), ...(before && { before }) });
  }
  return differences;
}

export function pathInWorkspace({ prefix }: RepositoryPlace, { path }: TreeFile): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** The path of a definition; undefined for any other file, and for a link. */
export function definitionOf(place: RepositoryPlace, file: TreeFile) {
  const path = pathInWorkspace(place, file);
  return path === undefined || file.mode === '120000' ? undefined : parseDefinitionPath(path);
}

/** Reads the texts of objects, by their ids; without an entry for one that is not UTF-8. */
export async function textsOf(dir: string, ids: readonly (string | undefined)[]): Promise<ReadonlyMap<string, string>> {
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
export function mergeFile(
  { choose, conflicts }: MergeContext,
  file: string,
  versions: DefinitionVersions,
): string | null {
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

export function conflictOf(file: string, { label, isOrder, base, mine, theirs }: Contest): PullConflict {
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
export async function mergeBothSides(merging: MergeContext, { base, head, theirs }: Commits): Promise<string> {
  const { place } = merging;
  const { dir } = place;
  const { tree, conflicts } = await mergeTrees(dir, head, theirs);
  const [ownDifferences, otherDifferences] = await Promise.all([
    listDifferences(dir, base, head),
    listDifferences(dir, base, theirs),
  ]);
  const ownByPath = new Map(ownDifferences.map((difference) => [difference.path, difference]));
  const bothSides = otherDifferences.flatMap((otherDifference) => {
    const ours = ownByPath.get(otherDifference.path);
    const isDefinition = definitionOf(place, otherDifference) !== undefined && ours?.mode !== '120000';
    if (!ours || !isDefinition || ours.id === otherDifference.id) return [];
    // Where one side has no file, git may have followed a rename.
    const isChanged = ours.id !== undefined && otherDifference.id !== undefined;
    return isChanged || conflicts.includes(otherDifference.path) ? [{ mine: ours, other: otherDifference }] : [];
  });
  const texts = await textsOf(
    dir,
    bothSides.flatMap(({ mine, other }) => [mine.before, mine.id, other.id]),
  );
  const textOf = (id: string | undefined) => (id === undefined ? null : texts.get(id));
  const solvedFiles = new Map<string, TreeFile>();
  for (const { mine, other } of bothSides) {
    const [baseText, ours, their] = [textOf(mine.before), textOf(mine.id), textOf(other.id)];
    if (baseText === undefined || ours === undefined || their === undefined) continue;
    const file = other.path.slice(place.prefix.length);
    const text = mergeFile(merging, file, { base: baseText, ours, theirs: their });
    const sameSide = text === ours ? mine : text === their ? other : undefined;
    const id = sameSide ? sameSide.id : text === null ? undefined : await storeText(dir, text);
    const mode = mine.id === undefined ? other.mode : mine.mode;
    solvedFiles.set(other.path, { path: other.path, mode, ...(id !== undefined && { id }) });
  }
  refuseOthers(
    conflicts.filter((path) => !solvedFiles.has(path)),
    'Both sides have changed',
    'merge with git, because only definitions can be merged here',
  );
  return replaceInTree(dir, tree, [...solvedFiles.values()]);
}

export function refuseOthers(paths: readonly string[], what: string, advice: string): void {
  if (paths.length === 0) return;
  const pathList = wordList([...paths.slice(0, 3), ...(paths.length > 3 ? [`${paths.length - 3} more files`] : [])]);
  throw new WorkbenchError('failed', `${what} ${pathList}: ${advice}. Nothing has been pulled.`);
}
