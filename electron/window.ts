/** Main process: the one window. */
import { BrowserWindow, dialog, nativeTheme, screen, session } from 'electron';
import { readBounds, writeBounds } from './bounds.ts';
import { addContextMenu } from './context-menu.ts';
import { followReports } from './ipc.ts';
import { stayOnPage } from './navigation.ts';
import { recoverPage } from './recover-page.ts';

export interface WindowOptions {
  readonly preloadFile: string;
  /** The file that stores the window's bounds. */
  readonly boundsFile: string;
}

/** Opens the window at its last bounds, and shows it once its page is drawn. The caller loads the page. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const remembered = readBounds(
    options.boundsFile,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  // Before the window, so that its first background has the right colour.
  nativeTheme.themeSource = remembered?.theme ?? 'system';
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    ...(remembered && { x: remembered.x, y: remembered.y, width: remembered.width, height: remembered.height }),
    minWidth: 720,
    minHeight: 480,
    title: 'Prompt Workbench',
    show: false,
    // `--desk` of renderer/styles/tokens.css, so that nothing flashes while the page is drawn.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0e1111' : '#f1efeb',
    webPreferences: {
      preload: options.preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // macOS checks spelling itself. Elsewhere Chromium would download a dictionary without asking.
      spellcheck: process.platform === 'darwin',
    },
  });
  // Maximizing shows the window, so it waits for the page too.
  window.once('ready-to-show', () => (remembered?.maximized ? window.maximize() : window.show()));
  window.on('close', () => {
    const { themeSource: theme } = nativeTheme;
    writeBounds(options.boundsFile, { ...window.getNormalBounds(), maximized: window.isMaximized(), theme });
  });
  stayOnPage(window);
  addContextMenu(window);
  recoverPage(window);
  confirmUnsavedClose(window);
  showEdited(window, process.platform);
  return window;
}

/**
 * The title bar, the dialogs and the menus get the theme of the page. macOS shows unsaved changes by a dot in the close
 * button; elsewhere a dot before the title, which the page writes, says it.
 */
function showEdited(window: BrowserWindow, platform: NodeJS.Platform): void {
  followReports(({ theme, isEdited }) => {
    nativeTheme.themeSource = theme;
    if (platform === 'darwin' && !window.isDestroyed()) window.setDocumentEdited(isEdited);
  });
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
    if (closeAnyway(window)) event.preventDefault();
  });
}

function closeAnyway(window: BrowserWindow): boolean {
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
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => allowed(permission));
}
