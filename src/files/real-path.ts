/** Where a path leads, for comparing paths that a person or a program wrote in different ways. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The real path of a file or folder that may not exist yet. */
export function realPath(file: string): string {
  const path = resolve(file);
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}
