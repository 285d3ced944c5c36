import { expect, test } from 'vitest';
import { chooseFolder } from './folder-dialog.ts';

test('the dialog chooses one folder, which it can create, and starts where the person is', async () => {
  const asked: unknown[] = [];
  const dialog = {
    showOpenDialog: async (options: unknown) => {
      asked.push(options);
      return { filePaths: ['/home/me/docs'] };
    },
  };
  expect(await chooseFolder(dialog, 'Choose a folder', '/home/me')).toBe('/home/me/docs');
  await chooseFolder(dialog, 'Choose a folder');
  const properties = ['openDirectory', 'createDirectory'];
  expect(asked).toEqual([
    { title: 'Choose a folder', defaultPath: '/home/me', properties },
    { title: 'Choose a folder', properties },
  ]);
});

test('a cancelled dialog chooses nothing', async () => {
  const dialog = { showOpenDialog: async () => ({ canceled: true, filePaths: [] }) };
  expect(await chooseFolder(dialog, 'Choose a folder')).toBeUndefined();
});
