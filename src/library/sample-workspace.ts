/** The workspace that a first start creates. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '../files/workspace-paths.ts';

/**
 * Copies the samples to `dir` if that folder is missing or empty. After a failure, nothing is left. Existing files are
 * never overwritten. An empty folder is filled, not replaced, because it may be a link, a mount or a shell's current folder.
 * @returns whether it copied them
 */
export async function createSampleWorkspace(dir: string, samplesDir: string): Promise<boolean> {
  const entries = await entriesOf(dir);
  if (entries && entries.length > 0) return false;
  return entries ? await fill(dir, samplesDir) : await create(dir, samplesDir);
}

async function create(dir: string, samplesDir: string): Promise<boolean> {
  await mkdir(dirname(dir), { recursive: true });
  const temporary = join(dirname(dir), temporaryName(basename(dir)));
  try {
    await cp(samplesDir, temporary, { recursive: true });
    await rename(temporary, dir);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return true;
}

async function fill(dir: string, samplesDir: string): Promise<boolean> {
  const name = temporaryName('samples');
  const temporary = join(dir, name);
  const moved: string[] = [];
  try {
    await cp(samplesDir, temporary, { recursive: true });
    for (const entry of await readdir(temporary)) {
      // Another program may be filling the folder at the same moment.
      const others = (await readdir(dir)).filter((other) => other !== name && !moved.includes(other));
      if (others.length > 0) throw new Error(`another program has put ${others[0]} there`);
      await rename(join(temporary, entry), join(dir, entry));
      moved.push(entry);
    }
  } catch (error) {
    for (const entry of moved) await rm(join(dir, entry), { recursive: true, force: true });
    throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return true;
}

function temporaryName(name: string): string {
  return `.${name.slice(0, 40)}.${randomBytes(6).toString('hex')}.tmp`;
}

/** Undefined if nothing is there. @throws for a file, or a folder that cannot be read */
async function entriesOf(dir: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (isMissing(error) && (error as NodeJS.ErrnoException).code !== 'ENOTDIR') return undefined;
    throw error;
  }
}
