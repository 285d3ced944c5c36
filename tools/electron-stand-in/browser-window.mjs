/** `BrowserWindow`: docs/api/browser-window.md. A window is a page of Chromium; what a window manager does is state. */
import { app, windowClosed, windowStays } from './app.mjs';
import { openPage } from './chromium-pages.mjs';
import { lifecycle, requireReady } from './lifecycle.mjs';
import { createSession } from './network.mjs';
import { allowOnly, ModelledEvents } from './only.mjs';
import { nativeTheme, system } from './system.mjs';
import { createWebContents } from './web-contents.mjs';

const events = ['close', 'closed', 'ready-to-show', 'unresponsive', 'show', 'focus', 'blur', 'page-title-updated'];
const modelledOptions = new Set(
  'width height x y minWidth minHeight title show backgroundColor webPreferences'.split(' '),
);

/** The window options and preferences without which the page would not be isolated as it is here. */
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
    this.opened = this.open(options.webPreferences.preload);
    // A failure reaches the app through `loadURL`.
    this.opened.catch(() => undefined);
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
      // "usually emitted after the did-finish-load event": once, when the page has been drawn.
      if (name === 'firstPaint' && frameId === targetId) this.drawn();
    });
    page.on('Page.loadEventFired', () => this.drawn());
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

  drawn() {
    if (this.state.isDrawn) return;
    this.state.isDrawn = true;
    this.emit('ready-to-show', {});
  }

  /** "calling event.preventDefault() will prevent the native window's title from changing." @param {string} title */
  pageTitle(title) {
    if (title === this.lastPageTitle || this.isGone) return;
    this.lastPageTitle = title;
    if (!this.emitPreventable('page-title-updated', {}, title, true)) this.state.title = title;
  }

  /** @param {string} url @returns {Promise<void>} "resolve when the page has finished loading, and rejects if the page fails to load" */
  async loadURL(url) {
    this.assertLives();
    await this.opened;
    await this.webContents.load(url);
  }

  /** "It's emitted before the beforeunload and unload event of the DOM." */
  close() {
    this.assertLives();
    if (this.emitPreventable('close')) return windowStays();
    this.reportUnresponsive(5_000);
    void this.opened.then(() => this.webContents.page?.send('Page.close')).catch(() => undefined);
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

  /** The page prevented its unload. */
  stayOpen() {
    windowStays();
  }

  endWindow() {
    if (this.isGone) return;
    this.isGone = true;
    clearTimeout(this.unresponsiveTimer);
    this.webContents.loads.fail();
    lifecycle.windows.delete(this.self);
    this.emit('closed', {});
    windowClosed();
  }

  /** "After a window is destroyed, its methods throw": Object has been destroyed. */
  assertLives() {
    if (this.isGone) throw new TypeError('Object has been destroyed');
  }

  isDestroyed = () => this.isGone;
  isFocused = () => this.state.isFocused;

  isMaximized() {
    this.assertLives();
    return this.state.isMaximized;
  }

  isMinimized() {
    this.assertLives();
    return this.state.isMinimized;
  }

  getNormalBounds() {
    this.assertLives();
    return { ...this.state.bounds };
  }

  show() {
    this.assertLives();
    this.state.isVisible = true;
    this.focus();
  }

  /** "Maximizes the window. This will also show (but not focus) the window if it isn't being displayed already." */
  maximize() {
    this.assertLives();
    Object.assign(this.state, { isMaximized: true, isVisible: true });
  }

  restore() {
    this.assertLives();
    this.state.isMinimized = false;
  }

  /** @param {string} title */
  setTitle(title) {
    this.assertLives();
    this.state.title = title;
  }

  /** @param {boolean} isEdited shown by macOS alone */
  setDocumentEdited(isEdited) {
    this.assertLives();
    this.state.isEdited = isEdited;
  }

  /** The window that had the focus emits `blur`, and this one `focus`. */
  focus() {
    this.assertLives();
    if (this.state.isFocused) return;
    for (const other of lifecycle.windows) other.blur();
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
