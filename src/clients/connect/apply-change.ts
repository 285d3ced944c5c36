/** Writes a planned change as a transaction, and undoes a written one. One process at a time: the others wait. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../../base/errors.ts';
import { withFolderLock } from '../../files/folder-lock.ts';
import { sha256 } from '../../files/sha256.ts';
import { formats } from '../config-files/edit.ts';
import type { SystemFolders } from '../config-files/system-folders.ts';
import { addWithClaude, type ClaudeTarget, removeWithClaude } from './commands/claude-command.ts';
import { sweepLeftOvers } from './left-overs.ts';
import { type PlannedChange, planChange } from './plan-change.ts';
import { planUndo } from './plan-undo.ts';
import type { ConnectionRecord } from './record/connection-record.ts';
import type { ConnectionStore } from './record/connection-store.ts';
import { decodeUtf8 } from './refused-file.ts';
import {
  assertUnchanged,
  type FileState,
  readForChange,
  removeEmptyFolders,
  replaceIfUnchanged,
} from './transaction.ts';

/** Other programs do not know the lock, and may write several times meanwhile. */
const maxAttempts = 5;

/**
 * Writes the backup and the record first, then the file, then confirms the record. A process that is killed at any of
 * these steps leaves the old file or the new one, and if it is the new one, a record to undo it.
 * @param folders for planning the change again if other parts of the file have changed since the plan; undefined where a
 *   person reviews the text first
 * @returns undefined when the entry was there already
 * @throws WorkbenchError `conflict` if the file has changed since the plan, `refused` if it cannot be written
 */
export async function applyChange(
  store: ConnectionStore,
  change: PlannedChange,
  folders: SystemFolders | undefined,
): Promise<ConnectionRecord | undefined> {
  return alone(change.fileState, store, async () => {
    let current: PlannedChange | undefined = change;
    for (let attempt = 1; ; attempt++) {
      try {
        return await writeChange(store, current);
      } catch (error) {
        if (!folders || !isConflict(error) || attempt === maxAttempts) throw error;
        current = await planAgain(change, folders);
        if (!current) throw error;
      }
    }
  });
}

/** Runs `work` while no other workbench changes a file of this folder, after removing what a killed one left there. */
function alone<T>({ path, missingFolders }: FileState, store: ConnectionStore, work: () => Promise<T>): Promise<T> {
  return withFolderLock(dirname(missingFolders[0] ?? path), async () => {
    await sweepLeftOvers(path, store);
    return work();
  });
}

const isConflict = (error: unknown) => error instanceof WorkbenchError && error.code === 'conflict';

/** The same change of the present file; undefined if it is no longer the change that the person has seen. */
async function planAgain(change: PlannedChange, folders: SystemFolders): Promise<PlannedChange | undefined> {
  const { application, scope, project, file, place, cwd, server, reach, replaces } = change;
  const configuration = { application, scope, project, file, place, cwd };
  const newChange = await planChange(configuration, server, reach, folders, replaces).catch(() => undefined);
  // The entry itself was written by another process at the same time.
  const isThere = newChange !== undefined && newChange.after === newChange.before;
  const isSame = isThere || isDeepStrictEqual(newChange?.presentEntry, change.presentEntry);
  const isDeleted = change.fileState.bytes && !newChange?.fileState.bytes;
  return newChange?.fileState.path === change.fileState.path && isSame && !isDeleted ? newChange : undefined;
}

async function writeChange(store: ConnectionStore, change: PlannedChange): Promise<ConnectionRecord | undefined> {
  const { fileState, before, after, program } = change;
  if (after === before) {
    await assertUnchanged(fileState);
    return undefined;
  }
  const bytes = Buffer.from(after);
  const record = await store.begin(recordOf(change, sha256(bytes)), fileState.bytes);
  try {
    if (program === undefined) await replaceIfUnchanged(fileState, bytes);
    else await writeWithClaude(change, program);
  } catch (error) {
    // Another program may have written right after us, and kept our entry.
    if (isConflict(error) && (await hasEntry(change))) return store.confirm(record, record.written);
    await removeEmptyFolders(fileState.missingFolders);
    await store.drop(record);
    throw error;
  }
  const hash = program === undefined ? record.written : sha256(await readFile(fileState.path));
  return store.confirm(record, hash);
}

async function hasEntry({ fileState, target, entry }: PlannedChange): Promise<boolean> {
  try {
    const presentConfiguration = formats[target.format](decodeUtf8(await readFile(fileState.path)), target.place);
    return isDeepStrictEqual(presentConfiguration.find(target.name)?.value, entry);
  } catch {
    return false;
  }
}

/**
 * @param program path of `claude`, if it wrote the entry and is still installed
 * @returns a sentence on what was done
 * @throws WorkbenchError `refused` if the entry is no longer ours, `conflict` if the file changes during the undo
 */
export async function undoChange(
  store: ConnectionStore,
  record: ConnectionRecord,
  program: string | undefined,
): Promise<string> {
  return alone(await readForChange(record.file), store, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await undoAlone(store, record, program);
      } catch (error) {
        if (!isConflict(error) || attempt === maxAttempts) throw error;
      }
    }
  });
}

async function undoAlone(
  store: ConnectionStore,
  record: ConnectionRecord,
  program: string | undefined,
): Promise<string> {
  const before = await store.readBackup(record);
  const fileState = await readForChange(record.file);
  const step = planUndo(record, fileState.bytes, before);
  if (step.kind === 'write') {
    if (program === undefined || record.by === undefined) {
      await replaceIfUnchanged(fileState, step.bytes);
      if (!step.bytes) await removeEmptyFolders(record.madeFolders);
    } else await undoWithClaude(record, before, program);
  }
  await store.markUndone(record);
  const isClaude = program !== undefined && record.by !== undefined && step.kind === 'write';
  return isClaude ? 'Claude Code removed the entry.' : step.message;
}

function recordOf(change: PlannedChange, writtenText: string): Parameters<ConnectionStore['begin']>[0] {
  const { application, scope, project, reach, server, file, target, entry, fileState, program } = change;
  return {
    client: application.id,
    scope,
    project,
    transport: reach.kind === 'stdio' ? 'stdio' : 'http',
    server,
    ...(reach.kind === 'remote' && { team: { ...reach.team } }),
    ...(reach.kind === 'http' && reach.workspace !== undefined && { workspace: reach.workspace }),
    file,
    format: target.format,
    place: { ...target.place, path: [...target.place.path] },
    name: target.name,
    // A JSON round trip removes `undefined`, so that the record compares equal to the file's data.
    entry: JSON.parse(JSON.stringify(entry)),
    ...(program === undefined ? {} : { by: 'claude' as const }),
    ...(application.newFile && change.before.trim() === ''
      ? { newFile: JSON.parse(JSON.stringify(application.newFile)) }
      : {}),
    ...(change.replaces && { replaces: { ...change.replaces } }),
    madeFolders: [...fileState.missingFolders],
    written: writtenText,
  };
}

/** Lets Claude Code write the entry, then reads its file: our entry must be in it, and all others unchanged. */
async function writeWithClaude(change: PlannedChange, program: string): Promise<void> {
  const { fileState, target, scope, cwd, entry, presentEntry, file, before, replaces } = change;
  await assertUnchanged(fileState);
  const command: ClaudeTarget = { program, scope, name: target.name, cwd };
  const read = (text: string) => formats[target.format](text, target.place);
  const otherEntries = (text: string) =>
    read(text)
      .entries()
      .filter(({ name }) => name !== target.name && name !== replaces?.name);
  const formerEntry = replaces && (read(before).find(replaces.name)?.value as typeof entry | undefined);
  if (presentEntry !== undefined) await removeWithClaude(command);
  if (replaces) await removeWithClaude({ ...command, name: replaces.name });
  try {
    await addWithClaude(command, entry);
    const now = decodeUtf8(await readFile(fileState.path));
    const isAsAsked = isDeepStrictEqual(read(now).find(target.name)?.value, entry);
    if (isAsAsked && isDeepStrictEqual(otherEntries(now), otherEntries(before))) return;
    const message = `Claude Code didn't write ${file} as requested, so the entry "${target.name}" was removed again.`;
    throw new WorkbenchError('failed', message);
  } catch (error) {
    await removeWithClaude(command).catch(() => undefined);
    if (presentEntry !== undefined) await addWithClaude(command, presentEntry as typeof entry);
    if (replaces && formerEntry) await addWithClaude({ ...command, name: replaces.name }, formerEntry);
    throw error;
  }
}

async function undoWithClaude(record: ConnectionRecord, before: Buffer | undefined, program: string): Promise<void> {
  const { format, place, name, scope, project, file, replaces } = record;
  const command: ClaudeTarget = { program, scope, name, cwd: project === '' ? process.cwd() : project };
  const valueBefore = (entry: string) => before && formats[format](decodeUtf8(before), place).find(entry)?.value;
  const valueOfFormer = valueBefore(name);
  const formerEntry = replaces && valueBefore(replaces.name);
  await removeWithClaude(command);
  if (replaces && formerEntry !== undefined)
    await addWithClaude({ ...command, name: replaces.name }, formerEntry as Record<string, unknown>);
  if (valueOfFormer !== undefined) await addWithClaude(command, valueOfFormer as Record<string, unknown>);
  const now = formats[format](decodeUtf8(await readFile(file)), place).find(name)?.value;
  if (isDeepStrictEqual(now, valueOfFormer)) return;
  throw new WorkbenchError('failed', `Claude Code didn't restore "${name}" in ${file}. Check the file.`);
}
