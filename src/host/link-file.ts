/**
 * The link of a workspace's browser host, in a file that only the user can read. A second start finds the first by it,
 * and the next one takes the same port again, because a browser keeps the page's settings by address.
 */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createHostClient } from '../contract/host-client.ts';
import { createLoopbackTransport } from '../contract/loopback-transport.ts';
import { workspaceKey } from '../paths.ts';

export interface HostLink {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly token: string;
}

/** Where the link of a workspace is kept: one file for each, inside the state folder. */
export function linkFile(stateDir: string, workspaceDir: string): string {
  return join(stateDir, 'browser-host', workspaceKey(workspaceDir));
}

/** The token is in the fragment, which no browser sends to any server. */
export function linkUrl({ origin, token }: HostLink): string {
  return `${origin}/#token=${token}`;
}

/** The link of last time; whether it still leads anywhere is for `runningLink` to say. */
export async function readLink(file: string): Promise<HostLink | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, origin, token] = /^(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)\n$/.exec(text) ?? [];
  return origin && token ? { origin, token } : undefined;
}

/** Keeps a link for the next start, for nobody else to read (mode 0600). */
export async function writeLink(file: string, link: HostLink): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${linkUrl(link)}\n`, { mode: 0o600 });
  // `mode` counts only for a new file.
  await chmod(file, 0o600);
}

/** The link in the file if a workbench with this very workspace answers there. */
export async function runningLink(file: string, workspaceDir: string): Promise<string | undefined> {
  const link = await readLink(file);
  if (!link) return undefined;
  try {
    const { dir } = await createHostClient(createLoopbackTransport(link)).call('workspace.get', {});
    return dir === workspaceDir ? linkUrl(link) : undefined;
  } catch {
    return undefined;
  }
}
