/** `ipcMain`: docs/api/ipc-main.md. */
import { EventEmitter } from 'node:events';
import { allowOnly } from './limits.mjs';
import { createCodec } from './structured-data.mjs';

const codec = createCodec();
const listeners = new EventEmitter();
/** @type {Map<string, (event: object, ...args: any[]) => any>} */
const handlers = new Map();

export const ipcMain = allowOnly('ipcMain', {
  /** @param {string} channel @param {(event: object, ...args: any[]) => any} handler */
  handle(channel, handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  /** @param {string} channel */
  removeHandler: (channel) => void handlers.delete(channel),
  /** @param {string} channel @param {(...args: any[]) => void} listener */
  on: (channel, listener) => void listeners.on(channel, listener),
  /** @param {string} channel */
  removeAllListeners: (channel) => void listeners.removeAllListeners(channel),
});

/** Calls with this first argument fail. @type {unknown} */
let failingArgument;

/** Makes the page's `invoke` with this first argument fail, before it reaches a handler, until the next command. @param {unknown} argument */
export function failInvokes(argument) {
  failingArgument = argument;
}

/**
 * Handles what the preload posted.
 * @param {any} message
 * @param {object} event
 * @returns {Promise<object | undefined>} the reply to `invoke`
 */
export async function receiveFromPreload(message, event) {
  const args = codec.decode(message.args);
  if (message.kind === 'send') {
    listeners.emit(message.channel, event, ...args);
    return undefined;
  }
  const { id, channel } = message;
  try {
    const handler = handlers.get(channel);
    if (failingArgument !== undefined && args[0] === failingArgument) throw new Error('A test makes this call fail.');
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return { kind: 'reply', id, ok: true, value: codec.encode(await handler(event, ...args)) };
  } catch (error) {
    // docs/api/ipc-main.md, ipcMain.handle: the page gets only the message of an error.
    return { kind: 'reply', id, ok: false, error: `Error invoking remote method '${channel}': ${error}` };
  }
}

/** @param {string} channel @param {readonly unknown[]} args @returns {object} for the preload's world */
export function messageToPreload(channel, args) {
  return { kind: 'message', channel, args: codec.encode([...args]) };
}
