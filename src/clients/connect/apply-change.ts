/** Writing a planned change as a transaction, and taking a written one back. */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../../base/errors.ts';
import { formats } from '../config-files/edit.ts';
import { addWithClaude, type ClaudeTarget, removeWithClaude } from './commands/claude-command.ts';
import type { PlannedChange } from './plan-change.ts';
import { planUndo } from './plan-undo.ts';
import { hashOf, type Journal } from './record/journal.ts';
import type { JournalRecord } from './record/journal-record.ts';
import { decodeUtf8 } from './refused-file.ts';
import { assertAsSeen, lookAt, removeEmptyFolders, replaceSeen } from './transaction.ts';

/**
 * Backup and journal first, then the file, then the confirmation in the journal: a process that is killed at any of these
 * steps leaves the old file or the new one, and a record that can be undone if it is the new one.
 * @returns undefined when the entry was there already
 * @throws WorkbenchError `conflict` when the file is not as it was planned for, `refused` when it may not be written
 */
export async function applyChange(journal: Journal, change: PlannedChange): Promise<JournalRecord | undefined> {
  const { seen, before, after, program } = change;
  if (after === before) {
    await assertAsSeen(seen);
    return undefined;
  }
  const bytes = Buffer.from(after);
  const record = await journal.begin(recordOf(change, hashOf(bytes)), seen.bytes);
  try {
    if (program === undefined) await replaceSeen(seen, bytes);
    else await writeWithClaude(change, program);
  } catch (error) {
    await removeEmptyFolders(seen.missingFolders);
    await journal.drop(record);
    throw error;
  }
  const written = program === undefined ? record.written : hashOf(await readFile(seen.path));
  return journal.confirm(record, written);
}

/**
 * @param program `claude`, where it wrote the entry and is still there
 * @returns a sentence on what was done
 * @throws WorkbenchError `refused` when the entry is not ours any more, `conflict` when the file changed meanwhile
 */
export async function undoChange(
  journal: Journal,
  record: JournalRecord,
  program: string | undefined,
): Promise<string> {
  const before = await journal.readBackup(record);
  const seen = await lookAt(record.file);
  const step = planUndo(record, seen.bytes, before);
  if (step.kind === 'write') {
    if (program === undefined || record.by === undefined) {
      await replaceSeen(seen, step.bytes);
      if (!step.bytes) await removeEmptyFolders(record.madeFolders);
    } else await undoWithClaude(record, before, program);
  }
  await journal.markUndone(record);
  const isClaude = program !== undefined && record.by !== undefined && step.kind === 'write';
  return isClaude ? 'Claude Code has taken the entry out.' : step.message;
}

function recordOf(change: PlannedChange, written: string): Parameters<Journal['begin']>[0] {
  const { application, scope, project, reach, server, file, target, entry, seen, program } = change;
  return {
    client: application.id,
    scope,
    project,
    transport: reach.kind,
    server,
    file,
    format: target.format,
    place: { ...target.place, path: [...target.place.path] },
    name: target.name,
    // As JSON data, which has no `undefined` and is what will be read back.
    entry: JSON.parse(JSON.stringify(entry)),
    ...(program === undefined ? {} : { by: 'claude' as const }),
    ...(application.newFile && change.before.trim() === ''
      ? { newFile: JSON.parse(JSON.stringify(application.newFile)) }
      : {}),
    madeFolders: [...seen.missingFolders],
    written,
  };
}

/** Claude Code writes the entry; then its file is read: the entry must be ours, and all others what they were. */
async function writeWithClaude(change: PlannedChange, program: string): Promise<void> {
  const { seen, target, scope, cwd, entry, former, file, before } = change;
  await assertAsSeen(seen);
  const command: ClaudeTarget = { program, scope, name: target.name, cwd };
  const read = (text: string) => formats[target.format](text, target.place);
  const others = (text: string) =>
    read(text)
      .entries()
      .filter(({ name }) => name !== target.name);
  if (former !== undefined) await removeWithClaude(command);
  try {
    await addWithClaude(command, entry);
    const now = decodeUtf8(await readFile(seen.path));
    const isAsAsked = isDeepStrictEqual(read(now).find(target.name)?.value, entry);
    if (isAsAsked && isDeepStrictEqual(others(now), others(before))) return;
    const message = `Claude Code has not written ${file} as it was asked to, so the entry "${target.name}" is taken out again.`;
    throw new WorkbenchError('failed', message);
  } catch (error) {
    await removeWithClaude(command).catch(() => undefined);
    if (former !== undefined) await addWithClaude(command, former as typeof entry);
    throw error;
  }
}

async function undoWithClaude(record: JournalRecord, before: Buffer | undefined, program: string): Promise<void> {
  const { format, place, name, scope, project, file } = record;
  const command: ClaudeTarget = { program, scope, name, cwd: project === '' ? process.cwd() : project };
  const former = before && formats[format](decodeUtf8(before), place).find(name)?.value;
  await removeWithClaude(command);
  if (former !== undefined) await addWithClaude(command, former as Record<string, unknown>);
  const now = formats[format](decodeUtf8(await readFile(file)), place).find(name)?.value;
  if (isDeepStrictEqual(now, former)) return;
  throw new WorkbenchError('failed', `Claude Code didn't restore "${name}" in ${file}. Check the file.`);
}
