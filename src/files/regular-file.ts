/**
 * Reads files of the state and cache folders and of a workspace. A pipe in a file's place would block the process, and a
 * device or a sparse file would fill its memory.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

/** Without `O_NONBLOCK`, opening a pipe waits until something writes to it. Windows has no such flag. */
const readWithoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The path has no file that the workbench could have written. The message does not include the path. */
export class UnusableFileError extends Error {}

/** @throws UnusableFileError, or the operating system's error */
export function readRegularFileSync(path: string, maxBytes: number): Buffer {
  const file = openSync(path, readWithoutWaiting);
  try {
    assertUsable(fstatSync(file), maxBytes);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The bytes of an open file from `start` to before `end`. */
export type ReadPart = (start: number, end: number) => Buffer;

/**
 * Opens a file whose parts are read when they are needed, until the process ends. If an update replaces the file, the parts
 * are still those of the opened one.
 * @returns a function that throws UnusableFileError if the file lacks the part, or was overwritten in its place
 * @throws UnusableFileError, or the operating system's error
 */
export function openRegularFileSync(path: string, maxBytes: number): ReadPart {
  // On Windows, an open file cannot be replaced.
  if (process.platform === 'win32') {
    const content = readRegularFileSync(path, maxBytes);
    return (start, end) => {
      if (end > content.length) throw new UnusableFileError('it is too short');
      return content.subarray(start, end);
    };
  }
  const file = openSync(path, readWithoutWaiting);
  const stats = fstatSync(file);
  try {
    assertUsable(stats, maxBytes);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return (start, end) => {
    if (end > stats.size) throw new UnusableFileError('it is too short');
    const bytes = Buffer.allocUnsafeSlow(end - start);
    const size = readSync(file, bytes, 0, bytes.length, start);
    if (size === bytes.length && fstatSync(file).mtimeMs === stats.mtimeMs) return bytes;
    throw new UnusableFileError('it has changed since it was opened');
  };
}

/** @throws UnusableFileError, or the operating system's error */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  return (await readRegularFileWithStats(path, maxBytes)).bytes;
}

/**
 * As `readRegularFile`, with the owner and the mode of the file that was read: another file may be at the path by now.
 * @throws UnusableFileError, or the operating system's error
 */
export async function readRegularFileWithStats(path: string, maxBytes: number): Promise<FileReading> {
  return readOpen(await open(path, readWithoutWaiting), maxBytes);
}

export interface FileReading {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/**
 * As `readRegularFile`, for folders that other users can write to: follows no link and opens no device.
 * @throws UnusableFileError, or the operating system's error
 */
export async function readRegularFileNoFollow(path: string, maxBytes: number): Promise<Buffer> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) throw new UnusableFileError('it is a link');
  assertUsable(stats, maxBytes);
  // The file may have been replaced since. Windows has no `O_NOFOLLOW`.
  const file = await open(path, readWithoutWaiting | (constants.O_NOFOLLOW ?? 0));
  return (await readOpen(file, maxBytes)).bytes;
}

/**
 * As `readRegularFile`, for files of many megabytes: reads the next parts while `onPart` uses one.
 * @param onPart gets the parts in order
 * @throws UnusableFileError, or the operating system's error
 */
export async function readLargeFile(
  path: string,
  maxBytes: number,
  onPart: (part: Buffer) => void = () => {},
): Promise<Buffer> {
  const file = await open(path, readWithoutWaiting);
  try {
    const stats = await file.stat();
    assertUsable(stats, maxBytes);
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, part) =>
      bytes.subarray(part * partBytes, (part + 1) * partBytes),
    );
    const readings: Promise<void>[] = [];
    for (const [index, part] of parts.entries()) {
      while (readings.length < Math.min(index + partsAhead, parts.length))
        readings.push(readPart(file, parts[readings.length] as Buffer, readings.length * partBytes));
      await readings[index];
      onPart(part);
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/** A failure is thrown when the part is awaited, and is never an unhandled rejection. */
function readPart(file: FileHandle, part: Buffer, start: number): Promise<void> {
  const reading = file.read(part, 0, part.length, start).then(({ bytesRead }) => {
    if (bytesRead < part.length) throw new UnusableFileError('it is too short');
  });
  reading.catch(() => {});
  return reading;
}

const partBytes = 4 * 1024 * 1024;
/** As many parts are read at once. Node.js has four threads for all files. */
const partsAhead = 3;

async function readOpen(file: FileHandle, maxBytes: number): Promise<FileReading> {
  try {
    const stats = await file.stat();
    assertUsable(stats, maxBytes);
    return { bytes: await file.readFile(), stats };
  } finally {
    await file.close();
  }
}

function assertUsable(stats: Stats, maxBytes: number): void {
  if (stats.isDirectory()) throw new UnusableFileError('it is a folder');
  if (!stats.isFile()) throw new UnusableFileError('it is not a regular file');
  if (stats.size > maxBytes) throw new UnusableFileError(`it is larger than ${sizeText(maxBytes)}`);
}

function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes >= 1 ? `${Math.floor(megabytes)} MB` : `${Math.floor(bytes / 1024)} kB`;
}
