/**
 * The evaluator's sessions. Each is one file in which the kernel saves the definitions after a call, so that a session
 * continues in another kernel. The limits are those of the reference (`MaxSessionCount`, `MaxSessionBytes`, `MaxSessionAge`).
 */
import { randomInt } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../files/make-folder.ts';

export interface EvaluatorSession {
  readonly id: string;
  /** The session's file, which may not exist yet. */
  readonly file: string;
}

const maxCount = 100;
const maxBytes = 1024 ** 3;
const maxAgeMs = 31 * 24 * 60 * 60_000;

/**
 * Opens the session with this id, or a new one if there is none.
 * @param folder only its owner may write to it, because a kernel evaluates the files
 */
export async function openSession(folder: string, name: string | undefined): Promise<EvaluatorSession> {
  await makePrivateFolder(folder);
  const ids = await removeOldSessions(folder);
  const id = name !== undefined && ids.has(name) ? name : newId();
  return { id, file: join(folder, `${id}.mx`) };
}

/** Removes the oldest sessions beyond the limits, and returns the ids of the others. */
async function removeOldSessions(folder: string): Promise<ReadonlySet<string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mx'));
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { name, size, mtimeMs };
    }),
  );
  const keptNames = new Set<string>();
  let bytes = 0;
  for (const { name, size, mtimeMs } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size;
    if (keptNames.size < maxCount && bytes <= maxBytes && mtimeMs > Date.now() - maxAgeMs)
      keptNames.add(name.slice(0, -3));
    else await rm(join(folder, name), { force: true });
  }
  return keptNames;
}

/** Eight letters and digits, of which the first is a letter: it is part of a context's name. */
function newId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const pick = (from: string) => from[randomInt(from.length)] ?? '';
  return pick(letters) + Array.from({ length: 7 }, () => pick(`${letters}0123456789`)).join('');
}
