/** Main process: the one window. */
import { BrowserWindow, type Event, nativeTheme, screen, session, shell } from 'electron';
import { readBounds, writeBounds } from './bounds.ts';
import { externalUrl, isOwnPage, pageUrl } from './page.ts';

export interface WindowOptions {
  readonly preloadFile: string;
  /** Where the window's place is remembered. */
  readonly boundsFile: string;
}

export function openWindow(options: WindowOptions): BrowserWindow {
  const remembered = readBounds(
    options.boundsFile,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    ...(remembered && { x: remembered.x, y: remembered.y, width: remembered.width, height: remembered.height }),
    minWidth: 720,
    minHeight: 480,
    title: 'Prompt Workbench',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      preload: options.preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  });
  if (remembered?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    writeBounds(options.boundsFile, { ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  stayOnPage(window);
  void window.loadURL(pageUrl);
  return window;
}

/** The window shows our page and nothing else; a link to the web goes to the user's browser. */
function stayOnPage({ webContents }: BrowserWindow): void {
  const openOutside = (url: string) => {
    const address = externalUrl(url);
    if (address) void shell.openExternal(address);
  };
  const refuse = (event: Event, url: string) => {
    if (isOwnPage(url)) return;
    event.preventDefault();
    openOutside(url);
  };
  webContents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
  webContents.on('will-navigate', (event) => refuse(event, event.url));
  webContents.on('will-redirect', (event) => refuse(event, event.url));
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}

/** The page needs none of camera, location, notifications …; copying text is all that it may ask for. */
export function denyPermissions(): void {
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => allowed(permission));
}
