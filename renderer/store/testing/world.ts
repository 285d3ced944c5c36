/** Test environment of the store: a temporary workspace folder, the real core, and one window's store. */

import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { openWorkbench, type Workbench } from '../../../src/app/workbench.ts';
import type { EventMessage } from '../../../src/contract/contract.ts';
import { createHostClient } from '../../../src/contract/host-client.ts';
import type { HostTransport } from '../../../src/contract/host-transport.ts';
import { failure } from '../../../src/contract/host-transport.ts';
import { createInProcessTransport } from '../../../src/contract/in-process.ts';
import { createSettings, type Settings } from '../settings.ts';
import type { Selection } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';
import { createWorkbenchStore, type WorkbenchStore } from '../store.ts';

/** Hooks between the store and the core; reset before each test. */
interface Between {
  /** Runs before a call reaches the core; a returned error replaces the core's response. */
  before: (call: string, input: unknown) => Promise<unknown> | undefined;
  /** Runs before a response reaches the store. */
  after: (call: string) => Promise<void> | undefined;
}

export interface World extends Between {
  /** The parent folder of the workspace. */
  readonly home: string;
  readonly workbench: Workbench;
  readonly store: WorkbenchStore;
  state(): WorkbenchState;
  /** Reads a file of the workspace. */
  disk(file: string): Promise<string>;
  writeDisk(file: string, text: string): Promise<void>;
  /** Waits until `read` returns neither undefined nor false. */
  until<T>(read: (state: WorkbenchState) => T | undefined | false): Promise<T>;
  /** Selects something and waits until its definition is open. */
  open(selection: Selection): Promise<void>;
  /** Sends the store an event, as a host would. */
  hear(message: EventMessage): void;
  /** Closes the window and opens another with the same settings. */
  reopenWindow(): Promise<void>;
  /** What another window with the same settings does: `change` gets its settings, which are then saved. */
  inOtherWindow(change: (settings: Settings) => void): void;
  /** Runs something while the window hears no events, as the page of a hidden tab. */
  whileHidden(run: () => Promise<void>): Promise<void>;
  /** Restarts the workbench while the window stays open. */
  restartCore(): Promise<void>;
  /** Closes window and workbench and opens both on the same files. */
  restart(): Promise<void>;
}

/** Creates a new world before each test of the file. `files` are the workspace's files, by path. */
export function worldOf(files: Readonly<Record<string, string>>): World {
  let home: string;
  let workbench: Workbench;
  let store: WorkbenchStore;
  let core: HostTransport;
  let hear: (message: EventMessage) => void;
  let stopHearing: () => void;
  /** Counts closed windows, so that late calls of a closed store do not reach the next world. */
  let closedWindows = 0;
  const memory = new Map<string, string>();
  const storage = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
  };
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
          throw new Error(`not yet: ${JSON.stringify(world.state().preview).slice(0, 400)}`);
        return value;
      };
      return vi.waitFor(look, { timeout: 30_000, interval: 10 });
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
    inOtherWindow(change) {
      store.settings.save();
      const settings = createSettings(storage);
      change(settings);
      settings.save();
    },
    async whileHidden(run) {
      stopHearing();
      await run();
      stopHearing = core.listen(hear);
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
  });
  return world;
}

/** A promise that blocks a call until the test releases it. */
export function held(): { readonly promise: Promise<void>; release(): void } {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}
