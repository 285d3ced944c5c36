/** A Chromium of this process, driven by the DevTools protocol over a pipe. Tests can connect to it too. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { ensureChromium, scriptFlags } from '../chromium.mjs';

/** @typedef {(params: any) => void} Listener */

/** Chromium is killed if it has not closed after this time. */
const closeTimeoutMs = 5_000;

/** The DevTools session of one page, or of the browser. */
export class DevToolsSession {
  /** @param {(method: string, params: object, id?: string) => Promise<any>} send @param {string} [id] */
  constructor(send, id) {
    this.transmit = send;
    this.id = id;
    /** @type {Map<string, Listener[]>} */
    this.listeners = new Map();
  }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  send(method, params = {}) {
    return this.transmit(method, params, this.id);
  }

  /** @param {string} event @param {Listener} listener */
  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  /** @param {string} event @param {any} params */
  emit(event, params) {
    for (const listener of this.listeners.get(event) ?? []) listener(params);
  }
}

/**
 * @param {string} profileDir Chromium's user data folder
 * @param {{ width: number, height: number }} size of the window
 */
export async function launchChromium(profileDir, size) {
  mkdirSync(profileDir, { recursive: true });
  const program = spawn(
    await ensureChromium(),
    [
      '--headless',
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      `--user-data-dir=${profileDir}`,
      `--window-size=${size.width},${size.height}`,
      // The page comes from the app alone, and no request leaves this computer.
      '--host-resolver-rules=MAP * ~NOTFOUND',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
      '--hide-scrollbars',
      '--no-first-run',
      scriptFlags,
      // Chromium does not start its sandbox as root, as in CI; it loads nothing but the app's page.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  const [, , errors, commands, messages] = /** @type {any[]} */ (program.stdio);
  /** @type {Map<number, { sessionId: string | undefined, resolve(value: any): void, reject(error: Error): void }>} */
  const pending = new Map();
  /** @type {Map<string | undefined, DevToolsSession>} */
  const sessions = new Map();
  let lastId = 0;
  let hasEnded = false;

  /** @param {string} reason @param {(sessionId: string | undefined) => boolean} [isConcerned] by default all calls */
  const rejectPending = (reason, isConcerned = () => true) => {
    for (const [id, call] of pending)
      if (isConcerned(call.sessionId) && pending.delete(id)) call.reject(new Error(reason));
  };

  /** @param {string} method @param {object} params @param {string} [sessionId] @returns {Promise<any>} */
  const send = (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      if (hasEnded) return reject(new Error(`${method}: Chromium has ended.`));
      const id = ++lastId;
      pending.set(id, { sessionId, resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
      commands.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    });

  /** @param {string} text */
  const receive = (text) => {
    const { id, sessionId, method, params, result, error } = JSON.parse(text);
    if (method === 'Target.detachedFromTarget')
      rejectPending('The page is gone.', (session) => session === params.sessionId);
    if (id === undefined) return sessions.get(sessionId)?.emit(method, params);
    const call = pending.get(id);
    pending.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  };
  let rest = '';
  messages.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    const parts = (rest + chunk).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) receive(part);
  });
  commands.on('error', () => undefined);

  let output = '';
  /** @type {Promise<string>} */
  const endpoint = new Promise((resolve, reject) => {
    errors.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      output += chunk;
      const address = /ws:\/\/\S+/.exec(output)?.[0];
      if (address) resolve(address);
    });
    program.once('exit', () => reject(new Error(`Chromium has ended.\n${output}`)));
  });
  endpoint.catch(() => undefined);
  /** @type {Promise<string>} */
  const outputAtExit = new Promise((resolve) => program.once('exit', () => resolve(output)));
  program.once('exit', () => {
    hasEnded = true;
    rejectPending('Chromium has ended.');
  });

  const browser = new DevToolsSession(send);
  sessions.set(undefined, browser);
  return {
    browser,
    /** The address for another DevTools client, as `chromium.connectOverCDP` takes it. */
    endpoint,
    /** Resolves with Chromium's output when its process has ended. */
    ended: outputAtExit,
    /** @param {string} targetId */
    async attach(targetId) {
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const session = new DevToolsSession(send, sessionId);
      sessions.set(sessionId, session);
      return session;
    },
    async close() {
      send('Browser.close', {}).catch(() => undefined);
      const timeout = setTimeout(() => program.kill('SIGKILL'), closeTimeoutMs);
      await outputAtExit;
      clearTimeout(timeout);
    },
  };
}
