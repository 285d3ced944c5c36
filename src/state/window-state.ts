/** What every window of this account shares: the workspaces that were open, and whether "Get started" was closed. */
import { join } from 'node:path';
import * as z from 'zod';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { readRegularFile } from '../files/regular-file.ts';

const schema = z.object({
  /** Absolute folders, the newest first. */
  workspaces: z.array(z.string()).catch([]),
  isStartClosed: z.boolean().catch(false),
});

export type WindowState = z.output<typeof schema>;

const maxBytes = 100_000;
const maxWorkspaces = 12;

/** Never throws: a file that is missing or damaged counts as empty. */
export async function readWindowState(stateDir: string): Promise<WindowState> {
  try {
    return schema.parse(JSON.parse(String(await readRegularFile(fileIn(stateDir), maxBytes))));
  } catch {
    return schema.parse({});
  }
}

/** Puts a workspace first in the list of recent ones. */
export async function rememberWorkspace(stateDir: string, dir: string): Promise<void> {
  const state = await readWindowState(stateDir);
  const otherWorkspaces = state.workspaces.filter((workspace) => workspace !== dir);
  await write(stateDir, { ...state, workspaces: [dir, ...otherWorkspaces].slice(0, maxWorkspaces) });
}

export async function rememberStartClosed(stateDir: string): Promise<void> {
  await write(stateDir, { ...(await readWindowState(stateDir)), isStartClosed: true });
}

async function write(stateDir: string, state: WindowState): Promise<void> {
  await makePrivateFolder(stateDir);
  await writePrivateFile(fileIn(stateDir), `${JSON.stringify(state, null, 2)}\n`);
}

function fileIn(stateDir: string): string {
  return join(stateDir, 'windows.json');
}
