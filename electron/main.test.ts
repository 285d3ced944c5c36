/**
 * The main process where a test decides the order of events, which the stand-in for Electron
 * (`e2e/desktop/desktop.spec.ts`) leaves to real processes.
 */
import type { EventEmitter } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Bridge, createBridgeTransport } from '../src/contract/bridge-transport.ts';
import { createHostClient } from '../src/contract/host-client.ts';
import { claimWorkspace, runningClaim } from '../src/state/workspace-claim.ts';

const electronModel = vi.hoisted(() => ({
  calls: [] as string[],
  menu: [] as { label?: string; submenu?: { label?: string; click?: () => void }[] }[],
  chosenFolder: '',
  dialogWindows: [] as unknown[],
  errors: [] as string[],
  /** Resolves when the page has loaded. */
  loading: Promise.resolve(),
  windows: [] as (EventEmitter & { webContents: unknown })[],
}));

const electron = await vi.hoisted(async () =>
  (await import('./testing/modelled-electron.ts')).createModelledElectron(),
);
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  const say = (call: string) => void electronModel.calls.push(call);
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
      let isPrevented = false;
      const event = {
        preventDefault: () => {
          isPrevented = true;
        },
      };
      app.emit('will-quit', event);
      say(isPrevented ? 'quit prevented' : 'quit');
    },
  });
  class BrowserWindow extends EventEmitter {
    constructor() {
      super();
      electronModel.windows.push(this);
    }
    readonly webContents = Object.assign(new EventEmitter(), electron.sender, {
      setWindowOpenHandler: () => {},
    });
    loadURL = async (url: string) => {
      say(`load ${url}`);
      await electronModel.loading;
    };
    focus = () => void this.emit('focus');
    isMinimized = () => false;
    isDestroyed = () => false;
    getNormalBounds = () => ({ x: 0, y: 0, width: 900, height: 700 });
    maximize = () => {};
    show = () => {};
  }
  return {
    ...electron,
    app,
    BrowserWindow,
    Menu: {
      buildFromTemplate: (template: typeof electronModel.menu) => template,
      setApplicationMenu: (menu: typeof electronModel.menu) => {
        electronModel.menu = menu;
      },
      getApplicationMenu: () => null,
    },
    dialog: {
      showOpenDialog: async (...args: unknown[]) => {
        electronModel.dialogWindows.push(args.length > 1 ? args[0] : undefined);
        return { filePaths: [electronModel.chosenFolder] };
      },
      showErrorBox: (_title: string, message: string) => void electronModel.errors.push(message),
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
        setSpellCheckerLanguages: () => {},
        setSpellCheckerDictionaryDownloadURL: () => {},
      },
    },
    shell: { openPath: async (path: string) => say(`openPath ${path}`) },
  };
});

const { app } = await import('electron');
const loadedPages = () => electronModel.calls.filter((call) => call === 'load workbench://app/');
const client = () => createHostClient(createBridgeTransport(electron.world.workbench as Bridge));
const openDir = async () => (await client().call('workspace.get', {})).dir;
const click = (label: string) =>
  electronModel.menu
    .flatMap((menuItem) => menuItem.submenu ?? [])
    .find((menuItem) => menuItem.label === label)
    ?.click?.();

/** Lets the next calls come from the page of this window. */
function speakFor(index: number): void {
  electron.page.sender = electronModel.windows[index]?.webContents;
}

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'main-'));
  vi.stubEnv('PROMPT_WORKBENCH_STATE', join(home, 'state'));
  vi.stubEnv('PROMPT_WORKBENCH_WORKSPACE', join(home, 'first'));
  await import('./preload.ts');
  await import('./main.ts');
  await vi.waitFor(() => expect(electronModel.menu.length).toBeGreaterThan(0));
  speakFor(0);
});

// One process from start to end: each test continues where the previous one stopped.

test('modelled Electron: a field for a folder opens the system’s dialog, attached to its window', async () => {
  const { hasFolderDialog } = await client().call('workspaces.list', {});
  expect(hasFolderDialog).toBe(true);
  electronModel.chosenFolder = join(home, 'first', 'docs');
  expect(await client().call('folders.choose', {})).toEqual({ folder: electronModel.chosenFolder });
  expect(await client().call('folders.choose', { for: 'source' })).toEqual({ folder: 'docs' });
  expect(electronModel.dialogWindows).toEqual([electronModel.windows[0], electronModel.windows[0]]);
});

test('modelled Electron: a folder open in the browser is not opened a second time', async () => {
  electronModel.chosenFolder = join(home, 'third');
  const claim = await claimWorkspace(join(home, 'state'), electronModel.chosenFolder, 'browser');
  click('Open workspace…');
  await vi.waitFor(() => expect(electronModel.errors).toHaveLength(1));
  expect(electronModel.errors[0]).toMatch(
    /already open in the browser \(process \d+\): use it there, or close it first\.$/,
  );
  expect(electronModel.windows).toHaveLength(1);
  expect(electronModel.dialogWindows.at(-1)).toBe(electronModel.windows[0]);
  if (claim.kind === 'ours') await claim.claim.release();
});

test('modelled Electron: each workspace has its window, and is locked until the window closes', async () => {
  const isLocked = (name: string) => runningClaim(join(home, 'state'), join(home, name));
  electronModel.chosenFolder = join(home, 'second');
  click('Open workspace…');
  await vi.waitFor(() => expect(loadedPages()).toHaveLength(2));
  expect(await openDir()).toBe(join(home, 'first'));
  speakFor(1);
  expect(await openDir()).toBe(join(home, 'second'));
  expect([await isLocked('first'), await isLocked('second')]).toMatchObject([{ host: 'desktop' }, { host: 'desktop' }]);
  electronModel.windows[0]?.emit('closed');
  await vi.waitFor(async () => expect(await isLocked('first')).toBeUndefined());
  expect(await openDir()).toBe(join(home, 'second'));
});

test('modelled Electron: a page that opens another workspace gets the reason if that fails', async () => {
  await writeFile(join(home, 'a file'), '');
  await expect(client().call('workspaces.open', { dir: join(home, 'a file', 'in it'), isNew: true })).rejects.toThrow(
    'choose a folder that you can write to',
  );
  expect(await client().call('workspaces.open', { dir: join(home, 'fourth'), isNew: true })).toEqual({});
  expect(electronModel.windows).toHaveLength(3);
});

test('modelled Electron: two links at once load the page one after the other', async () => {
  let finishLoad = () => {};
  electronModel.loading = new Promise((resolve) => {
    finishLoad = resolve;
  });
  const before = electronModel.calls.length;
  const loads = () => electronModel.calls.slice(before).filter((call) => call.startsWith('load '));
  app.emit('second-instance', {}, [], '', { link: 'prompt-workbench://open/servers/One' });
  app.emit('second-instance', {}, [], '', { link: 'prompt-workbench://open/servers/Two' });
  await vi.waitFor(() => expect(loads()).toHaveLength(1));
  finishLoad();
  await vi.waitFor(() => expect(loads()).toHaveLength(2));
  expect(loads().toSorted()).toEqual(['load workbench://app/#/servers/One', 'load workbench://app/#/servers/Two']);
});

test('modelled Electron: closing the last window quits, after the workbench has closed', async () => {
  const { servers } = await client().call('workspace.get', {});
  const endpoint = servers[0]?.endpoint ?? '';
  electronModel.windows[2]?.emit('closed');
  electronModel.windows[1]?.emit('closed');
  app.emit('window-all-closed');
  expect(electronModel.calls.at(-1)).toBe('quit prevented');
  // The windows are gone, and the app is not: another start would otherwise end without a window.
  app.emit('second-instance', {}, [], '', { workspace: '/other' });
  await vi.waitFor(() => expect(electronModel.calls).toContain('relaunch --workspace /other'));
  await vi.waitFor(() => expect(electronModel.calls.at(-1)).toBe('quit'));
  await expect(fetch(endpoint)).rejects.toThrow();
  await expect(client().call('workspace.get', {})).rejects.toMatchObject({ code: 'unavailable' });
});
