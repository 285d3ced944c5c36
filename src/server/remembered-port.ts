import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stateDir, workspaceKey } from '../paths.ts';

/**
 * The port a workspace's HTTP endpoint had last time, so that the addresses in client configurations stay right.
 * 0, which lets the system choose, where there is none to remember.
 */
export async function rememberedPort(workspace: string, state = stateDir()): Promise<number> {
  const text = await readFile(portFile(workspace, state), 'utf8').catch(() => '');
  const port = Number(text.trim() || '0');
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}

export async function rememberPort(workspace: string, port: number, state = stateDir()): Promise<void> {
  const file = portFile(workspace, state);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${port}\n`);
}

function portFile(workspace: string, state: string): string {
  return join(state, 'ports', workspaceKey(workspace));
}
