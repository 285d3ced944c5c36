/** Compares a workspace with one of its commits. */
import type { Library } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { Changes } from './changes.ts';
import { changedDefinitions, changedNames } from './compare-definitions.ts';
import { changedReadings } from './compare-readings.ts';
import { atCommit } from './earlier-workspace.ts';

/**
 * @param now the workspace
 * @param ref a branch, tag or commit of its repository
 * @throws WorkbenchError as `resolveCommit`
 */
export function changesSince(ref: string, now: Library, services: ServerServices): Promise<Changes> {
  return atCommit(now.dir, ref, async (before, commit) => ({
    commit,
    definitions: await changedDefinitions(before, now),
    names: changedNames(before, now),
    readings: await changedReadings(before, now, services),
  }));
}
