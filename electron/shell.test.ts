/** The shell's parts with messages, frames and platforms that a test makes up. `e2e/desktop.spec.ts` has them together. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bridge } from '../src/contract/bridge-transport.ts';
import type { EventMessage } from '../src/contract/contract.ts';
import type { HostTransport } from '../src/contract/host-transport.ts';
import type { ModelledFrame } from './testing/modelled-electron.ts';

const opened: string[] = [];
const electron = await vi.hoisted(async () =>
  (await import('./testing/modelled-electron.ts')).createModelledElectron(),
);
vi.mock('electron', () => ({
  ...electron,
  protocol: {},
  Menu: {},
  shell: { openExternal: async (url: string) => void opened.push(url) },
}));

const { attachIpc } = await import('./ipc.ts');
const { menuTemplate } = await import('./menu.ts');
const { answer } = await import('./protocol.ts');
const { createWorkspaceSwitch } = await import('./workspace-switch.ts');
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
  test.each([
    ['a foreign page', { url: 'https://evil.example/' }],
    ['a frame inside the page', { parent: {} }],
    ['a page that only looks like ours', { url: 'workbench://apple/' }],
  ])('%s is refused and gets no events', async (_who, foreign) => {
    const { core, listeners } = fakeCore();
    const detach = attachIpc(core);
    Object.assign(frame, foreign);
    const heard: EventMessage[] = [];
    const stop = bridge.listen((message) => heard.push(message));
    expect(await bridge.call('workspace.get', {})).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(listeners.size).toBe(0);
    expect(heard).toEqual([]);
    stop();
    detach();
  });

  test('only the reloaded page receives events', () => {
    const { core, listeners, send } = fakeCore();
    const detach = attachIpc(core);
    const heard: unknown[] = [];
    const stopOld = bridge.listen(() => {});
    stopOld();
    const stop = bridge.listen((message) => heard.push(message.data));
    expect(listeners.size).toBe(1);
    send(2);
    expect(heard).toMatchObject([{ revision: 1 }, { revision: 2 }]);
    stop();
    detach();
    expect(listeners.size).toBe(0);
  });
});

describe('switching the workspace', () => {
  function switching(fail: string[] = []) {
    const closed: string[] = [];
    const attached: HostTransport[] = [];
    const workspace = createWorkspaceSwitch(
      async (dir) => {
        if (fail.includes(dir)) throw new Error('This folder cannot be read.');
        return { dir, ...fakeCore(dir).core, close: async () => void closed.push(dir) };
      },
      (core) => {
        attached.push(core);
        return () => void attached.splice(attached.indexOf(core), 1);
      },
    );
    return { workspace, closed, attached };
  }

  test('another folder replaces the first, which is closed', async () => {
    const { workspace, closed, attached } = switching();
    expect(await workspace.open('/one')).toBe(true);
    expect(await workspace.open('/two')).toBe(true);
    expect([workspace.dir(), closed, attached.length]).toEqual(['/two', ['/one'], 1]);
    await workspace.close();
    expect([closed, attached.length]).toEqual([['/one', '/two'], 0]);
  });

  test('two folders requested at once open one after the other, and only the last stays open', async () => {
    const { workspace, closed, attached } = switching();
    await Promise.all([workspace.open('/one'), workspace.open('/two'), workspace.open('/two')]);
    expect([workspace.dir(), closed, attached.length]).toEqual(['/two', ['/one'], 1]);
  });

  test('the open folder stays open when it is requested again', async () => {
    const { workspace, closed } = switching();
    await workspace.open('/one');
    expect(await workspace.open('/one')).toBe(false);
    expect(closed).toEqual([]);
  });

  test('a folder that cannot be opened leaves the first one open', async () => {
    const { workspace, closed, attached } = switching(['/bad']);
    await workspace.open('/one');
    await expect(workspace.open('/bad')).rejects.toThrow('cannot be read');
    expect([workspace.dir(), closed, attached.length]).toEqual(['/one', [], 1]);
  });
});

describe('the application menu', () => {
  const pressed: object[] = [];
  const reopened: string[] = [];
  const actions = {
    openWorkspace: () => {},
    openRecent: (dir: string) => void reopened.push(dir),
    recent: ['/home/me/Prompts', '/home/me/R&D'],
    showWorkspaceFolder: () => {},
    press: (keys: object) => void pressed.push(keys),
  };
  const template = (platform: NodeJS.Platform) => menuTemplate(actions, platform);
  const roles = (platform: NodeJS.Platform) =>
    template(platform).flatMap((item) => [
      item.role,
      ...(Array.isArray(item.submenu) ? item.submenu.map((sub) => sub.role) : []),
    ]);

  test.each(['darwin', 'win32', 'linux'] as const)('has the standard Edit roles on %s', (platform) => {
    expect(roles(platform)).toEqual(
      expect.arrayContaining(['cut', 'copy', 'paste', 'selectAll', 'help', 'windowMenu']),
    );
  });

  test("shows the page's commands with their keys, and sends these to the page", () => {
    const items = template('linux').flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const find = items.find(({ label }) => label === 'Find in all prompts and tools');
    expect(find).toMatchObject({ accelerator: 'CmdOrCtrl+Shift+F', registerAccelerator: false });
    (find?.click as (() => void) | undefined)?.();
    expect(pressed).toEqual([{ type: 'keyDown', keyCode: 'F', modifiers: ['shift', 'control'] }]);
    expect(items.every(({ accelerator }) => accelerator !== 'CmdOrCtrl+R')).toBe(true);
  });

  test('File › Open recent opens a workspace of an earlier time', () => {
    const file = template('linux').find(({ label }) => label === '&File')?.submenu;
    const item = Array.isArray(file) ? file.find(({ label }) => label === 'Open recent') : undefined;
    const items = Array.isArray(item?.submenu) ? item.submenu : [];
    expect(items.map(({ label }) => label)).toEqual(['/home/me/Prompts', '/home/me/R&&D']);
    (items[1]?.click as (() => void) | undefined)?.();
    expect(reopened).toEqual(['/home/me/R&D']);
  });

  test('Undo of the menu reaches the page without a focused field, as its keys do', () => {
    const edit = template('darwin').find(({ label }) => label === '&Edit')?.submenu;
    const undo = Array.isArray(edit) ? edit.find(({ label }) => label === 'Undo') : undefined;
    pressed.length = 0;
    (undo?.click as (() => void) | undefined)?.();
    expect(pressed).toEqual([{ type: 'keyDown', keyCode: 'Z', modifiers: ['meta'] }]);
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
    await rm(dir, { recursive: true });
  });
});
