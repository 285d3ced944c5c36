/** A world for tests of the store: a workspace folder of its own, the real core over it, and one window's store. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { openWorkbench, type Workbench } from '../../../src/app/workbench.ts';
import type { EventMessage, HostTransport } from '../../../src/contract/contract.ts';
import { failure } from '../../../src/contract/dispatch.ts';
import { createHostClient } from '../../../src/contract/host-client.ts';
import { createInProcessTransport } from '../../../src/contract/in-process.ts';
import { createSettings } from '../settings.ts';
import type { Selection, WorkbenchState } from '../state.ts';
import { createWorkbenchStore, type WorkbenchStore } from '../store.ts';

/** What a test puts between the store and the core; each test begins with nothing there. */
interface Between {
  /** Runs before a call reaches the core; an error is answered in the core's place. */
  before: (call: string, input: unknown) => Promise<unknown> | undefined;
  /** Runs before an answer reaches the store. */
  after: (call: string) => Promise<void> | undefined;
}

export interface World extends Between {
  /** The folder around the workspace, for what lies beside it. */
  readonly home: string;
  readonly workbench: Workbench;
  readonly store: WorkbenchStore;
  state(): WorkbenchState;
  /** What a file of the workspace holds. */
  disk(file: string): Promise<string>;
  writeDisk(file: string, text: string): Promise<void>;
  /** Waits until this can be read from the state: neither nothing nor false. */
  until<T>(read: (state: WorkbenchState) => T | undefined | false): Promise<T>;
  /** Selects something and waits until its definition is open. */
  open(selection: Selection): Promise<void>;
  /** Tells the store what a host would. */
  hear(message: EventMessage): void;
  /** Closes the window and opens another, which remembers what the last one did. */
  reopenWindow(): Promise<void>;
  /** Starts the workbench again under the open window. */
  restartCore(): Promise<void>;
  /** Closes all and starts again on the same files. */
  restart(): Promise<void>;
}

/** Makes the world anew around each test of the file. `files` are those of the workspace, by path. */
export function worldOf(files: Readonly<Record<string, string>>): World {
  let home: string;
  let workbench: Workbench;
  let store: WorkbenchStore;
  let core: HostTransport;
  let hear: (message: EventMessage) => void;
  let stopHearing: () => void;
  /** Grows when a window closes: what its store still wants must not reach the next world. */
  let closedWindows = 0;
  const memory = new Map<string, string>();
  const path = (file: string) => join(home, 'workspace', file);

  async function openCore(): Promise<void> {
    workbench = await openWorkbench({
      workspaceDir: join(home, 'workspace'),
      stateDir: join(home, 'state'),
      cliFile: join(home, 'cli.cjs'),
      samplesDir: join(home, 'samples'),
      log: () => {},
    });
    core = createInProcessTransport(workbench);
  }

  async function closeWindow(): Promise<void> {
    await store.close();
    closedWindows++;
  }

  async function openWindow(): Promise<void> {
    const closedBefore = closedWindows;
    const transport: HostTransport = {
      async call(name, input) {
        if (closedWindows !== closedBefore) return failure('unavailable', 'This window is closed.');
        const instead = await world.before(name, input);
        if (instead instanceof Error) return failure('failed', instead.message);
        const answer = await core.call(name, input);
        await world.after(name);
        return answer;
      },
      listen(listener) {
        hear = listener;
        stopHearing = core.listen(listener);
        return () => stopHearing();
      },
    };
    const storage = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
    };
    store = createWorkbenchStore(createHostClient(transport), createSettings(storage));
    await world.until(({ workspace }) => workspace.status === 'ready');
  }

  const world: World = {
    before: () => undefined,
    after: () => undefined,
    get home() {
      return home;
    },
    get workbench() {
      return workbench;
    },
    get store() {
      return store;
    },
    state: () => store.state.getState(),
    disk: (file) => readFile(path(file), 'utf8'),
    async writeDisk(file, text) {
      await mkdir(dirname(path(file)), { recursive: true });
      await writeFile(path(file), text);
    },
    until(read) {
      const look = () => {
        const value = read(world.state());
        if (value === undefined || value === false)
          throw new Error(`not yet: ${JSON.stringify(world.state().preview)}`);
        return value;
      };
      return vi.waitFor(look, { timeout: 5000, interval: 10 });
    },
    async open(selection) {
      store.actions.select(selection);
      await world.until(({ definition }) => definition.status === 'open');
    },
    hear: (message) => hear(message),
    async reopenWindow() {
      await closeWindow();
      await openWindow();
    },
    async restartCore() {
      stopHearing();
      await workbench.close();
      await openCore();
      stopHearing = core.listen(hear);
    },
    async restart() {
      await closeWindow();
      await workbench.close();
      await openCore();
      await openWindow();
    },
  };

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'prompt-workbench-store-'));
    memory.clear();
    world.before = () => undefined;
    world.after = () => undefined;
    for (const [file, text] of Object.entries(files)) await world.writeDisk(file, text);
    await openCore();
    await openWindow();
  });
  afterEach(async () => {
    await closeWindow();
    await workbench.close();
    await rm(home, { recursive: true, force: true });
  });
  return world;
}

/** A promise that a test settles, for what is to be held up. */
export function held(): { readonly promise: Promise<void>; release(): void } {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}
