/** Notices that a branch or tag names another commit. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { inBackground } from '../base/in-background.ts';
import { resolveCommit } from './repository.ts';
import { readGit } from './run-git.ts';

/** How often the files of the names are looked at, which takes microseconds. */
const lookMs = 500;
/** How often git is asked although none of those files has changed: it may keep names elsewhere. */
const askMs = 60_000;

export interface FollowedRef {
  close(): void;
}

export interface FollowOptions {
  /** A branch, tag or commit. */
  readonly ref: string;
  /** What it names now. */
  readonly commit: string;
  /** Gets each new commit; the next look waits for it. A rejection goes to `onError`, and the commit comes again. */
  readonly onCommit: (commit: string) => Promise<void>;
  /** Also gets the failure of a look, once. */
  readonly onError: (error: unknown) => void;
}

/** @param dir a folder of the repository, or a bare one */
export async function followRef(dir: string, { ref, commit, onCommit, onError }: FollowOptions): Promise<FollowedRef> {
  let current = commit;
  let stamps = '';
  let askedAt = performance.now();
  let reported = '';
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const files = await filesOfNames(dir, ref);
  // Before the first look: the name may have moved since the commit was read.
  const schedule = () => {
    timer = setTimeout(() => inBackground(look().finally(() => isClosed || schedule())), lookMs).unref();
  };

  async function look(): Promise<void> {
    const now = stampsOf(files);
    if (now === stamps && performance.now() - askedAt < askMs) return;
    askedAt = performance.now();
    try {
      const next = await resolveCommit(dir, ref);
      if (isClosed) return;
      if (next !== current) await onCommit(next);
      current = next;
      stamps = now;
      reported = '';
    } catch (error) {
      if (isClosed || String(error) === reported) return;
      reported = String(error);
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

/** The files in which git may keep what a name means. */
async function filesOfNames(dir: string, ref: string): Promise<readonly string[]> {
  const full = (await readGit(dir, ['rev-parse', '--symbolic-full-name', ref]).catch(() => '')).toString().trim();
  const names = ['HEAD', 'packed-refs', 'reftable/tables.list', ...(full.startsWith('refs/') ? [full] : [])];
  const paths = await readGit(dir, ['rev-parse', ...names.flatMap((name) => ['--git-path', name])]);
  return paths
    .toString('utf8')
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => resolve(dir, path));
}

function stampsOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
      return stats ? `${stats.mtimeNs} ${stats.ino} ${stats.size}` : '-';
    })
    .join('\n');
}
