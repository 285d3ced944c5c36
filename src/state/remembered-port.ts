/**
 * Remembers the port of a workspace's HTTP endpoint, so that the addresses in client configurations stay valid. A file
 * that cannot be read or written is not an error.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failureSentence } from '../files/file-errors.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { stateDir, workspaceKey } from './paths.ts';

/** A port has five digits. */
const maxBytes = 100;

/** Returns the last port, or 0, which lets the system choose. */
export async function rememberedPort(workspace: string, state = stateDir()): Promise<number> {
  const text = await readRegularFile(portFile(workspace, state), maxBytes).then(String, () => '');
  const port = Number(text.trim() || '0');
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}

/** @param log receives one sentence when the port cannot be stored */
export async function rememberPort(
  workspace: string,
  port: number,
  { log, state = stateDir() }: { readonly log: (line: string) => void; readonly state?: string },
): Promise<void> {
  const file = portFile(workspace, state);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writePrivateFile(file, `${port}\n`);
  } catch (error) {
    log(failureSentence(`The next start may use another HTTP port, because ${file} cannot be written`, error));
  }
}

function portFile(workspace: string, state: string): string {
  return join(state, 'ports', workspaceKey(workspace));
}
