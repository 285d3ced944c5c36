/** Commands of an operator for all replicas at once. Each returns a sentence. */
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { publishCommit } from './database/published-store.ts';
import { rotateKeys } from './database/stored-keys.ts';
import { libraryKey, Mirror, type MirrorOptions } from './repository/mirror.ts';
import { createTeamFolder, removeTeamFolder } from './repository/team-folder.ts';

/** @param commit a full id, the start of one, a branch or a tag @throws WorkbenchError as `Mirror.fetch` and `publishCommit` */
export async function publishOlder(
  database: Database,
  place: Omit<MirrorOptions, 'dir'>,
  commit: string,
): Promise<string> {
  const dir = await createTeamFolder();
  try {
    const mirror = await Mirror.create({ ...place, dir: join(dir, 'repository') });
    await mirror.fetch();
    const id = await mirror.resolve(commit);
    await migrate(database);
    await publishCommit(database, libraryKey(place), id, `operator ${userInfo().username}`);
    return `Published ${id}. It stays published until ${place.ref} has a new commit.\n`;
  } finally {
    await removeTeamFolder(dir);
  }
}

export async function rotateSessionKeys(database: Database): Promise<string> {
  await migrate(database);
  return `Key ${await rotateKeys(database)} signs new sessions in 30 seconds. Existing sessions keep their keys.\n`;
}
