/** `team --dev`: a repository and a database on this computer, so that one command shows a whole team server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { reasonIn, runGit } from '../git/run-git.ts';
import type { Database } from './database/database.ts';
import { openPglite } from './database/pglite.ts';

export interface Development {
  readonly repository: string;
  readonly database: Database;
}

/** @param repository by default, a bare one in the state folder, which is made once @throws WorkbenchError */
export async function openDevelopment(stateDir: string, repository: string | undefined): Promise<Development> {
  const folder = join(stateDir, 'team');
  const database = await openPglite(join(folder, 'database'));
  return { repository: repository ?? (await ownRepository(folder)), database };
}

async function ownRepository(folder: string): Promise<string> {
  const path = join(folder, 'library.git');
  if (existsSync(join(path, 'HEAD'))) return path;
  await makePrivateFolder(path);
  const { code, said } = await runGit(path, ['init', '--quiet', '--bare', '--initial-branch=main']);
  if (code !== 0) throw new WorkbenchError('failed', `git cannot make a repository: ${reasonIn(said, code)}.`);
  return path;
}
