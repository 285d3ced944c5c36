/** Putting a prepared file in the place of another, without losing what another program puts there at the same moment. */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { codeOf } from './file-errors.ts';
import { temporaryPath } from './temporary-files.ts';

/** A file whose name has gone to its replacement. A program that had it open before can still write to it. */
export interface FormerFile {
  /** What was replaced. */
  readonly bytes: Buffer;
  /** The inode of the file that has its name now. */
  readonly successor: number;
  /** What it holds now. */
  readNow(): Buffer;
  close(): void;
}

export interface Replacement {
  /** Whether the file may be replaced while it holds these bytes. May be asked several times. */
  readonly isCurrent: (bytes: Uint8Array) => boolean;
  /** Receives the former file, and has to close it. Not called on Windows, which does not replace a file that is open. */
  readonly onReplaced?: (former: FormerFile) => void;
}

/** Windows refuses to replace a file that is open. */
const canReplaceOpenFile = process.platform !== 'win32';

type Swap = (from: string, to: string) => void;

/** Undefined where the system cannot swap two files in one step; absent before the first replacement. */
let loadedSwap: Promise<Swap | undefined> | undefined;

/**
 * The operating system's call that swaps two files in one step (`renameat2` on Linux, `renamex_np` on macOS). Node has no
 * name for it, and Windows has no such call. Loaded with the first replacement, because a server that writes nothing
 * needs no native library.
 */
export function loadSwap(): Promise<Swap | undefined> {
  loadedSwap ??= canReplaceOpenFile
    ? import('fs-native-extensions').then(
        ({ default: extensions }) => extensions.swapSync,
        // No build for this system (musl, an unusual processor), or installed without it.
        () => undefined,
      )
    : Promise.resolve(undefined);
  return loadedSwap;
}

/**
 * Puts `temporary`, which holds `ours`, in the place of the file at `path`. Without a pause between its steps, because
 * other programs are at work.
 * @returns whether it did. Otherwise `path` holds what another program put there last, or nothing.
 */
export function exchangeFiles(
  path: string,
  temporary: string,
  ours: Buffer,
  { isCurrent, onReplaced }: Replacement,
  swap: Swap | undefined,
): boolean {
  let file = openIfThere(path);
  if (file === undefined) return false;
  const isKeptOpen = onReplaced !== undefined && canReplaceOpenFile;
  try {
    const stats = fstatSync(file, { bigint: true });
    const bytes = readFromStart(file);
    if (!isCurrent(bytes) || stampAt(path) !== stampOf(stats)) return false;
    if (!canReplaceOpenFile) file = close(file);
    const successor = statSync(temporary).ino;
    const expected = { id: idOf(stats), bytes: isKeptOpen ? undefined : bytes };
    const swapped = swap && bySwapping(path, temporary, expected, swap);
    const isReplaced = swapped ? swapped.isReplaced : byRenaming(path, temporary, ours, stampOf(stats), expected.bytes);
    if (!isReplaced) return false;
    if (file !== undefined && isKeptOpen) {
      onReplaced(formerFile(file, { bytes, successor }, bytes));
      file = undefined;
      // A change of the same former file, by a program whose file we could not put back.
      if (swapped?.displaced)
        onReplaced(formerFile(openSync(temporary, constants.O_RDONLY), { bytes, successor }, swapped.displaced));
    }
    // At once, because other programs may take a strange file in the folder for a draft.
    tryUnlink(temporary);
    return true;
  } finally {
    if (file !== undefined) close(file);
  }
}

/** One file with what it holds. */
interface Content {
  readonly id: string;
  /** Undefined where what it holds does not matter. */
  readonly bytes: Buffer | undefined;
}

interface Swapped {
  /** Whether our file is at `path`. */
  readonly isReplaced: boolean;
  /** What another program put there just before, if our file took its place and was then written to itself. */
  readonly displaced?: Buffer | undefined;
}

/**
 * Swaps until the file that comes back is the one that was expected at `path`. Any other came there from another program
 * and is newer than what took its place, so it goes back there.
 * @returns undefined, with nothing changed, when this disk cannot swap
 */
function bySwapping(path: string, temporary: string, former: Content, swap: Swap): Swapped | undefined {
  const ours = contentOf(temporary);
  for (let expected = former, placed = ours; ; expected = placed, placed = contentOf(temporary)) {
    try {
      swap(temporary, path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { isReplaced: false };
      if (expected === former) return undefined;
      throw error;
    }
    const present = contentOf(temporary);
    const isExpected = present.id === expected.id && (expected.bytes?.equals(present.bytes ?? Buffer.of()) ?? true);
    if (isExpected) {
      const isReplaced = placed.id === ours.id;
      return { isReplaced, displaced: isReplaced && expected !== former ? present.bytes : undefined };
    }
  }
}

function contentOf(path: string): Content {
  const stats = lstatSync(path, { bigint: true });
  // A pipe would keep its reader waiting.
  return { id: idOf(stats), bytes: stats.isFile() ? readFileSync(path) : undefined };
}

/**
 * The same for systems that cannot swap. What another program renames to `path` between our last look and our rename is
 * lost: these two calls stay together.
 * @param former what a program that writes in place may have changed; undefined where the caller sees to that
 */
function byRenaming(path: string, temporary: string, ours: Buffer, stamp: string, former: Buffer | undefined): boolean {
  const aside = temporaryPath(path);
  // A second name, by which the file can be put back. File systems without hard links go without that.
  const hasAside = former !== undefined && tryLink(path, aside);
  try {
    if (stampAt(path) !== stamp) return false;
    renameSync(temporary, path);
    return !(hasAside && !former.equals(readFileSync(aside)) && putBack(path, aside, ours));
  } finally {
    if (hasAside) rmSync(aside, { force: true });
  }
}

/** Bytes above which a former file is only read again when its size or time is another. */
const maxReadEachTime = 64 * 1024;

/** @param now what the file held at the last look, which is not `bytes` where another program had changed it */
function formerFile(file: number, facts: Pick<FormerFile, 'bytes' | 'successor'>, now: Buffer): FormerFile {
  let known = { bytes: now, stamp: stampOf(fstatSync(file, { bigint: true })) };
  return {
    ...facts,
    readNow() {
      const stamp = stampOf(fstatSync(file, { bigint: true }));
      if (known.bytes.length > maxReadEachTime && stamp === known.stamp) return known.bytes;
      known = { bytes: readFromStart(file), stamp };
      return known.bytes;
    },
    close() {
      close(file);
    },
  };
}

/**
 * Gives the former file its name back, unless ours has been written to since: that is newer. Without a pause between its
 * steps, because the other program is still at work.
 * @returns whether the former file has its name back
 */
function putBack(path: string, former: string, ours: Buffer): boolean {
  const present = temporaryPath(path);
  if (!tryLink(path, present)) {
    if (isThere(path)) return false;
    renameSync(former, path);
    return true;
  }
  try {
    if (!ours.equals(readFileSync(present))) return false;
    renameSync(former, path);
    if (ours.equals(readFileSync(present))) return true;
    renameSync(present, path);
    return false;
  } finally {
    rmSync(present, { force: true });
  }
}

function openIfThere(path: string): number | undefined {
  try {
    // Without blocking: a pipe may have come to this place.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Also for a link to nothing. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function close(file: number): undefined {
  closeSync(file);
}

function readFromStart(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size);
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
}

function tryUnlink(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is already gone (renamed into place), or it is a folder.
  }
}

export function tryLink(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch {
    return false;
  }
}

/** The same for every name of a file, and for no other file of this computer. */
function idOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}

/** Another for another file, and after every write to the same. */
function stampOf(stats: BigIntStats | undefined): string {
  return stats ? `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}` : 'absent';
}

function stampAt(path: string): string {
  return stampOf(statSync(path, { bigint: true, throwIfNoEntry: false }));
}
