/** One list of a workspace server, prepared for a change. */
import { WorkbenchError } from '../../base/errors.ts';
import { valueAt } from '../../base/json.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { Change } from '../edit/changes.ts';
import { changeEntries, changeText, type ReadableText } from '../edit/edit-text.ts';
import { noSuchServer } from '../live-server.ts';
import type { ChangeSet, FileChange, ListName, Workspace } from '../types.ts';
import { type ListEntry, type ListedEntry, type ListKind, listKindNamed } from './list-kind.ts';
import { readDefinitionText } from './workspace.ts';

export interface ServerList {
  readonly listKind: ListKind;
  readonly server: string;
  readonly file: string;
  /** The server's file with the list normalized to one flat list. */
  readonly text: ReadableText;
  readonly before: string;
  readonly entries: readonly ListEntry[];
  readonly listedEntries: readonly ListedEntry[];
}

/** @throws WorkbenchError `not-found` for an unknown server, `refused` for a built-in or unreadable server */
export async function serverList(workspace: Workspace, server: string, list?: ListName): Promise<ServerList> {
  const listKind = listKindNamed(list);
  const { servers, problems } = workspace.snapshot;
  const entry = servers.get(server);
  if (!entry) throw noSuchServer(server, servers.keys(), problems);
  if (entry.file === undefined)
    throw new WorkbenchError(
      'refused',
      `${server} is built in and cannot be changed: make a copy of it in this workspace first.`,
    );
  const { file } = entry;
  const definitionText = await readDefinitionText(workspace, file);
  const text = flatList(file, definitionText, listKind);
  const before = definitionText.parsedText.document.text;
  return {
    listKind,
    server,
    file,
    text,
    before,
    entries: listKind.entriesIn(text.data),
    listedEntries: listKind.listedIn(entry),
  };
}

/** The text of a server's file with one of its lists normalized to one flat list. */
export function flatList(file: string, text: ReadableText, listKind: ListKind): ReadableText {
  return changeText(definitionPath(file), text, flattenList(text.data, listKind));
}

/** The changes that turn a missing list, a single entry or nested lists into one flat list. */
function flattenList(data: unknown, { key, entriesIn }: ListKind): readonly Change[] {
  const at = [key];
  const value = valueAt(data, at);
  if (value === undefined) return [{ kind: 'insert', at, value: [] }];
  const isFlat = Array.isArray(value) && !value.some(Array.isArray);
  if (isFlat) return [];
  return [{ kind: 'replace', at, value: entriesIn(data).map((entry) => valueAt(data, entry.at)) }];
}

/** The change of the server's file. */
export function listChange({ file, before, text }: ServerList, changes: readonly Change[]): FileChange {
  const { document } = changeText(definitionPath(file), text, changes).parsedText;
  return { file, before, after: document.text };
}

/** As `listChange`, for changes of different entries: the paths refer to the list as it is. */
export function entriesChange({ file, before, text }: ServerList, changes: readonly Change[]): FileChange {
  const { document } = changeEntries(definitionPath(file), text, changes).parsedText;
  return { file, before, after: document.text };
}

/** @throws WorkbenchError `invalid-input` when the list has no such entry */
export function entryAt({ listKind, entries, server }: ServerList, index: number): ListEntry {
  const entry = entries[index];
  if (entry) return entry;
  throw new WorkbenchError(
    'invalid-input',
    `${server} has no ${listKind.kind} number ${index + 1}: check its list again.`,
  );
}

/** The index of a new entry; the default is the end. */
export function insertionIndex({ entries }: Pick<ServerList, 'entries'>, index: number | undefined): number {
  return Math.min(index ?? entries.length, entries.length);
}

/** The MCP names in a server's list, except that of one entry. */
export function mcpNames({ listedEntries }: Pick<ServerList, 'listedEntries'>, except?: number): readonly string[] {
  return listedEntries.flatMap(({ name }, index) => (name !== undefined && index !== except ? [name] : []));
}

/** The name of an entry in notices: its MCP name, as in the window's lists. */
export function entryName(list: ServerList, index: number): string {
  const entry = list.entries[index];
  if (entry?.kind === 'name') return list.listedEntries[index]?.name ?? entry.name;
  const name = entry?.name ?? (entry && valueAt(list.text.data, [...entry.at, 'Name']));
  return typeof name === 'string' && name.trim() !== '' ? name : `${list.listKind.kind} ${index + 1}`;
}

/** The place of an entry, so that a window can show it. */
export function entryPlace({ listKind, server }: ServerList, index: number): NonNullable<ChangeSet['entry']> {
  return { server, index, ...(listKind.kind === 'tool' && { list: 'tools' as const }) };
}
