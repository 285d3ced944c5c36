/** Files that only their owner can read. */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { renameFile } from './write/rename-file.ts';

/** Creates or replaces a file atomically, with mode 0600. */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, content, { mode: 0o600 });
    await renameFile(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
