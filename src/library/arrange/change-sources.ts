/** Plans that create, rename, duplicate and delete sources, and change the prompts and tools that search them. */
import { WorkbenchError } from '../../base/errors.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { isWithin, valueAt } from '../../base/json.ts';
import { type DefinitionPath, definitionPath } from '../../files/workspace-paths.ts';
import type { SourceDefinition } from '../../model/definitions.ts';
import { freeName } from '../../model/file-names.ts';
import { sourceNameProblem } from '../../model/prompt/prompt-names.ts';
import type { Change } from '../edit/changes.ts';
import { readText } from '../edit/edit-text.ts';
import { sourceNames as allSourceNames, searchKey, sourceReferences } from '../read/searched-sources.ts';
import type { FileChange, LibrarySnapshot, Plan, Workspace } from '../types.ts';
import { editFile, printFile, refuseName } from './workspace.ts';

/**
 * A source without settings is not an error: a person fills them in afterwards.
 * @param folder of a documentation source
 */
export function createSource({
  name,
  type,
  folder,
}: {
  name: string;
  type: SourceDefinition['type'];
  folder?: string;
}): Plan {
  return async ({ snapshot }) => {
    refuseName(sourceNameProblem(name, sourceNames(snapshot)));
    const file = `sources/${name}.yaml`;
    return {
      label: `Created the source ${name}`,
      changes: [{ file, before: null, after: printFile(file, { Type: type, ...(folder && { Folders: [folder] }) }) }],
      location: { file, at: [] },
    };
  };
}

/** Creates the new file, changes every prompt and tool that names the source, then deletes the old file. */
export function renameSource({ file, name }: { file: string; name: string }): Plan {
  return async (workspace) => {
    const path = sourcePath(file);
    if (name === path.name) return { label: `Renamed ${path.name}`, changes: [] };
    const otherNames = sourceNames(workspace.snapshot).filter((value) => value !== path.name);
    refuseName(sourceNameProblem(name, otherNames, path.name));
    const text = await workspace.read(file);
    const nextFile = file.replace(/[^/]+(?=\.[a-z]+$)/, () => name);
    const users = isAlone(workspace, path) ? await renameInUsers(workspace, path.name, name) : [];
    return {
      label: `Renamed ${path.name} to ${name}`,
      changes: [{ file: nextFile, before: null, after: text }, ...users, { file, before: text, after: null }],
      location: { file: nextFile, at: [] },
    };
  };
}

export function duplicateSource({ file }: { file: string }): Plan {
  return async (workspace) => {
    const { name } = sourcePath(file);
    const copy = file.replace(/[^/]+(?=\.[a-z]+$)/, () => freeName(name, sourceNames(workspace.snapshot)));
    return {
      label: `Duplicated ${name}`,
      changes: [{ file: copy, before: null, after: await workspace.read(file) }],
      location: { file: copy, at: [] },
    };
  };
}

/** Deletes a source's file. The prompts and tools that name the source stay, with a warning. */
export function deleteSource({ file }: { file: string }): Plan {
  return async (workspace) => {
    const { name } = sourcePath(file);
    const before = await workspace.read(file);
    return { label: `Deleted the source ${name}`, changes: [{ file, before, after: null }] };
  };
}

/** A prompt or tool that names a source. */
export interface SourceUser {
  /** The MCP name; for a definition with an error, its file. */
  readonly name: string;
  readonly kind: 'prompt' | 'tool';
  readonly location: { readonly file: string; readonly at: readonly (string | number)[] };
  /** Whether it fails without the source, because one of its searches has no other. */
  readonly isDependent: boolean;
}

/** The prompts and tools of the workspace that name each source. */
export function sourceUsers(snapshot: LibrarySnapshot): ReadonlyMap<string, readonly SourceUser[]> {
  const users = new Map<string, SourceUser[]>();
  const existingNames = allSourceNames(sourceNames(snapshot));
  for (const file of snapshot.files) {
    const searches = file.searches ?? [];
    for (const search of searches) {
      const { name, at } = search;
      const isDependent = !searches.some(
        (candidate) =>
          candidate.name !== name && existingNames.has(candidate.name) && searchKey(candidate) === searchKey(search),
      );
      const usersOfSource = getOrCreate(users, name, () => []);
      const index = usersOfSource.findIndex(({ location }) => location.file === file.file && isWithin(location.at, at));
      const user = usersOfSource[index];
      if (!user) usersOfSource.push({ ...userAt(snapshot, file, at), isDependent });
      else if (isDependent) usersOfSource[index] = { ...user, isDependent };
    }
  }
  return users;
}

type SnapshotFile = LibrarySnapshot['files'][number];

function userAt(
  { servers }: LibrarySnapshot,
  sourceFile: SnapshotFile,
  at: SourceUser['location']['at'],
): Omit<SourceUser, 'isDependent'> {
  const { file, kind, prompt, tool } = sourceFile;
  if (kind !== 'server')
    return {
      name: (prompt ?? tool)?.name ?? file,
      kind: kind === 'tool' ? 'tool' : 'prompt',
      location: { file, at: [] },
    };
  const server = [...servers.values()].find((serverEntry) => serverEntry.file === file);
  const isTool = at[0] === 'Tools';
  const entries = [...(server?.entries ?? []), ...(server?.tools ?? [])];
  const entry = entries.find(({ location }) => location?.file === file && isWithin(location.at, at));
  const name = entry && ('tool' in entry ? entry.tool?.name : 'prompt' in entry ? entry.prompt?.name : undefined);
  return { name: name ?? file, kind: isTool ? 'tool' : 'prompt', location: { file, at: entry?.location?.at ?? [] } };
}

function sourcePath(file: string): DefinitionPath {
  const path = definitionPath(file);
  if (path.kind === 'source') return path;
  throw new WorkbenchError('invalid-input', `${file} is not in the sources folder: choose a source.`);
}

function sourceNames({ files }: LibrarySnapshot): readonly string[] {
  return files.flatMap(({ kind, name }) => (kind === 'source' ? [name] : []));
}

/** Whether no other file has the name: prompts would refer to that file too. */
function isAlone({ snapshot }: Workspace, { file, name }: DefinitionPath): boolean {
  return !snapshot.files.some(
    (otherFile) => otherFile.kind === 'source' && otherFile.name === name && otherFile.file !== file,
  );
}

async function renameInUsers(workspace: Workspace, name: string, to: string): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const { file, kind } of workspace.snapshot.files) {
    if (kind === 'source') continue;
    const before = await workspace.read(file);
    if (!before.includes(name)) continue;
    const text = readText(definitionPath(file), before);
    if (!text)
      throw new WorkbenchError(
        'refused',
        `${file} cannot be read as YAML and may search ${name}: correct its text first.`,
      );
    const places = sourceReferences(kind, text.data).filter(({ at }) => valueAt(text.data, at) === name);
    const edits = places.map(({ at }): Change => ({ kind: 'replace', at, value: to }));
    if (edits.length > 0) changes.push(editFile(file, text, edits));
  }
  return changes;
}
