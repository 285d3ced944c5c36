/** Reads a file only if it is inside a folder, even if it was replaced since the scan. */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { WorkbenchError } from '../../../base/errors.ts';
import { isInside } from '../../../files/workspace-paths.ts';
import { findPrivateData } from './private-data.ts';

export interface Containment {
  /** The real path of the folder, or of the file itself. */
  readonly boundary: string;
  readonly maxMegabytes: number;
  /** A copy of pages on the web is in the cache, which may be a part of the state folder. */
  readonly isCopy?: true | undefined;
}

/**
 * @throws WorkbenchError `refused` for a file that is outside, private, not regular, or too large; errors of the
 *   operating system
 */
export async function readContained(path: string, { boundary, maxMegabytes, isCopy }: Containment): Promise<Buffer> {
  // Without O_NONBLOCK, opening a pipe blocks. Windows has no such flag.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const openFile = await handle.stat({ bigint: true });
    if (!openFile.isFile()) throw new WorkbenchError('refused', 'It is not a regular file.');
    // Check the location of the open file, not of the path.
    const realPath = await realpath(path);
    const stats = await stat(realPath, { bigint: true });
    const isSame = stats.ino === openFile.ino && stats.dev === openFile.dev;
    if (!isSame || !isInside(boundary, realPath))
      throw new WorkbenchError('refused', 'It is a link to a place outside its folder.');
    const kind = isCopy ? undefined : findPrivateData()(realPath);
    if (kind !== undefined)
      throw new WorkbenchError('refused', `It holds ${kind}: private data is never read as documentation.`);
    const maxBytes = maxMegabytes * 1024 * 1024;
    if (openFile.size > BigInt(maxBytes)) throw tooLarge(maxMegabytes);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, end: maxBytes })) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
    }
    // The file may have grown since the check.
    if (length > maxBytes) throw tooLarge(maxMegabytes);
    return Buffer.concat(chunks, length);
  } finally {
    await handle.close();
  }
}

function tooLarge(maxMegabytes: number): WorkbenchError {
  return new WorkbenchError('refused', `It is larger than ${maxMegabytes} MB: split it, or exclude it with Exclude.`);
}
