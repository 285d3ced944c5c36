import type { BrowserWindow } from 'electron';
import { expect, test, vi } from 'vitest';

const dialogModel = vi.hoisted(() => ({ asked: [] as unknown[][], filePaths: [] as string[] }));
vi.mock('electron', () => ({
  dialog: {
    showOpenDialog: async (...args: unknown[]) => {
      dialogModel.asked.push(args);
      return { filePaths: dialogModel.filePaths };
    },
  },
}));

const { chooseFolder } = await import('./folder-dialog.ts');

test('the dialog is attached to its window, chooses or creates one folder, and starts at the given folder', async () => {
  dialogModel.filePaths = ['/home/me/docs'];
  const window = {} as BrowserWindow;
  expect(await chooseFolder(window, 'Choose a folder', '/home/me')).toBe('/home/me/docs');
  await chooseFolder(undefined, 'Choose a folder');
  const properties = ['openDirectory', 'createDirectory'];
  expect(dialogModel.asked).toEqual([
    [window, { title: 'Choose a folder', defaultPath: '/home/me', properties }],
    [{ title: 'Choose a folder', properties }],
  ]);
});

test('a cancelled dialog chooses nothing', async () => {
  dialogModel.filePaths = [];
  expect(await chooseFolder(undefined, 'Choose a folder')).toBeUndefined();
});
