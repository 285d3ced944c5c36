/** Main process: a page that crashed, hangs or could not load. Without it the window would stay white. */
import { app, type BrowserWindow, dialog } from 'electron';
import { inBackground } from '../src/base/in-background.ts';
import { pageUrl } from './page.ts';

/** `net::ERR_ABORTED`: another load replaced this one. */
const abortedCode = -3;

/** Says what happened, and offers to load the page again. */
export function recoverPage(window: BrowserWindow): void {
  const { webContents } = window;
  // Chromium repeats its events, and one question is enough.
  let isAsking = false;
  let isEndingRenderer = false;
  const offer = async (message: string, detail: string, otherButton: 'Quit' | 'Wait', load: () => unknown) => {
    if (isAsking || window.isDestroyed()) return;
    isAsking = true;
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message,
      detail,
      buttons: ['Load the Page Again', otherButton],
      defaultId: 0,
      cancelId: 1,
    });
    isAsking = false;
    if (response === 0 && !window.isDestroyed()) await load();
    else if (otherButton === 'Quit') app.quit();
  };
  const whatRemains = 'The MCP servers keep running, and what the page had saved is on the disk.';

  const loadPage = () => window.loadURL(pageUrl);
  // A page that hangs answers no navigation, so its renderer ends first.
  const replaceRenderer = () => {
    isEndingRenderer = true;
    webContents.forcefullyCrashRenderer();
    webContents.reload();
  };

  webContents.on('render-process-gone', (_event, { reason }) => {
    const isExpected = isEndingRenderer || reason === 'clean-exit';
    isEndingRenderer = false;
    if (isExpected) return;
    inBackground(offer(`The window's page ended unexpectedly (${reason}).`, whatRemains, 'Quit', loadPage));
  });
  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== abortedCode)
      inBackground(offer(`The window's page couldn't load (${description || code}).`, whatRemains, 'Quit', loadPage));
  });
  // Not the event of the window, which also comes 5 s after each `close` that leaves the window open.
  webContents.on('unresponsive', () => {
    const detail = `${whatRemains} Loading it again ends what it is doing.`;
    inBackground(offer("The window's page doesn't respond.", detail, 'Wait', replaceRenderer));
  });
}
