/** Files that a client names in the arguments of a built-in tool. */
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { WorkbenchError } from '../../../../base/errors.ts';
import type { ServerServices } from '../../services.ts';

type Where = Pick<ServerServices, 'workspaceDir' | 'permit'>;

/** An absolute path; a relative one is relative to the workspace. */
export function pathIn(path: string, { workspaceDir }: Where): string {
  return resolve(workspaceDir ?? '.', path.trim());
}

/** The paths in a list with commas. @throws WorkbenchError `not-found` */
export function pathsIn(list: string, where: Where): readonly string[] {
  const paths = list.split(',').flatMap((part) => (part.trim() === '' ? [] : [pathIn(part, where)]));
  const missingPath = paths.find((path) => !existsSync(path));
  if (missingPath !== undefined) throw new WorkbenchError('not-found', `there is no file or folder ${missingPath}.`);
  if (paths.length === 0) throw new WorkbenchError('invalid-input', 'name at least one path.');
  return paths;
}

/**
 * The path of a file that a client may read: one in the workspace, or any other with the permission that lets it run code.
 * @throws NotAllowedError, WorkbenchError `not-found`
 */
export async function readablePath(path: string, where: Where): Promise<string> {
  const absolute = pathIn(path, where);
  // Asked before looking at the disk: not every client may learn whether a file outside the workspace exists.
  if (!isInside(absolute, where.workspaceDir)) await where.permit([{ kind: 'evaluator' }]);
  if (!existsSync(absolute)) throw new WorkbenchError('not-found', `there is no file ${absolute}.`);
  const realPath = realpathSync(absolute);
  const { workspaceDir } = where;
  if (!isInside(realPath, workspaceDir && realpathSync(workspaceDir))) await where.permit([{ kind: 'evaluator' }]);
  return realPath;
}

function isInside(path: string, folder: string | undefined): boolean {
  const inside = folder === undefined ? '..' : relative(folder, path);
  return !inside.startsWith('..') && !isAbsolute(inside);
}
