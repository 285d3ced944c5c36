/** Opens a link in the default browser. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeLifetimeMs } from '../app/browser-host/sign-in.ts';
import { systemProgram } from '../base/system-program.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { knowsPeerAccounts } from '../state/peer-account.ts';

/**
 * Opens the default browser, if there is one. It cannot detect whether the browser really opened.
 *
 * Other accounts see a program's command line on Linux and macOS. On Linux the code in the link is of no use to them,
 * because the browser host knows which account connects. On macOS the browser gets a private file that forwards to the
 * link. (On Linux a file would not work: a browser from a snap cannot read hidden folders.)
 */
export async function openBrowser(link: string, stateDir: string): Promise<void> {
  const command = browserCommand(process.platform, process.env);
  if (!command) return;
  const [program, ...args] = command;
  const isLinkSafe = process.platform === 'win32' || knowsPeerAccounts();
  const target = isLinkSafe ? link : await forwardingFile(link, stateDir);
  spawn(program, [...args, target], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

/** The program that opens a link, with its first arguments; undefined where there is no browser. */
export function browserCommand(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform === 'win32') return [systemProgram('rundll32', env), 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

/** Writes a page that only this account can read and that forwards to the link. Removes earlier pages. */
export async function forwardingFile(link: string, stateDir: string): Promise<string> {
  const folder = await privateFolder(stateDir);
  await removeOldPages(folder);
  const file = join(folder, `${randomBytes(8).toString('hex')}.html`);
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${link}"><title>Prompt Workbench</title>\n`;
  await writeFile(file, page, { mode: 0o600, flag: 'wx' });
  return file;
}

async function privateFolder(stateDir: string): Promise<string> {
  const folder = join(stateDir, 'forwarding');
  try {
    await makePrivateFolder(folder);
    return folder;
  } catch {
    return mkdtemp(join(tmpdir(), 'prompt-workbench-'));
  }
}

/** Removes the pages whose code has expired. */
async function removeOldPages(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (Date.now() - (await stat(file)).mtimeMs > codeLifetimeMs) await rm(file, { force: true });
  }
}
