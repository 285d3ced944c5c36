import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Short, because the path of a socket may have about 100 characters only. */
const prefix = 'pw-';
const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';

/**
 * Puts all temporary folders of a run into one, which is removed at its end. Tests leave theirs: ext4 passes over the inodes
 * that were deleted in the last minutes, one by one, so each removal slows down the files of later tests.
 * Vitest calls this for each project at the start, and what it returns at the end.
 */
export default function setup(): (() => void) | undefined {
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // PostgreSQL runs as another user, who must reach its data.
  chmodSync(folder, 0o711);
  process.env[variable] = folder;
  return () => {
    // It takes seconds, for which nothing has to wait. A server that a test leaves running may still write a file.
    const removal = 'fs.rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 10 })';
    spawn(process.execPath, ['--eval', removal, folder], { detached: true, stdio: 'ignore' }).unref();
  };
}
