/** Main process: limits the window to the app's own page. Web links open in the browser, install links after a question. */
import { type BrowserWindow, dialog, type Event, shell } from 'electron';
import { inBackground } from '../src/base/in-background.ts';
import { externalUrl, installLinkApplication, isOwnPage } from './page.ts';

/** Refuses every navigation away from the page, new windows and webviews. */
export function stayOnPage(window: BrowserWindow): void {
  const { webContents } = window;
  const refuse = (event: Event, url: string) => {
    if (isOwnPage(url)) return;
    event.preventDefault();
    inBackground(openOutside(window, url));
  };
  webContents.setWindowOpenHandler(({ url }) => {
    inBackground(openOutside(window, url));
    return { action: 'deny' };
  });
  webContents.on('will-navigate', (event) => refuse(event, event.url));
  webContents.on('will-redirect', (event) => refuse(event, event.url));
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}

async function openOutside(window: BrowserWindow, url: string): Promise<void> {
  const address = externalUrl(url);
  if (address) return shell.openExternal(address);
  const application = installLinkApplication(url);
  if (application && (await mayInstall(window, application, url))) await open(window, application, url);
}

/** An install link starts a program, so a person confirms it. */
async function mayInstall(window: BrowserWindow, application: string, url: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Open ${application} to add this MCP server?`,
    detail: url.length > 600 ? `${url.slice(0, 600)}…` : url,
    buttons: ['Cancel', `Open ${application}`],
    defaultId: 1,
    cancelId: 0,
  });
  return response === 1;
}

async function open(window: BrowserWindow, application: string, url: string): Promise<void> {
  try {
    await shell.openExternal(url);
  } catch {
    await dialog.showMessageBox(window, {
      type: 'error',
      message: `Couldn't open ${application}.`,
      detail: `Install ${application}, or add the server's entry to its configuration file.`,
    });
  }
}
