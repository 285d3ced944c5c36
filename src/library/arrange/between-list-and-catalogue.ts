/** Plans that duplicate a definition, share it (from a list to the catalogue) or make a local copy. Comments are preserved. */
import { WorkbenchError } from '../../base/errors.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';
import { definitionPath, folderOfKind } from '../../files/workspace-paths.ts';
import { freeName } from '../../model/file-names.ts';
import { catalogueNameProblem } from '../../model/prompt/prompt-names.ts';
import type { Addition, Change } from '../edit/changes.ts';
import { changeText, readText } from '../edit/edit-text.ts';
import { listedAt } from '../edit/possible-texts.ts';
import { type OriginalText, writtenFile, writtenItem } from '../edit/written.ts';
import type { Plan, Workspace } from '../types.ts';
import type { EntryPlace } from './change-list.ts';
import type { ListEntry, ListKind } from './list-kind.ts';
import { entryAt, entryName, entryPlace, listChange, mcpNames, type ServerList, serverList } from './server-list.ts';
import { catalogueNames, hasData, printFile, readDefinitionText, refuseName } from './workspace.ts';

/** A definition as data and as its original text. */
interface Definition {
  readonly data: unknown;
  readonly originalText?: OriginalText;
}

/** Copies an entry next to the original. A copy of an inline definition is inline; a copy of a catalogue definition is a new file. */
export function duplicateEntry({ server, list: listName, index }: EntryPlace): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const entry = entryAt(list, index);
    const originalDefinition = await definitionOfEntry(workspace, list, entry);
    const name = valueAt(originalDefinition.data, ['Name']);
    const newName = typeof name === 'string' ? freeName(name, mcpNames(list)) : undefined;
    const at = [list.listKind.key, index + 1];
    const place = { label: `Duplicated ${entryName(list, index)}`, entry: entryPlace(list, index + 1) };
    if (entry.kind === 'inline') {
      const copy: Change = addition('insert', at, originalDefinition);
      const changes = [listChange(list, [copy, ...nameChange(at, newName)])];
      return { ...place, changes, location: { file: list.file, at } };
    }
    const catalogueName = freeName(entry.name, catalogueNames(workspace, list.listKind));
    const file = catalogueFile(list.listKind, catalogueName);
    const changes = [
      { file, before: null, after: renamedText(file, fileText(file, originalDefinition), newName) },
      listChange(list, [{ kind: 'insert', at, value: catalogueName }]),
    ];
    return { ...place, changes, location: { file, at: [] } };
  };
}

/** Moves an inline definition into the catalogue, so that other servers can list it. */
export function shareEntry({
  server,
  list: listName,
  index,
  catalogueName,
}: EntryPlace & { catalogueName: string }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const entry = entryAt(list, index);
    if (entry.kind === 'name')
      throw new WorkbenchError('invalid-input', `${entry.name} is already in the catalogue: any server can list it.`);
    refuseName(catalogueNameProblem(catalogueName, catalogueNames(workspace, list.listKind), list.listKind.kind));
    const definition = await definitionOfEntry(workspace, list, entry);
    const file = catalogueFile(list.listKind, catalogueName);
    const name: Addition = {
      kind: 'replace',
      at: entry.at,
      value: catalogueName,
      originalText: { comments: [], lines: [catalogueName] },
    };
    return {
      label: `Shared ${entryName(list, index)} as ${catalogueName}`,
      changes: [{ file, before: null, after: fileText(file, definition) }, listChange(list, [name])],
      location: { file, at: [] },
      entry: entryPlace(list, index),
      isMove: true,
    };
  };
}

/** Replaces a catalogue name in a list with an inline copy of its definition. @param name a different MCP name for the copy */
export function localiseEntry({ server, list: listName, index, name }: EntryPlace & { name?: string }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const entry = entryAt(list, index);
    if (entry.kind === 'inline')
      throw new WorkbenchError('invalid-input', `${entryName(list, index)} already belongs to this server: edit it.`);
    if (name !== undefined) refuseName(list.listKind.nameProblem(name, mcpNames(list, index)));
    const definition = await definitionOfEntry(workspace, list, entry);
    return {
      label: `Created a local copy of ${entryName(list, index)}`,
      changes: [listChange(list, [addition('replace', entry.at, definition), ...nameChange(entry.at, name)])],
      location: { file: list.file, at: entry.at },
      entry: entryPlace(list, index),
    };
  };
}

/**
 * The definition of an entry.
 * @throws WorkbenchError `invalid-input` when the entry is not a definition, `not-found` when its name is unknown
 */
export async function definitionOfEntry(workspace: Workspace, list: ServerList, entry: ListEntry): Promise<Definition> {
  if (entry.kind === 'inline') {
    const { document } = list.text.parsedText;
    const data = valueAt(list.text.data, entry.at);
    if (!isJsonObject(data))
      throw new WorkbenchError(
        'invalid-input',
        `This entry of ${list.server} is not a ${list.listKind.kind}: correct its text first.`,
      );
    const sourceList = listedAt(document, [list.listKind.key], 'server');
    const originalText = sourceList && writtenItem(sourceList, Number(entry.at.at(-1)));
    return { data, ...(originalText && { originalText }) };
  }
  const { name } = entry;
  const file = workspace.snapshot.files.find(
    (workspaceFile) => workspaceFile.kind === list.listKind.kind && workspaceFile.name === name,
  )?.file;
  if (file !== undefined) {
    const { data, parsedText } = await readDefinitionText(workspace, file);
    const originalText = writtenFile(parsedText.document);
    return { data, ...(originalText && { originalText }) };
  }
  const data = list.listKind.builtinData(name);
  if (data) return { data };
  if (list.listKind.builtin.has(name))
    throw new WorkbenchError('refused', `${name} is built in and cannot be copied: list it unchanged.`);
  throw new WorkbenchError(
    'not-found',
    `There is no ${list.listKind.kind} ${name} in the catalogue: remove this entry.`,
  );
}

function catalogueFile({ kind }: ListKind, name: string): string {
  return `${folderOfKind[kind]}/${name}.yaml`;
}

function addition(kind: Addition['kind'], at: Addition['at'], { data, originalText }: Definition): Addition {
  return { kind, at, value: data, ...(originalText && { originalText }) };
}

function nameChange(at: Addition['at'], name: string | undefined): readonly Change[] {
  return name === undefined ? [] : [{ kind: 'replace', at: [...at, 'Name'], value: name }];
}

function renamedText(file: string, text: string, name: string | undefined): string {
  const path = definitionPath(file);
  const readableText = readText(path, text);
  return readableText ? changeText(path, readableText, nameChange([], name)).parsedText.document.text : text;
}

/** The original text if it reads as the same data in a file, else printed data. One-line flow text is printed too: its brackets suit a list. */
function fileText(file: string, { data, originalText }: Definition): string {
  const text = originalText && [...originalText.comments, ...originalText.lines, ''].join('\n');
  const isSpread = text !== undefined && (!originalText?.lines[0]?.startsWith('{') || text.includes('#'));
  return isSpread && hasData(file, text, data) ? text : printFile(file, data);
}
