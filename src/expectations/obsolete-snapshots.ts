/** The snapshot files that tests name; finds and removes those that no test names any more. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResolvedServer } from '../model/definitions.ts';
import { planTests } from './plan.ts';
import { snapshotFile } from './snapshots.ts';

/**
 * @param root the workspace's real path
 * @param servers all servers of the workspace, by their catalogue names; none of their files has an error
 * @returns paths relative to the workspace, POSIX
 */
export async function findObsoleteSnapshots(
  root: string,
  servers: ReadonlyMap<string, ResolvedServer>,
): Promise<readonly string[]> {
  const usedFiles = findNamedSnapshots(servers);
  const entries = await readdir(join(root, 'snapshots'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !usedFiles.has(file))
    .sort();
}

export async function removeSnapshots(root: string, files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(join(root, file), { force: true })));
}

export interface NamingTest {
  readonly test: string;
  /** The file of its definition; absent for a built-in one. */
  readonly definitionFile: string | undefined;
}

/** The snapshot files that tests name, as paths relative to the workspace, POSIX. @param servers by their catalogue names */
export function findNamedSnapshots(servers: ReadonlyMap<string, ResolvedServer>): ReadonlyMap<string, NamingTest> {
  return new Map([...servers].flatMap(([name, server]) => snapshotsOf(name, server)));
}

function snapshotsOf(server: string, resolvedServer: ResolvedServer): readonly (readonly [string, NamingTest])[] {
  return planTests(resolvedServer).flatMap((plannedTest) => {
    const { name, origin } = plannedTest.kind === 'prompt' ? plannedTest.prompt : plannedTest.tool;
    const test = plannedTest.test.name;
    const namingTest = { test, definitionFile: origin.kind === 'workspace' ? origin.file : undefined };
    return plannedTest.test.expect
      .filter(({ kind }) => kind === 'snapshot')
      .flatMap((expectation): readonly (string | undefined)[] => expectation.as ?? [undefined])
      .map((client) => [snapshotFile({ server, name, test, client }), namingTest] as const);
  });
}
