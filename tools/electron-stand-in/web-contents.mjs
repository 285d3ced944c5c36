/** `webContents` of a window: docs/api/web-contents.md. One page of Chromium. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { messageToPreload, receiveFromPreload } from './ipc-main.mjs';
import { keyOf } from './keys.mjs';
import { allowOnly, inBackground, ModelledEvents } from './limits.mjs';
import { answerRequest, session, toApp, toChromium } from './network.mjs';
import { PageLoads } from './page-loads.mjs';
import { pageScripts, preloadWorld } from './preload-world.mjs';

const events = [
  'will-navigate',
  'will-redirect',
  'will-attach-webview',
  'will-prevent-unload',
  'render-process-gone',
  'did-fail-load',
  'unresponsive',
  'context-menu',
];

const modifierBits = { alt: 1, control: 2, ctrl: 2, meta: 4, command: 4, cmd: 4, shift: 8 };

export class WebContents extends ModelledEvents {
  /** @param {import('./browser-window.mjs').BrowserWindow} window */
  constructor(window) {
    super('webContents', events);
    this.window = window;
    this.url = '';
    this.loads = new PageLoads();
    /** Whether the page is loaded, and answers. */
    this.isLive = false;
    /** Resolves when the renderer is gone after `forcefullyCrashRenderer`. */
    this.rendererEnd = Promise.resolve();
    /** Settles when Chromium has dealt with the answer to its last dialog. Electron has no dialog, and answers at once. */
    this.dialogEnd = Promise.resolve();
    /** @type {() => void} */
    this.resolveRendererEnd = () => undefined;
    /** @type {number | undefined} */
    this.preloadContext = undefined;
    /** @type {(details: { url: string }) => { action: string }} */
    this.openHandler = () => ({ action: 'allow' });
    /** @type {import('./devtools.mjs').DevToolsSession | undefined} */
    this.page = undefined;
    this.mainFrame = '';
    /** Messages that wait for the preload, in order. @type {object[]} */
    this.waitingMessages = [];
  }

  get session() {
    return session.defaultSession;
  }

  /** @param {import('./devtools.mjs').DevToolsSession} page @param {string} frame @param {string} preloadFile */
  async connect(page, frame, preloadFile) {
    this.page = page;
    this.mainFrame = frame;
    const { page: pageScript, preload } = pageScripts(readFileSync(preloadFile, 'utf8'));
    page.on('Fetch.requestPaused', (request) => void this.answer(request));
    page.on('Page.frameNavigated', ({ frame: { id, url, urlFragment = '', unreachableUrl } }) => {
      if (id === frame && unreachableUrl === undefined) this.url = toApp(url + urlFragment);
    });
    page.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === frame) this.url = toApp(url);
    });
    page.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
      // A request for another scheme never reaches the network.
      if (frameId === frame && !/^(https?|about|blob|data):/.test(url)) this.emitPreventable('will-navigate', { url });
    });
    page.on('Page.windowOpen', ({ url }) => {
      const { action } = this.openHandler({ url: toApp(url) });
      if (action !== 'deny') throw new Error('The stand-in for Electron does not model a second window.');
    });
    page.on('Page.javascriptDialogOpening', ({ type }) => void this.answerDialog(type));
    page.on('Page.frameStartedNavigating', ({ frameId, loaderId, navigationType }) => {
      if (frameId === frame && !navigationType.endsWith('ameDocument')) this.loads.handleStart(loaderId);
    });
    page.on('Page.lifecycleEvent', ({ name, frameId, loaderId }) => {
      if (name !== 'load' || frameId !== frame) return;
      this.isLive = true;
      this.loads.handleFinish(loaderId);
    });
    page.on('Inspector.targetCrashed', () => {
      this.preloadContext = undefined;
      this.isLive = false;
      this.resolveRendererEnd();
      this.loads.fail();
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    page.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === preloadWorld.binding) inBackground(this.receive(JSON.parse(payload), executionContextId));
    });
    page.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== preloadWorld.name || context.auxData.frameId !== frame) return;
      this.preloadContext = context.id;
      for (const message of this.waitingMessages.splice(0)) inBackground(this.deliver(message, context.id));
    });
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (executionContextId === this.preloadContext) this.preloadContext = undefined;
    });
    await Promise.all([
      page.send('Page.enable'),
      page.send('Inspector.enable'),
      page.send('Runtime.enable'),
      page.send('Runtime.addBinding', { name: preloadWorld.binding, executionContextName: preloadWorld.name }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: preload, worldName: preloadWorld.name }),
      page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ]);
  }

  /** Answers a request of the page, or prevents a navigation. @param {any} request a paused request of Chromium */
  async answer({ requestId, request, resourceType, frameId }) {
    const url = toApp(request.url);
    const isNavigation = resourceType === 'Document' && frameId === this.mainFrame;
    const isOwn = url.split('#')[0] === this.loads.current?.url.split('#')[0];
    try {
      // "This event will not emit when the navigation is started programmatically with APIs like webContents.loadURL".
      if (isNavigation && !isOwn && this.emitPreventable('will-navigate', { url }))
        return await this.page?.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      const answer = await answerRequest(request);
      if (answer) return await this.page?.send('Fetch.fulfillRequest', { requestId, ...answer });
      await this.page?.send('Fetch.continueRequest', { requestId });
    } catch (error) {
      if (this.page && !this.window.isDestroyed())
        await this.page
          .send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
          .catch(() => console.error(error));
    }
  }

  /** @param {string} url @returns {Promise<void>} */
  load(url) {
    const loadEnd = this.loads.begin(url);
    const load = this.loads.current;
    const navigation = this.requirePage().send('Page.navigate', { url: toChromium(url) });
    const settle = async () => {
      const { errorText, loaderId } = await navigation;
      const description = errorText?.replace('net::', '');
      const code = description === 'ERR_ABORTED' ? -3 : -2;
      if (description) this.emit('did-fail-load', {}, code, description, url, true);
      if (load !== this.loads.current) return;
      if (description) this.loads.fail({ code, description });
      else if (loaderId === undefined) this.loads.handleSamePage();
      else this.loads.handleCommit(loaderId);
    };
    settle().catch(() => load === this.loads.current && this.loads.fail());
    return loadEnd;
  }

  /** "Forcefully terminates the renderer process": `render-process-gone` follows. */
  forcefullyCrashRenderer() {
    const page = this.requirePage();
    this.rendererEnd = new Promise((resolve) => {
      this.resolveRendererEnd = () => resolve(undefined);
    });
    // Chromium answers neither command before the page is gone, and does not end a renderer during a load.
    page.send('Page.stopLoading').catch(() => undefined);
    page.send('Page.crash').catch(() => undefined);
  }

  /** "Calling reload() immediately after calling this method will force the reload to occur in a new process." */
  reload() {
    const page = this.requirePage();
    inBackground(this.rendererEnd.then(() => page.send('Page.reload')));
  }

  /** Keeps the page busy forever, and reports it as Chromium does after 15 s without an answer to a key or a click. */
  hang() {
    this.isLive = false;
    this.requirePage()
      .send('Runtime.evaluate', { expression: 'for (;;);' })
      .catch(() => undefined);
    this.emit('unresponsive', {});
    this.window.reportUnresponsive(50);
  }

  /** @param {string} type */
  async answerDialog(type) {
    if (type !== 'beforeunload') throw new Error(`The stand-in for Electron does not model the dialog ${type}.`);
    // "Calling event.preventDefault() will ignore the beforeunload event handler and allow the page to be unloaded."
    const accept = this.emitPreventable('will-prevent-unload');
    const page = this.requirePage();
    const answered = page.send('Page.handleJavaScriptDialog', { accept });
    // The page answers once its `beforeunload` is over.
    this.dialogEnd = accept ? answered : answered.then(() => page.send('Runtime.evaluate', { expression: '0' }));
    await this.dialogEnd;
    if (!accept) this.window.stayOpen();
  }

  /** @param {any} message of the preload @param {number} context */
  async receive(message, context) {
    if (message.kind === 'context-menu') {
      this.emit('context-menu', {}, { ...message.params, linkURL: toApp(message.params.linkURL) });
      return;
    }
    if (message.kind === 'title') return this.window.receivePageTitle(message.title);
    const event = { sender: this.window.webContents, senderFrame: { url: this.url, parent: null } };
    const reply = await receiveFromPreload(message, event);
    if (reply) await this.deliver(reply, context);
  }

  /** @param {object} message @param {number} contextId */
  async deliver(message, contextId) {
    const expression = `electronStandInReceive(${JSON.stringify(message)})`;
    // A page that is gone receives nothing.
    await this.page?.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  /** Drops a file or folder on the page, as a person does. @param {string} path */
  async drop(path) {
    const message = { kind: 'dropped', name: basename(path), path };
    if (this.preloadContext !== undefined) await this.deliver(message, this.preloadContext);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await this.requirePage().send('Input.dispatchDragEvent', { type, x: 60, y: 300, data });
  }

  requirePage() {
    if (!this.page || this.window.isDestroyed()) throw new Error('Object has been destroyed');
    return this.page;
  }

  isDestroyed = () => this.window.isDestroyed();

  /** @param {string} channel @param {...unknown} args */
  send(channel, ...args) {
    const message = messageToPreload(channel, args);
    if (this.preloadContext === undefined) this.waitingMessages.push(message);
    else inBackground(this.deliver(message, this.preloadContext));
  }

  /** @param {(details: { url: string }) => { action: string }} handler */
  setWindowOpenHandler(handler) {
    this.openHandler = handler;
  }

  /** @param {{ type: string, keyCode: string, modifiers?: (keyof typeof modifierBits)[] }} input */
  sendInputEvent({ type, keyCode, modifiers = [] }) {
    if (type !== 'keyDown') throw new Error(`The stand-in for Electron does not model the input event ${type}.`);
    // "The BrowserWindow containing the contents needs to be focused for sendInputEvent() to work."
    if (!this.window.isFocused()) return;
    const bits = modifiers.reduce((sum, name) => sum | modifierBits[name], 0);
    const { key, ...rest } = keyOf(keyCode);
    const keyEvent = { ...rest, key: bits & modifierBits.shift && key.length === 1 ? key.toUpperCase() : key };
    inBackground(
      this.requirePage().send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        modifiers: bits,
        ...keyEvent,
      }),
    );
  }

  /** @param {string} _word */
  replaceMisspelling(_word) {
    throw new Error('The stand-in for Electron checks no spelling.');
  }
}

/** @param {import('./browser-window.mjs').BrowserWindow} window */
export const createWebContents = (window) => allowOnly('webContents', new WebContents(window));
