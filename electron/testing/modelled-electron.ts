/**
 * Electron's IPC between one page and the main process, without either: for tests that hold the page, the main process and
 * the order of messages in one hand. `ipcMain`, its errors and the clones that cross are those of the stand-in for
 * Electron, which has Electron's rules; here are only the two ends that the stand-in has in Chromium.
 */
import { EventEmitter } from 'node:events';
import { ipcMain, receiveFromPreload } from '../../tools/electron-stand-in/ipc-main.mjs';
import { createCodec } from '../../tools/electron-stand-in/structured-data.mjs';
import { channels } from '../channels.ts';

type Handler = (event: unknown, ...args: unknown[]) => unknown;

export interface ModelledFrame {
  url: string;
  parent: unknown;
}

interface Reply {
  readonly ok: boolean;
  readonly value: string;
  readonly error: string;
}

export function createModelledElectron() {
  const codec = createCodec();
  const toPage = new EventEmitter();
  const world: Record<string, unknown> = {};
  const frame: ModelledFrame = { url: 'workbench://app/', parent: null };
  const sender = {
    isDestroyed: () => false,
    send: (channel: string, ...args: unknown[]) => void toPage.emit(channel, {}, ...codec.decode(codec.encode(args))),
  };
  /** The contents that the page's messages come from: a test with several windows changes them. */
  const page: { sender: unknown } = { sender };
  const post = (kind: 'invoke' | 'send', channel: string, args: unknown[]) =>
    receiveFromPreload({ kind, channel, args: codec.encode(args) }, { sender: page.sender, senderFrame: frame });

  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      const { ok, value, error } = (await post('invoke', channel, args)) as Reply;
      if (!ok) throw new Error(error);
      return codec.decode(value);
    },
    send: (channel: string, ...args: unknown[]) => void post('send', channel, args),
    on: (channel: string, listener: Handler) => void toPage.on(channel, listener),
    removeListener: (channel: string, listener: Handler) => void toPage.removeListener(channel, listener),
  };
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      world[key] = api;
    },
  };
  return { ipcMain, ipcRenderer, contextBridge, world, frame, sender, page };
}

/** Removes what `attachIpc` has registered. */
export function detachIpc(): void {
  ipcMain.removeHandler(channels.call);
  for (const channel of [channels.events, channels.report]) ipcMain.removeAllListeners(channel);
}
