import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a workspace at `dir` from the samples, unless there is something at that place already: an existing folder is
 * the user's, whatever it holds. Answers whether it was made. It appears whole, or not at all.
 */
export async function createSampleWorkspace(dir: string, samplesDir: string): Promise<boolean> {
  const present = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (present && present.length > 0) return false;
  const draft = join(dirname(dir), `.${basename(dir)}-${randomBytes(6).toString('hex')}`);
  await mkdir(dirname(dir), { recursive: true });
  try {
    await cp(samplesDir, draft, { recursive: true });
    // Not every system renames onto a folder, even an empty one.
    if (present) await rmdir(dir);
    await rename(draft, dir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return true;
}
