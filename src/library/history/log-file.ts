/**
 * The file that keeps the versions of one definition file: a line for each, with a checksum before it, only ever added
 * to. A process that is killed leaves at worst half a line behind, which is passed over. Between the versions are lines
 * for writes that were about to be made; the next version settles them.
 */
import { appendFile, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { moveAside } from '../../files/move-aside.ts';
import { readRegularFile, UnusableFileError } from '../../files/regular-file.ts';
import { temporaryPath } from '../../files/temporary-files.ts';
import { isMissing } from '../../files/workspace-paths.ts';
import { type Intent, intent, type Version, version } from './version.ts';

/** Far more than a log grows to before it is thinned. */
const maxBytes = 256 * 1024 * 1024;

export interface LogContent {
  readonly versions: readonly Version[];
  /** Behind the last version, in the order in which they were noted: what became of these writes, the disk shows. */
  readonly intents: readonly Intent[];
  /** Size of the file. */
  readonly bytes: number;
  /** Lines were damaged, and what hung on them could not be read. */
  readonly isDamaged: boolean;
  /** False where the last line is not whole: the next one would become part of it. */
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
    // A pipe or a folder is in its place: appending to a pipe would wait for ever.
    await moveAside(path);
    return { ...emptyLog, isDamaged: true, canAppend: false };
  }
  // A log begins with its first line: an empty one is what a power cut leaves.
  if (content.length === 0) return { ...emptyLog, isDamaged: true };
  const lines = content.toString('utf8').split('\n');
  const tail = lines.pop();
  const versions: Version[] = [];
  let intents: Intent[] = [];
  let isDamaged = false;
  /** What a text is made of is missing: none can be made until one is whole again. */
  let isGap = false;
  for (const line of lines) {
    const read = parseLine(line);
    if (!read) {
      isDamaged = true;
      isGap = true;
      continue;
    }
    if ('intent' in read) {
      if (!isGap) intents.push(read.intent);
      continue;
    }
    intents = [];
    const last = versions.at(-1);
    if (last && read.id < last.id) continue;
    if (isGap && read.text.kind === 'splice') continue;
    isGap = false;
    if (last?.id === read.id) versions.pop();
    versions.push(read);
  }
  // The first text can hang on nothing.
  while (versions[0]?.text.kind === 'splice') versions.shift();
  return { versions, intents, bytes: content.length, isDamaged, canAppend: tail === '' };
}

/** @returns the size of the file, to notice whether another process has added to it */
export async function appendToLog(path: string, entries: readonly LogEntry[]): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await appendFile(path, entries.map(lineOf).join(''), { mode: 0o600 });
  return await sizeOfLog(path);
}

/** Adds one entry in as few steps as possible, because a save waits for it. @returns the bytes that were added */
export async function appendQuickly(path: string, entry: LogEntry): Promise<number> {
  const line = Buffer.from(lineOf(entry));
  try {
    await appendFile(path, line, { mode: 0o600 });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await appendFile(path, line, { mode: 0o600 });
  }
  return line.length;
}

/** Puts these entries in the place of all that the file holds; at once, or not at all. No entry, no file. */
export async function rewriteLog(path: string, entries: readonly LogEntry[]): Promise<number> {
  if (entries.length === 0) {
    await rm(path, { force: true });
    return 0;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = temporaryPath(path);
  await writeFile(temporary, entries.map(lineOf).join(''), { mode: 0o600 });
  await rename(temporary, path);
  return await sizeOfLog(path);
}

/** Keeps a copy of a damaged log for a person to look into; the last one only, and none where it cannot be written. */
export async function copyAside(path: string): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    await copyFile(path, temporary);
    // Not copied over it: a pipe that was moved there would make the copy wait without an end.
    await rename(temporary, `${path}.damaged`);
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

function lineOf(entry: LogEntry): string {
  const json = JSON.stringify(entry);
  return `${checksum(json)} ${json}\n`;
}

function parseLine(line: string): LogEntry | undefined {
  const json = line.slice(9);
  if (line.slice(0, 8) !== checksum(json)) return undefined;
  try {
    const data: unknown = JSON.parse(json);
    const { success, data: line } = intentLine.safeParse(data);
    return success ? line : version.parse(data);
  } catch {
    return undefined;
  }
}

const intentLine = z.object({ intent });

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}
