/** The window's answers to single events, on every platform. `e2e/desktop.spec.ts` has the window as a whole. */
import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type OpenHandler = (details: { url: string }) => { action: string };

const modelled = vi.hoisted(() => ({
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
        modelled.openHandler = handler;
      },
      forcefullyCrashRenderer: () => void modelled.calls.push('end renderer'),
      reload: () => void modelled.calls.push('reload'),
      replaceMisspelling: (word: string) => void modelled.calls.push(`replace by ${word}`),
      session: { addWordToSpellCheckerDictionary: (word: string) => void modelled.calls.push(`learn ${word}`) },
    });
    constructor(options: Record<string, unknown>) {
      super();
      modelled.windows.push({
        options,
        emit: (event, ...args) => this.emit(event, ...args),
        contents: this.webContents,
      });
    }
    loadURL = async (url: string) => void modelled.calls.push(`load ${url}`);
    maximize = () => void modelled.calls.push('maximize');
    show = () => void modelled.calls.push('show');
    isDestroyed = () => false;
    setDocumentEdited = (isEdited: boolean) => void modelled.calls.push(`edited ${isEdited}`);
    setTitle = (title: string) => void modelled.calls.push(`title ${title}`);
    close = () => {
      modelled.closeCalls += 1;
      this.emit('close');
    };
    isMaximized = () => modelled.answer === 99;
    getNormalBounds = () => ({ x: 10, y: 20, width: 900, height: 700 });
  }
  return {
    BrowserWindow,
    dialog: {
      showMessageBoxSync: () => {
        modelled.asked += 1;
        return modelled.choice;
      },
      showMessageBox: async (_window: unknown, { message }: { message: string }) => {
        modelled.questions.push(message);
        return { response: modelled.answer };
      },
    },
    app: {
      quit: () => {
        modelled.quits += 1;
      },
    },
    clipboard: { writeText: async (text: string) => void modelled.calls.push(`copy ${text}`) },
    Menu: {
      buildFromTemplate: (template: (typeof modelled.popups)[number]) => ({
        popup: () => void modelled.popups.push(template),
      }),
    },
    nativeTheme: modelled.theme,
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    shell: {
      openExternal: async (url: string) => {
        if (modelled.cannotOpen) throw new Error('No application is registered.');
        modelled.openedOutside.push(url);
      },
    },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (handler: typeof modelled.permissions) => {
          modelled.permissions = handler;
        },
        setPermissionCheckHandler: () => {},
        setSpellCheckerLanguages: (languages: string[]) => void modelled.calls.push(`languages ${languages.length}`),
        setSpellCheckerDictionaryDownloadURL: (url: string) => void modelled.calls.push(`dictionaries ${url}`),
      },
    },
  };
});

const { denyPermissions, keepOffline, openWindow, showReport } = await import('./window.ts');

let dir: string;
const options = () => ({ preloadFile: '/dist/preload.cjs', boundsFile: join(dir, 'window.json') });
const open = () => {
  openWindow(options());
  const window = modelled.windows.at(-1);
  if (!window) throw new Error('No window was made.');
  return window;
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'window-'));
  Object.assign(modelled, {
    openedOutside: [],
    questions: [],
    popups: [],
    calls: [],
    answer: 0,
    cannotOpen: false,
    quits: 0,
  });
});
afterEach(() => rm(dir, { recursive: true }));

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

  test('a window that was maximized is shown only with its page', () => {
    modelled.answer = 99;
    open().emit('close');
    modelled.calls.length = 0;
    const { emit } = open();
    expect(modelled.calls).not.toContain('maximize');
    emit('ready-to-show');
    expect(modelled.calls).toContain('maximize');
  });

  test('the page cannot open windows; a web link opens in the browser, anything else is blocked', () => {
    open();
    expect(modelled.openHandler?.({ url: 'https://modelcontextprotocol.io/' })).toEqual({ action: 'deny' });
    expect(modelled.openHandler?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' });
    expect(modelled.openedOutside).toEqual(['https://modelcontextprotocol.io/']);
  });

  const installLink = 'vscode:mcp/install?%7B%22name%22%3A%22team%22%7D';

  test('an install link opens its application after a question, and only then', async () => {
    open();
    modelled.openHandler?.({ url: installLink });
    await vi.waitFor(() => expect(modelled.questions).toEqual(['Open VS Code to add this MCP server?']));
    expect(modelled.openedOutside).toEqual([]);
    modelled.answer = 1;
    modelled.openHandler?.({ url: installLink });
    await vi.waitFor(() => expect(modelled.openedOutside).toEqual([installLink]));
  });

  test('an application that is not installed is named', async () => {
    Object.assign(modelled, { answer: 1, cannotOpen: true });
    open();
    modelled.openHandler?.({ url: installLink });
    await vi.waitFor(() => expect(modelled.questions).toContain("Couldn't open VS Code."));
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
    vi.useFakeTimers();
    const { contents, emit } = open();
    const prevented = () => {
      const event = { preventDefault: vi.fn() };
      contents.emit('will-prevent-unload', event);
      return event.preventDefault.mock.calls.length;
    };
    emit('close');
    expect([prevented(), modelled.asked]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([modelled.closeCalls, prevented(), modelled.asked]).toEqual([1, 0, 0]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect([prevented(), modelled.asked]).toEqual([choice, 1]);
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
    const [menu = []] = modelled.popups;
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
    expect(modelled.calls).toEqual(expect.arrayContaining(['replace by prompt', 'learn promt']));
  });

  test('a selection and a link are copied from the context menu, and elsewhere there is none', () => {
    const { contents } = open();
    contents.emit('context-menu', {}, { ...target, selectionText: 'answer', linkURL: 'https://example.com/' });
    contents.emit('context-menu', {}, { ...target, linkURL: 'workbench://app/' });
    expect(modelled.popups).toHaveLength(1);
    expect(modelled.popups[0]?.map(({ label, role }) => label ?? role)).toEqual(['Copy Link', 'copy']);
    modelled.popups[0]?.[0]?.click?.();
    expect(modelled.calls).toContain('copy https://example.com/');
  });

  test.each([
    ['crashed', (contents: EventEmitter) => contents.emit('render-process-gone', {}, { reason: 'oom' })],
    [
      'could not load',
      (contents: EventEmitter) => contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', '', true),
    ],
  ])('a page that %s is loaded again, or the app quits', async (_what, fail) => {
    const { contents } = open();
    modelled.calls.length = 0;
    fail(contents);
    fail(contents);
    await vi.waitFor(() => expect(modelled.calls).toEqual(['load workbench://app/']));
    expect(modelled.questions).toHaveLength(1);
    modelled.answer = 1;
    fail(contents);
    await vi.waitFor(() => expect(modelled.quits).toBe(1));
  });

  test('a page that does not respond is left alone, or loaded again in a new renderer', async () => {
    const { contents } = open();
    modelled.calls.length = 0;
    modelled.answer = 1;
    contents.emit('unresponsive');
    await vi.waitFor(() => expect(modelled.questions).toEqual(["The window's page doesn't respond."]));
    expect([modelled.calls, modelled.quits]).toEqual([[], 0]);
    modelled.answer = 0;
    contents.emit('unresponsive');
    await vi.waitFor(() => expect(modelled.calls).toEqual(['end renderer', 'reload']));
    contents.emit('render-process-gone', {}, { reason: 'killed' });
    expect(modelled.questions).toHaveLength(2);
  });

  test('a window that is slow to close asks nothing about its page', () => {
    const { emit } = open();
    emit('unresponsive');
    expect(modelled.questions).toEqual([]);
  });

  test('a load that another one replaced is no failure', () => {
    const { contents } = open();
    contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', '', true);
    contents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(modelled.questions).toEqual([]);
  });

  test.each([
    ['darwin', ['edited true', 'title explain'], true],
    ['linux', [], false],
  ] as const)('on %s, unsaved text shows as that system shows it', (platform, calls, isPrevented) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    const window = openWindow(options());
    showReport(window, { theme: 'dark', isEdited: true, available: [] });
    const event = { preventDefault: vi.fn() };
    window.emit('page-title-updated', event, '● explain');
    expect(modelled.calls).toEqual(calls);
    expect(event.preventDefault.mock.calls.length > 0).toBe(isPrevented);
    window.emit('close');
    vi.restoreAllMocks();
    open();
    expect(modelled.theme.themeSource).toBe('dark');
  });

  test('another window opens beside the one in front, with the theme of that', () => {
    const adjacentWindow = openWindow(options());
    modelled.theme.themeSource = 'light';
    openWindow({ ...options(), beside: adjacentWindow });
    expect(modelled.windows.at(-1)?.options).toMatchObject({ x: 38, y: 48, width: 900, height: 700 });
    expect(modelled.theme.themeSource).toBe('light');
  });

  test('no dictionary is downloaded, whatever the language of the system', () => {
    keepOffline();
    expect(modelled.calls).toEqual(['languages 0', 'dictionaries https://127.0.0.1:1/']);
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
