/** The workspace that a first start creates. */
import { cp, mkdir, readdir } from 'node:fs/promises';
import { isMissing } from './workspace-paths.ts';

/**
 * Copies the samples to `dir` when there is no such folder, or nothing in it. Nothing that is there is ever overwritten.
 * @returns whether it did
 */
export async function createSampleWorkspace(dir: string, samplesDir: string): Promise<boolean> {
  const held = await readdir(dir).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  // .DS_Store and the like are no content of anybody's.
  if (held.some((name) => !name.startsWith('.'))) return false;
  await mkdir(dir, { recursive: true });
  await cp(samplesDir, dir, { recursive: true, force: false });
  return true;
}
