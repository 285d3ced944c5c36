/**
 * Runs in the renderer's sandbox before the page. The page can reach only these functions of Electron; `dispatch` in
 * the main process decides which calls are allowed.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { Bridge } from '../src/contract/bridge-transport.ts';
import type { EventMessage } from '../src/contract/contract.ts';
import type { CommandId } from '../src/model/commands.ts';
import { channels } from './channels.ts';

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input),
  listen(listener) {
    // The event itself is withheld: it holds `ipcRenderer`.
    const forward = (_event: IpcRendererEvent, message: EventMessage) => listener(message);
    ipcRenderer.on(channels.events, forward);
    ipcRenderer.send(channels.events);
    return () => {
      ipcRenderer.removeListener(channels.events, forward);
    };
  },
  onCommand(listener) {
    ipcRenderer.on(channels.command, (_event: IpcRendererEvent, id: CommandId) => listener(id));
  },
  report: (state) => ipcRenderer.send(channels.report, state),
  pathOf: (file) => webUtils.getPathForFile(file as File),
};

contextBridge.exposeInMainWorld('workbench', bridge);
