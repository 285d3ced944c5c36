/** Temporary files that a killed workbench left beside a configuration file. */
import { unlink } from 'node:fs/promises';
import { sha256 } from '../../files/sha256.ts';
import { readIfThere } from '../../files/write/atomic-write.ts';
import { leftOversOf } from '../../files/write/temporary-files.ts';
import type { ConnectionStore } from './record/connection-store.ts';

export interface LeftOver {
  readonly path: string;
  /** Whether the configuration file, a record or a backup has its content. */
  readonly isKnown: boolean;
}

/** @param file the configuration file's real path */
export async function findLeftOvers(file: string, store: ConnectionStore): Promise<LeftOver[]> {
  const paths = leftOversOf(file);
  if (paths.length === 0) return [];
  const presentBytes = await readIfThere(file);
  const knownHashes = new Set((await store.list()).flatMap(({ written, backupHash }) => [written, backupHash]));
  if (presentBytes) knownHashes.add(sha256(Buffer.from(presentBytes)));
  const leftOvers = paths.map(async (path) => {
    const bytes = Buffer.from((await readIfThere(path)) ?? []);
    return { path, isKnown: bytes.length === 0 || knownHashes.has(sha256(bytes)) };
  });
  return Promise.all(leftOvers);
}

/** Deletes those that hold nothing that is not elsewhere too. A program that wrote at the moment of the kill keeps its text. */
export async function sweepLeftOvers(file: string, store: ConnectionStore): Promise<string[]> {
  const sweptPaths = (await findLeftOvers(file, store)).filter(({ isKnown }) => isKnown).map(({ path }) => path);
  for (const path of sweptPaths) await unlink(path).catch(() => undefined);
  return sweptPaths;
}
