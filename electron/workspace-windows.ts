/** Main process: the windows and their workspaces. Each window has one workspace, and no workspace has two windows. */
import type { BrowserWindow, WebContents } from 'electron';
import { TaskQueue } from '../src/base/task-queue.ts';
import type { HostTransport } from '../src/contract/host-transport.ts';
import { realPath } from '../src/files/real-path.ts';

/** The part of `src/app/workbench.ts` that the shell needs. */
export interface OpenWorkbench extends HostTransport {
  readonly dir: string;
  close(): Promise<void>;
}

/** The part of a window that this needs. */
export type ShownWindow = Pick<BrowserWindow, 'on' | 'focus' | 'isMinimized' | 'restore' | 'destroy'> & {
  readonly webContents: WebContents;
};

export interface WorkspaceWindow<Window extends ShownWindow> {
  readonly dir: string;
  readonly workbench: OpenWorkbench;
  readonly window: Window;
}

interface Parts<Window extends ShownWindow> {
  openWorkbench(dir: string): Promise<OpenWorkbench>;
  /** @param beside the window that had the focus */
  openWindow(beside: Window | undefined): Window;
  /** Called when a window gets the focus, and when one is gone. */
  onChange(): void;
  /** Called when a window is gone, before its workbench closes. */
  onGone(contents: WebContents): void;
  onError(error: unknown): void;
}

export interface WorkspaceWindows<Window extends ShownWindow> {
  /** All windows; the one that had the focus last is the first. */
  all(): readonly WorkspaceWindow<Window>[];
  of(contents: WebContents): WorkspaceWindow<Window> | undefined;
  /**
   * Brings a workspace's window to the front, or opens it.
   * @throws the error of opening the workspace; no window opens then
   */
  open(dir: string): Promise<{ readonly workspaceWindow: WorkspaceWindow<Window>; readonly isNew: boolean }>;
  /** Ends every window and workbench, after their pending calls. */
  close(): Promise<void>;
}

/** Creates the list of windows. It runs requests to open and close one after the other. */
export function createWorkspaceWindows<Window extends ShownWindow>({
  openWorkbench,
  openWindow,
  onChange,
  onGone,
  onError,
}: Parts<Window>): WorkspaceWindows<Window> {
  let windows: readonly WorkspaceWindow<Window>[] = [];
  const closings = new Set<Promise<void>>();
  /** The menu, a second start and quitting may request something at once. */
  const requests = new TaskQueue();

  const without = (closedWindow: WorkspaceWindow<Window>) => windows.filter((window) => window !== closedWindow);

  function track(workspaceWindow: WorkspaceWindow<Window>): void {
    const { window, workbench } = workspaceWindow;
    // A window that is gone has no contents.
    const { webContents } = window;
    window.on('focus', () => {
      windows = [workspaceWindow, ...without(workspaceWindow)];
      onChange();
    });
    window.on('closed', () => {
      windows = without(workspaceWindow);
      onGone(webContents);
      const end = workbench
        .close()
        .catch(onError)
        .finally(() => closings.delete(end));
      closings.add(end);
      onChange();
    });
  }

  async function open(dir: string) {
    const existingWindow = windows.find((window) => realPath(window.dir) === realPath(dir));
    if (existingWindow) {
      bringForward(existingWindow.window);
      return { workspaceWindow: existingWindow, isNew: false };
    }
    // One of them may have this workspace.
    await Promise.all(closings);
    const workbench = await openWorkbench(dir);
    const workspaceWindow = { dir, workbench, window: openWindow(windows[0]?.window) };
    windows = [workspaceWindow, ...windows];
    track(workspaceWindow);
    return { workspaceWindow, isNew: true };
  }

  async function close(): Promise<void> {
    for (const { window } of windows) window.destroy();
    await Promise.all(closings);
  }

  return {
    all: () => windows,
    of: (contents) => windows.find(({ window }) => window.webContents === contents),
    open: (dir) => requests.run(() => open(dir)),
    close: () => requests.run(close),
  };
}

/** Shows a window in front of the others. */
export function bringForward(window: Pick<BrowserWindow, 'focus' | 'isMinimized' | 'restore'>): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}
