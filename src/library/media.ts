/** Media files that definitions name. Links are resolved, and nothing outside the workspace is read. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { asRefusal, failureSentence } from '../files/file-errors.ts';
import { type FoundFile, findLinked, mediaFolder } from '../files/workspace-paths.ts';
import type { Problem } from '../model/problems/problems.ts';
import type { DefinitionFile, FileReference } from './read/definition/definition-file.ts';

/** Larger than any client accepts in a message. */
const maxMediaBytes = 64 * 1024 * 1024;

/** @param file relative to `media/`; a path out of that folder counts as outside, even if it stays in the workspace */
export function findMedia(root: string, file: string): FoundFile {
  const parts = file.split(/[/\\]/);
  if (parts.includes('..') || file.includes('\0') || /^([/\\]|[A-Za-z]:)/.test(file)) return { kind: 'outside' };
  return findLinked(root, join(root, mediaFolder, file));
}

/**
 * The bytes of a file in `media/`.
 * @param root the workspace's real path
 * @throws WorkbenchError `refused` if the path leads out of the workspace or the file cannot be read, `not-found`
 */
export async function readMedia(root: string, file: string): Promise<Uint8Array> {
  const foundFile = findMedia(root, file);
  if (foundFile.kind !== 'file')
    throw new WorkbenchError(foundFile.kind === 'absent' ? 'not-found' : 'refused', whyBroken(file, foundFile));
  if (foundFile.stats.size > maxMediaBytes)
    throw new WorkbenchError(
      'refused',
      `media/${file} is larger than ${maxMediaBytes / 1024 / 1024} MB: make it smaller.`,
    );
  return await readFile(foundFile.path).catch((error: unknown) => {
    throw asRefusal(error, `media/${file} cannot be read`);
  });
}

/** The media references of a definition that cannot be served. Prompts with one of them are not served. */
export function brokenMedia(
  root: string,
  { file, media }: DefinitionFile,
): readonly { readonly reference: FileReference; readonly problem: Problem }[] {
  return media.flatMap((reference) => {
    const foundFile = findMedia(root, reference.file);
    if (foundFile.kind === 'file') return [];
    const message = whyBroken(reference.file, foundFile);
    const problem: Problem = { tag: 'Media', severity: 'error', message, at: reference.at, file, ...reference.place };
    return [{ reference, problem }];
  });
}

function whyBroken(file: string, foundFile: Exclude<FoundFile, { kind: 'file' }>): string {
  switch (foundFile.kind) {
    case 'outside':
      return `media/${file} leads outside the workspace: copy the file into the media folder.`;
    case 'absent':
      return `There is no file media/${file}: add it, or correct the name.`;
    case 'unreadable':
      return failureSentence(`media/${file} cannot be read`, foundFile.error);
  }
}
