/** Files that prompts name: found inside the workspace, links resolved, or not at all. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkbenchError } from '../model/errors.ts';
import type { Problem } from '../model/problems.ts';
import type { DefinitionFile, MediaReference } from './definition-file.ts';
import { type Found, findLinked, mediaFolder } from './workspace-paths.ts';

/** Bytes; larger than any client takes in a message. */
const maxMediaBytes = 64 * 1024 * 1024;

/** `file` is relative to `media/`. A path that climbs out of that folder leads nowhere, even to a file of the workspace. */
function findMedia(root: string, file: string): Found {
  const parts = file.split(/[/\\]/);
  if (parts.includes('..') || file.includes('\0') || /^([/\\]|[A-Za-z]:)/.test(file)) return { kind: 'outside' };
  return findLinked(root, join(root, mediaFolder, file));
}

/**
 * Bytes of a file in `media/`. `root` is the workspace's real path.
 * @throws WorkbenchError `refused` when the path leads out of the workspace, `not-found` when there is no such file
 */
export async function readMedia(root: string, file: string): Promise<Uint8Array> {
  const found = findMedia(root, file);
  if (found.kind === 'outside')
    throw new WorkbenchError(
      'refused',
      `media/${file} leads out of the workspace: copy the file into the media folder.`,
    );
  if (found.kind === 'absent')
    throw new WorkbenchError('not-found', `There is no file media/${file}: add it, or correct the name.`);
  if (found.stats.size > maxMediaBytes)
    throw new WorkbenchError(
      'refused',
      `media/${file} is larger than ${maxMediaBytes / 1024 / 1024} MB: make it smaller.`,
    );
  return await readFile(found.path);
}

/** The `File`s of a definition that cannot be served. The prompts that name them are left out. */
export function brokenMedia(
  root: string,
  { file, media }: DefinitionFile,
): readonly { readonly reference: MediaReference; readonly problem: Problem }[] {
  return media.flatMap((reference) => {
    const found = findMedia(root, reference.file);
    if (found.kind === 'file') return [];
    const message =
      found.kind === 'outside'
        ? `media/${reference.file} leads out of the workspace: copy the file into the media folder.`
        : `There is no file media/${reference.file}: add it, or correct the name.`;
    const problem: Problem = { tag: 'Media', severity: 'error', message, at: reference.at, file, ...reference.place };
    return [{ reference, problem }];
  });
}
