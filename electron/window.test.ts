/** The window over a modelled Electron: the real binary cannot be installed on every machine. */
import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type OpenHandler = (details: { url: string }) => { action: string };

const modelled = vi.hoisted(() => ({
  openedOutside: [] as string[],
  windows: [] as { options: Record<string, unknown>; emit: (event: string) => void; contents: EventEmitter }[],
  closeCalls: 0,
  choice: 0,
  asked: 0,
  openHandler: undefined as OpenHandler | undefined,
  permissions: undefined as
    | ((contents: unknown, permission: string, answer: (ok: boolean) => void) => void)
    | undefined,
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class BrowserWindow extends Emitter {
    readonly webContents = Object.assign(new Emitter(), {
      setWindowOpenHandler: (handler: OpenHandler) => {
        modelled.openHandler = handler;
      },
    });
    constructor(options: Record<string, unknown>) {
      super();
      modelled.windows.push({ options, emit: (event) => this.emit(event), contents: this.webContents });
    }
    loadURL = async () => {};
    maximize = () => {};
    show = () => {};
    close = () => {
      modelled.closeCalls += 1;
      this.emit('close');
    };
    isMaximized = () => false;
    getNormalBounds = () => ({ x: 10, y: 20, width: 900, height: 700 });
  }
  return {
    BrowserWindow,
    dialog: {
      showMessageBoxSync: () => {
        modelled.asked += 1;
        return modelled.choice;
      },
    },
    nativeTheme: { shouldUseDarkColors: false },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    shell: { openExternal: async (url: string) => void modelled.openedOutside.push(url) },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (handler: typeof modelled.permissions) => {
          modelled.permissions = handler;
        },
        setPermissionCheckHandler: () => {},
      },
    },
  };
});

const { denyPermissions, openWindow } = await import('./window.ts');

let dir: string;
const open = () => {
  openWindow({ preloadFile: '/dist/preload.cjs', boundsFile: join(dir, 'window.json') });
  const window = modelled.windows.at(-1);
  if (!window) throw new Error('No window was made.');
  return window;
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'window-'));
  modelled.openedOutside.length = 0;
});
afterEach(() => rm(dir, { recursive: true }));

describe('modelled window', () => {
  test('the page is sandboxed, isolated and without Node', () => {
    expect(open().options.webPreferences).toEqual({
      preload: '/dist/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    });
  });

  test('the window opens where it was last closed', () => {
    open().emit('close');
    expect(open().options).toMatchObject({ x: 10, y: 20, width: 900, height: 700 });
  });

  test('the page cannot open windows; a web link opens in the browser, anything else is blocked', () => {
    open();
    expect(modelled.openHandler?.({ url: 'https://modelcontextprotocol.io/' })).toEqual({ action: 'deny' });
    expect(modelled.openHandler?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' });
    expect(modelled.openedOutside).toEqual(['https://modelcontextprotocol.io/']);
  });

  test.each(['will-navigate', 'will-redirect'])(
    '%s to another place is prevented, within the page it is not',
    (name) => {
      const { contents } = open();
      const event = (url: string) => ({ url, preventDefault: vi.fn() });
      const foreign = event('https://example.com/');
      const own = event('workbench://app/#x');
      contents.emit(name, foreign);
      contents.emit(name, own);
      expect(foreign.preventDefault).toHaveBeenCalledOnce();
      expect(own.preventDefault).not.toHaveBeenCalled();
      expect(modelled.openedOutside).toEqual(['https://example.com/']);
    },
  );

  test.each([
    ['stays when the person keeps it open', 0],
    ['closes when the person says so', 1],
  ])('a window with unsaved changes waits for the save, then asks, and %s', async (_what, choice) => {
    Object.assign(modelled, { closeCalls: 0, asked: 0, choice });
    const { contents, emit } = open();
    const event = () => ({ preventDefault: vi.fn() });
    emit('close');
    const first = event();
    contents.emit('will-prevent-unload', first);
    expect([modelled.asked, first.preventDefault.mock.calls.length]).toEqual([0, 0]);
    await vi.waitFor(() => expect(modelled.closeCalls).toBe(1));
    const second = event();
    contents.emit('will-prevent-unload', second);
    expect([modelled.asked, second.preventDefault.mock.calls.length]).toEqual([1, choice]);
  });

  test('a reload is not delayed', () => {
    const { contents } = open();
    const event = { preventDefault: vi.fn() };
    contents.emit('will-prevent-unload', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  test('a webview is never attached', () => {
    const event = { preventDefault: vi.fn() };
    (open().contents as EventEmitter).emit('will-attach-webview', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  test('the page may copy text and is denied every other permission', () => {
    denyPermissions();
    const answers: boolean[] = [];
    for (const permission of ['clipboard-sanitized-write', 'clipboard-read', 'geolocation', 'media', 'notifications']) {
      modelled.permissions?.(undefined, permission, (ok) => answers.push(ok));
    }
    expect(answers).toEqual([true, false, false, false, false]);
  });
});
