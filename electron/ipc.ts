/** Main process: carries the contract to the windows. The only user of `ipcMain`. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { type WindowReport, windowReport } from '../src/contract/bridge-transport.ts';
import type { HostTransport } from '../src/contract/host-transport.ts';
import { failure } from '../src/contract/host-transport.ts';
import { channels } from './channels.ts';
import { isOwnPage } from './page.ts';

/** The parts of the main process that answer the pages. */
interface Parts {
  /** The workbench of a page's window; undefined while the window closes. */
  coreOf(page: WebContents): HostTransport | undefined;
  onReport(page: WebContents, report: WindowReport): void;
}

/**
 * Answers the calls of the pages, each by the workbench of its window.
 * @returns a function that ends the events of a page whose window is gone
 */
export function attachIpc({ coreOf, onReport }: Parts): (page: WebContents) => void {
  const subscriptions = new Map<WebContents, () => void>();
  const stopEvents = (page: WebContents) => {
    subscriptions.get(page)?.();
    subscriptions.delete(page);
  };

  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown) => {
    if (!fromOwnPage(event)) return failure('refused', 'Only the workbench window may call this.');
    const core = coreOf(event.sender);
    return core ? core.call(String(name), input) : failure('unavailable', 'This window is closing.');
  });

  ipcMain.on(channels.events, (event) => {
    const { sender } = event;
    const core = fromOwnPage(event) ? coreOf(sender) : undefined;
    if (!core) return;
    // A reloaded page replaces the previous one of its window.
    stopEvents(sender);
    const stop = core.listen((message) => {
      if (!sender.isDestroyed()) sender.send(channels.events, message);
    });
    subscriptions.set(sender, stop);
  });

  ipcMain.on(channels.report, (event, state: unknown) => {
    const report = windowReport.safeParse(state);
    if (fromOwnPage(event) && report.success) onReport(event.sender, report.data);
  });

  return stopEvents;
}

/** A frame inside the page could show foreign content, so only the window's own document may call. */
function fromOwnPage(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isOwnPage(frame.url);
}
