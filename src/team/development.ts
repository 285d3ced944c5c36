/** `team --dev`: a repository and a database on this computer, so that one command shows a whole team server. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { codeOf } from '../files/file-errors.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { processExists } from '../files/process-exists.ts';
import { findReason, runGit } from '../git/run-git.ts';
import type { Database } from './database/database.ts';
import { openPglite } from './database/pglite.ts';

export interface Development {
  readonly repository: string;
  readonly database: Database;
}

/** @param repository by default, a bare one in the state folder, which is made once @throws WorkbenchError */
export async function openDevelopment(stateDir: string, repository: string | undefined): Promise<Development> {
  const folder = join(stateDir, 'team');
  await makePrivateFolder(folder);
  const unlock = claim(join(folder, 'process-id'));
  const database = await openPglite(join(folder, 'database'));
  const close = async () => {
    await database.close();
    unlock();
  };
  return { repository: repository ?? (await ownRepository(folder)), database: { ...database, close } };
}

/** Two processes would damage the database. @throws WorkbenchError `conflict` while another process has it */
function claim(file: string): () => void {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const otherPid = Number(readFileSync(file, 'utf8'));
      if (Number.isInteger(otherPid) && otherPid > 0 && otherPid !== process.pid && processExists(otherPid))
        throw new WorkbenchError('conflict', `Another team --dev runs as process ${otherPid}: end it first.`);
      rmSync(file, { force: true });
    }
  }
}

async function ownRepository(folder: string): Promise<string> {
  const path = join(folder, 'library.git');
  if (existsSync(join(path, 'HEAD'))) return path;
  await makePrivateFolder(path);
  const { code, stderr } = await runGit(path, ['init', '--quiet', '--bare', '--initial-branch=main']);
  if (code !== 0) throw new WorkbenchError('failed', `git cannot make a repository: ${findReason(stderr, code)}.`);
  return path;
}
