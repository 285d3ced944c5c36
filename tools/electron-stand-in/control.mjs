/**
 * What a test does in place of the person and the system: a socket, named by `ELECTRON_STAND_IN_CONTROL`, that takes one
 * JSON command a line and answers each with one line.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { app, runningChromium, startChromium } from './app.mjs';
import { setSystemTheme } from './browser-window.mjs';
import { answerDialog, shownDialogs } from './dialog.mjs';
import { failInvokes } from './ipc-main.mjs';
import { lifecycle } from './lifecycle.mjs';
import { chooseMenuItem, describeMenu, shownMenus } from './menu.mjs';
import { inBackground } from './only.mjs';
import { nativeTheme, system } from './system.mjs';

const size = { width: 1280, height: 800 };
let isHeld = false;
/** @typedef {{ args: readonly string[], env?: Record<string, string> }} Launch */
/** @type {(request: Launch) => void} */
let launch = () => undefined;

/** @param {{ window?: number }} [params] which window, from the first that is open */
const window = ({ window: index = 0 } = {}) => [...lifecycle.windows][index];

/** @type {Record<string, (params: any) => unknown>} */
const commands = {
  /** The DevTools address of the window's Chromium, once its page is loaded or the app waits for `launch`. */
  async endpoint() {
    const chromium = await runningChromium();
    return (window()?.state.isDrawn && window()?.webContents.isLive) || isHeld ? chromium?.endpoint : undefined;
  },
  /** Loads the app, with these arguments and variables. */
  launch: (request) => launch(request),
  window(params) {
    const one = window(params);
    return one && { ...one.state, url: one.webContents.url };
  },
  dialogs: () => shownDialogs,
  requests: () => system.requests,
  theme: () => nativeTheme.themeSource,
  menu: () => describeMenu(shownMenus.application),
  contextMenu: () => describeMenu(shownMenus.popup),
  choose: ({ path }) => chooseMenuItem(shownMenus.application, path),
  chooseContext: ({ path }) => chooseMenuItem(shownMenus.popup, path),
  /** Resolves when the page has handled what it was sent before, such as a chosen command. */
  settle: async () => void (await window()?.webContents.page?.send('Runtime.evaluate', { expression: '0' })),
  answer: ({ kind, value }) => answerDialog(kind, value),
  systemTheme: ({ isDark }) => setSystemTheme(isDark),
  focus: (params) => window(params)?.focus(),
  closeWindow: (params) => window(params)?.close(),
  minimize(params) {
    window(params)?.blur();
    Object.assign(window(params)?.state ?? {}, { isMinimized: true });
  },
  quit: () => app.quit(),
  crash: () =>
    void window()
      ?.webContents.page?.send('Page.crash')
      .catch(() => undefined),
  failInvokes: ({ argument }) => failInvokes(argument),
  hang: () => window()?.webContents.hang(),
  drop: ({ path, ...params }) => window(params)?.webContents.drop(path),
  openUrl: ({ url }) => app.emitPreventable('open-url', {}, url),
};

/**
 * With `ELECTRON_STAND_IN_HOLD`, which names the app's data folder, starts Chromium and waits for `launch`: a test then has
 * its page before the app starts.
 * @returns {Promise<readonly string[]>} the arguments of `launch`
 */
export async function waitForLaunch() {
  const profileDir = process.env.ELECTRON_STAND_IN_HOLD;
  if (profileDir === undefined) return [];
  isHeld = true;
  /** @type {Promise<Launch>} */
  const launched = new Promise((resolve) => {
    launch = resolve;
  });
  await startChromium(size, profileDir);
  const { args, env } = await launched;
  Object.assign(process.env, env);
  isHeld = false;
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
