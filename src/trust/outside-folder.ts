/** Finds folders of a documentation source that are outside its workspace. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '../files/file-errors.ts';
import { isInside } from '../files/workspace-paths.ts';
import { wolframLanguage } from '../model/builtin/sources.ts';
import { homeFolder } from '../state/paths.ts';

/**
 * The absolute path of a folder as written in a source; undefined where it is inside the workspace. The path alone
 * decides wherever it can: accessing an untrusted path may already send a request, as with `\\server\share` on Windows.
 * @param root the workspace's real path
 */
export function outsideFolder(root: string, writtenPath: string): string | undefined {
  if (writtenPath === wolframLanguage) return undefined;
  const path = folderOf(root, writtenPath);
  if (!isInside(root, path)) return path;
  const resolvedPath = realPath(path);
  return isInside(root, resolvedPath) ? undefined : resolvedPath;
}

/** The absolute path of a folder as written in a source. It follows no links. */
export function folderOf(root: string, writtenPath: string): string {
  return writtenPath === wolframLanguage
    ? writtenPath
    : resolve(root, writtenPath.replace(/^~(?=$|[/\\])/, homeFolder()));
}

/** A link inside the workspace may lead out of it. A path that does not exist is returned unchanged. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * Whether nothing is at the absolute path of an outside folder, so that there is nothing to allow yet. Only for a trusted
 * workspace: in another one, accessing the path may be all that its author wants. A Windows network path is never accessed.
 */
export function isMissingFolder(path: string): boolean {
  if (/^[\\/]{2}/.test(path)) return false;
  try {
    statSync(path);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
  }
}
