/**
 * Remembers the port of a workspace's HTTP endpoint, so that the addresses in client configurations stay valid; and the
 * other port at which a running process serves one server. A file that cannot be read or written is not an error.
 */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { failureSentence } from '../files/file-errors.ts';
import { readJsonFile } from '../files/json-file.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { stateDir, workspaceKey } from './paths.ts';
import { isRunning, thisProcess } from './process-identity.ts';

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
    await makePrivateFolder(dirname(file));
    await writePrivateFile(file, `${port}\n`);
  } catch (error) {
    log(failureSentence(`The next start may use another HTTP port, because ${file} cannot be written`, error));
  }
}

const servedPortSchema = z.object({
  port: z.int().min(1).max(65_535),
  owner: z.object({ pid: z.int().positive(), started: z.string() }),
});

/**
 * Says that this process serves a server at a port that is not the remembered one.
 * @returns a function that takes it back
 */
export async function announcePort(
  workspace: string,
  server: string,
  port: number,
  { log, state = stateDir() }: { readonly log: (line: string) => void; readonly state?: string },
): Promise<() => Promise<void>> {
  const file = servedPortFile(workspace, server, state);
  try {
    await makePrivateFolder(dirname(file));
    await writePrivateFile(file, JSON.stringify({ port, owner: await thisProcess() }));
  } catch (error) {
    log(failureSentence(`The command connect will not find this port, because ${file} cannot be written`, error));
  }
  return () => rm(file, { force: true }).catch(() => {});
}

/** The port that a running process has announced for a server; undefined without one. */
export async function announcedPort(
  workspace: string,
  server: string,
  state = stateDir(),
): Promise<number | undefined> {
  const fileReading = await readJsonFile(servedPortFile(workspace, server, state), servedPortSchema);
  return fileReading.kind === 'valid' && (await isRunning(fileReading.value.owner))
    ? fileReading.value.port
    : undefined;
}

function servedPortFile(workspace: string, server: string, state: string): string {
  return join(state, 'ports', `${workspaceKey(join(workspace, 'servers', server))}.json`);
}

function portFile(workspace: string, state: string): string {
  return join(state, 'ports', workspaceKey(workspace));
}
