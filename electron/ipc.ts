/** Main process: the contract's pipe to the window. Nothing else in this program touches `ipcMain`. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { HostTransport } from '../src/contract/contract.ts';
import { failure } from '../src/contract/dispatch.ts';
import { channels } from './channels.ts';
import { isOwnPage } from './page.ts';

/** Answers the page's calls from `core` until the returned function is called; then another workbench may take over. */
export function attachIpc(core: HostTransport): () => void {
  let stopEvents: (() => void) | undefined;

  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown) =>
    fromOwnPage(event)
      ? core.call(String(name), input)
      : failure('refused', 'Only the workbench itself may call this.'),
  );

  ipcMain.on(channels.events, (event) => {
    if (!fromOwnPage(event)) return;
    const { sender } = event;
    // One window, one subscription: a page that was loaded again takes the place of the one before.
    stopEvents?.();
    stopEvents = core.listen((message) => {
      if (!sender.isDestroyed()) sender.send(channels.events, message);
    });
  });

  return () => {
    ipcMain.removeHandler(channels.call);
    ipcMain.removeAllListeners(channels.events);
    stopEvents?.();
  };
}

/** A frame inside the page could show foreign content; only the window's own document may speak. */
function fromOwnPage(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isOwnPage(frame.url);
}
