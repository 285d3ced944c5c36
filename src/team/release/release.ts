/** Reads one commit as an immutable snapshot of the library. */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitFile } from '../../git/commit-files.ts';
import { openLibrary } from '../../library/open-library.ts';
import type { Library, LibrarySnapshot } from '../../library/types.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { openAccess } from '../access/open-access.ts';
import type { AccessPolicy } from '../access/policy.ts';
import type { Mirror } from '../repository/mirror.ts';

export interface Release {
  readonly commit: string;
  /** The real path of its files. */
  readonly folder: string;
  readonly files: readonly CommitFile[];
  readonly library: Library;
  readonly snapshot: LibrarySnapshot;
  readonly errors: readonly ReleaseProblem[];
  readonly warnings: readonly ReleaseProblem[];
  /** Who sees what. */
  readonly policy: AccessPolicy;
  /** The file of the policy; undefined without one. */
  readonly policyText: string | undefined;
  /**
   * A hash of everything except servers, prompts, tools and skills: of what searches read. Releases with the same hash share
   * their indexes.
   */
  readonly materials: string;
  /** Removes its files. */
  close(): Promise<void>;
}

export type ReleaseProblem = Pick<Problem, 'severity' | 'message' | 'file' | 'line'>;

/** Folders that searches do not read. */
const definitionFolders = ['servers', 'prompts', 'tools', 'skills'];

/**
 * Reads a commit that the mirror has.
 * @param parent where the folder of its files goes
 * @param formerRelease another commit that is still open: what is equal is neither written nor parsed again
 */
export async function readRelease(
  mirror: Mirror,
  commit: string,
  parent: string,
  formerRelease?: Release | undefined,
): Promise<Release> {
  const folder = join(parent, `${commit.slice(0, 12)}-${Math.round(performance.now() * 1000).toString(36)}`);
  await mkdir(folder);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const files = await mirror.list(commit);
    await mirror.write(files, folder, formerRelease);
    const library = await openLibrary(folder, { watch: false, formerLibrary: formerRelease?.library });
    const snapshot = library.snapshot();
    const isMaterial = ({ path }: { path: string }) => !definitionFolders.includes(path.split('/', 1)[0] ?? '');
    const materials = createHash('sha256');
    for (const { id, path } of files.filter(isMaterial)) materials.update(`${id} ${path}\0`);
    const access = await openAccess(folder, snapshot.servers);
    const problems: readonly ReleaseProblem[] = [...snapshot.problems, ...access.problems];
    return {
      commit,
      folder,
      files,
      library,
      snapshot,
      errors: problems.filter(({ severity }) => severity === 'error'),
      warnings: problems.filter(({ severity }) => severity === 'warning'),
      policy: access.policy,
      policyText: access.text,
      materials: materials.digest('hex'),
      async close() {
        await library.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
