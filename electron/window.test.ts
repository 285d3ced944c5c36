/** The window's answers to single events, on every platform. `e2e/desktop/desktop.spec.ts` has the window as a whole. */
import type { EventEmitter } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';

type OpenHandler = (details: { url: string }) => { action: string };

const electronModel = vi.hoisted(() => ({
  openedOutside: [] as string[],
  windows: [] as {
    options: Record<string, unknown>;
    emit: (event: string, ...args: unknown[]) => void;
    contents: EventEmitter;
  }[],
  theme: { shouldUseDarkColors: false, themeSource: 'system' },
  closeCalls: 0,
  choice: 0,
  asked: 0,
  questions: [] as string[],
  answer: 0,
  cannotOpen: false,
  quits: 0,
  popups: [] as { label?: string; role?: string; click?: () => void }[][],
  calls: [] as string[],
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
        electronModel.openHandler = handler;
      },
      forcefullyCrashRenderer: () => void electronModel.calls.push('end renderer'),
      reload: () => void electronModel.calls.push('reload'),
      replaceMisspelling: (word: string) => void electronModel.calls.push(`replace by ${word}`),
      session: { addWordToSpellCheckerDictionary: (word: string) => void electronModel.calls.push(`learn ${word}`) },
    });
    constructor(options: Record<string, unknown>) {
      super();
      electronModel.windows.push({
        options,
        emit: (event, ...args) => this.emit(event, ...args),
        contents: this.webContents,
      });
    }
    loadURL = async (url: string) => void electronModel.calls.push(`load ${url}`);
    maximize = () => void electronModel.calls.push('maximize');
    show = () => void electronModel.calls.push('show');
    isDestroyed = () => false;
    setDocumentEdited = (isEdited: boolean) => void electronModel.calls.push(`edited ${isEdited}`);
    setTitle = (title: string) => void electronModel.calls.push(`title ${title}`);
    close = () => {
      electronModel.closeCalls += 1;
      this.emit('close');
    };
    isMaximized = () => electronModel.answer === 99;
    getNormalBounds = () => ({ x: 10, y: 20, width: 900, height: 700 });
  }
  return {
    BrowserWindow,
    dialog: {
      showMessageBoxSync: () => {
        electronModel.asked += 1;
        return electronModel.choice;
      },
      showMessageBox: async (_window: unknown, { message }: { message: string }) => {
        electronModel.questions.push(message);
        return { response: electronModel.answer };
      },
    },
    app: {
      quit: () => {
        electronModel.quits += 1;
      },
    },
    clipboard: { writeText: async (text: string) => void electronModel.calls.push(`copy ${text}`) },
    Menu: {
      buildFromTemplate: (template: (typeof electronModel.popups)[number]) => ({
        popup: () => void electronModel.popups.push(template),
      }),
    },
    nativeTheme: electronModel.theme,
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    shell: {
      openExternal: async (url: string) => {
        if (electronModel.cannotOpen) throw new Error('No application is registered.');
        electronModel.openedOutside.push(url);
      },
    },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (handler: typeof electronModel.permissions) => {
          electronModel.permissions = handler;
        },
        setPermissionCheckHandler: () => {},
        setSpellCheckerLanguages: (languages: string[]) =>
          void electronModel.calls.push(`languages ${languages.length}`),
        setSpellCheckerDictionaryDownloadURL: (url: string) => void electronModel.calls.push(`dictionaries ${url}`),
      },
    },
  };
});

const { denyPermissions, keepOffline, openWindow, showReport } = await import('./window.ts');

let dir: string;
const options = () => ({ preloadFile: '/dist/preload.cjs', boundsFile: join(dir, 'window.json') });
const open = () => {
  openWindow(options());
  const window = electronModel.windows.at(-1);
  if (!window) throw new Error('No window was made.');
  return window;
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'window-'));
  Object.assign(electronModel, {
    openedOutside: [],
    questions: [],
    popups: [],
    calls: [],
    answer: 0,
    cannotOpen: false,
    quits: 0,
  });
});

describe('modelled window', () => {
  test('the page is sandboxed, isolated and without Node', () => {
    expect(open().options.webPreferences).toEqual({
      preload: '/dist/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: process.platform === 'darwin',
    });
  });

  test('the window opens where it was last closed', () => {
    open().emit('close');
    expect(open().options).toMatchObject({ x: 10, y: 20, width: 900, height: 700 });
  });

  test('a window that was maximized is maximized again only when its page is ready', () => {
    electronModel.answer = 99;
    open().emit('close');
    electronModel.calls.length = 0;
    const { emit } = open();
    expect(electronModel.calls).not.toContain('maximize');
    emit('ready-to-show');
    expect(electronModel.calls).toContain('maximize');
  });

  test('the page cannot open windows; a web link opens in the browser, anything else is blocked', () => {
    open();
    expect(electronModel.openHandler?.({ url: 'https://modelcontextprotocol.io/' })).toEqual({ action: 'deny' });
    expect(electronModel.openHandler?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' });
    expect(electronModel.openedOutside).toEqual(['https://modelcontextprotocol.io/']);
  });

  const installLink = 'vscode:mcp/install?%7B%22name%22%3A%22team%22%7D';

  test('an install link opens its application after a question, and only then', async () => {
    open();
    electronModel.openHandler?.({ url: installLink });
    await vi.waitFor(() => expect(electronModel.questions).toEqual(['Open VS Code to add this MCP server?']));
    expect(electronModel.openedOutside).toEqual([]);
    electronModel.answer = 1;
    electronModel.openHandler?.({ url: installLink });
    await vi.waitFor(() => expect(electronModel.openedOutside).toEqual([installLink]));
  });

  test('an application that is not installed is named', async () => {
    Object.assign(electronModel, { answer: 1, cannotOpen: true });
    open();
    electronModel.openHandler?.({ url: installLink });
    await vi.waitFor(() => expect(electronModel.questions).toContain("Couldn't open VS Code."));
  });

  test.each(['will-navigate', 'will-redirect'])('%s to another site is prevented, but not within the page', (name) => {
    const { contents } = open();
    const event = (url: string) => ({ url, preventDefault: vi.fn() });
    const foreignEvent = event('https://example.com/');
    const ownEvent = event('workbench://app/#x');
    contents.emit(name, foreignEvent);
    contents.emit(name, ownEvent);
    expect(foreignEvent.preventDefault).toHaveBeenCalledOnce();
    expect(ownEvent.preventDefault).not.toHaveBeenCalled();
    expect(electronModel.openedOutside).toEqual(['https://example.com/']);
  });

  test.each([
    ['stays when the person keeps it open', 0],
    ['closes when the person says so', 1],
  ])('a window with unsaved changes waits for the save, then asks, and %s', async (_what, choice) => {
    Object.assign(electronModel, { closeCalls: 0, asked: 0, choice });
    vi.useFakeTimers();
    const { contents, emit } = open();
    const countPrevented = () => {
      const event = { preventDefault: vi.fn() };
      contents.emit('will-prevent-unload', event);
      return event.preventDefault.mock.calls.length;
    };
    emit('close');
    expect([countPrevented(), electronModel.asked]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([electronModel.closeCalls, countPrevented(), electronModel.asked]).toEqual([1, 0, 0]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect([countPrevented(), electronModel.asked]).toEqual([choice, 1]);
    vi.useRealTimers();
  });

  test('a reload is not delayed', () => {
    const { contents } = open();
    const event = { preventDefault: vi.fn() };
    contents.emit('will-prevent-unload', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  const editFlags = { canCut: true, canCopy: true, canPaste: false, canSelectAll: true };
  const target = {
    isEditable: false,
    editFlags,
    selectionText: '',
    linkURL: '',
    misspelledWord: '',
    dictionarySuggestions: [],
  };

  test('a text has a context menu, with suggestions for a misspelled word', () => {
    const { contents } = open();
    contents.emit(
      'context-menu',
      {},
      { ...target, isEditable: true, misspelledWord: 'promt', dictionarySuggestions: ['prompt'] },
    );
    const [menu = []] = electronModel.popups;
    expect(menu.map(({ label, role }) => label ?? role).filter(Boolean)).toEqual([
      'prompt',
      'Add to Dictionary',
      'cut',
      'copy',
      'paste',
      'pasteAndMatchStyle',
      'selectAll',
    ]);
    expect(menu.find(({ role }) => role === 'paste')).toMatchObject({ enabled: false });
    for (const { click } of menu.slice(0, 2)) click?.();
    expect(electronModel.calls).toEqual(expect.arrayContaining(['replace by prompt', 'learn promt']));
  });

  test('a selection and a link are copied from the context menu, and elsewhere there is none', () => {
    const { contents } = open();
    contents.emit('context-menu', {}, { ...target, selectionText: 'answer', linkURL: 'https://example.com/' });
    contents.emit('context-menu', {}, { ...target, linkURL: 'workbench://app/' });
    expect(electronModel.popups).toHaveLength(1);
    expect(electronModel.popups[0]?.map(({ label, role }) => label ?? role)).toEqual(['Copy Link', 'copy']);
    electronModel.popups[0]?.[0]?.click?.();
    expect(electronModel.calls).toContain('copy https://example.com/');
  });

  test.each([
    ['crashed', (contents: EventEmitter) => contents.emit('render-process-gone', {}, { reason: 'oom' })],
    [
      'could not load',
      (contents: EventEmitter) => contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', '', true),
    ],
  ])('a page that %s is loaded again, or the app quits', async (_what, fail) => {
    const { contents } = open();
    electronModel.calls.length = 0;
    fail(contents);
    fail(contents);
    await vi.waitFor(() => expect(electronModel.calls).toEqual(['load workbench://app/']));
    expect(electronModel.questions).toHaveLength(1);
    electronModel.answer = 1;
    fail(contents);
    await vi.waitFor(() => expect(electronModel.quits).toBe(1));
  });

  test('a page that does not respond is left alone, or loaded again in a new renderer', async () => {
    const { contents } = open();
    electronModel.calls.length = 0;
    electronModel.answer = 1;
    contents.emit('unresponsive');
    await vi.waitFor(() => expect(electronModel.questions).toEqual(["The window's page doesn't respond."]));
    expect([electronModel.calls, electronModel.quits]).toEqual([[], 0]);
    electronModel.answer = 0;
    contents.emit('unresponsive');
    await vi.waitFor(() => expect(electronModel.calls).toEqual(['end renderer', 'reload']));
    contents.emit('render-process-gone', {}, { reason: 'killed' });
    expect(electronModel.questions).toHaveLength(2);
  });

  test('a window that is slow to close asks nothing about its page', () => {
    const { emit } = open();
    emit('unresponsive');
    expect(electronModel.questions).toEqual([]);
  });

  test('a load that another load replaced does not count as a failure', () => {
    const { contents } = open();
    contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', '', true);
    contents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(electronModel.questions).toEqual([]);
  });

  test.each([
    ['darwin', ['edited true', 'title explain'], true],
    ['linux', [], false],
  ] as const)('on %s, the window marks unsaved text as that system does', (platform, calls, isPrevented) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    const window = openWindow(options());
    showReport(window, { theme: 'dark', isEdited: true, available: [] });
    const event = { preventDefault: vi.fn() };
    window.emit('page-title-updated', event, '● explain');
    expect(electronModel.calls).toEqual(calls);
    expect(event.preventDefault.mock.calls.length > 0).toBe(isPrevented);
    window.emit('close');
    vi.restoreAllMocks();
    open();
    expect(electronModel.theme.themeSource).toBe('dark');
  });

  test('another window opens beside the front one, with the same theme', () => {
    const adjacentWindow = openWindow(options());
    electronModel.theme.themeSource = 'light';
    openWindow({ ...options(), beside: adjacentWindow });
    expect(electronModel.windows.at(-1)?.options).toMatchObject({ x: 38, y: 48, width: 900, height: 700 });
    expect(electronModel.theme.themeSource).toBe('light');
  });

  test('no dictionary is downloaded, whatever the language of the system', () => {
    keepOffline();
    expect(electronModel.calls).toEqual(['languages 0', 'dictionaries https://127.0.0.1:1/']);
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
      electronModel.permissions?.(undefined, permission, (ok) => answers.push(ok));
    }
    expect(answers).toEqual([true, false, false, false, false]);
  });
});
