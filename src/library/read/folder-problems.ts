/** Problems of the workspace's folders. */

import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { failureSentence } from '../../files/file-errors.ts';
import { findReadableFolder, folderOfKind, parseDefinitionPath, settingsFile } from '../../files/workspace-paths.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { startOfFile } from './definition/definition-file.ts';

/** The problems that belong to no definition file. @param root the workspace's real path */
export function folderProblems(root: string): readonly Problem[] {
  return [...unreadFolders(root), ...Object.values(folderOfKind).flatMap((folder) => unreadEntries(root, folder))];
}

/** Whether a problem is of `unreadFolders`. */
export function isOfFolder({ file }: Pick<Problem, 'file'>): boolean {
  return !file.includes('/') && file !== settingsFile;
}

/** Whether a change of this path may bring a problem of an entry that is not read, or end it. */
export function mayBeUnread(path: string): boolean {
  const [folder = '', name = ''] = path.split('/');
  return (
    Object.values(folderOfKind).includes(folder) &&
    name !== '' &&
    !name.startsWith('.') &&
    parseDefinitionPath(path) === undefined
  );
}

/** What looks like definitions in a definition folder, and is not read. */
function unreadEntries(root: string, folder: string): readonly Problem[] {
  if (findReadableFolder(root, folder).kind !== 'folder') return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return mayBeUnread(path) ? problemsOfEntry(root, folder, entry) : [];
  });
}

function problemsOfEntry(root: string, folder: string, entry: Dirent): readonly Problem[] {
  const path = `${folder}/${entry.name}`;
  if (!entry.isDirectory())
    return looksLikeDefinition(entry.name)
      ? [unread(path, 'This file is not read: end its name with .yaml, .yml or .json in lower case.')]
      : [];
  if (folder === folderOfKind.skill && existsSync(join(root, path, 'SKILL.md'))) {
    // The format of Agent Skills: here, a skill is one file.
    const message = `This folder is not read, because a skill here is one file: move the name, description and text to ${path}.yaml, and its other files to media.`;
    return [unread(`${path}/SKILL.md`, message, 'InvalidSkillSpecification')];
  }
  return namesOf(join(root, path)).some(looksLikeDefinition)
    ? [unread(path, `This folder is not read: move its files to ${folder}.`)]
    : [];
}

const looksLikeDefinition = (name: string) => /^[^.].*\.(?:ya?ml|json)$/i.test(name);

/** The names in a folder; none if it cannot be read. */
function namesOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function unread(file: string, message: string, tag: Problem['tag'] = 'NotServed'): Problem {
  return { tag, severity: 'warning', message, at: [], file, ...startOfFile };
}

/** One error for each definition folder that cannot be read. */
export function unreadFolders(root: string): readonly Problem[] {
  return Object.values(folderOfKind).flatMap((folder): readonly Problem[] => {
    const message = problemOf(root, folder);
    return message === undefined
      ? []
      : [{ tag: 'Syntax', severity: 'error', message, at: [], file: folder, ...startOfFile }];
  });
}

function problemOf(root: string, folder: string): string | undefined {
  const foundFolder = findReadableFolder(root, folder);
  switch (foundFolder.kind) {
    case 'outside':
      return 'This folder links outside the workspace and is not read: replace the link with the folder itself.';
    case 'unreadable':
      return failureSentence('This folder cannot be read', foundFolder.error);
    default:
      return undefined;
  }
}
