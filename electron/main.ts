/** The entry point of the desktop app: Electron's main process. The whole workbench, MCP endpoint included, runs here. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import * as z from 'zod';
import { claimOrJoin } from '../src/app/browser-host/claim-or-join.ts';
import { openWorkbench } from '../src/app/workbench.ts';
import { inBackground } from '../src/base/in-background.ts';
import { cacheDir, stateDir, workspaceDir } from '../src/state/paths.ts';
import { chooseFolder } from './folder-dialog.ts';
import { attachIpc } from './ipc.ts';
import { keychainSecrets } from './keychain.ts';
import { setMenu } from './menu.ts';
import { pageUrl } from './page.ts';
import { registerScheme, serveRenderer } from './protocol.ts';
import { hasUpdateFeed, offerUpdate } from './updates.ts';
import { denyPermissions, openWindow } from './window.ts';
import { createWorkspaceSwitch, type OpenWorkbench } from './workspace-switch.ts';

/** A packed app keeps the files that other processes load beside its archive. */
const packageDir = resolve(__dirname, '..').replace(/\bapp\.asar$/, 'app.asar.unpacked');

const log = (line: string) => console.error(line);
const workspace = createWorkspaceSwitch(openWorkspace, attachIpc);
let window: BrowserWindow | undefined;

// Last resort: an unhandled rejection must not end the servers that clients use.
process.on('unhandledRejection', (reason) => log(`error: The workbench failed unexpectedly: ${sentence(reason)}`));
main().catch(exitWithError);

async function main(): Promise<void> {
  const requested = workspaceArgument();
  moveElectronFiles();
  if (!app.requestSingleInstanceLock(requested === undefined ? {} : { workspace: resolve(requested) }))
    return app.quit();
  registerScheme();
  app.enableSandbox();
  await app.whenReady();
  denyPermissions();
  serveRenderer(join(__dirname, 'renderer'));
  await workspace.open(workspaceDir(requested));
  window = openWindow({
    preloadFile: join(__dirname, 'preload.cjs'),
    boundsFile: join(stateDir(), 'window.json'),
  });
  setMenu({
    openWorkspace: () => inBackground(chooseWorkspace()),
    showWorkspaceFolder,
    press: (keys) => window?.webContents.sendInputEvent(keys),
    ...(hasUpdateFeed(app, process.resourcesPath) && { checkForUpdates: () => inBackground(checkForUpdates()) }),
  });
  window.on('closed', () => {
    window = undefined;
  });
  focusOnSecondStart();
  quitWithLastWindow();
  closeWorkbenchBeforeQuit();
}

/** `--workspace DIR`; ignores Electron's own switches on the same line. */
function workspaceArgument(): string | undefined {
  const { values } = parseArgs({
    args: process.argv.slice(app.isPackaged ? 1 : 2),
    options: { workspace: { type: 'string' } },
    strict: false,
  });
  return typeof values.workspace === 'string' ? values.workspace : undefined;
}

/** Puts Electron's own files (cookies, caches, the instance lock) into the state folder, so one variable moves them all. */
function moveElectronFiles(): void {
  const dir = join(stateDir(), 'electron');
  // Electron refuses a folder that does not exist.
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  app.setPath('userData', dir);
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
      cliFile: join(packageDir, 'dist', 'cli.cjs'),
      samplesDir: join(packageDir, 'samples'),
      openWorkspace: async (next) => {
        // The switch waits for this call's answer, as for every other one.
        setImmediate(() => inBackground(switchTo(next)));
        return undefined;
      },
      chooseFolder: (from) => chooseFolder(dialog, 'Choose a folder', from),
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
  const dir = await chooseFolder(dialog, 'Open a workspace folder', workspace.dir());
  if (dir) await switchTo(dir);
}

/** A page belongs to one workspace: another workspace loads it again, without the address in the former one. */
async function switchTo(dir: string): Promise<void> {
  try {
    if (await workspace.open(dir)) await window?.loadURL(pageUrl);
  } catch (error) {
    dialog.showErrorBox("Couldn't open this folder", sentence(error));
  }
}

async function checkForUpdates(): Promise<void> {
  const { autoUpdater } = await import('electron-updater');
  await offerUpdate(autoUpdater, app.getVersion(), async (options) => (await dialog.showMessageBox(options)).response);
}

function showWorkspaceFolder(): void {
  const dir = workspace.dir();
  if (dir) inBackground(shell.openPath(dir));
}

/**
 * A second start only focuses this window, and opens the workspace it named, if any. While the app closes, it starts the
 * app again instead.
 */
function focusOnSecondStart(): void {
  const launchData = z.object({ workspace: z.string() });
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    const requested = launchData.safeParse(data).data?.workspace;
    if (!window) return relaunchAfterQuit(requested);
    if (window.isMinimized()) window.restore();
    window.focus();
    if (requested !== undefined) inBackground(switchTo(requested));
  });
}

/** Electron starts the new instance after this one has ended. */
function relaunchAfterQuit(requested: string | undefined): void {
  const ownArgs = app.isPackaged ? [] : process.argv.slice(1, 2);
  app.relaunch({ args: [...ownArgs, ...(requested === undefined ? [] : ['--workspace', requested])] });
}

/** On macOS too: without its window the app would be an invisible server. */
function quitWithLastWindow(): void {
  app.on('window-all-closed', () => app.quit());
}

/** `will-quit` comes after the windows closed, so the workbench already has the page's last save. */
function closeWorkbenchBeforeQuit(): void {
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

/** Reports to stderr with an exit code: `npm start` then shows the reason and opens the browser host instead. */
function exitWithError(error: unknown): void {
  log(sentence(error));
  if (app.isPackaged) dialog.showErrorBox("Couldn't start Prompt Workbench", sentence(error));
  app.exit(1);
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
