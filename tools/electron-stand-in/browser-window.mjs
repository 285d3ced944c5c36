/** `BrowserWindow`: docs/api/browser-window.md. A window is a page of Chromium, and its place on the screen is state. */
import { app, cancelQuitting, handleClosedWindow } from './app.mjs';
import { openPage } from './chromium-pages.mjs';
import { lifecycle, requireReady } from './lifecycle.mjs';
import { allowOnly, ModelledEvents } from './limits.mjs';
import { createSession } from './network.mjs';
import { nativeTheme, system } from './system.mjs';
import { createWebContents } from './web-contents.mjs';

const events = ['close', 'closed', 'ready-to-show', 'unresponsive', 'show', 'focus', 'blur', 'page-title-updated'];
const modelledOptions = new Set(
  'width height x y minWidth minHeight title show backgroundColor webPreferences'.split(' '),
);

/** The preferences that isolate a page as this stand-in does. */
const requiredPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false };

export class BrowserWindow extends ModelledEvents {
  /** @param {any} options */
  constructor(options) {
    super('BrowserWindow', events);
    requireReady('Cannot create BrowserWindow before app is ready');
    for (const name of Object.keys(options))
      if (!modelledOptions.has(name)) throw new Error(`The stand-in for Electron does not model the option ${name}.`);
    for (const [name, value] of Object.entries(requiredPreferences))
      if (options.webPreferences[name] !== value)
        throw new Error(`The stand-in for Electron models windows with ${name} ${value} only.`);
    const { width = 800, height = 600, x = 240, y = 80, title = 'Electron', show = true } = options;
    this.state = {
      bounds: { x, y, width, height },
      backgroundColor: options.backgroundColor,
      title,
      isMaximized: false,
      isMinimized: false,
      isVisible: show,
      isFocused: show,
      isEdited: false,
      isDrawn: false,
    };
    this.isGone = false;
    this.lastPageTitle = '';
    /** @type {NodeJS.Timeout | undefined} */
    this.unresponsiveTimer = undefined;
    // A window without its own session has the default one.
    createSession();
    const proxy = allowOnly('BrowserWindow', this);
    this.webContents = createWebContents(proxy);
    this.opening = this.open(options.webPreferences.preload);
    // A failure reaches the app through `loadURL`.
    this.opening.catch(() => undefined);
    lifecycle.windows.add(proxy);
    this.self = proxy;
    // biome-ignore lint/correctness/noConstructorReturn: the app gets the window that refuses what is not modelled.
    return proxy;
  }

  /** @param {string} preloadFile */
  async open(preloadFile) {
    const { width, height } = this.state.bounds;
    const { page, targetId } = await openPage({ width, height }, app.getPath('userData'), () => this.endWindow());
    await this.webContents.connect(page, targetId, preloadFile);
    page.on('Page.lifecycleEvent', ({ name, frameId }) => {
      // "usually emitted after the did-finish-load event": once, when the page is drawn.
      if (name === 'firstPaint' && frameId === targetId) this.markDrawn();
    });
    page.on('Page.loadEventFired', () => this.markDrawn());
    await page.send('Page.setLifecycleEventsEnabled', { enabled: true });
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    const applyTheme = () => this.applyTheme(page);
    await applyTheme();
    nativeTheme.on('updated', () => void applyTheme());
  }

  /** @param {import('./devtools.mjs').DevToolsSession} page */
  async applyTheme(page) {
    const value = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
    if (this.isGone) return;
    await page
      .send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
      .catch(() => undefined);
  }

  markDrawn() {
    if (this.state.isDrawn) return;
    this.state.isDrawn = true;
    this.emit('ready-to-show', {});
  }

  /** "calling event.preventDefault() will prevent the native window's title from changing." @param {string} title */
  receivePageTitle(title) {
    if (title === this.lastPageTitle || this.isGone) return;
    this.lastPageTitle = title;
    if (!this.emitPreventable('page-title-updated', {}, title, true)) this.state.title = title;
  }

  /** @param {string} url @returns {Promise<void>} "resolve when the page has finished loading, and rejects if the page fails to load" */
  async loadURL(url) {
    this.assertNotDestroyed();
    await this.opening;
    await this.webContents.load(url);
  }

  /** "It's emitted before the beforeunload and unload event of the DOM." */
  close() {
    this.assertNotDestroyed();
    if (this.emitPreventable('close')) return cancelQuitting();
    this.reportUnresponsive(5_000);
    void this.closePage().catch(() => undefined);
  }

  /** Chromium ignores the command while a dialog of the page waits for its answer. */
  async closePage() {
    await this.opening;
    await this.webContents.dialogEnd;
    await this.webContents.page?.send('Page.close');
  }

  /**
   * lib/browser/api/browser-window.ts: a window that `close` has not destroyed after 5 s emits `unresponsive`, whether its
   * page hangs, prevents its unload or waits for an answer.
   * @param {number} delayMs
   */
  reportUnresponsive(delayMs) {
    this.unresponsiveTimer ??= setTimeout(() => {
      this.unresponsiveTimer = undefined;
      this.emit('unresponsive');
    }, delayMs);
  }

  /** Keeps the window, because its page prevented its unload. */
  stayOpen() {
    cancelQuitting();
  }

  endWindow() {
    if (this.isGone) return;
    this.isGone = true;
    clearTimeout(this.unresponsiveTimer);
    this.webContents.loads.fail();
    lifecycle.windows.delete(this.self);
    this.emit('closed', {});
    handleClosedWindow();
  }

  /** "After a window is destroyed, its methods throw": Object has been destroyed. */
  assertNotDestroyed() {
    if (this.isGone) throw new TypeError('Object has been destroyed');
  }

  isDestroyed = () => this.isGone;
  isFocused = () => this.state.isFocused;

  isMaximized() {
    this.assertNotDestroyed();
    return this.state.isMaximized;
  }

  isMinimized() {
    this.assertNotDestroyed();
    return this.state.isMinimized;
  }

  getNormalBounds() {
    this.assertNotDestroyed();
    return { ...this.state.bounds };
  }

  show() {
    this.assertNotDestroyed();
    this.state.isVisible = true;
    this.focus();
  }

  /** "Maximizes the window. This will also show (but not focus) the window if it isn't being displayed already." */
  maximize() {
    this.assertNotDestroyed();
    Object.assign(this.state, { isMaximized: true, isVisible: true });
  }

  restore() {
    this.assertNotDestroyed();
    this.state.isMinimized = false;
  }

  /** @param {string} title */
  setTitle(title) {
    this.assertNotDestroyed();
    this.state.title = title;
  }

  /** @param {boolean} isEdited only macOS shows it */
  setDocumentEdited(isEdited) {
    this.assertNotDestroyed();
    this.state.isEdited = isEdited;
  }

  /** Takes the focus from another window, which emits `blur`; this one emits `focus`. */
  focus() {
    this.assertNotDestroyed();
    if (this.state.isFocused) return;
    for (const otherWindow of lifecycle.windows) otherWindow.blur();
    this.state.isFocused = true;
    this.emit('focus', {});
  }

  blur() {
    if (!this.state.isFocused) return;
    this.state.isFocused = false;
    this.emit('blur', {});
  }

  /** "the unload and beforeunload event won't be emitted … but it guarantees the closed event will be emitted." */
  destroy() {
    if (this.isGone) return;
    const { page } = this.webContents;
    this.endWindow();
    page?.send('Page.close').catch(() => undefined);
  }
}

/** Changes the system's theme, as a person does in the system's settings. @param {boolean} isDark */
export function setSystemTheme(isDark) {
  system.isDark = isDark;
  nativeTheme.emit('updated');
}
