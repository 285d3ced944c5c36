/** Main process: carries the contract to the window. The only user of `ipcMain`. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { type WindowReport, windowReport } from '../src/contract/bridge-transport.ts';
import { failure } from '../src/contract/dispatch.ts';
import type { HostTransport } from '../src/contract/host-transport.ts';
import { channels } from './channels.ts';
import { isOwnPage } from './page.ts';

/** Answers the page's calls from `core` until the returned function is called; another workbench can then attach. */
export function attachIpc(core: HostTransport): () => void {
  let stopEvents: (() => void) | undefined;

  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown) =>
    fromOwnPage(event)
      ? core.call(String(name), input)
      : failure('refused', 'Only the workbench window may call this.'),
  );

  ipcMain.on(channels.events, (event) => {
    if (!fromOwnPage(event)) return;
    const { sender } = event;
    // One window has one subscription: a reloaded page replaces the previous one.
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

/** Calls back for every report of the page. */
export function followReports(listener: (report: WindowReport) => void): void {
  ipcMain.on(channels.report, (event, state: unknown) => {
    const report = windowReport.safeParse(state);
    if (fromOwnPage(event) && report.success) listener(report.data);
  });
}

/** A frame inside the page could show foreign content, so only the window's own document may call. */
function fromOwnPage(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isOwnPage(frame.url);
}
