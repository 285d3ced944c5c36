/** `app`: docs/api/app.md. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './devtools.mjs';
import { lockInstance } from './instance-lock.mjs';
import { lifecycle } from './lifecycle.mjs';
import { allowOnly, inBackground, ModelledEvents } from './limits.mjs';
import { recordRequest } from './system.mjs';

/** @type {Map<string, string>} */
const paths = new Map([['userData', join(homedir(), '.config', 'electron-stand-in')]]);
/** @type {ReturnType<typeof lockInstance> | undefined} */
let lock;
/** @type {ReturnType<typeof launchChromium> | undefined} */
let chromium;
/** @type {{ args?: string[] } | undefined} */
let relaunchOptions;
/** Second instances that started before the app was ready. @type {import('./instance-lock.mjs').SecondInstance[]} */
const earlyInstances = [];
let isQuitting = false;
let hasEnded = false;

const events = ['will-finish-launching', 'ready', 'window-all-closed', 'before-quit', 'will-quit', 'quit'];

class App extends ModelledEvents {
  constructor() {
    super('app', [...events, 'second-instance', 'open-url', 'open-file', 'browser-window-created']);
    this.isPackaged = false;
    /** @type {Promise<void>} */
    this.readiness = new Promise((resolve) => this.once('ready', () => resolve()));
  }

  isReady = () => lifecycle.isReady;
  whenReady = () => this.readiness;

  /** @param {string} name @param {string} path */
  setPath(name, path) {
    // "If the path specifies a directory that does not exist, an Error is thrown."
    if (!existsSync(path)) throw new Error(`Failed to set path: no such folder: ${path}`);
    // "If you want to change this location, you have to override the userData path before the ready event".
    if (name === 'userData' && lifecycle.isReady) throw new Error('userData is set before the app is ready');
    paths.set(name, path);
  }

  /** @param {string} name */
  getPath(name) {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`The stand-in for Electron does not model the path "${name}".`);
    return path;
  }

  /** @param {unknown} [data] @returns {boolean} whether this is the first instance */
  requestSingleInstanceLock(data = {}) {
    const self = { argv: process.argv, cwd: process.cwd(), data };
    lock ??= lockInstance(this.getPath('userData'), self, (instance) => {
      // "guaranteed to be emitted after the ready event of app gets emitted."
      if (lifecycle.isReady) this.emitSecondInstance(instance);
      else earlyInstances.push(instance);
    });
    return lock.isFirst;
  }

  /** @param {import('./instance-lock.mjs').SecondInstance} instance */
  emitSecondInstance({ argv, cwd, data }) {
    this.emit('second-instance', {}, argv, cwd, data);
  }

  enableSandbox() {
    // "This method can only be called before app is ready."
    if (lifecycle.isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  /**
   * "Try to close all windows. The before-quit event will be emitted first. If all windows are successfully closed, the
   * will-quit event will be emitted and by default the application will terminate."
   */
  quit() {
    if (isQuitting || hasEnded) return;
    isQuitting = !this.emitPreventable('before-quit');
    if (!isQuitting) return;
    if (lifecycle.windows.size === 0) this.finishQuitting();
    else for (const window of lifecycle.windows) window.close();
  }

  /** @param {number} [code] "All windows will be closed immediately … the before-quit and will-quit events will not be emitted." */
  exit(code = 0) {
    inBackground(this.end(code));
  }

  /** @param {{ args?: string[] }} [options] */
  relaunch(options = {}) {
    relaunchOptions = options;
  }

  finishQuitting() {
    if (this.emitPreventable('will-quit')) isQuitting = false;
    else inBackground(this.end(0));
  }

  /** @param {number} code */
  async end(code) {
    if (hasEnded) return;
    hasEnded = true;
    this.emit('quit', {}, code);
    await lock?.delivered;
    await chromium?.then((program) => program.close());
    lock?.release();
    if (relaunchOptions) {
      // "When app.relaunch is called … the new instance is started after the current instance has exited."
      const args = relaunchOptions.args ?? process.argv.slice(1);
      const starter = join(import.meta.dirname, 'electron');
      spawn(process.execPath, [starter, ...args], { stdio: 'inherit', detached: true }).unref();
    }
    process.exit(code);
  }

  /** @param {string} path */
  addRecentDocument(path) {
    recordRequest('addRecentDocument', path);
  }

  clearRecentDocuments() {
    recordRequest('clearRecentDocuments', undefined);
  }

  /** @param {string} scheme @param {string} [path] @param {string[]} [args] @returns {boolean} */
  setAsDefaultProtocolClient(scheme, path, args) {
    recordRequest('setAsDefaultProtocolClient', { scheme, path, args });
    return true;
  }
}

export const app = allowOnly('app', new App());

/** Goes on after a window has closed: quits, or emits `window-all-closed`. */
export function handleClosedWindow() {
  if (lifecycle.windows.size > 0) return;
  // "the window-all-closed event would not be emitted" after app.quit().
  if (isQuitting) return app.finishQuitting();
  // "If you do not subscribe to this event and all windows are closed, the default behavior is to quit the app".
  if (app.listenerCount('window-all-closed') === 0) app.quit();
  else app.emit('window-all-closed');
}

/** Stops quitting, because a window stays open. */
export function cancelQuitting() {
  isQuitting = false;
}

/**
 * @param {{ width: number, height: number }} size of the first window
 * @param {string} [profileDir] by default the app's data folder
 * @returns the Chromium of this process
 */
export function startChromium(size, profileDir = app.getPath('userData')) {
  if (!chromium) {
    chromium = launchChromium(profileDir, size);
    inBackground(chromium.then(endWithChromium));
  }
  return chromium;
}

/** Electron is one program: without Chromium the app ends. @param {Awaited<ReturnType<typeof launchChromium>>} program */
async function endWithChromium({ ended }) {
  const output = await ended;
  if (hasEnded) return;
  console.error(`Chromium of the stand-in for Electron has ended.\n${output}`);
  process.exit(1);
}

/** @returns the Chromium of this process, once a window has started it */
export const getChromium = () => chromium;

/**
 * Starts the app's life after its main module has run. "The ready event is only fired after the main process has finished running
 * the first tick of the event loop."
 */
export function finishLaunching() {
  // Electron quits on these signals, as it does by app.quit().
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => app.quit());
  setImmediate(() => {
    if (hasEnded) return;
    app.emit('will-finish-launching');
    lifecycle.isReady = true;
    app.emit('ready', {}, {});
    for (const instance of earlyInstances.splice(0)) app.emitSecondInstance(instance);
  });
  // Electron runs until it quits, with or without pending work.
  setInterval(() => undefined, 2 ** 30);
}
