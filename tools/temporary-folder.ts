import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
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
export default function setup(): (() => Promise<void>) | undefined {
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // PostgreSQL runs as another user, who must reach its data.
  chmodSync(folder, 0o711);
  process.env[variable] = folder;
  // A server that a test leaves running ends with its worker, and may still write a file.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
