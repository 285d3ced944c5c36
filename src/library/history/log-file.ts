/**
 * The append-only log of one definition file's versions: one JSON line per version, preceded by a checksum. A killed
 * process leaves at most half a line, which reading skips. Pending writes have lines too; the next version settles them.
 */
import { appendFileSync } from 'node:fs';
import { appendFile, copyFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { makePrivateFolder } from '../../files/make-folder.ts';
import { readRegularFile, UnusableFileError } from '../../files/regular-file.ts';
import { isMissing } from '../../files/workspace-paths.ts';
import { moveAside } from '../../files/write/move-aside.ts';
import { renameFile } from '../../files/write/rename-file.ts';
import { temporaryPath } from '../../files/write/temporary-files.ts';
import { type Intent, intent, type Version, version } from './version.ts';

/** Far more than a log can have before it is thinned. */
const maxBytes = 256 * 1024 * 1024;

export interface LogContent {
  readonly versions: readonly Version[];
  /** The pending writes after the last version, oldest first. The text on disk shows which of them were made. */
  readonly intents: readonly Intent[];
  /** Size of the file. */
  readonly bytes: number;
  /** Some lines are damaged; versions that depend on them are left out. */
  readonly isDamaged: boolean;
  /** False if the last line is incomplete: an appended line would join it. */
  readonly canAppend: boolean;
}

/** A line of the log. */
export type LogEntry = Version | { readonly intent: Intent };

export const emptyLog: LogContent = { versions: [], intents: [], bytes: 0, isDamaged: false, canAppend: true };

export async function readLog(path: string): Promise<LogContent> {
  let content: Buffer;
  try {
    content = await readRegularFile(path, maxBytes);
  } catch (error) {
    if (isMissing(error)) return emptyLog;
    if (!(error instanceof UnusableFileError)) throw error;
    // A pipe or a folder has this name. Appending to a pipe would never return.
    await moveAside(path);
    return { ...emptyLog, isDamaged: true, canAppend: false };
  }
  // This program never writes an empty log; a power cut can leave one.
  if (content.length === 0) return { ...emptyLog, isDamaged: true };
  const lines = content.toString('utf8').split('\n');
  const tail = lines.pop();
  const versions: Version[] = [];
  let intents: Intent[] = [];
  let isDamaged = false;
  /** A splice's base is missing, so texts cannot be restored until the next whole text. */
  let isGap = false;
  for (const line of lines) {
    const entry = parseLine(line);
    if (!entry) {
      isDamaged = true;
      isGap = true;
      continue;
    }
    if ('intent' in entry) {
      if (!isGap) intents.push(entry.intent);
      continue;
    }
    intents = [];
    const last = versions.at(-1);
    if (last && entry.id < last.id) continue;
    if (isGap && entry.text.kind === 'splice') continue;
    isGap = false;
    if (last?.id === entry.id) versions.pop();
    versions.push(entry);
  }
  // The first splice has no base.
  while (versions[0]?.text.kind === 'splice') versions.shift();
  return { versions, intents, bytes: content.length, isDamaged, canAppend: tail === '' };
}

/** @returns the file's size in bytes, which shows later whether another process appended to it */
export async function appendToLog(path: string, entries: readonly LogEntry[]): Promise<number> {
  await makePrivateFolder(dirname(path));
  await appendFile(path, entries.map((entry) => lineOf(entry)).join(''), { mode: 0o600 });
  return await sizeOfLog(path);
}

/** Appends one entry. @returns the appended bytes */
export async function appendQuickly(path: string, entry: LogEntry): Promise<number> {
  return await appendText(path, lineOf(entry));
}

/**
 * Appends with as few system calls as possible and without waiting for a thread, because a save waits for it.
 * @returns the appended bytes
 */
export async function appendText(path: string, text: string): Promise<number> {
  const line = Buffer.from(text);
  try {
    appendFileSync(path, line, { mode: 0o600 });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makePrivateFolder(dirname(path));
    appendFileSync(path, line, { mode: 0o600 });
  }
  return line.length;
}

/** Replaces the log atomically; deletes it if there are no entries. @returns its size in bytes */
export async function rewriteLog(path: string, entries: readonly LogEntry[]): Promise<number> {
  if (entries.length === 0) {
    await rm(path, { force: true });
    return 0;
  }
  await replaceText(path, entries.map((entry) => lineOf(entry)).join(''));
  return await sizeOfLog(path);
}

/** Replaces a file of the state folder atomically. */
export async function replaceText(path: string, text: string): Promise<void> {
  await makePrivateFolder(dirname(path));
  const temporary = temporaryPath(path);
  await writeFile(temporary, text, { mode: 0o600 });
  await renameFile(temporary, path);
}

/** Copies a damaged log to `*.damaged` for inspection. It replaces an earlier copy, and ignores failures. */
export async function copyAside(path: string): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    await copyFile(path, temporary);
    // Renamed, not copied over it: if a pipe has that name, copying would never return.
    await renameFile(temporary, `${path}.damaged`);
  } catch {
    await rm(temporary, { force: true });
  }
}

export async function sizeOfLog(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** A line with its checksum and line break. */
export function lineOf(entry: object): string {
  const json = JSON.stringify(entry);
  return `${checksum(json)} ${json}\n`;
}

/** The JSON of a line; undefined if it is damaged. */
export function dataOf(line: string): unknown {
  const json = line.slice(9);
  if (line.slice(0, 8) !== checksum(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function parseLine(line: string): LogEntry | undefined {
  const data = dataOf(line);
  return intentLine.safeParse(data).data ?? version.safeParse(data).data;
}

const intentLine = z.object({ intent });

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}
