/**
 * What a test does in place of the person and the system: a socket, named by `ELECTRON_STAND_IN_CONTROL`, that takes one
 * JSON command a line and answers each with one line.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { app, runningChromium } from './app.mjs';
import { setSystemTheme } from './browser-window.mjs';
import { answerDialog, shownDialogs } from './dialog.mjs';
import { lifecycle } from './lifecycle.mjs';
import { chooseMenuItem, describeMenu, shownMenus } from './menu.mjs';
import { nativeTheme, system } from './system.mjs';

const window = () => [...lifecycle.windows][0];

/** @type {Record<string, (params: any) => unknown>} */
const commands = {
  /** The DevTools address of the window's Chromium, once its page is loaded. */
  async endpoint() {
    const chromium = await runningChromium();
    return window()?.state.isDrawn ? chromium?.endpoint : undefined;
  },
  window: () => window() && { ...window()?.state, url: window()?.webContents.url },
  dialogs: () => shownDialogs,
  requests: () => system.requests,
  theme: () => nativeTheme.themeSource,
  menu: () => describeMenu(shownMenus.application),
  contextMenu: () => describeMenu(shownMenus.popup),
  choose: ({ path }) => chooseMenuItem(shownMenus.application, path),
  chooseContext: ({ path }) => chooseMenuItem(shownMenus.popup, path),
  answer: ({ kind, value }) => answerDialog(kind, value),
  systemTheme: ({ isDark }) => setSystemTheme(isDark),
  closeWindow: () => window()?.close(),
  minimize: () => Object.assign(window()?.state ?? {}, { isMinimized: true, isFocused: false }),
  quit: () => app.quit(),
  crash: () =>
    void window()
      ?.webContents.page?.send('Page.crash')
      .catch(() => undefined),
  openUrl: ({ url }) => app.emitPreventable('open-url', {}, url),
};

/** @returns {Promise<void>} once the socket listens */
export function serveControl() {
  const path = process.env.ELECTRON_STAND_IN_CONTROL;
  if (path === undefined) return Promise.resolve();
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => {
      const { id, name, params } = JSON.parse(line);
      Promise.resolve()
        .then(() => commands[name]?.(params))
        .then(
          (value) => ({ id, value }),
          (error) => ({ id, error: String(error) }),
        )
        .then((reply) => socket.writable && socket.write(`${JSON.stringify(reply)}\n`));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve(undefined));
  });
}
