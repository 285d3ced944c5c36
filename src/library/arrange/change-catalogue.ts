/** Plans that rename, copy or delete a catalogue file and update every list that names it. */
import { WorkbenchError } from '../../base/errors.ts';
import { isJsonObject, type KeyPath, valueAt } from '../../base/json.ts';
import { wordList } from '../../base/text/word-list.ts';
import { type DefinitionPath, definitionPath } from '../../files/workspace-paths.ts';
import { freeName, isFileNameOf } from '../../model/file-names.ts';
import { catalogueNameProblem } from '../../model/prompt/prompt-names.ts';
import type { Change } from '../edit/changes.ts';
import { readText } from '../edit/edit-text.ts';
import { listedAt } from '../edit/possible-texts.ts';
import { writtenItem } from '../edit/written.ts';
import type { YamlDocument } from '../read/definition/yaml-document.ts';
import type { ChangeSet, Deletion, FileChange, Listing, Plan, Workspace } from '../types.ts';
import { type ListEntry, type ListKind, listKindOf } from './list-kind.ts';
import { catalogueNames, editEntries, editFile, readDefinitionText, refuseName } from './workspace.ts';

/** A file of the catalogue, and the kind of list that can name it. */
interface CatalogueFile {
  readonly path: DefinitionPath;
  readonly listKind: ListKind;
}

/** Renames the file of a catalogue entry, and its name in every list. */
export function renameInCatalogue({ file, name }: { file: string; name: string }): Plan {
  return async (workspace) => {
    const catalogueFile = catalogueFileAt(file);
    const { path, listKind } = catalogueFile;
    if (name === path.name) return { label: `Renamed ${path.name}`, changes: [] };
    const otherNames = catalogueNames(workspace, listKind).filter((value) => value !== path.name);
    refuseName(catalogueNameProblem(name, otherNames, listKind.kind));
    const text = await workspace.read(file);
    return {
      label: `Renamed ${path.name} to ${name}`,
      ...(await renameFile(workspace, catalogueFile, name, { before: text, after: text })),
    };
  };
}

/** Copies a catalogue entry under the next free name. No list names the copy. */
export function duplicateInCatalogue({ file }: { file: string }): Plan {
  return async (workspace) => {
    const { path, listKind } = catalogueFileAt(file);
    const text = await readDefinitionText(workspace, file);
    const copyName = freeName(path.name, catalogueNames(workspace, listKind));
    const copy = file.replace(/[^/]+(?=\.[a-z]+$)/, () => copyName);
    const name = valueAt(text.data, ['Name']);
    const value = typeof name !== 'string' || isFileNameOf(path.name, name) ? copyName : freeName(name, [name]);
    const { after } = editFile(file, text, [{ kind: 'replace', at: ['Name'], value }]);
    return {
      label: `Duplicated ${typeof name === 'string' ? name : path.name}`,
      changes: [{ file: copy, before: null, after }],
      location: { file: copy, at: [] },
    };
  };
}

/** Creates the file under its new name, updates every list, then deletes the old file. */
async function renameFile(
  workspace: Workspace,
  { path, listKind }: CatalogueFile,
  name: string,
  { before, after }: { readonly before: string; readonly after: string | null },
) {
  const { file } = path;
  const to = file.replace(/[^/]+(?=\.[a-z]+$)/, () => name);
  const names = new Set([path.name]);
  const listings = isAlone(workspace, path, [file]) ? await changeListings(workspace, listKind, names, name) : [];
  return {
    changes: [{ file: to, before: null, after }, ...listings, { file, before, after: null }],
    moves: [{ from: file, to }],
    location: { file: to, at: [] },
  };
}

/**
 * Changes the MCP name of a prompt or tool in a file, for every server that lists it. The file's name follows unless a
 * person chose another one, and if the new one is free.
 */
export async function renamedDefinition(
  workspace: Workspace,
  file: string,
  name: string,
): Promise<Pick<ChangeSet, 'changes' | 'moves' | 'location' | 'note'>> {
  const catalogueFile = catalogueFileAt(file);
  const { path, listKind } = catalogueFile;
  const text = await readDefinitionText(workspace, file);
  const change = editFile(file, text, [{ kind: 'replace', at: ['Name'], value: name }]);
  const otherNames = catalogueNames(workspace, listKind).filter((value) => value !== path.name);
  const isFree =
    catalogueNameProblem(name, otherNames, listKind.kind)?.severity !== 'error' && isAlone(workspace, path, [file]);
  const follows = isFileNameOf(path.name, valueAt(text.data, ['Name']));
  const note = listersNote(workspace, listKind, file);
  const move =
    follows && isFree && name !== path.name && change.before !== null
      ? await renameFile(workspace, catalogueFile, name, { before: change.before, after: change.after })
      : undefined;
  return { ...(move ?? { changes: [change], location: { file, at: [] } }), ...(note !== undefined && { note }) };
}

/** Names the servers that list a definition, if there are several. */
function listersNote({ snapshot }: Workspace, listKind: ListKind, file: string): string | undefined {
  const servers = [...snapshot.servers].flatMap(([server, entry]) =>
    listKind.listedIn(entry).some(({ location }) => location?.file === file) ? [server] : [],
  );
  return servers.length > 1 ? `${wordList(servers)} now offer the new name.` : undefined;
}

/** Deletes a definition's file and its list entries. The lists stay unchanged when a built-in definition or another file has the name. */
export function deleteFromCatalogue({ file }: { file: string }): Plan {
  return async (workspace) => {
    const { listKind } = catalogueFileAt(file);
    const changes = await changesOfDeletion(workspace, listKind, [file]);
    const before = changes.find((change) => change.file === file)?.before;
    return { label: `Deleted ${shownName(file, before ?? '')}`, changes, deletes: deletionsOf(listKind, changes) };
  };
}

/** Entries of one server's file. */
interface EntriesOfFile {
  readonly file: string;
  readonly at: readonly KeyPath[];
}

/** The changes that delete definition files with their list entries, and further entries of one server with them. */
export async function changesOfDeletion(
  workspace: Workspace,
  listKind: ListKind,
  files: readonly string[],
  entries?: EntriesOfFile,
): Promise<FileChange[]> {
  const removedNames = new Set<string>();
  const deletions: FileChange[] = [];
  for (const file of files) {
    const { path } = catalogueFileAt(file);
    deletions.push({ file, before: await workspace.read(file), after: null });
    if (isAlone(workspace, path, files) && !listKind.builtin.has(path.name)) removedNames.add(path.name);
  }
  return [...(await changeListings(workspace, listKind, removedNames, undefined, entries)), ...deletions];
}

/** The name of a definition in notices: its MCP name, else its file's. */
export function shownName(file: string, text: string): string {
  const path = definitionPath(file);
  const name = valueAt(readText(path, text)?.data, ['Name']);
  return listKindOf(path.kind) && typeof name === 'string' && name.trim() !== '' ? name : path.name;
}

/** What these changes delete, with the places in the lists that named it. @param entries removed from a list as well */
export function deletionsOf(
  listKind: ListKind,
  changes: readonly FileChange[],
  entries?: EntriesOfFile,
): readonly Deletion[] {
  const lists = changes.flatMap(({ file, before, after }) => {
    const text = before === null || after === null ? undefined : readText(definitionPath(file), before);
    return text ? [{ file, data: text.data, document: text.parsedText.document }] : [];
  });
  const files = changes.flatMap(({ file, after }): Deletion[] => {
    if (after !== null) return [];
    const { name } = definitionPath(file);
    const places = lists.flatMap((list) =>
      listKind
        .entriesIn(list.data)
        .flatMap((entry) =>
          entry.kind === 'name' && entry.name === name
            ? [{ file: list.file, at: entry.at, ...writtenName(list, entry) }]
            : [],
        ),
    );
    return [{ file, kind: listKind.kind, name, lists: places }];
  });
  const data = lists.find(({ file }) => file === entries?.file)?.data;
  const inline = (entries?.at ?? []).flatMap((at): Deletion[] => {
    const definition = valueAt(data, at);
    const name = valueAt(definition, ['Name']);
    if (!entries || !isJsonObject(definition)) return [];
    return [{ file: entries.file, kind: listKind.kind, name: typeof name === 'string' ? name : listKind.kind, at }];
  });
  return [...files, ...inline];
}

/** A name with the comment after it, if it has one. */
function writtenName({ document }: { document: YamlDocument }, { at, name }: ListEntry): Pick<Listing, 'written'> {
  const list = listedAt(document, at.slice(0, -1), 'server');
  const [line = '', ...otherLines] = (list && writtenItem(list, Number(at.at(-1))))?.lines ?? [];
  return otherLines.length > 0 || line === '' || line === name ? {} : { written: line };
}

function catalogueFileAt(file: string): CatalogueFile {
  const path = definitionPath(file);
  const listKind = listKindOf(path.kind);
  if (listKind) return { path, listKind };
  throw new WorkbenchError('invalid-input', `${file} is not in the prompts or the tools folder: choose one of those.`);
}

/** Whether no file but these has this catalogue name. Otherwise, the lists refer to that file too. */
function isAlone({ snapshot }: Workspace, { kind, name }: DefinitionPath, files: readonly string[]): boolean {
  return !snapshot.files.some(
    (otherFile) => otherFile.kind === kind && otherFile.name === name && !files.includes(otherFile.file),
  );
}

/**
 * Changes of the lists that name definitions: they get the new name, or lose the entries when there is none.
 * @param entries further entries to remove
 */
async function changeListings(
  workspace: Workspace,
  listKind: ListKind,
  names: ReadonlySet<string>,
  to: string | undefined,
  entries?: EntriesOfFile,
): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const { file, kind } of workspace.snapshot.files) {
    if (kind !== 'server') continue;
    const before = await workspace.read(file);
    const text = readText(definitionPath(file), before);
    const lastName = text ? undefined : [...names].find((name) => before.includes(name));
    if (lastName !== undefined)
      throw new WorkbenchError(
        'refused',
        `${file} cannot be read as YAML and may list ${lastName}: correct its text first.`,
      );
    if (!text) continue;
    const removedPlaces = new Set(file === entries?.file ? entries.at.map((at) => JSON.stringify(at)) : []);
    const places = listKind
      .entriesIn(text.data)
      .filter(({ kind, name, at }) => (kind === 'name' && names.has(name)) || removedPlaces.has(JSON.stringify(at)))
      .map(({ at }) => at);
    // From the last entry to the first, because a removal shifts the indexes after it.
    const edits = places.toReversed().map((at): Change => {
      if (to !== undefined) return { kind: 'replace', at, value: to };
      return at.length === 1 ? { kind: 'replace', at, value: [] } : { kind: 'remove', at };
    });
    if (edits.length > 0) changes.push(editEntries(file, text, edits));
  }
  return changes;
}
