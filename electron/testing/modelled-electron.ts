/**
 * A model of the part of Electron's IPC that this project uses, for tests on machines without Electron's binary: one
 * main process, one window, one page. What crosses is a structured clone, as in Electron, and a handler that throws
 * rejects the page's `invoke` with Electron's own wording. It proves our side of the pipe, not Electron's.
 */
import { EventEmitter } from 'node:events';

type Handler = (event: unknown, ...args: unknown[]) => unknown;

export interface ModelledFrame {
  url: string;
  parent: unknown;
}

export function createModelledElectron() {
  const handlers = new Map<string, Handler>();
  const toMain = new EventEmitter();
  const toPage = new EventEmitter();
  const world: Record<string, unknown> = {};
  const frame: ModelledFrame = { url: 'workbench://app/', parent: null };
  const sender = {
    isDestroyed: () => false,
    send: (channel: string, ...args: unknown[]) => void toPage.emit(channel, {}, ...structuredClone(args)),
  };
  const event = () => ({ sender, senderFrame: frame });

  const ipcMain = {
    handle(channel: string, handler: Handler) {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
      handlers.set(channel, handler);
    },
    removeHandler: (channel: string) => void handlers.delete(channel),
    on: (channel: string, listener: Handler) => void toMain.on(channel, listener),
    removeAllListeners: (channel: string) => void toMain.removeAllListeners(channel),
  };
  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      const sent = structuredClone(args);
      const handler = handlers.get(channel);
      if (!handler) throw new Error(`Error invoking remote method '${channel}': no handler registered`);
      try {
        return structuredClone(await handler(event(), ...sent));
      } catch (error) {
        throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
      }
    },
    send: (channel: string, ...args: unknown[]) => void toMain.emit(channel, event(), ...structuredClone(args)),
    on: (channel: string, listener: Handler) => void toPage.on(channel, listener),
    removeListener: (channel: string, listener: Handler) => void toPage.removeListener(channel, listener),
  };
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      world[key] = api;
    },
  };
  return { ipcMain, ipcRenderer, contextBridge, world, frame };
}
