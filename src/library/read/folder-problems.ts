/** Problems of the workspace's folders. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { failureSentence } from '../../files/file-errors.ts';
import { findReadableFolder, folderOfKind, settingsFile } from '../../files/workspace-paths.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { startOfFile } from './definition/definition-file.ts';

/** The problems that belong to no definition file. @param root the workspace's real path */
export function folderProblems(root: string): readonly Problem[] {
  return [...unreadFolders(root), ...skillFolders(root)];
}

/** Whether a problem is of `folderProblems`. */
export function isFolderProblem({ file }: Pick<Problem, 'file'>): boolean {
  return (!file.includes('/') && file !== settingsFile) || file.endsWith('/SKILL.md');
}

/** One warning for each folder of the format of Agent Skills in `skills/`: here, a skill is one file. */
function skillFolders(root: string): readonly Problem[] {
  const folder = folderOfKind.skill;
  if (findReadableFolder(root, folder).kind !== 'folder') return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): readonly Problem[] => {
    const file = `${folder}/${entry.name}/SKILL.md`;
    if (!entry.isDirectory() || !existsSync(join(root, file))) return [];
    const message = `This folder is not read, because a skill here is one file: move the name, description and text to ${folder}/${entry.name}.yaml, and its other files to media.`;
    return [{ tag: 'InvalidSkillSpecification', severity: 'warning', message, at: [], file, ...startOfFile }];
  });
}

function unreadFolders(root: string): readonly Problem[] {
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
