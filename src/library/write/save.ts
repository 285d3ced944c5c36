/** Writes a definition file, unless the disk has another version than the caller expects. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { asRefusal } from '../../files/file-errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import {
  type DefinitionPath,
  type FoundFile,
  findDefinition,
  findFolder,
  folderOfKind,
  hasExactName,
} from '../../files/workspace-paths.ts';
import { createFile, removeFile, replaceFile } from '../../files/write/atomic-write.ts';
import { maxFileBytes } from '../limits.ts';
import { encodeText, versionOf } from '../read/definition/source-text.ts';
import { followFormerFile } from './late-writes.ts';

/** A definition file's bytes on disk; the version is '' if there is no file. */
export interface OnDisk {
  readonly bytes: Uint8Array;
  readonly version: string;
}

const nothingOnDisk: OnDisk = { bytes: new Uint8Array(), version: '' };

/** @throws WorkbenchError `refused` if a link leads out of the workspace, or the file cannot be read or is too large */
export async function readFromDisk(root: string, path: DefinitionPath): Promise<OnDisk> {
  const target = realTarget(root, path);
  if (!target) return nothingOnDisk;
  if (isTooLarge(target.stats.size))
    throw new WorkbenchError('refused', `${path.file} is larger than ${limit}. Split it in another editor.`);
  const bytes = readNow(target.path, path);
  return { bytes, version: versionOf(bytes) };
}

/** Synchronous, because every keystroke waits for this, and each step of an asynchronous read waits for a thread. */
function readNow(target: string, { file }: DefinitionPath): Uint8Array {
  try {
    return readFileSync(target);
  } catch (error) {
    throw asRefusal(error, `${file} cannot be read`);
  }
}

/**
 * Writes `text` atomically over `baseVersion` ('' creates the file).
 * @returns the new version, or undefined, with nothing written, if the disk has another version
 * @throws WorkbenchError `refused` if a link leads out of the workspace, the text is too large, the file is not UTF-8, or
 *   it cannot be written
 */
export function saveText(
  root: string,
  path: DefinitionPath,
  baseVersion: string,
  text: string,
): Promise<string | undefined> {
  return save(root, path, { baseVersion, text }, (onDisk) => {
    if (!isUtf8(onDisk))
      throw new WorkbenchError('refused', `${path.file} is not written in UTF-8. Convert it in the YAML view first.`);
  });
}

/** As `saveText`, but replaces bytes in any encoding. The caller has a copy of them. */
export function replaceText(
  root: string,
  path: DefinitionPath,
  baseVersion: string,
  text: string,
): Promise<string | undefined> {
  return save(root, path, { baseVersion, text }, () => {});
}

/** @param check throws if the present bytes must not be replaced */
async function save(
  root: string,
  path: DefinitionPath,
  { baseVersion, text }: { readonly baseVersion: string; readonly text: string },
  check: (bytes: Uint8Array) => void,
): Promise<string | undefined> {
  const bytes = encodeWithinLimit(path, text);
  const target = realTarget(root, path);
  // Renaming another file into its place would bypass the protection.
  if (target && baseVersion !== '' && (target.stats.mode & 0o222) === 0)
    throw new WorkbenchError('refused', `${path.file} is read-only. Allow writing to it, then try again.`);
  try {
    const isWritten =
      baseVersion === ''
        ? !target && (await create(root, path, bytes))
        : target !== undefined && (await replace(root, path, bytes, { target, baseVersion, check }));
    return isWritten ? versionOf(text) : undefined;
  } catch (error) {
    throw asRefusal(error, `${path.file} cannot be written`);
  }
}

/** The bytes of a definition's text. @throws WorkbenchError `refused` if it is too large for a file */
export function encodeWithinLimit({ file }: DefinitionPath, text: string): Buffer {
  const bytes = encodeText(text);
  if (isTooLarge(bytes.length)) throw new WorkbenchError('refused', `${file} would be larger than ${limit}. Split it.`);
  return bytes;
}

/**
 * Deletes a file at `version`.
 * @returns false, with nothing deleted, if the disk has another version
 * @throws WorkbenchError `refused` if it cannot be deleted
 */
export async function deleteFile(root: string, path: DefinitionPath, version: string): Promise<boolean> {
  const onDisk = await readFromDisk(root, path);
  if (onDisk.version !== version) return false;
  try {
    return await removeFile(join(root, path.file), (now) => versionOf(now) === version);
  } catch (error) {
    throw asRefusal(error, `${path.file} cannot be deleted`);
  }
}

async function create(root: string, path: DefinitionPath, bytes: Uint8Array): Promise<boolean> {
  await makeFolder(join(root, folderOfKind[path.kind]));
  return await createFile(join(root, path.file), bytes);
}

async function replace(
  root: string,
  path: DefinitionPath,
  bytes: Buffer,
  {
    target,
    baseVersion,
    check,
  }: { readonly target: Target; readonly baseVersion: string; readonly check: (bytes: Uint8Array) => void },
): Promise<boolean> {
  // A file over the limit was never shown, so no edit can be based on it.
  if (isTooLarge(target.stats.size)) return false;
  return await replaceFile(target.path, bytes, {
    isCurrent(onDisk) {
      if (versionOf(onDisk) !== baseVersion) return false;
      check(onDisk);
      return true;
    },
    onReplaced: (formerFile) => followFormerFile(root, path, target.path, formerFile, bytes),
  });
}

/** The path of a definition's file with links resolved; undefined for no file. @throws WorkbenchError as `readFromDisk` */
export function realPathOf(root: string, path: DefinitionPath): string | undefined {
  return realTarget(root, path)?.path;
}

const limit = `${maxFileBytes / 1024 / 1024} MB`;

function isTooLarge(bytes: number): boolean {
  return bytes > maxFileBytes;
}

type Target = Extract<FoundFile, { kind: 'file' }>;

/** The file, through a link that stays in the workspace; undefined if there is none. */
function realTarget(root: string, path: DefinitionPath): Target | undefined {
  const isOutside = findFolder(root, folderOfKind[path.kind]).kind === 'outside';
  const foundFile: FoundFile = isOutside ? { kind: 'outside' } : findDefinition(root, path.file);
  switch (foundFile.kind) {
    case 'file':
      return hasExactName(root, join(root, path.file)) ? foundFile : undefined;
    case 'absent':
      return undefined;
    case 'unreadable':
      throw asRefusal(foundFile.error, `${path.file} cannot be read`);
    case 'outside':
      throw new WorkbenchError(
        'refused',
        `${path.file} links outside the workspace. Replace the link with the file itself.`,
      );
  }
}
