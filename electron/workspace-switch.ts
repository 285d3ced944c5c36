/** Main process: the one workbench that the window shows, and how another takes its place. */
import type { HostTransport } from '../src/contract/contract.ts';

/** What the shell needs of `src/app/workbench.ts`. */
export interface OpenWorkbench extends HostTransport {
  readonly dir: string;
  close(): Promise<void>;
}

export interface WorkspaceSwitch {
  /** The folder that is open; nothing before the first one. */
  dir(): string | undefined;
  /**
   * Opens a folder and, once that worked, closes the one before. Answers false when it is open already.
   * @throws what opening threw; the workbench before it stays
   */
  open(dir: string): Promise<boolean>;
  /** Ends the workbench after the calls that it is still answering. */
  close(): Promise<void>;
}

/** Opens, switches and closes one after the other, however they are asked for. */
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

  /** The menu, a second start and quitting may all come at once; each finds what the one before has left. */
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
