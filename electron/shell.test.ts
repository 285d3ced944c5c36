/**
 * The shell's parts with messages, frames and platforms that a test makes up. `e2e/desktop/desktop.spec.ts` has them
 * together.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bridge } from '../src/contract/bridge-transport.ts';
import type { EventMessage } from '../src/contract/contract.ts';
import type { HostTransport } from '../src/contract/host-transport.ts';
import { commands } from '../src/model/commands.ts';
import type { ModelledFrame } from './testing/modelled-electron.ts';

const openedAddresses: string[] = [];
const modelledMenu = await vi.hoisted(() => import('../tools/electron-stand-in/menu.mjs'));
const electron = await vi.hoisted(async () =>
  (await import('./testing/modelled-electron.ts')).createModelledElectron(),
);
vi.mock('electron', () => ({
  ...electron,
  protocol: {},
  Menu: modelledMenu.Menu,
  shell: { openExternal: async (url: string) => void openedAddresses.push(url) },
}));

const { attachIpc } = await import('./ipc.ts');
const { enableCommands, menuTemplate, setMenu } = await import('./menu.ts');
const { lifecycle } = await import('../tools/electron-stand-in/lifecycle.mjs');
const { checkAccelerator, keyOf } = await import('../tools/electron-stand-in/keys.mjs');
const { answer } = await import('./protocol.ts');
const { detachIpc } = await import('./testing/modelled-electron.ts');
await import('./preload.ts');

const frame: ModelledFrame = electron.frame;
const bridge = electron.world.workbench as Bridge;

function fakeCore(name = 'first') {
  const listeners = new Set<(message: EventMessage) => void>();
  const core: HostTransport = {
    call: async (call, input) => ({ ok: true, value: { from: name, call, input } }),
    listen(listener) {
      listeners.add(listener);
      listener({ name: 'workspace.changed', data: { revision: 1, fingerprint: 'a' } });
      return () => void listeners.delete(listener);
    },
  };
  const send = (revision: number) => {
    for (const listener of listeners)
      listener({ name: 'workspace.changed', data: { revision, fingerprint: String(revision) } });
  };
  return { core, listeners, send };
}

beforeEach(() => {
  frame.url = 'workbench://app/';
  frame.parent = null;
});

describe('modelled Electron IPC', () => {
  let core: HostTransport | undefined;
  const reports: unknown[] = [];
  const stopEvents = attachIpc({ coreOf: () => core, onReport: (_page, report) => void reports.push(report) });
  afterAll(detachIpc);

  test.each([
    ['a foreign page', { url: 'https://evil.example/' }],
    ['a frame inside the page', { parent: {} }],
    ['a page that only looks like ours', { url: 'workbench://apple/' }],
  ])('%s is refused, gets no events, and its reports are ignored', async (_who, senderFields) => {
    const coreStub = fakeCore();
    core = coreStub.core;
    Object.assign(frame, senderFields);
    const events: EventMessage[] = [];
    const stop = bridge.listen((message) => events.push(message));
    bridge.report({ theme: 'dark', isEdited: true, available: [] });
    expect(await bridge.call('workspace.get', {})).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(coreStub.listeners.size).toBe(0);
    expect([events, reports]).toEqual([[], []]);
    stop();
  });

  test('only the reloaded page receives events, until its window is gone', () => {
    const coreStub = fakeCore();
    core = coreStub.core;
    const events: unknown[] = [];
    const stopOld = bridge.listen(() => {});
    stopOld();
    const stop = bridge.listen((message) => events.push(message.data));
    expect(coreStub.listeners.size).toBe(1);
    coreStub.send(2);
    expect(events).toMatchObject([{ revision: 1 }, { revision: 2 }]);
    stop();
    stopEvents(electron.sender as never);
    expect(coreStub.listeners.size).toBe(0);
  });

  test('a window that closes answers no further calls', async () => {
    core = undefined;
    expect(await bridge.call('workspace.get', {})).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });

  test('a report of the wrong shape is ignored', () => {
    core = fakeCore().core;
    bridge.report({ theme: 'pink', isEdited: true, available: [] } as never);
    bridge.report({ theme: 'dark', isEdited: true, available: ['undo'] });
    expect(reports).toEqual([{ theme: 'dark', isEdited: true, available: ['undo'] }]);
  });

  test('a menu command reaches the page', () => {
    const chosenFolder: string[] = [];
    bridge.onCommand((id) => chosenFolder.push(id));
    electron.sender.send('workbench:command', 'new-tool');
    expect(chosenFolder).toEqual(['new-tool']);
  });
});

describe('the application menu', () => {
  const pressedKeys: object[] = [];
  const run: string[] = [];
  const reopenedFolders: string[] = [];
  const actions = {
    openWorkspace: () => {},
    openRecent: (dir: string) => void reopenedFolders.push(dir),
    recentFolders: ['/home/me/Prompts', '/home/me/R&D'],
    showWorkspaceFolder: () => {},
    press: (keys: object) => void pressedKeys.push(keys),
    run: (id: string) => void run.push(id),
  };
  const itemsOf = (platform: NodeJS.Platform) => flatten(template(platform));
  const flatten = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((menuItem) => [menuItem, ...(Array.isArray(menuItem.submenu) ? flatten(menuItem.submenu) : [])]);
  const choose = (menuItem: MenuItemConstructorOptions | undefined) =>
    (menuItem?.click as (() => void) | undefined)?.();
  const template = (platform: NodeJS.Platform) => menuTemplate(actions, platform);
  const roles = (platform: NodeJS.Platform) => itemsOf(platform).map(({ role }) => role);

  test.each(['darwin', 'win32', 'linux'] as const)('has the standard Edit roles on %s', (platform) => {
    expect(roles(platform)).toEqual(
      expect.arrayContaining(['cut', 'copy', 'paste', 'selectAll', 'help', 'windowMenu']),
    );
  });

  test('has every palette command once, except those of a browser', () => {
    const shownIds = itemsOf('linux').flatMap(({ id }) => (id === undefined ? [] : [id]));
    const ids = commands.map(({ id }) => id).filter((id) => id !== 'sessions' && id !== 'open-workspace');
    expect(shownIds.toSorted()).toEqual(ids.toSorted());
    expect(itemsOf('linux').some(({ label }) => label === 'Open workspace…')).toBe(true);
  });

  test("shows the page's commands with their keys, and sends these to the page", () => {
    const find = itemsOf('linux').find(({ id }) => id === 'find');
    expect(find).toMatchObject({ accelerator: 'CmdOrCtrl+Shift+F', registerAccelerator: false });
    choose(find);
    choose(itemsOf('linux').find(({ id }) => id === 'help'));
    choose(itemsOf('darwin').find(({ id }) => id === 'back'));
    expect(pressedKeys).toEqual([
      { type: 'keyDown', keyCode: 'F', modifiers: ['shift', 'control'] },
      { type: 'keyDown', keyCode: 'F1', modifiers: [] },
      { type: 'keyDown', keyCode: 'Left', modifiers: ['alt'] },
    ]);
    expect(itemsOf('linux').every(({ accelerator }) => accelerator !== 'CmdOrCtrl+R')).toBe(true);
  });

  test('a command without keys reaches the page by its name', () => {
    choose(itemsOf('linux').find(({ id }) => id === 'new-tool'));
    expect(run).toEqual(['new-tool']);
  });

  test('enables only available commands, and always undo and redo', () => {
    lifecycle.isReady = true;
    setMenu(actions);
    enableCommands(['find']);
    const isEnabled = (id: string) => modelledMenu.Menu.getApplicationMenu()?.getMenuItemById(id).enabled;
    expect(['find', 'new-tool', 'undo', 'redo'].map(isEnabled)).toEqual([true, false, true, true]);
    enableCommands(['new-tool']);
    expect(['find', 'new-tool'].map(isEnabled)).toEqual([false, true]);
  });

  test('uses only keys that Electron knows', () => {
    for (const platform of ['darwin', 'linux'] as const)
      for (const { accelerator } of itemsOf(platform)) if (accelerator) checkAccelerator(String(accelerator));
    for (const { id, click } of itemsOf('linux')) if (id !== undefined) (click as () => void)();
    for (const keys of pressedKeys) keyOf((keys as { keyCode: string }).keyCode);
    expect(() => checkAccelerator('Alt+ArrowLeft')).toThrow('not a key code');
  });

  test('File › Open recent opens an earlier workspace', () => {
    const file = template('linux').find(({ label }) => label === '&File')?.submenu;
    const menuItem = Array.isArray(file) ? file.find(({ label }) => label === 'Open recent') : undefined;
    const items = Array.isArray(menuItem?.submenu) ? menuItem.submenu : [];
    expect(items.map(({ label }) => label)).toEqual(['/home/me/Prompts', '/home/me/R&&D']);
    (items[1]?.click as (() => void) | undefined)?.();
    expect(reopenedFolders).toEqual(['/home/me/R&D']);
  });

  test('Undo in the menu reaches the page when no field has the focus, as its keys do', () => {
    const edit = template('darwin').find(({ label }) => label === '&Edit')?.submenu;
    const undo = Array.isArray(edit) ? edit.find(({ label }) => label === 'Undo') : undefined;
    pressedKeys.length = 0;
    (undo?.click as (() => void) | undefined)?.();
    expect(pressedKeys).toEqual([{ type: 'keyDown', keyCode: 'Z', modifiers: ['meta'] }]);
  });

  test('only macOS has the app menu', () => {
    expect(roles('darwin')).toContain('appMenu');
    expect(roles('linux')).not.toContain('appMenu');
  });
});

describe('the custom protocol', () => {
  test("serves the page with its policy, and only the renderer's files", async () => {
    const dir = await mkdtemp(join(tmpdir(), 'protocol-'));
    await writeFile(join(dir, 'index.html'), '<html><head></head></html>');
    const page = await answer(dir, new Request('workbench://app/'));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('csp-nonce');
    for (const url of ['workbench://app/../secret', 'workbench://other/', 'workbench://app/%2e%2e%2fsecret']) {
      expect((await answer(dir, new Request(url))).status).toBe(404);
    }
    expect((await answer(dir, new Request('workbench://app/', { method: 'POST' }))).status).toBe(404);
  });
});
