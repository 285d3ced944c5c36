/** Replaces a file by a prepared one without losing what another program writes at the same moment. */
import {
  type BigIntStats,
  close as closeLater,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import type extensions from 'fs-native-extensions';
import { codeOf } from '../file-errors.ts';
import { temporaryPath } from './temporary-files.ts';

/** A replaced file. A program that has it open can still write to it. */
export interface FormerFile {
  /** The replaced content. */
  readonly bytes: Buffer;
  /** The inode of the file that has its name now. */
  readonly successor: number;
  /** Reads its present content. */
  readNow(): Buffer;
  close(): void;
}

export interface Replacement {
  /** Whether the file may be replaced while it has this content. May be called several times. */
  readonly isCurrent: (bytes: Uint8Array) => boolean;
  /** Receives the former file and must close it. Not called on Windows, which cannot replace an open file. */
  readonly onReplaced?: (formerFile: FormerFile) => void;
}

/** Windows refuses to replace a file that is open. */
const canReplaceOpenFile = process.platform !== 'win32';

/** System calls that Node does not offer. */
export type NativeCalls = typeof extensions;

type Swap = NativeCalls['swapSync'];

/** Unset before the first replacement. */
let loadedCalls: Promise<NativeCalls | undefined> | undefined;

/**
 * Loads the system calls that swap two files in one step (`renameat2` on Linux, `renamex_np` on macOS), and that read and
 * write extended attributes. Loaded at the first replacement, because a server that never writes needs no native library.
 * @returns undefined on Windows, which has no such calls, and without a build for this system
 */
export function loadNativeCalls(): Promise<NativeCalls | undefined> {
  loadedCalls ??= canReplaceOpenFile
    ? import('fs-native-extensions').then(
        ({ default: calls }) => calls,
        // No build for this system (musl, an unusual processor), or installed without it.
        () => undefined,
      )
    : Promise.resolve(undefined);
  return loadedCalls;
}

/**
 * Replaces the file at `path` by `temporary`, which contains `ours`. Synchronous, because other programs write too.
 * @returns whether the file was replaced. Otherwise `path` has another program's latest file, or none.
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
    const swapOutcome = swap && bySwapping(path, temporary, ours, expected, swap);
    const isReplaced = swapOutcome
      ? swapOutcome.isReplaced
      : byRenaming(path, temporary, ours, stampOf(stats), expected.bytes);
    if (!isReplaced) return false;
    if (file !== undefined && isKeptOpen) {
      onReplaced(formerFile(file, { bytes, successor }, { bytes, stamp: stampOf(stats) }));
      file = undefined;
      // A change by another program whose file we could not restore.
      if (swapOutcome?.displacedContent)
        onReplaced(formerFile(openSync(temporary, constants.O_RDONLY), { bytes, successor }));
    }
    // Immediately, because other programs may mistake an unknown file in the folder for a draft.
    tryUnlink(temporary);
    return true;
  } finally {
    if (file !== undefined) close(file);
  }
}

/** A file's identity and content. */
interface Content {
  readonly id: string;
  /** Undefined when the content does not matter. */
  readonly bytes: Buffer | undefined;
}

interface SwapResult {
  /** Whether our file is at `path`. */
  readonly isReplaced: boolean;
  /** Another program's content that our file replaced, if our file could not be removed again. */
  readonly displacedContent?: Buffer | undefined;
}

/**
 * Swaps until the file that comes back is the expected one. Any other file belongs to another program and is newer than
 * its replacement, so it goes back to `path`.
 * @returns undefined, with nothing changed, when this disk cannot swap
 */
function bySwapping(
  path: string,
  temporary: string,
  bytes: Buffer,
  formerContent: Content,
  swap: Swap,
): SwapResult | undefined {
  const ours: Content = { id: idAt(temporary), bytes };
  for (
    let expected = formerContent, placedContent = ours;
    ;
    expected = placedContent, placedContent = contentOf(temporary)
  ) {
    try {
      swap(temporary, path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { isReplaced: false };
      if (expected === formerContent) return undefined;
      throw error;
    }
    // Reading the expected file again would cost a millisecond for a long text.
    const isRead = expected !== formerContent || formerContent.bytes !== undefined;
    const presentContent = isRead ? contentOf(temporary) : { id: idAt(temporary), bytes: undefined };
    const isExpected =
      presentContent.id === expected.id && (expected.bytes?.equals(presentContent.bytes ?? Buffer.of()) ?? true);
    if (isExpected) {
      const isReplaced = placedContent.id === ours.id;
      return {
        isReplaced,
        displacedContent: isReplaced && expected !== formerContent ? presentContent.bytes : undefined,
      };
    }
  }
}

function idAt(path: string): string {
  return idOf(lstatSync(path, { bigint: true }));
}

function contentOf(path: string): Content {
  const stats = lstatSync(path, { bigint: true });
  // Reading a pipe would block.
  return { id: idOf(stats), bytes: stats.isFile() ? readFileSync(path) : undefined };
}

/**
 * The same for systems that cannot swap. A file that another program renames to `path` between our last check and our
 * rename is lost, so these two calls are adjacent.
 * @param formerBytes the content before, to detect changes in place; undefined when the caller detects them
 */
function byRenaming(
  path: string,
  temporary: string,
  ours: Buffer,
  stamp: string,
  formerBytes: Buffer | undefined,
): boolean {
  const asidePath = temporaryPath(path);
  // A second name to restore the file from. Impossible on file systems without hard links.
  const hasAside = formerBytes !== undefined && tryLink(path, asidePath);
  try {
    if (stampAt(path) !== stamp) return false;
    renameSync(temporary, path);
    return !(hasAside && !formerBytes.equals(readFileSync(asidePath)) && putBack(path, asidePath, ours));
  } finally {
    if (hasAside) tryUnlink(asidePath);
  }
}

/** Larger former files are only read again when their size or time changes. */
const maxRereadBytes = 64 * 1024;

/** @param seenFile the last content that was read, with the file's stamp before that; absent for another program's file */
function formerFile(
  file: number,
  facts: Pick<FormerFile, 'bytes' | 'successor'>,
  seenFile?: { readonly bytes: Buffer; readonly stamp: string },
): FormerFile {
  let knownFile = seenFile;
  return {
    ...facts,
    readNow() {
      const stamp = stampOf(fstatSync(file, { bigint: true }));
      if (knownFile && knownFile.bytes.length > maxRereadBytes && stamp === knownFile.stamp) return knownFile.bytes;
      knownFile = { bytes: readFromStart(file), stamp };
      return knownFile.bytes;
    },
    close() {
      // The system frees the content of a file without a name, which takes milliseconds for a long text.
      closeLater(file, () => {});
    },
  };
}

/**
 * Restores the former file, unless another program has written to ours since: that is newer. Synchronous, because the
 * other program may still write.
 * @returns whether the former file is back at `path`
 */
function putBack(path: string, formerPath: string, ours: Buffer): boolean {
  const presentPath = temporaryPath(path);
  if (!tryLink(path, presentPath)) {
    if (isThere(path)) return false;
    renameSync(formerPath, path);
    return true;
  }
  try {
    if (!ours.equals(readFileSync(presentPath))) return false;
    renameSync(formerPath, path);
    if (ours.equals(readFileSync(presentPath))) return true;
    renameSync(presentPath, path);
    return false;
  } finally {
    tryUnlink(presentPath);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    // Without blocking: a pipe may be there.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** True also for a broken link. */
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

/** What cannot be deleted is swept later (`temporary-files.ts`). */
export function tryUnlink(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is already gone (renamed into place), it is a folder, or another program has it open (Windows).
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

/** Identifies a file independent of its name. */
function idOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}

/** Differs between files, and after every write. */
function stampOf(stats: BigIntStats | undefined): string {
  return stats ? `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}` : 'absent';
}

function stampAt(path: string): string {
  return stampOf(statSync(path, { bigint: true, throwIfNoEntry: false }));
}
