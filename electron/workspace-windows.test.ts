import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkspaceWindows, type OpenWorkbench, type ShownWindow } from './workspace-windows.ts';

/** A window whose system a test plays. */
class ModelledWindow extends EventEmitter {
  readonly webContents = {};
  readonly beside: ModelledWindow | undefined;
  isSmall = false;
  constructor(adjacentWindow: ModelledWindow | undefined) {
    super();
    this.beside = adjacentWindow;
  }
  focus = () => void this.emit('focus');
  isMinimized = () => this.isSmall;
  restore = () => {
    this.isSmall = false;
  };
  destroy = () => void this.emit('closed');
}

type TestWindow = ShownWindow & ModelledWindow;

function openWindows({ fail = [] as string[], closes = Promise.resolve() } = {}) {
  const openFolders = new Set<string>();
  const closedWindows: unknown[] = [];
  const errors: unknown[] = [];
  const windows = createWorkspaceWindows<TestWindow>({
    async openWorkbench(dir) {
      if (fail.includes(dir)) throw new Error('This folder cannot be read.');
      if (openFolders.has(dir)) throw new Error(`${dir} is open already.`);
      openFolders.add(dir);
      const close = async () => {
        await closes;
        openFolders.delete(dir);
      };
      return { dir, close } as Pick<OpenWorkbench, 'dir' | 'close'> as OpenWorkbench;
    },
    openWindow: (otherWindow) => new ModelledWindow(otherWindow) as unknown as TestWindow,
    onChange: () => undefined,
    onGone: (contents) => void closedWindows.push(contents),
    onError: (error) => void errors.push(error),
  });
  return { windows, openFolders, closedWindows, errors, dirs: () => windows.all().map(({ dir }) => dir) };
}

test('each workspace has its own window, and the list of workspaces begins with the front one', async () => {
  const { windows, dirs } = openWindows();
  const { workspaceWindow: firstWindow } = await windows.open('/one');
  const { workspaceWindow: secondWindow, isNew } = await windows.open('/two');
  expect([isNew, secondWindow.window.beside === firstWindow.window, dirs()]).toEqual([true, true, ['/two', '/one']]);
  firstWindow.window.emit('focus');
  expect(dirs()).toEqual(['/one', '/two']);
  expect(windows.of(secondWindow.window.webContents)).toBe(secondWindow);
});

test('an open workspace comes to the front, even by another path or when two starts name it at once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'windows-'));
  mkdirSync(join(dir, 'workspace'));
  symlinkSync(join(dir, 'workspace'), join(dir, 'link'), 'junction');
  const { windows, dirs } = openWindows();
  const [firstOpening, secondOpening] = await Promise.all([
    windows.open(join(dir, 'workspace')),
    windows.open(join(dir, 'workspace')),
  ]);
  expect([firstOpening.isNew, secondOpening.isNew]).toEqual([true, false]);
  await windows.open('/other');
  firstOpening.workspaceWindow.window.isSmall = true;
  expect(await windows.open(join(dir, 'link'))).toEqual({
    workspaceWindow: firstOpening.workspaceWindow,
    isNew: false,
  });
  expect(firstOpening.workspaceWindow.window.isSmall).toBe(false);
  expect(dirs()).toEqual([join(dir, 'workspace'), '/other']);
});

test('a folder that cannot be opened opens no window', async () => {
  const { windows, dirs } = openWindows({ fail: ['/bad'] });
  await windows.open('/one');
  await expect(windows.open('/bad')).rejects.toThrow('cannot be read');
  expect(dirs()).toEqual(['/one']);
});

test('a window that closes ends only its workbench, and its workspace can be opened again', async () => {
  let finish = () => {};
  const closes = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { windows, openFolders, closedWindows, dirs } = openWindows({ closes });
  const { workspaceWindow } = await windows.open('/one');
  await windows.open('/two');
  workspaceWindow.window.emit('closed');
  expect([dirs(), closedWindows]).toEqual([['/two'], [workspaceWindow.window.webContents]]);
  expect(openFolders.has('/one')).toBe(true);
  const secondOpening = windows.open('/one');
  finish();
  expect((await secondOpening).isNew).toBe(true);
});

test('closing ends every window and workbench, even one that is still opening', async () => {
  const { windows, openFolders } = openWindows();
  await windows.open('/one');
  const opening = windows.open('/two');
  await windows.close();
  await opening;
  expect([openFolders.size, windows.all()]).toEqual([0, []]);
});

test('a workbench that fails to close is reported', async () => {
  const { windows, errors } = openWindows({ closes: Promise.reject(new Error('The disk is full.')) });
  await windows.open('/one');
  await windows.close();
  expect(errors).toEqual([new Error('The disk is full.')]);
});
