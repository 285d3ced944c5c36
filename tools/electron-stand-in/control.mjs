/**
 * Lets a test take the place of the person and the system. `ELECTRON_STAND_IN_CONTROL` names a socket, which reads one JSON
 * command from each line and answers with one line.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { app, getChromium, startChromium } from './app.mjs';
import { setSystemTheme } from './browser-window.mjs';
import { answerDialog, shownDialogs } from './dialog.mjs';
import { failInvokes } from './ipc-main.mjs';
import { lifecycle } from './lifecycle.mjs';
import { inBackground } from './limits.mjs';
import { chooseMenuItem, describeMenu, shownMenus } from './menu.mjs';
import { nativeTheme, system } from './system.mjs';

const size = { width: 1280, height: 800 };
let isWaiting = false;
/** @typedef {{ args: readonly string[], env?: Record<string, string> }} Launch */
/** @type {(request: Launch) => void} */
let launch = () => undefined;

/** @param {{ window?: number }} [params] the window's place in the order of opening */
const findWindow = ({ window: index = 0 } = {}) => [...lifecycle.windows][index];

/** @type {Record<string, (params: any) => unknown>} */
const commands = {
  /** The DevTools address of the window's Chromium, once its page is loaded or the app waits for `launch`. */
  async endpoint() {
    const chromium = await getChromium();
    return (findWindow()?.state.isDrawn && findWindow()?.webContents.isLive) || isWaiting
      ? chromium?.endpoint
      : undefined;
  },
  /** Loads the app, with these arguments and variables. */
  launch: (request) => launch(request),
  window(params) {
    const browserWindow = findWindow(params);
    return browserWindow && { ...browserWindow.state, url: browserWindow.webContents.url };
  },
  dialogs: () => shownDialogs,
  requests: () => system.requests,
  theme: () => nativeTheme.themeSource,
  menu: () => describeMenu(shownMenus.application),
  contextMenu: () => describeMenu(shownMenus.popup),
  choose: ({ path }) => chooseMenuItem(shownMenus.application, path),
  chooseContext: ({ path }) => chooseMenuItem(shownMenus.popup, path),
  /** Resolves when the page has handled everything that was sent to it, such as a chosen command. */
  settle: async () => void (await findWindow()?.webContents.page?.send('Runtime.evaluate', { expression: '0' })),
  answer: ({ kind, value }) => answerDialog(kind, value),
  systemTheme: ({ isDark }) => setSystemTheme(isDark),
  focus: (params) => findWindow(params)?.focus(),
  closeWindow: (params) => findWindow(params)?.close(),
  minimize(params) {
    findWindow(params)?.blur();
    Object.assign(findWindow(params)?.state ?? {}, { isMinimized: true });
  },
  quit: () => app.quit(),
  crash: () =>
    void findWindow()
      ?.webContents.page?.send('Page.crash')
      .catch(() => undefined),
  failInvokes: ({ argument }) => failInvokes(argument),
  hang: () => findWindow()?.webContents.hang(),
  drop: ({ path, ...params }) => findWindow(params)?.webContents.drop(path),
  openUrl: ({ url }) => app.emitPreventable('open-url', {}, url),
};

/**
 * If `ELECTRON_STAND_IN_HOLD` names the app's data folder, starts Chromium and waits for `launch`, so that a test has the
 * page before the app starts.
 * @returns {Promise<readonly string[]>} the arguments of `launch`
 */
export async function waitForLaunch() {
  const profileDir = process.env.ELECTRON_STAND_IN_HOLD;
  if (profileDir === undefined) return [];
  isWaiting = true;
  /** @type {Promise<Launch>} */
  const request = new Promise((resolve) => {
    launch = resolve;
  });
  await startChromium(size, profileDir);
  const { args, env } = await request;
  Object.assign(process.env, env);
  isWaiting = false;
  return args;
}

/** @returns {Promise<void>} once the socket listens */
export function serveControl() {
  const path = process.env.ELECTRON_STAND_IN_CONTROL;
  if (path === undefined) return Promise.resolve();
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => {
      const { id, name, params } = JSON.parse(line);
      const reply = Promise.resolve()
        .then(() => commands[name]?.(params))
        .then(
          (value) => ({ id, value }),
          (error) => ({ id, error: String(error) }),
        );
      inBackground(reply.then((answer) => socket.writable && socket.write(`${JSON.stringify(answer)}\n`)));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve(undefined));
  });
}
