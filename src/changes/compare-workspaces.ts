/** Compares a workspace with one of its commits. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCommit } from '../git/commit-files.ts';
import { repositoryPlace, resolveCommit } from '../git/repository.ts';
import { openLibrary } from '../library/open-library.ts';
import type { Library } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { Changes } from './changes.ts';
import { changedDefinitions, changedNames } from './compare-definitions.ts';
import { changedReadings } from './compare-readings.ts';

/**
 * @param now the workspace
 * @param ref a branch, tag or commit of its repository
 * @throws WorkbenchError as `resolveCommit`
 */
export async function changesSince(ref: string, now: Library, services: ServerServices): Promise<Changes> {
  const folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-diff-'));
  try {
    const commit = await resolveCommit(now.dir, ref);
    await writeCommit(await repositoryPlace(now.dir), commit, folder);
    const before = await openLibrary(folder, { watch: false });
    try {
      return {
        commit,
        definitions: await changedDefinitions(before, now),
        names: changedNames(before, now),
        readings: await changedReadings(before, now, services),
      };
    } finally {
      await before.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
