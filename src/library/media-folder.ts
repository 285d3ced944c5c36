/** Lists, reads and adds files of the `media/` folder for the editor. */

import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { compareNames } from '../base/compare-names.ts';
import { WorkbenchError } from '../base/errors.ts';
import { mimeTypeOfName } from '../base/formats.ts';
import { judgeFile, maxUploadBytes, tooLarge, typeOfBytes } from '../base/media-type.ts';
import { asRefusal } from '../files/file-errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { findFolder, mediaFolder } from '../files/workspace-paths.ts';
import { createFile, readIfThere } from '../files/write/atomic-write.ts';
import { isPortableFileName } from '../model/file-names.ts';
import { findMedia, readMedia } from './media.ts';
import { listFiles } from './read/list-files.ts';

export interface MediaFile {
  /** Relative to `media/`, POSIX, as in a definition's `File`. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
}

/** Files that are listed. Others can still be named by typing their path. */
const maxListed = 1000;
/** Names tried for one file before giving up. */
const maxNames = 1000;
const unknownType = 'application/octet-stream';

/**
 * The files of the folder, sorted by path, without hidden files and links out of the workspace.
 * @param root the workspace's real path
 */
export async function listMedia(root: string): Promise<MediaFile[]> {
  const paths = await listFiles(root, `${mediaFolder}/**`, maxListed);
  const files = paths.sort(compareNames).flatMap((path) => {
    const file = path.slice(mediaFolder.length + 1);
    const at = findMedia(root, file);
    return at.kind === 'file' ? [{ file, path: at.path, stats: at.stats }] : [];
  });
  return await Promise.all(files.map(describe));
}

async function describe({ file, path, stats }: { file: string; path: string; stats: Stats }): Promise<MediaFile> {
  return {
    file,
    sizeBytes: stats.size,
    mimeType: mimeTypeOfName(file) ?? typeOfBytes(await headOf(path)) ?? unknownType,
  };
}

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return new Uint8Array();
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * A file in base64, to show it.
 * @throws WorkbenchError as `readMedia`, and `refused` if it is too large to show
 */
export async function mediaAsData(root: string, file: string): Promise<{ data: string; mimeType: string }> {
  const foundFile = findMedia(root, file);
  if (foundFile.kind === 'file' && foundFile.stats.size > maxUploadBytes)
    throw new WorkbenchError('refused', tooLarge(`media/${file}`, foundFile.stats.size));
  const bytes = await readMedia(root, file);
  const mimeType = typeOfBytes(bytes) ?? mimeTypeOfName(file) ?? unknownType;
  return { data: Buffer.from(bytes).toString('base64'), mimeType };
}

/**
 * Adds a file under its name, or under the next free one. It never replaces a file; a file with the same name and bytes
 * is used as it is.
 * @param data base64
 * @param onCreated gets the path and the content of a file that was not there before
 * @returns its path in the folder
 * @throws WorkbenchError `refused` if it is too large, its bytes do not match its name, or it cannot be written
 */
export async function addMedia(
  root: string,
  name: string,
  data: string,
  onCreated?: (file: string, bytes: Uint8Array) => void,
): Promise<string> {
  const bytes = Buffer.from(data, 'base64');
  const verdict = judgeFile(name, bytes);
  if (verdict.kind === 'refused') throw new WorkbenchError('refused', verdict.message);
  if (findFolder(root, mediaFolder).kind === 'outside')
    throw new WorkbenchError(
      'refused',
      'The media folder links outside the workspace: replace the link with a folder.',
    );
  try {
    await makeFolder(join(root, mediaFolder));
    for (const file of namesLike(portable(name))) {
      const foundFile = findMedia(root, file);
      if (foundFile.kind === 'file') {
        if (foundFile.stats.size === bytes.length && bytes.equals((await readIfThere(foundFile.path)) ?? Buffer.of()))
          return file;
      } else if (foundFile.kind === 'absent' && (await createFile(join(root, mediaFolder, file), bytes))) {
        onCreated?.(file, bytes);
        return file;
      }
    }
  } catch (error) {
    throw asRefusal(error, `${name} cannot be copied into the media folder`);
  }
  throw new WorkbenchError('refused', `The media folder has too many files called ${name}: choose another name.`);
}

/** A file name that is valid on every operating system, with the same extension. */
function portable(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const safe = base
    .normalize('NFC')
    .replace(/[:*?"<>|\p{Cc}]/gu, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(safe) ?? [];
  const file = stem.slice(0, 80).trimEnd() + ending;
  return isPortableFileName(file) ? file : `file${ending}`;
}

/** `logo.png`, `logo-2.png`, `logo-3.png` … */
function* namesLike(name: string): Generator<string> {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; number <= maxNames; number++) yield number === 1 ? name : `${stem}-${number}${ending}`;
}
