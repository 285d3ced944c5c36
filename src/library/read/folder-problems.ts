/** Problems of the workspace's folders. */

import { failureSentence } from '../../files/file-errors.ts';
import { findReadableFolder, folderOfKind } from '../../files/workspace-paths.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { startOfFile } from './definition-file.ts';

/** One problem for each definition folder that cannot be read. @param root the workspace's real path */
export function folderProblems(root: string): readonly Problem[] {
  return Object.values(folderOfKind).flatMap((folder): readonly Problem[] => {
    const message = problemOf(root, folder);
    return message === undefined
      ? []
      : [{ tag: 'Syntax', severity: 'error', message, at: [], file: folder, ...startOfFile }];
  });
}

function problemOf(root: string, folder: string): string | undefined {
  const found = findReadableFolder(root, folder);
  switch (found.kind) {
    case 'outside':
      return 'This folder links outside the workspace and is not read: replace the link with the folder itself.';
    case 'unreadable':
      return failureSentence('This folder cannot be read', found.error);
    default:
      return undefined;
  }
}
