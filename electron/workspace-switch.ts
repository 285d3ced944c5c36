/** Main process: holds the window's workbench and replaces it by another. */
import type { HostTransport } from '../src/contract/host-transport.ts';

/** The part of `src/app/workbench.ts` that the shell needs. */
export interface OpenWorkbench extends HostTransport {
  readonly dir: string;
  close(): Promise<void>;
}

export interface WorkspaceSwitch {
  /** The open folder; undefined before the first one. */
  dir(): string | undefined;
  /**
   * Opens a folder and then closes the previous one. Resolves with false if it is already open.
   * @throws the error of opening; the previous workbench stays open
   */
  open(dir: string): Promise<boolean>;
  /** Closes the workbench after its pending calls. */
  close(): Promise<void>;
}

/** Creates the switch. It runs requests to open and close one after the other. */
export function createWorkspaceSwitch(
  openWorkbench: (dir: string) => Promise<OpenWorkbench>,
  attach: (core: HostTransport) => () => void,
): WorkspaceSwitch {
  let current: { workbench: OpenWorkbench; detach: () => void } | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function close(): Promise<void> {
    const closing = current;
    current = undefined;
    closing?.detach();
    await closing?.workbench.close();
  }

  async function open(dir: string): Promise<boolean> {
    if (dir === current?.workbench.dir) return false;
    const workbench = await openWorkbench(dir);
    await close();
    current = { workbench, detach: attach(workbench) };
    return true;
  }

  /** Queues requests: the menu, a second start and quitting may come at once. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = turn.then(task);
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    dir: () => current?.workbench.dir,
    open: (dir) => inTurn(() => open(dir)),
    close: () => inTurn(close),
  };
}
