/** Finds a program on PATH. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SystemFolders } from '../../config-files/system-folders.ts';

/**
 * The absolute path of a program, from the absolute entries of PATH only. On Windows it finds a program that starts
 * without a shell (`.exe`); with `anyKind` also a `.cmd`, which is enough to detect an installation.
 */
export async function findProgram(
  name: string,
  { env, platform }: Pick<SystemFolders, 'env' | 'platform'>,
  anyKind = false,
): Promise<string | undefined> {
  const endings = platform === 'win32' ? ['.exe', ...(anyKind ? ['.cmd'] : [])] : [''];
  const path = env.PATH ?? env.Path ?? '';
  for (const folder of path.split(delimiter).filter((part) => isAbsolute(part))) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (await isProgram(file)) return file;
    }
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
