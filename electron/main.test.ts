/**
 * The main process where a test decides the order of events, which the stand-in for Electron (`e2e/desktop.spec.ts`) leaves to
 * real processes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Bridge, createBridgeTransport } from '../src/contract/bridge-transport.ts';
import { createHostClient } from '../src/contract/host-client.ts';
import { claimWorkspace, runningClaim } from '../src/state/workspace-claim.ts';

const modelled = vi.hoisted(() => ({
  calls: [] as string[],
  menu: [] as { label?: string; submenu?: { label?: string; click?: () => void }[] }[],
  chosenFolder: '',
  errors: [] as string[],
  /** Resolves when the page has loaded. */
  loading: Promise.resolve(),
  closeWindow: () => {},
}));

const electron = await vi.hoisted(async () =>
  (await import('./testing/modelled-electron.ts')).createModelledElectron(),
);
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  const say = (call: string) => void modelled.calls.push(call);
  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    whenReady: async () => {},
    setPath: () => {},
    requestSingleInstanceLock: () => true,
    setAsDefaultProtocolClient: (scheme: string) => say(`links ${scheme}`),
    enableSandbox: () => {},
    exit: (code: number) => say(`exit ${code}`),
    relaunch: ({ args }: { args: string[] }) => say(`relaunch ${args.join(' ')}`),
    quit() {
      let prevented = false;
      const event = {
        preventDefault: () => {
          prevented = true;
        },
      };
      app.emit('will-quit', event);
      say(prevented ? 'quit prevented' : 'quit');
    },
  });
  class BrowserWindow extends EventEmitter {
    constructor() {
      super();
      modelled.closeWindow = () => this.emit('closed');
    }
    readonly webContents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: () => {},
    });
    loadURL = async (url: string) => {
      say(`load ${url}`);
      await modelled.loading;
    };
    focus = () => say('focus');
    isMinimized = () => false;
    maximize = () => {};
    show = () => {};
  }
  return {
    ...electron,
    app,
    BrowserWindow,
    Menu: {
      buildFromTemplate: (template: typeof modelled.menu) => template,
      setApplicationMenu: (menu: typeof modelled.menu) => {
        modelled.menu = menu;
      },
    },
    dialog: {
      showOpenDialog: async () => ({ filePaths: [modelled.chosenFolder] }),
      showErrorBox: (_title: string, message: string) => void modelled.errors.push(message),
    },
    protocol: {
      registerSchemesAsPrivileged: () => {},
      handle: () => {},
    },
    nativeTheme: { shouldUseDarkColors: false },
    screen: { getAllDisplays: () => [] },
    session: {
      defaultSession: {
        resolveProxy: async () => 'DIRECT',
        setPermissionRequestHandler: () => {},
        setPermissionCheckHandler: () => {},
      },
    },
    shell: { openPath: async (path: string) => say(`openPath ${path}`) },
  };
});

const { app } = await import('electron');
const loadedPages = () => modelled.calls.filter((call) => call === 'load workbench://app/');
const client = () => createHostClient(createBridgeTransport(electron.world.workbench as Bridge));
const click = (label: string) =>
  modelled.menu
    .flatMap((item) => item.submenu ?? [])
    .find((item) => item.label === label)
    ?.click?.();

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'main-'));
  vi.stubEnv('PROMPT_WORKBENCH_STATE', join(home, 'state'));
  vi.stubEnv('PROMPT_WORKBENCH_WORKSPACE', join(home, 'first'));
  await import('./preload.ts');
  await import('./main.ts');
  await vi.waitFor(() => expect(modelled.menu.length).toBeGreaterThan(0));
});
afterAll(() => rm(home, { recursive: true }));

// One process from start to end: each test continues where the previous one stopped.

test('modelled Electron: a field for a folder opens the system’s dialog', async () => {
  const { hasFolderDialog } = await client().call('workspaces.list', {});
  expect(hasFolderDialog).toBe(true);
  modelled.chosenFolder = join(home, 'first', 'docs');
  expect(await client().call('folders.choose', {})).toEqual({ folder: modelled.chosenFolder });
  expect(await client().call('folders.choose', { for: 'source' })).toEqual({ folder: 'docs' });
});

test('modelled Electron: a folder open in the browser is not opened a second time', async () => {
  modelled.chosenFolder = join(home, 'third');
  const taken = await claimWorkspace(join(home, 'state'), modelled.chosenFolder, 'browser');
  click('Open workspace…');
  await vi.waitFor(() => expect(modelled.errors).toHaveLength(1));
  expect(modelled.errors[0]).toMatch(/already open in the browser \(process \d+\): use it there, or close it first\.$/);
  expect(await client().call('workspace.get', {})).toMatchObject({ dir: join(home, 'first') });
  if (taken.kind === 'ours') await taken.claim.release();
});

test('modelled Electron: an open workspace is locked until another replaces it', async () => {
  expect(await runningClaim(join(home, 'state'), join(home, 'first'))).toMatchObject({ host: 'desktop' });
  modelled.chosenFolder = join(home, 'second');
  click('Open workspace…');
  await vi.waitFor(() => expect(loadedPages()).toHaveLength(2));
  expect(await runningClaim(join(home, 'state'), join(home, 'second'))).toMatchObject({ host: 'desktop' });
  expect(await runningClaim(join(home, 'state'), join(home, 'first'))).toBeUndefined();
});

test('modelled Electron: two starts at once load one page after the other', async () => {
  let finishLoad = () => {};
  modelled.loading = new Promise((resolve) => {
    finishLoad = resolve;
  });
  app.emit('second-instance', {}, [], '', { workspace: join(home, 'one') });
  app.emit('second-instance', {}, [], '', { workspace: join(home, 'two') });
  await vi.waitFor(
    async () => expect(await client().call('workspace.get', {})).toMatchObject({ dir: join(home, 'two') }),
    { timeout: 20_000 },
  );
  expect(loadedPages()).toHaveLength(3);
  finishLoad();
  await vi.waitFor(() => expect(loadedPages()).toHaveLength(4));
});

test('modelled Electron: closing the last window quits, after the workbench has closed', async () => {
  const { servers } = await client().call('workspace.get', {});
  const endpoint = servers[0]?.endpoint ?? '';
  modelled.closeWindow();
  app.emit('window-all-closed');
  expect(modelled.calls.at(-1)).toBe('quit prevented');
  // The window is gone, and the app is not: another start would otherwise end without a window.
  app.emit('second-instance', {}, [], '', { workspace: '/other' });
  await vi.waitFor(() => expect(modelled.calls).toContain('relaunch --workspace /other'));
  await vi.waitFor(() => expect(modelled.calls.at(-1)).toBe('quit'));
  await expect(fetch(endpoint)).rejects.toThrow();
  await expect(client().call('workspace.get', {})).rejects.toMatchObject({ code: 'unavailable' });
});
