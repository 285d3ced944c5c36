/**
 * The two scripts that run before the page's own: one in the page's world, which receives what the preload exposes, and
 * the preload in an isolated world without Node. Values cross between the worlds as `contextBridge` documents it. The
 * functions run in the page, so that they use nothing of this module.
 */
import { randomUUID } from 'node:crypto';
import { createCodec } from './structured-data.mjs';

/** The isolated world, and the function of it that posts a text to this process. */
export const preloadWorld = { name: 'Electron Isolated Context', binding: 'electronStandInPost' };

/**
 * @param {string} preload text of the preload script
 * @returns {{ page: string, preload: string }} the scripts of the two worlds
 */
export function pageScripts(preload) {
  const inbox = randomUUID();
  const outbox = randomUUID();
  const bridge = `(${createBridge})`;
  // A preload runs in the main frame alone (docs/api/structures/web-preferences.md, nodeIntegrationInSubFrames).
  return {
    page: `if (window === window.top) (${receiveExposed})(${bridge}('${inbox}', '${outbox}'));`,
    preload: `if (window === window.top) (${runPreload})(${bridge}('${outbox}', '${inbox}'), (${createCodec})(),
      ${preloadWorld.binding}, function (require, module, exports) {${preload}\n});`,
  };
}

/**
 * Carries values between the two worlds (docs/api/context-bridge.md, "Parameter / Error / Return Type support"): functions
 * and promises are proxied, symbols dropped, and all other values copied without their prototypes. Chromium clones an event's detail
 * when another world reads it.
 * @param {string} inbox type of the events that this world receives
 * @param {string} outbox type of the events that it sends
 */
function createBridge(inbox, outbox) {
  /** @type {Map<number, any>} */
  const functions = new Map();
  /** @type {Map<number, { resolve(value: any): void, reject(error: any): void }>} */
  const promises = new Map();
  /** @type {Map<number, any>} */
  const replies = new Map();
  /** @type {(key: string, api: any) => void} */
  let onExpose = () => undefined;
  let lastId = 0;

  const post = (detail) => window.dispatchEvent(new CustomEvent(outbox, { detail }));
  const pack = (value) => {
    if (typeof value === 'function') {
      functions.set(++lastId, value);
      return { kind: 'function', id: lastId };
    }
    if (value instanceof Promise) {
      const id = ++lastId;
      const settle = (ok) => (result) => post({ kind: 'settled', id, ok, value: pack(result) });
      value.then(settle(true), settle(false));
      return { kind: 'promise', id };
    }
    if (value instanceof Error) return { kind: 'error', name: value.name, message: value.message };
    if (Array.isArray(value)) return { kind: 'array', items: value.map(pack) };
    if (Object.prototype.toString.call(value) !== '[object Object]') return { kind: 'value', value };
    const entries = Object.entries(value).filter(([, child]) => typeof child !== 'symbol');
    return { kind: 'object', entries: entries.map(([key, child]) => [key, pack(child)]) };
  };
  const unpack = (packed) => {
    switch (packed.kind) {
      case 'function':
        return (...args) => call(packed.id, args);
      case 'promise':
        return new Promise((resolve, reject) => promises.set(packed.id, { resolve, reject }));
      case 'error':
        return Object.assign(new Error(packed.message), { name: packed.name });
      case 'array':
        return packed.items.map(unpack);
      case 'object':
        return Object.fromEntries(packed.entries.map(([key, value]) => [key, unpack(value)]));
      default:
        return packed.value;
    }
  };
  const call = (id, args) => {
    const callId = ++lastId;
    post({ kind: 'call', id, callId, args: args.map(pack) });
    const { ok, value } = replies.get(callId);
    replies.delete(callId);
    if (ok) return unpack(value);
    throw unpack(value);
  };
  const answer = ({ id, callId, args }) => {
    let reply;
    try {
      reply = { ok: true, value: pack(functions.get(id)(...args.map(unpack))) };
    } catch (error) {
      reply = { ok: false, value: pack(error) };
    }
    post({ kind: 'reply', callId, ...reply });
  };
  window.addEventListener(inbox, (event) => {
    const message = /** @type {CustomEvent} */ (event).detail;
    if (message.kind === 'call') answer(message);
    else if (message.kind === 'reply') replies.set(message.callId, message);
    else if (message.kind === 'expose') onExpose(message.key, unpack(message.api));
    else {
      const promise = promises.get(message.id);
      promises.delete(message.id);
      if (message.ok) promise?.resolve(unpack(message.value));
      else promise?.reject(unpack(message.value));
    }
  });
  return {
    expose: (key, api) => post({ kind: 'expose', key, api: pack(api) }),
    onExpose: (listener) => {
      onExpose = listener;
    },
  };
}

/** Runs in the page's world. @param {ReturnType<typeof createBridge>} bridge */
function receiveExposed(bridge) {
  // docs/api/context-bridge.md, "API": all values except functions are copied and frozen.
  const freeze = (value) => {
    if (value === null || typeof value !== 'object') return value;
    for (const item of Object.values(value)) freeze(item);
    return Object.freeze(value);
  };
  bridge.onExpose((key, api) => Object.defineProperty(window, key, { value: freeze(api), enumerable: true }));
}

/**
 * Runs in the isolated world.
 * @param {ReturnType<typeof createBridge>} bridge
 * @param {ReturnType<typeof createCodec>} codec
 * @param {(text: string) => void} post to the main process
 * @param {(require: (name: string) => any, module: object, exports: object) => void} preload
 */
function runPreload(bridge, codec, post, preload) {
  /** @type {Map<number, { resolve(value: any): void, reject(error: Error): void }>} */
  const pending = new Map();
  /** @type {Map<string, ((event: object, ...args: any[]) => void)[]>} */
  const listeners = new Map();
  /** @type {Map<string, string>} */
  const droppedPaths = new Map();
  let lastId = 0;

  // docs/api/ipc-renderer.md.
  const ipcRenderer = {
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const text = codec.encode(args);
        pending.set(id, { resolve, reject });
        post(JSON.stringify({ kind: 'invoke', id, channel, args: text }));
      }),
    send: (channel, ...args) => post(JSON.stringify({ kind: 'send', channel, args: codec.encode(args) })),
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    removeListener(channel, listener) {
      const otherListeners = (listeners.get(channel) ?? []).filter((item) => item !== listener);
      listeners.set(channel, otherListeners);
      return ipcRenderer;
    },
  };
  const electron = {
    ipcRenderer,
    // docs/api/web-utils.md: the path of a file that the system gave to the page, or an empty text.
    webUtils: { getPathForFile: (file) => droppedPaths.get(file.name) ?? '' },
    contextBridge: { exposeInMainWorld: (key, api) => bridge.expose(key, api) },
  };
  Object.assign(globalThis, {
    electronStandInReceive(message) {
      if (message.kind === 'dropped') {
        droppedPaths.set(message.name, message.path);
        return;
      }
      if (message.kind === 'message') {
        for (const listener of listeners.get(message.channel) ?? [])
          listener({ sender: ipcRenderer }, ...codec.decode(message.args));
        return;
      }
      const call = pending.get(message.id);
      pending.delete(message.id);
      if (message.ok) call?.resolve(codec.decode(message.value));
      else call?.reject(new Error(message.error));
    },
  });

  // Electron's event `page-title-updated` comes from the browser process; DevTools reports a title late or never.
  window.addEventListener('DOMContentLoaded', () => {
    const title = document.querySelector('title');
    const postTitle = () => post(JSON.stringify({ kind: 'title', title: document.title }));
    postTitle();
    if (title) new MutationObserver(postTitle).observe(title, { childList: true, characterData: true, subtree: true });
  });

  // Electron's event `context-menu` comes from the browser process; here it comes from the page, after its own handlers.
  window.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    const field = event.target.closest('input, textarea, [contenteditable=true]');
    const selectionText = String(window.getSelection());
    const flags = { canCut: field !== null, canCopy: true, canPaste: field !== null, canSelectAll: true };
    const params = {
      isEditable: field !== null,
      editFlags: flags,
      selectionText,
      linkURL: event.target.closest('a')?.href ?? '',
      misspelledWord: '',
      dictionarySuggestions: [],
    };
    post(JSON.stringify({ kind: 'context-menu', params }));
  });

  // docs/tutorial/sandbox.md, "Preload scripts": a sandboxed preload has a limited `require`.
  const module = { exports: {} };
  preload(
    (name) => {
      if (name === 'electron') return electron;
      throw new Error(`module not found: ${name}`);
    },
    module,
    module.exports,
  );
}
