/** The workspace that a first start creates. */
import { randomBytes } from 'node:crypto';
import { cp, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { isMissing } from '../files/workspace-paths.ts';
import { renameFile } from '../files/write/rename-file.ts';
import { galleryFolder } from './gallery.ts';

/**
 * Copies the samples to `dir` if that folder is missing. After a failure, nothing is left. An empty folder stays empty:
 * the window asks whether to fill it.
 * @returns whether it copied them
 */
export async function createSampleWorkspace(dir: string, samplesDir: string): Promise<boolean> {
  if (await exists(dir)) return false;
  await makeFolder(dirname(dir));
  const temporary = join(dirname(dir), temporaryName(basename(dir)));
  try {
    await cp(samplesDir, temporary, samples(samplesDir));
    await renameFile(temporary, dir);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return true;
}

/** Copies the samples into a workspace without definitions. Existing files are never overwritten. */
export async function addSamples(dir: string, samplesDir: string): Promise<void> {
  await cp(samplesDir, dir, { ...samples(samplesDir), force: false });
}

/** Everything but the gallery, which is only offered for new prompts. */
function samples(samplesDir: string) {
  return { recursive: true, filter: (source: string) => source !== join(samplesDir, galleryFolder) };
}

function temporaryName(name: string): string {
  return `.${name.slice(0, 40)}.${randomBytes(6).toString('hex')}.tmp`;
}

/** @throws for a file, or a folder that cannot be read */
async function exists(dir: string): Promise<boolean> {
  try {
    await readdir(dir);
    return true;
  } catch (error) {
    if (isMissing(error) && (error as NodeJS.ErrnoException).code !== 'ENOTDIR') return false;
    throw error;
  }
}
