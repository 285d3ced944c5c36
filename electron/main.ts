/** The entry point of the desktop app: Electron's main process. The whole workbench, MCP endpoint included, runs here. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, type BrowserWindow, dialog, session, shell, type WebContents } from 'electron';
import { claimOrJoin } from '../src/app/browser-host/claim-or-join.ts';
import { openWorkbench } from '../src/app/workbench.ts';
import { inBackground } from '../src/base/in-background.ts';
import { makePrivateFolderSync } from '../src/files/make-folder.ts';
import type { CommandId } from '../src/model/commands.ts';
import { proxyInList, setProxies } from '../src/outside/proxy.ts';
import { serveKeychain } from '../src/state/keychain-socket.ts';
import { cacheDir, stateDir, workspaceDir } from '../src/state/paths.ts';
import { readWindowState, rememberWorkspace } from '../src/state/window-state.ts';
import { channels } from './channels.ts';
import { chooseFolder } from './folder-dialog.ts';
import { attachIpc } from './ipc.ts';
import { keychainSecrets } from './keychain.ts';
import { type LaunchRequest, launchRequest, linkScheme, readLaunchArguments, readLink } from './launch.ts';
import { enableCommands, setMenu } from './menu.ts';
import { registerScheme, serveRenderer } from './protocol.ts';
import { showRecentWorkspaces } from './recent-workspaces.ts';
import { hasUpdateFeed, offerUpdate } from './updates.ts';
import { denyPermissions, keepOffline, loadPage, openWindow, showReport } from './window.ts';
import { bringForward, createWorkspaceWindows, type OpenWorkbench } from './workspace-windows.ts';

/** A packed app keeps the files that other processes load beside its archive. */
const packageDir = resolve(__dirname, '..').replace(/\bapp\.asar$/, 'app.asar.unpacked');

const log = (line: string) => console.error(line);
const windows = createWorkspaceWindows<BrowserWindow>({
  openWorkbench: openWorkspace,
  openWindow: (beside) =>
    openWindow({ preloadFile: join(__dirname, 'preload.cjs'), boundsFile: join(stateDir(), 'window.json'), beside }),
  onChange: showAvailable,
  onGone: (page) => stopEvents(page),
  onError: (error) => log(sentence(error)),
});
const stopEvents = attachIpc({
  coreOf: (page) => windows.of(page)?.workbench,
  onReport(page, report) {
    const reporting = windows.of(page);
    if (!reporting) return;
    available.set(page, report.available);
    showReport(reporting.window, report);
    showAvailable();
  },
});
/** The commands that each page can run now. */
const available = new WeakMap<WebContents, readonly CommandId[]>();
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
  const whenStarted = start(request);
  // Registered before the app is ready: a start or a link may come while the workspace opens.
  followLaunches(whenStarted);
  await whenStarted;
}

async function start({ workspace: requestedFolder, link }: LaunchRequest): Promise<void> {
  await app.whenReady();
  keepOffline();
  denyPermissions();
  setProxies(async (url) => proxyInList(await session.defaultSession.resolveProxy(url.href)));
  serveRenderer(join(__dirname, 'renderer'));
  await openKeychain();
  await openWorkspaceWindow(workspaceDir(requestedFolder), link === undefined ? undefined : readLink(link)?.fragment);
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  quitWithLastWindow();
  closeWorkbenchBeforeQuit();
}

/** Puts Electron's own files (cookies, caches, the instance lock) into the state folder, so one variable moves them all. */
function moveElectronFiles(): void {
  const dir = join(stateDir(), 'electron');
  // Electron refuses a folder that does not exist.
  makePrivateFolderSync(dir);
  app.setPath('userData', dir);
}

/** Lets the servers that client applications start read the credentials of the keychain. */
async function openKeychain(): Promise<void> {
  const secrets = keychainSecrets(stateDir());
  keychain = await serveKeychain(stateDir(), async (name) => {
    const secret = await secrets.read(name);
    return secret?.from === 'keychain' ? secret.value : undefined;
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
        await openWorkspaceWindow(next);
        return undefined;
      },
      chooseFolder: (from) =>
        chooseFolder(
          windows.all().find((workspaceWindow) => workspaceWindow.dir === dir)?.window,
          'Choose a folder',
          from,
        ),
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
  const [current] = windows.all();
  const dir = await chooseFolder(current?.window, 'Open a workspace folder', current?.dir);
  if (dir) await openOrExplain(dir);
}

/**
 * Shows a workspace in its window, which opens if there is none.
 * @param fragment the address of a page; without it, a new window shows the page that it showed last
 * @throws the error of opening the workspace
 */
async function openWorkspaceWindow(dir: string, fragment?: string): Promise<void> {
  const { workspaceWindow, isNew } = await windows.open(dir);
  if (isNew || fragment !== undefined) inBackground(loadPage(workspaceWindow.window, fragment ?? ''));
  await rememberWorkspace(stateDir(), workspaceWindow.dir).catch(() => undefined);
  await showRecent();
}

async function openOrExplain(dir: string, fragment?: string): Promise<void> {
  try {
    await openWorkspaceWindow(dir, fragment);
  } catch (error) {
    dialog.showErrorBox("Couldn't open this folder", sentence(error));
  }
}

async function checkForUpdates(): Promise<void> {
  const { autoUpdater } = await import('electron-updater');
  await offerUpdate(autoUpdater, app.getVersion(), async (options) => {
    const [current] = windows.all();
    const answer = current ? dialog.showMessageBox(current.window, options) : dialog.showMessageBox(options);
    return (await answer).response;
  });
}

/** Opens a folder that was a workspace before; it may be gone. */
async function openRecent(dir: string): Promise<void> {
  if (existsSync(dir)) return openOrExplain(dir);
  dialog.showErrorBox("Couldn't open this folder", `There is no folder ${dir}: it was moved or deleted.`);
  await showRecent();
}

/** Shows the recent workspaces in the menu and where the system lists them. */
async function showRecent(): Promise<void> {
  const recentFolders = (await recentWorkspaces()).filter((dir) => existsSync(dir));
  const [current, ...others] = windows.all();
  setMenu({
    openWorkspace: () => inBackground(chooseWorkspace()),
    openRecent: (dir) => inBackground(openRecent(dir)),
    // An open one leads to its window, unless there is no other.
    recentFolders: recentFolders.filter((dir) => others.length > 0 || dir !== current?.dir),
    showWorkspaceFolder,
    press: (keys) => windows.all()[0]?.window.webContents.sendInputEvent(keys),
    run: (id) => windows.all()[0]?.window.webContents.send(channels.command, id),
    ...(hasUpdateFeed(app, process.resourcesPath) && { checkForUpdates: () => inBackground(checkForUpdates()) }),
  });
  showAvailable();
  showRecentWorkspaces(recentFolders, process.platform);
}

/** The menu offers what the page of the window in front can do. */
function showAvailable(): void {
  const [current] = windows.all();
  const ids = current && available.get(current.window.webContents);
  if (ids) enableCommands(ids);
}

async function recentWorkspaces(): Promise<readonly string[]> {
  return (await readWindowState(stateDir())).workspaces;
}

/** Shows the page of a link, in its workspace if this computer has opened it before. */
async function openLink(link: string): Promise<void> {
  const target = readLink(link);
  if (!target) return;
  const { workspace: dir, fragment } = target;
  if (dir !== undefined && (await recentWorkspaces()).includes(dir) && existsSync(dir))
    return openOrExplain(dir, fragment);
  const [current] = windows.all();
  if (current) await loadPage(current.window, fragment);
}

function showWorkspaceFolder(): void {
  const [current] = windows.all();
  if (current) inBackground(shell.openPath(current.dir));
}

/**
 * A second start opens the workspace or the link that it named, or else only brings this app to the front. While the app
 * closes, it starts the app again instead. macOS sends links and folders as events.
 */
function followLaunches(whenStarted: Promise<void>): void {
  const launch = async (request: LaunchRequest) => {
    // A start that failed ends the app with its own message.
    await whenStarted.catch(() => undefined);
    const [current] = windows.all();
    if (!current) return relaunchAfterQuit(request);
    if (request.workspace === undefined) bringForward(current.window);
    else await openOrExplain(request.workspace);
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
function relaunchAfterQuit({ workspace: requestedFolder, link }: LaunchRequest): void {
  const ownArgs = app.isPackaged ? [] : process.argv.slice(1, 2);
  const options = requestedFolder === undefined ? [] : ['--workspace', requestedFolder];
  app.relaunch({ args: [...ownArgs, ...options, ...(link === undefined ? [] : [link])] });
}

/** On macOS too: without a window the app would be an invisible server. */
function quitWithLastWindow(): void {
  app.on('window-all-closed', () => app.quit());
}

/** `will-quit` comes after the windows closed, so the workbenches already have the pages' last saves. */
function closeWorkbenchBeforeQuit(): void {
  let isClosed = false;
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    Promise.all([windows.close(), keychain?.close()])
      .catch((error: unknown) => log(sentence(error)))
      .finally(() => {
        isClosed = true;
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
