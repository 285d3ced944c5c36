/** Compares a workspace with one of its commits. */
import type { Library } from '../library/types.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { Changes } from './changes.ts';
import { findDefinitionChanges, findNameChanges } from './compare-definitions.ts';
import { findReadingChanges } from './compare-readings.ts';
import { openAtCommit } from './earlier-workspace.ts';

/**
 * @param now the workspace
 * @param ref a branch, tag or commit of its repository
 * @throws WorkbenchError as `resolveCommit`
 */
export function findChangesSince(ref: string, now: Library, services: ServerServices): Promise<Changes> {
  return openAtCommit(now.dir, ref, async (before, commit) => ({
    commit,
    definitions: await findDefinitionChanges(before, now),
    names: findNameChanges(before, now),
    readings: await findReadingChanges(before, now, services),
  }));
}
