/** The plan that brings a deleted definition back, into the lists that had it. */
import { WorkbenchError } from '../../base/errors.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';
import { wordList } from '../../base/text/word-list.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import { freeName } from '../../model/file-names.ts';
import type { Change } from '../edit/changes.ts';
import { changeText, readText } from '../edit/edit-text.ts';
import { listedAt } from '../edit/possible-texts.ts';
import { writtenItem } from '../edit/written.ts';
import type { Deletion, FileChange, Listing, ListName, Plan, Workspace } from '../types.ts';
import { shownName } from './change-catalogue.ts';
import { listAgain } from './change-skills.ts';
import { listKindNamed } from './list-kind.ts';
import {
  entryPlace,
  flatList,
  insertionIndex,
  listChange,
  mcpNames,
  type ServerList,
  serverList,
} from './server-list.ts';
import { editFile } from './workspace.ts';

/** A deletion, and the text that its file had right before. */
export interface RestorableDeletion extends Deletion {
  readonly id: string;
  readonly text: string;
  /** For a server: what was restored while the server was deleted, by the places in its lists. */
  readonly missingListings?: readonly MissingListing[];
}

export interface MissingListing extends Listing {
  /** The catalogue name that the restored definition has now. */
  readonly name: string;
  /** The catalogue name that the list had. */
  readonly formerName: string;
}

export function restoreDeleted(deletion: RestorableDeletion): Plan {
  return async (workspace) => ({
    ...(await (deletion.at ? restoreEntry(workspace, deletion) : restoreFile(workspace, deletion))),
    label: `Restored ${deletion.at ? deletion.name : shownName(deletion.file, deletion.text)}`,
    restores: deletion.id,
  });
}

/** Writes the file again, under a free name if the old one is taken, and lists it where it was listed. */
async function restoreFile(workspace: Workspace, deletion: RestorableDeletion) {
  const { file, kind, name, lists = [] } = deletion;
  const takenNames = workspace.snapshot.files.flatMap((otherFile) => (otherFile.kind === kind ? [otherFile.name] : []));
  const isTaken = workspace.snapshot.files.some((otherFile) => otherFile.file === file) || takenNames.includes(name);
  const newName = isTaken ? freeName(name, takenNames) : name;
  const target = isTaken ? file.replace(/[^/]+(?=\.[a-z]+$)/, () => newName) : file;
  const changes: FileChange[] = [{ file: target, before: null, after: withMissing(workspace, deletion) }];
  const deletedServers: string[] = [];
  for (const listing of lists) {
    const { file: listFile, at } = listing;
    const server = serverOf(workspace, listFile);
    if (server === undefined) deletedServers.push(definitionPath(listFile).name);
    if (changes.some((change) => change.file === listFile)) continue;
    const place = { ...listing, name: newName, formerName: name };
    if (kind === 'skill') {
      const text =
        server === undefined ? undefined : readText(definitionPath(listFile), await workspace.read(listFile));
      const listChanges = text ? listAgain(text, place) : [];
      if (text && listChanges.length > 0) changes.push(editFile(listFile, text, listChanges));
      continue;
    }
    const list = server && (await serverList(workspace, server, listNameOf(at[0])).catch(() => undefined));
    // The server may have another prompt of this name by now.
    if (!list || list.entries.some((entry) => entry.kind === 'name' && entry.name === newName)) continue;
    changes.push(listChange(list, [insertedName(list, place)]));
  }
  const servers = [...new Set(deletedServers)];
  const note = servers.length > 0 ? deletedServersNote(servers, name) : undefined;
  return { changes, location: { file: target, at: [] }, ...(note !== undefined && { note }) };
}

function deletedServersNote(servers: readonly string[], name: string): string {
  const [verb, pronoun, list] = servers.length === 1 ? ['is', 'it', 'it lists'] : ['are', 'them', 'they list'];
  return `${wordList(servers)} ${verb} still deleted: restore ${pronoun} too, and ${list} ${name} again.`;
}

/** The text of a deleted server, which again lists the definitions that were restored before it. */
function withMissing({ snapshot }: Workspace, { file, text, missingListings = [] }: RestorableDeletion): string {
  let readableText = missingListings.length > 0 ? readText(definitionPath(file), text) : undefined;
  if (!readableText) return text;
  for (const listing of missingListings) {
    if (listing.at[0] === 'Skills') {
      const isThere = snapshot.files.some(({ kind, name }) => kind === 'skill' && name === listing.name);
      if (isThere) readableText = changeText(definitionPath(file), readableText, listAgain(readableText, listing));
      continue;
    }
    const listKind = listKindNamed(listNameOf(listing.at[0]));
    const isThere = snapshot.files.some(({ kind, name }) => kind === listKind.kind && name === listing.name);
    const flatText = flatList(file, readableText, listKind);
    const entries = listKind.entriesIn(flatText.data);
    if (!isThere || entries.some((entry) => entry.kind === 'name' && entry.name === listing.name)) continue;
    readableText = changeText(definitionPath(file), flatText, [insertedName({ listKind, entries }, listing)]);
  }
  return readableText.parsedText.document.text;
}

/** Inserts a name at its old place in a list, with the comment that was after it. */
function insertedName(
  list: Pick<ServerList, 'listKind' | 'entries'>,
  { at, name, formerName, written }: MissingListing,
): Change {
  const index = insertionIndex(list, typeof at[1] === 'number' ? at[1] : undefined);
  const lines = written === undefined ? [] : [written.replace(formerName, () => name)];
  return {
    kind: 'insert',
    at: [list.listKind.key, index],
    value: name,
    ...(lines.length > 0 && { originalText: { comments: [], lines } }),
  };
}

/** Inserts the inline definition at its old place; under a free name if another entry has its name now. */
async function restoreEntry(workspace: Workspace, { file, name, text, at = [] }: RestorableDeletion) {
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
  const sourceList = listedAt(before.parsedText.document, at.slice(0, -1), 'server');
  const originalText = sourceList && writtenItem(sourceList, Number(at.at(-1)));
  const place = insertionIndex(list, Number(at.at(-1)));
  const target = [list.listKind.key, place];
  const changes: Change[] = [{ kind: 'insert', at: target, value, ...(originalText && { originalText }) }];
  const newName = freeEntryName(list, value.Name);
  if (newName !== undefined) changes.push({ kind: 'replace', at: [...target, 'Name'], value: newName });
  return {
    changes: [listChange(list, changes)],
    location: { file, at: target },
    entry: entryPlace(list, place),
  };
}

function freeEntryName(list: ServerList, name: unknown): string | undefined {
  const takenNames = mcpNames(list);
  return typeof name === 'string' && takenNames.includes(name) ? freeName(name, takenNames) : undefined;
}

function serverOf({ snapshot }: Workspace, file: string): string | undefined {
  return [...snapshot.servers].find(([, entry]) => entry.file === file)?.[0];
}

function listNameOf(key: unknown): ListName {
  return key === listKindNamed('tools').key ? 'tools' : 'prompts';
}
