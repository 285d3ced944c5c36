/** Putting a definition file's new text on the disk, unless the disk holds something else than the caller believes. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkbenchError } from '../model/errors.ts';
import { createFile, replaceFile } from './atomic-write.ts';
import { maxFileBytes } from './limits.ts';
import { versionOf } from './source-text.ts';
import { type DefinitionPath, findDefinition, findFolder, folderOfKind } from './workspace-paths.ts';

/** What the disk holds at a definition's path; the version is '' where there is nothing. */
export interface OnDisk {
  readonly bytes: Uint8Array;
  readonly version: string;
}

const nothingOnDisk: OnDisk = { bytes: new Uint8Array(), version: '' };

/** @throws WorkbenchError `refused` when a link leads out of the workspace */
export async function readFromDisk(root: string, path: DefinitionPath): Promise<OnDisk> {
  const target = realTarget(root, path);
  if (target === undefined) return nothingOnDisk;
  const bytes = await readFile(target);
  return { bytes, version: versionOf(bytes) };
}

/**
 * Writes `text` where the disk holds `baseVersion` ('' for: no file), atomically.
 * @returns the new version, or undefined, with the disk untouched, when it holds another version
 * @throws WorkbenchError `refused` when a link leads out of the workspace or the text is too large
 */
export async function saveText(
  root: string,
  path: DefinitionPath,
  baseVersion: string,
  text: string,
): Promise<string | undefined> {
  const bytes = Buffer.from(text);
  if (bytes.length > maxFileBytes)
    throw new WorkbenchError(
      'refused',
      `${path.file} would be larger than ${maxFileBytes / 1024 / 1024} MB: split it.`,
    );
  const target = realTarget(root, path);
  if (baseVersion === '') {
    if (target !== undefined) return undefined;
    await mkdir(join(root, folderOfKind[path.kind]), { recursive: true });
    return (await createFile(join(root, path.file), bytes)) ? versionOf(bytes) : undefined;
  }
  if (target === undefined) return undefined;
  const isCurrent = (held: Uint8Array | undefined) => held !== undefined && versionOf(held) === baseVersion;
  return (await replaceFile(target, bytes, isCurrent)) ? versionOf(bytes) : undefined;
}

/** The file itself, behind a link that stays in the workspace; undefined when there is none. */
function realTarget(root: string, path: DefinitionPath): string | undefined {
  const folder = folderOfKind[path.kind];
  const found = findFolder(root, folder) === 'outside' ? { kind: 'outside' as const } : findDefinition(root, path.file);
  if (found.kind === 'outside')
    throw new WorkbenchError('refused', `${path.file} is a link out of the workspace: put the file itself there.`);
  return found.kind === 'file' ? found.path : undefined;
}
