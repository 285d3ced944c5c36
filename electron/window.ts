/** Main process: a window. */
import { BrowserWindow, dialog, nativeTheme, screen, session } from 'electron';
import type { WindowReport } from '../src/contract/bridge-transport.ts';
import { boundsBeside, readBounds, writeBounds } from './bounds.ts';
import { addContextMenu } from './context-menu.ts';
import { stayOnPage } from './navigation.ts';
import { pageUrl } from './page.ts';
import { recoverPage } from './recover-page.ts';

export interface WindowOptions {
  readonly preloadFile: string;
  /** The file that stores the window's bounds. */
  readonly boundsFile: string;
  /** The window that had the focus. */
  readonly beside?: BrowserWindow | undefined;
}

/**
 * Opens a window at its last bounds, or beside another one, and shows it once its page is drawn. The caller loads the
 * page.
 */
export function openWindow({ preloadFile, boundsFile, beside }: WindowOptions): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const rememberedBounds = readBounds(boundsFile, areas);
  const bounds = beside ? boundsBeside(beside.getNormalBounds(), areas) : rememberedBounds;
  // Before the window, so that its first background has the right colour. Another window has set it already.
  if (!beside) nativeTheme.themeSource = rememberedBounds?.theme ?? 'system';
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    ...(bounds && { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }),
    minWidth: 720,
    minHeight: 480,
    title: 'Prompt Workbench',
    show: false,
    // `--desk` of renderer/styles/tokens.css, so that nothing flashes while the page is drawn.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0e1111' : '#f1efeb',
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // macOS checks spelling itself; `keepOffline` says why the other systems do not.
      spellcheck: process.platform === 'darwin',
    },
  });
  // Maximizing shows the window, so it waits for the page too.
  window.once('ready-to-show', () => (bounds?.maximized ? window.maximize() : window.show()));
  window.on('close', () => {
    const { themeSource: theme } = nativeTheme;
    writeBounds(boundsFile, { ...window.getNormalBounds(), maximized: window.isMaximized(), theme });
  });
  stayOnPage(window);
  addContextMenu(window);
  recoverPage(window);
  confirmUnsavedClose(window);
  showTitle(window, process.platform);
  return window;
}

const loads = new WeakMap<BrowserWindow, Promise<void>>();

/**
 * Loads the page at an address, from its `#`; an empty one shows the page that it showed last. The loads of a window run one
 * after another: Chromium can drop a load that starts while the former page is replaced. `recoverPage` reports a page that
 * cannot load.
 */
export function loadPage(window: BrowserWindow, fragment: string): Promise<void> {
  const load = () => (window.isDestroyed() ? undefined : window.loadURL(`${pageUrl}${fragment}`));
  const loading = (loads.get(window) ?? Promise.resolve()).then(load).catch(() => undefined);
  loads.set(window, loading);
  return loading;
}

/**
 * The title bar, the dialogs and the menus get the theme of the page. macOS shows unsaved changes by a dot in the close
 * button; elsewhere a dot before the title, which the page writes, says it.
 */
export function showReport(window: BrowserWindow, { theme, isEdited }: WindowReport): void {
  nativeTheme.themeSource = theme;
  if (process.platform === 'darwin' && !window.isDestroyed()) window.setDocumentEdited(isEdited);
}

function showTitle(window: BrowserWindow, platform: NodeJS.Platform): void {
  window.on('page-title-updated', (event, title) => {
    if (platform !== 'darwin') return;
    event.preventDefault();
    window.setTitle(title.replace(/^● /, ''));
  });
}

/** How long a pending save may take before the window asks. */
const maxSaveMs = 3_000;
const retryMs = 100;

/**
 * A page with unsaved edits prevents its unload, and Electron then silently stays open. Closing therefore waits for the
 * save and then asks; a reload goes ahead.
 */
function confirmUnsavedClose(window: BrowserWindow): void {
  let closingSinceMs: number | undefined;
  window.on('close', () => {
    closingSinceMs ??= performance.now();
  });
  window.webContents.on('will-prevent-unload', (event) => {
    if (closingSinceMs === undefined) return event.preventDefault();
    if (performance.now() - closingSinceMs < maxSaveMs) {
      setTimeout(() => window.isDestroyed() || window.close(), retryMs);
      return;
    }
    closingSinceMs = undefined;
    if (confirmClose(window)) event.preventDefault();
  });
}

function confirmClose(window: BrowserWindow): boolean {
  const buttons = ['Keep Open', 'Close Without Saving'];
  const choice = dialog.showMessageBoxSync(window, {
    type: 'warning',
    message: 'Some changes could not be saved.',
    detail: 'They are lost if the window closes now. Keep it open to see the reason.',
    buttons,
    defaultId: 0,
    cancelId: 0,
  });
  return choice === buttons.indexOf('Close Without Saving');
}

/** Denies the page all permissions (camera, location, notifications …) except copying text. */
export function denyPermissions(): void {
  const isAllowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(isAllowed(permission)));
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => isAllowed(permission));
}

/**
 * Keeps Chromium from downloading dictionaries. The option `spellcheck` of a window does not: outside macOS, Electron loads
 * the dictionary of the system's language as soon as it creates the session (electron/electron#22995). Call it at the first
 * use of the session, in one task with it.
 */
export function keepOffline(): void {
  session.defaultSession.setSpellCheckerLanguages([]);
  session.defaultSession.setSpellCheckerDictionaryDownloadURL('https://127.0.0.1:1/');
}
