/**
 * Runs in the renderer's sandbox before the page does. Everything the page can reach of Electron is the two functions
 * here; what may be called is decided by `dispatch` in the main process, not by who holds the pipe.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Bridge } from '../src/contract/bridge-transport.ts';
import type { EventMessage } from '../src/contract/contract.ts';
import { channels } from './channels.ts';

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input),
  listen(listener) {
    // The event itself is kept back: it holds `ipcRenderer`, which is not the page's business.
    const forward = (_event: IpcRendererEvent, message: EventMessage) => listener(message);
    ipcRenderer.on(channels.events, forward);
    ipcRenderer.send(channels.events);
    return () => {
      ipcRenderer.removeListener(channels.events, forward);
    };
  },
};

contextBridge.exposeInMainWorld('workbench', bridge);
