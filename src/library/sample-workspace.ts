/** The workspace that a first start creates. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from './workspace-paths.ts';

/**
 * Copies the samples to `dir` when there is no such folder, or an empty one; all of them or, after a failure, nothing.
 * What is there is never overwritten.
 * @returns whether it did
 */
export async function createSampleWorkspace(dir: string, samplesDir: string): Promise<boolean> {
  const held = await entriesOf(dir);
  if (held && held.length > 0) return false;
  await mkdir(dirname(dir), { recursive: true });
  const temporary = join(dirname(dir), `.${basename(dir)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await cp(samplesDir, temporary, { recursive: true });
    // Fails where something has come into the folder meanwhile. Windows renames only to a name that is free.
    if (held) await rmdir(dir);
    await rename(temporary, dir);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return true;
}

/** Undefined when there is nothing at all. @throws for a file, or a folder that cannot be read */
async function entriesOf(dir: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (isMissing(error) && (error as NodeJS.ErrnoException).code !== 'ENOTDIR') return undefined;
    throw error;
  }
}
