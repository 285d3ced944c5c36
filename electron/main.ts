/** The entry point of the desktop app: Electron's main process. The whole workbench, MCP endpoint included, runs here. */
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, type BrowserWindow, dialog, session, shell } from 'electron';
import { claimOrJoin } from '../src/app/browser-host/claim-or-join.ts';
import { openWorkbench } from '../src/app/workbench.ts';
import { inBackground } from '../src/base/in-background.ts';
import { proxyInList, setProxies } from '../src/outside/proxy.ts';
import { serveKeychain } from '../src/state/keychain-socket.ts';
import { cacheDir, stateDir, workspaceDir } from '../src/state/paths.ts';
import { readWindowState, rememberWorkspace } from '../src/state/window-state.ts';
import { chooseFolder } from './folder-dialog.ts';
import { attachIpc } from './ipc.ts';
import { keychainSecrets } from './keychain.ts';
import { type LaunchRequest, launchRequest, linkScheme, readLaunchArguments, readLink } from './launch.ts';
import { setMenu } from './menu.ts';
import { pageUrl } from './page.ts';
import { registerScheme, serveRenderer } from './protocol.ts';
import { showRecentWorkspaces } from './recent-workspaces.ts';
import { hasUpdateFeed, offerUpdate } from './updates.ts';
import { denyPermissions, openWindow } from './window.ts';
import { createWorkspaceSwitch, type OpenWorkbench } from './workspace-switch.ts';

/** A packed app keeps the files that other processes load beside its archive. */
const packageDir = resolve(__dirname, '..').replace(/\bapp\.asar$/, 'app.asar.unpacked');

const log = (line: string) => console.error(line);
const workspace = createWorkspaceSwitch(openWorkspace, attachIpc);
let window: BrowserWindow | undefined;
let pageLoad: Promise<void> = Promise.resolve();
let keychain: Awaited<ReturnType<typeof serveKeychain>> | undefined;

// Last resort: an unhandled rejection must not end the servers that clients use.
process.on('unhandledRejection', (reason) => log(`error: The workbench failed unexpectedly: ${sentence(reason)}`));
main().catch(exitWithError);

async function main(): Promise<void> {
  const request = readLaunchArguments(process.argv.slice(app.isPackaged ? 1 : 2), { acceptsFolder: app.isPackaged });
  moveElectronFiles();
  if (!app.requestSingleInstanceLock(request)) return app.quit();
  registerScheme();
  app.enableSandbox();
  const started = start(request);
  // Registered before the app is ready: a start or a link may come while the workspace opens.
  followLaunches(started);
  await started;
}

async function start({ workspace: requested, link }: LaunchRequest): Promise<void> {
  await app.whenReady();
  denyPermissions();
  setProxies(async (url) => proxyInList(await session.defaultSession.resolveProxy(url.href)));
  serveRenderer(join(__dirname, 'renderer'));
  await openKeychain();
  await workspace.open(workspaceDir(requested));
  window = openWindow({
    preloadFile: join(__dirname, 'preload.cjs'),
    boundsFile: join(stateDir(), 'window.json'),
  });
  window.on('closed', () => {
    window = undefined;
  });
  inBackground(showPage((link === undefined ? undefined : readLink(link)?.fragment) ?? ''));
  await showRecent();
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  quitWithLastWindow();
  closeWorkbenchBeforeQuit();
}

/** Puts Electron's own files (cookies, caches, the instance lock) into the state folder, so one variable moves them all. */
function moveElectronFiles(): void {
  const dir = join(stateDir(), 'electron');
  // Electron refuses a folder that does not exist.
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  app.setPath('userData', dir);
}

/** Lets the servers that client applications start read the credentials of the keychain. */
async function openKeychain(): Promise<void> {
  const secrets = keychainSecrets(stateDir());
  keychain = await serveKeychain(stateDir(), async (name) => {
    const found = await secrets.read(name);
    return found?.from === 'keychain' ? found.value : undefined;
  }).catch((error: unknown) => {
    log(`warning: Servers of client applications cannot read the keychain: ${sentence(error)}`);
    return undefined;
  });
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
    if (!(await workspace.open(dir))) return;
    await Promise.all([showPage(''), showRecent()]);
  } catch (error) {
    dialog.showErrorBox("Couldn't open this folder", sentence(error));
  }
}

async function checkForUpdates(): Promise<void> {
  const { autoUpdater } = await import('electron-updater');
  await offerUpdate(autoUpdater, app.getVersion(), async (options) => (await dialog.showMessageBox(options)).response);
}

/** Opens a folder that was a workspace before; it may be gone. */
async function openRecent(dir: string): Promise<void> {
  if (existsSync(dir)) return switchTo(dir);
  dialog.showErrorBox("Couldn't open this folder", `There is no folder ${dir}: it was moved or deleted.`);
  await showRecent();
}

/** Shows the recent workspaces in the menu and where the system lists them. */
async function showRecent(): Promise<void> {
  const current = workspace.dir();
  if (current === undefined) return;
  await rememberWorkspace(stateDir(), current).catch(() => undefined);
  const recent = (await recentWorkspaces()).filter((dir) => dir !== current && existsSync(dir));
  setMenu({
    openWorkspace: () => inBackground(chooseWorkspace()),
    openRecent: (dir) => inBackground(openRecent(dir)),
    recent,
    showWorkspaceFolder,
    press: (keys) => window?.webContents.sendInputEvent(keys),
    ...(hasUpdateFeed(app, process.resourcesPath) && { checkForUpdates: () => inBackground(checkForUpdates()) }),
  });
  showRecentWorkspaces([current, ...recent], process.platform);
}

async function recentWorkspaces(): Promise<readonly string[]> {
  return (await readWindowState(stateDir())).workspaces;
}

/** Shows the page of a link, in its workspace if this computer has opened it before. */
async function openLink(link: string): Promise<void> {
  const target = readLink(link);
  if (!target) return;
  const { workspace: dir, fragment } = target;
  if (dir !== undefined && (await recentWorkspaces()).includes(dir) && existsSync(dir)) await switchTo(dir);
  await showPage(fragment);
}

/**
 * Loads the page at an address, from its `#`; an empty one shows the page of the last time. Loads run one after another:
 * Chromium can drop a load that starts while the former page is replaced. `recoverPage` reports a page that cannot load.
 */
function showPage(fragment: string): Promise<void> {
  pageLoad = pageLoad.then(() => window?.loadURL(`${pageUrl}${fragment}`)).catch(() => undefined);
  return pageLoad;
}

function showWorkspaceFolder(): void {
  const dir = workspace.dir();
  if (dir) inBackground(shell.openPath(dir));
}

/**
 * A second start only focuses this window, and opens the workspace or the link that it named. While the app closes, it
 * starts the app again instead. macOS sends links and folders as events.
 */
function followLaunches(started: Promise<void>): void {
  const launch = async (request: LaunchRequest) => {
    // A start that failed ends the app with its own message.
    await started.catch(() => undefined);
    if (!window) return relaunchAfterQuit(request);
    if (window.isMinimized()) window.restore();
    window.focus();
    if (request.workspace !== undefined) await switchTo(request.workspace);
    if (request.link !== undefined) await openLink(request.link);
  };
  app.on('second-instance', (_event, _argv, _cwd, data) =>
    inBackground(launch(launchRequest.safeParse(data).data ?? {})),
  );
  app.on('open-url', (event, link) => {
    event.preventDefault();
    inBackground(launch({ link }));
  });
  app.on('open-file', (event, workspace) => {
    event.preventDefault();
    inBackground(launch({ workspace }));
  });
}

/** Electron starts the new instance after this one has ended. */
function relaunchAfterQuit({ workspace: requested, link }: LaunchRequest): void {
  const ownArgs = app.isPackaged ? [] : process.argv.slice(1, 2);
  const options = requested === undefined ? [] : ['--workspace', requested];
  app.relaunch({ args: [...ownArgs, ...options, ...(link === undefined ? [] : [link])] });
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
    Promise.all([workspace.close(), keychain?.close()])
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
