/** Reads definition files that are not UTF-8, and converts them. */
import { basename, dirname, join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { asRefusal } from '../../files/file-errors.ts';
import { windowsText } from '../../files/windows-text.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { createFile } from '../../files/write/atomic-write.ts';
import { readableText } from '../read/definition/source-text.ts';
import type { Conversion, ForeignEncoding } from '../types.ts';
import { readFromDisk, realPathOf, replaceText } from './save.ts';

export interface ForeignText {
  readonly encoding: ForeignEncoding;
  readonly text: string;
}

/** Decodes bytes that are not UTF-8: as UTF-16 after its byte order mark, otherwise as Windows-1252. */
export function foreignText(bytes: Uint8Array): ForeignText {
  const encoding = encodingOf(bytes);
  const text = encoding === 'windows-1252' ? windowsText(bytes) : new TextDecoder(encoding).decode(bytes);
  return { encoding, text };
}

function encodingOf([first, second]: Uint8Array): ForeignEncoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'windows-1252';
}

/** Backups of one file, before a person has to remove some. */
const maxBackups = 100;

/**
 * Writes the shown text of a file as UTF-8, after copying its bytes beside it.
 * @throws WorkbenchError `conflict` if the file is no longer at `version`; `refused` if it is UTF-8 already, or cannot be
 *   written
 */
export async function convertFile(root: string, path: DefinitionPath, version: string): Promise<Conversion> {
  const onDisk = await readFromDisk(root, path);
  const realPath = realPathOf(root, path);
  if (onDisk.version !== version || realPath === undefined) throw changedElsewhere(path);
  if (readableText(onDisk.bytes) !== undefined)
    throw new WorkbenchError('refused', `${path.file} is already UTF-8. Open it again.`);
  const { text } = foreignText(onDisk.bytes);
  const backup = await copyBeside(realPath, onDisk.bytes).catch((error: unknown) => {
    throw asRefusal(error, `A backup of ${path.file} cannot be written`);
  });
  const nextVersion = await replaceText(root, path, version, text);
  if (nextVersion === undefined) throw changedElsewhere(path);
  return { version: nextVersion, originalFile: `${dirname(path.file)}/${backup}` };
}

/** @returns the name of the new file */
async function copyBeside(path: string, bytes: Uint8Array): Promise<string> {
  for (let number = 1; number <= maxBackups; number++) {
    const name = `${basename(path)}.original${number === 1 ? '' : `-${number}`}`;
    if (await createFile(join(dirname(path), name), bytes)) return name;
  }
  throw new WorkbenchError('refused', `${basename(path)} has too many backups beside it. Move some of them away.`);
}

function changedElsewhere({ file }: DefinitionPath): WorkbenchError {
  return new WorkbenchError('conflict', `${file} was changed elsewhere. Check it, then try again.`);
}
