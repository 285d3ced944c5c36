/** Notices that a branch or tag names another commit. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { inBackground } from '../base/in-background.ts';
import { resolveCommit } from './repository.ts';
import { readGit } from './run-git.ts';

/** How often the files of the ref are checked for a change, which takes microseconds. */
const pollMs = 500;
/** How often git resolves the ref even if none of those files has changed: it may keep names elsewhere. */
const fullCheckMs = 60_000;

export interface FollowedRef {
  close(): void;
}

export interface FollowOptions {
  /** A branch, tag or commit. */
  readonly ref: string;
  /** What it names now. */
  readonly commit: string;
  /** Receives each new commit; the next poll waits for it. After a rejection, `onError` is called and the commit comes again. */
  readonly onCommit: (commit: string) => Promise<void>;
  /** Also receives the failure of a poll; a failure that repeats is reported once. */
  readonly onError: (error: unknown) => void;
}

/**
 * Polls the ref until `close` is called.
 * @param dir a folder of the repository, or a bare repository
 */
export async function followRef(dir: string, { ref, commit, onCommit, onError }: FollowOptions): Promise<FollowedRef> {
  let current = commit;
  let stamps = '';
  let resolvedAt = performance.now();
  let lastReport = '';
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const files = await findRefFiles(dir, ref);
  const schedule = () => {
    timer = setTimeout(() => inBackground(poll().finally(() => isClosed || schedule())), pollMs).unref();
  };

  async function poll(): Promise<void> {
    const now = readStamps(files);
    if (now === stamps && performance.now() - resolvedAt < fullCheckMs) return;
    resolvedAt = performance.now();
    try {
      const next = await resolveCommit(dir, ref);
      if (isClosed) return;
      if (next !== current) await onCommit(next);
      current = next;
      stamps = now;
      lastReport = '';
    } catch (error) {
      if (isClosed || String(error) === lastReport) return;
      lastReport = String(error);
      onError(error);
    }
  }

  schedule();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Lists the files in which git may keep the commit that a ref names. */
async function findRefFiles(dir: string, ref: string): Promise<readonly string[]> {
  const fullName = (await readGit(dir, ['rev-parse', '--symbolic-full-name', ref]).catch(() => '')).toString().trim();
  const names = ['HEAD', 'packed-refs', 'reftable/tables.list', ...(fullName.startsWith('refs/') ? [fullName] : [])];
  const paths = await readGit(dir, ['rev-parse', ...names.flatMap((name) => ['--git-path', name])]);
  return paths
    .toString('utf8')
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => resolve(dir, path));
}

function readStamps(files: readonly string[]): string {
  return files
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
      return stats ? `${stats.mtimeNs} ${stats.ino} ${stats.size}` : '-';
    })
    .join('\n');
}
