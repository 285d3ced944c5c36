/** The entry point of the desktop app: Electron's main process. The whole workbench, MCP endpoint included, runs here. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import * as z from 'zod';
import { claimOrJoin } from '../src/app/browser-host/claim-or-join.ts';
import { openWorkbench } from '../src/app/workbench.ts';
import { inBackground } from '../src/base/in-background.ts';
import { cacheDir, stateDir, workspaceDir } from '../src/state/paths.ts';
import { attachIpc } from './ipc.ts';
import { keychainSecrets } from './keychain.ts';
import { setMenu } from './menu.ts';
import { registerScheme, serveRenderer } from './protocol.ts';
import { denyPermissions, openWindow } from './window.ts';
import { createWorkspaceSwitch, type OpenWorkbench } from './workspace-switch.ts';

const log = (line: string) => console.error(line);
const workspace = createWorkspaceSwitch(openWorkspace, attachIpc);
let window: BrowserWindow | undefined;

// The last resort: a defect in something that nothing waits for must not end the servers that clients use.
process.on('unhandledRejection', (reason) => log(`error: Something in the workbench broke: ${sentence(reason)}`));
main().catch(leaveWithError);

async function main(): Promise<void> {
  const asked = workspaceArgument();
  keepStateTogether();
  if (!app.requestSingleInstanceLock(asked === undefined ? {} : { workspace: resolve(asked) })) return app.quit();
  registerScheme();
  app.enableSandbox();
  await app.whenReady();
  denyPermissions();
  serveRenderer(join(__dirname, 'renderer'));
  await workspace.open(workspaceDir(asked));
  window = openWindow({
    preloadFile: join(__dirname, 'preload.cjs'),
    boundsFile: join(stateDir(), 'window.json'),
  });
  setMenu({
    openWorkspace: () => inBackground(chooseWorkspace()),
    showWorkspaceFolder,
    press: (keys) => window?.webContents.sendInputEvent(keys),
  });
  comeForwardWhenStartedAgain();
  quitWithLastWindow();
  closeWorkbenchBeforeLeaving();
}

/** `--workspace DIR`; Electron's own switches on the same line are not ours to judge. */
function workspaceArgument(): string | undefined {
  const { values } = parseArgs({
    args: process.argv.slice(app.isPackaged ? 1 : 2),
    options: { workspace: { type: 'string' } },
    strict: false,
  });
  return typeof values.workspace === 'string' ? values.workspace : undefined;
}

/** Electron's own files (cookies, caches, the instance lock) live beside ours, so that one variable moves them all. */
function keepStateTogether(): void {
  app.setPath('userData', join(stateDir(), 'electron'));
}

/** @throws WorkbenchError `conflict` where another process has this workspace open */
async function openWorkspace(dir: string): Promise<OpenWorkbench> {
  const entry = await claimOrJoin(stateDir(), dir, 'desktop', log);
  const release = async () => {
    if (entry.kind === 'ours') await entry.claim?.release();
  };
  try {
    const workbench = await openWorkbench({
      workspaceDir: dir,
      stateDir: stateDir(),
      cacheDir: cacheDir(),
      secrets: keychainSecrets(stateDir()),
      cliFile: join(__dirname, 'cli.cjs'),
      samplesDir: resolve(__dirname, '..', 'samples'),
      log,
    });
    const close = async () => {
      try {
        await workbench.close();
      } finally {
        await release();
      }
    };
    return { ...workbench, close };
  } catch (error) {
    await release();
    throw error;
  }
}

async function chooseWorkspace(): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog({
    title: 'Open a workspace folder',
    defaultPath: workspace.dir() ?? '',
    properties: ['openDirectory', 'createDirectory'],
  });
  const [dir] = filePaths;
  if (dir) await switchTo(dir);
}

/** A page belongs to one workspace: it is loaded anew for another. */
async function switchTo(dir: string): Promise<void> {
  try {
    if (await workspace.open(dir)) window?.webContents.reload();
  } catch (error) {
    dialog.showErrorBox('This folder could not be opened', sentence(error));
  }
}

function showWorkspaceFolder(): void {
  const dir = workspace.dir();
  if (dir) inBackground(shell.openPath(dir));
}

/** A second start only brings this window forward, with the workspace that it named, if it named one. */
function comeForwardWhenStartedAgain(): void {
  const asked = z.object({ workspace: z.string() });
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
    const parsed = asked.safeParse(data);
    if (parsed.success) inBackground(switchTo(parsed.data.workspace));
  });
}

/** On macOS too: without its window the app would be a server that nobody sees. */
function quitWithLastWindow(): void {
  app.on('window-all-closed', () => app.quit());
}

/** `will-quit` comes after the windows are gone, so the page's last save is already on its way to the workbench. */
function closeWorkbenchBeforeLeaving(): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    workspace
      .close()
      .catch((error: unknown) => log(sentence(error)))
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
}

/** To stderr and with an exit code: `npm start` then says why and opens the browser host instead. */
function leaveWithError(error: unknown): void {
  log(sentence(error));
  if (app.isPackaged) dialog.showErrorBox('Prompt Workbench cannot start', sentence(error));
  app.exit(1);
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
