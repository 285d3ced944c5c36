/** The plan that brings a deleted definition back, into the lists that had it. */
import { WorkbenchError } from '../../base/errors.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import { freeName } from '../../model/prompt/prompt-names.ts';
import type { Change } from '../edit/changes.ts';
import { readText } from '../edit/edit-text.ts';
import { listedAt } from '../edit/possible-texts.ts';
import { writtenItem } from '../edit/written.ts';
import type { Deletion, FileChange, ListName, Plan, Workspace } from '../types.ts';
import { listKind } from './list-kind.ts';
import { entryPlace, insertionIndex, listChange, mcpNames, type ServerList, serverList } from './server-list.ts';

/** A deletion, and the text that its file had right before. */
export interface Deleted extends Deletion {
  readonly id: string;
  readonly text: string;
}

export function restoreDeleted(deleted: Deleted): Plan {
  return async (workspace) => ({
    ...(await (deleted.at ? restoreEntry(workspace, deleted) : restoreFile(workspace, deleted))),
    label: `Restored ${deleted.name}`,
    restores: deleted.id,
  });
}

/** Writes the file again, under a free name if the old one is taken, and lists it where it was listed. */
async function restoreFile(workspace: Workspace, { file, kind, name, text, lists = [] }: Deleted) {
  const taken = workspace.snapshot.files.flatMap((other) => (other.kind === kind ? [other.name] : []));
  const isTaken = workspace.snapshot.files.some((other) => other.file === file) || taken.includes(name);
  const free = isTaken ? freeName(name, taken) : name;
  const target = isTaken ? file.replace(/[^/]+(?=\.[a-z]+$)/, () => free) : file;
  const changes: FileChange[] = [{ file: target, before: null, after: text }];
  for (const { file: listFile, at } of lists) {
    const server = serverOf(workspace, listFile);
    const list = server && (await serverList(workspace, server, listNameOf(at[0])).catch(() => undefined));
    // The server may have another prompt of this name by now.
    if (!list || list.entries.some((entry) => entry.kind === 'name' && entry.name === free)) continue;
    if (changes.some((change) => change.file === listFile)) continue;
    const index = insertionIndex(list, typeof at[1] === 'number' ? at[1] : undefined);
    changes.push(listChange(list, [{ kind: 'insert', at: [list.of.key, index], value: free }]));
  }
  return { changes, location: { file: target, at: [] } };
}

/** Inserts the inline definition at its old place; under a free name if another entry has its name now. */
async function restoreEntry(workspace: Workspace, { file, name, text, at = [] }: Deleted) {
  const server = serverOf(workspace, file);
  const serverName = definitionPath(file).name;
  if (server === undefined)
    throw new WorkbenchError('not-found', `${name} was part of the server ${serverName}: restore that first.`);
  const list = await serverList(workspace, server, listNameOf(at[0]));
  const before = readText(definitionPath(file), text);
  const value = before && valueAt(before.data, at);
  if (!before || !isJsonObject(value))
    throw new WorkbenchError(
      'refused',
      `The old text of ${file} cannot be read: restore it from the server's History.`,
    );
  const listed = listedAt(before.parsed.document, at.slice(0, -1), 'server');
  const written = listed && writtenItem(listed, Number(at.at(-1)));
  const place = insertionIndex(list, Number(at.at(-1)));
  const target = [list.of.key, place];
  const changes: Change[] = [{ kind: 'insert', at: target, value, ...(written && { written }) }];
  const free = freeEntryName(list, value.Name);
  if (free !== undefined) changes.push({ kind: 'replace', at: [...target, 'Name'], value: free });
  return {
    changes: [listChange(list, changes)],
    location: { file, at: target },
    entry: entryPlace(list, place),
  };
}

function freeEntryName(list: ServerList, name: unknown): string | undefined {
  const taken = mcpNames(list);
  return typeof name === 'string' && taken.includes(name) ? freeName(name, taken) : undefined;
}

function serverOf({ snapshot }: Workspace, file: string): string | undefined {
  return [...snapshot.servers].find(([, entry]) => entry.file === file)?.[0];
}

function listNameOf(key: unknown): ListName {
  return key === listKind('tools').key ? 'tools' : 'prompts';
}
