/** Editors that have a file open while the library replaces it. */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withFolderLock } from '../../files/folder-lock.ts';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace } from '../testing/workspace.ts';
import type { Library } from '../types.ts';
import { settleLateWrites } from './late-writes.ts';

const file = 'prompts/a.yaml';
const text = 'Name: a\nTitle: old\nDescription: old\nContent: Hello\n';

async function open(): Promise<{ library: Library; path: string; read: () => string }> {
  const dir = await makeWorkspace({ [file]: text });
  const library = await openLibrary(dir);
  onTestFinished(() => library.close());
  const path = join(dir, file);
  return { library, path, read: () => readFileSync(path, 'utf8') };
}

/** Opens the file as another program does. */
function openAsEditor(path: string, flags: 'a' | 'r+'): number {
  const descriptor = openSync(path, flags);
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

const setTitle = (library: Library, before: string, after: string) =>
  library.edit(file, [{ at: ['Title'], before, after }]);

test('a line that is appended after several saves is in the file and in the snapshot’s version of it', async () => {
  const { library, path, read } = await open();
  const editor = openAsEditor(path, 'a');
  for (const number of [1, 2, 3]) await setTitle(library, number === 1 ? 'old' : `${number - 1}`, `${number}`);
  writeSync(editor, '# late\n');
  await vi.waitFor(() => expect(read()).toBe(`${text.replace('Title: old', 'Title: "3"')}# late\n`));
  writeSync(editor, '# later\n');
  await vi.waitFor(() => expect(read()).toContain('# late\n# later\n'));
  await vi.waitFor(async () => expect((await library.open(file, [])).text).toContain('# later'));
});

test('an editor that writes the whole file late changes its field, and the saved field stays', async () => {
  const { library, path, read } = await open();
  const editor = openAsEditor(path, 'r+');
  await setTitle(library, 'old', 'ours');
  ftruncateSync(editor, 0);
  writeSync(editor, text.replace('Description: old', 'Description: theirs'), 0);
  await vi.waitFor(() => expect(read()).toBe('Name: a\nTitle: ours\nDescription: theirs\nContent: Hello\n'));
});

test('an editor that prepared its file before two saves and renames it after them loses neither', async () => {
  const { library, path, read } = await open();
  const preparedPath = join(dirname(dirname(path)), 'prepared.txt');
  writeFileSync(preparedPath, text.replace('Description: old', 'Description: theirs'));
  await setTitle(library, 'old', 'ours');
  await library.edit(file, [{ at: ['Content'], before: 'Hello', after: 'Bye' }]);
  renameSync(preparedPath, path);
  await vi.waitFor(() => expect(read()).toBe('Name: a\nTitle: ours\nDescription: theirs\nContent: Bye\n'));
});

test('an editor that prepares its file after a save may take the save back', async () => {
  const { library, path, read } = await open();
  const preparedPath = join(dirname(dirname(path)), 'prepared.txt');
  await setTitle(library, 'old', 'ours');
  const savedAt = Date.now();
  // The clock of the file system may be a few milliseconds behind.
  do {
    rmSync(preparedPath, { force: true });
    writeFileSync(preparedPath, text);
  } while (statSync(preparedPath).birthtimeMs <= savedAt);
  renameSync(preparedPath, path);
  await settleLateWrites(dirname(dirname(path)));
  expect(read()).toBe(text);
});

test('a late write waits while another editor, which has emptied the present file, has yet to write it', async () => {
  const { library, path, read } = await open();
  const editor = openAsEditor(path, 'a');
  await setTitle(library, 'old', 'ours');
  const presentText = read();
  const slowEditor = openAsEditor(path, 'r+');
  ftruncateSync(slowEditor, 0);
  writeSync(editor, '# late\n');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(read()).toBe('');
  writeSync(slowEditor, presentText.replace('Content: Hello', 'Content: theirs'), 0);
  const expected = `${text.replace('Title: old', 'Title: ours').replace('Content: Hello', 'Content: theirs')}# late\n`;
  await vi.waitFor(() => expect(read()).toBe(expected));
});

test('a late write that has to wait takes back nothing that was written meanwhile', async () => {
  const { library, path, read } = await open();
  const editor = openAsEditor(path, 'r+');
  await setTitle(library, 'old', 'ours');
  await withFolderLock(dirname(dirname(path)), async () => {
    ftruncateSync(editor, 0);
    writeSync(editor, `${text.replace('Description: old', 'Description: late')}# late\n`, 0);
    // The library reads the former file every 25 ms, and cannot write before the lock is free.
    await new Promise((resolve) => setTimeout(resolve, 200));
    writeFileSync(path, read().replace('Description: old', 'Description: newer'));
  });
  const expected = 'Name: a\nTitle: ours\nDescription: newer\nContent: Hello\n# late\n';
  await vi.waitFor(() => expect(read()).toBe(expected));
});

test('closing the library keeps late writes', async () => {
  const { library, path, read } = await open();
  const editor = openAsEditor(path, 'a');
  await setTitle(library, 'old', 'ours');
  writeSync(editor, '# late\n');
  await library.close();
  expect(read()).toBe(`${text.replace('Title: old', 'Title: ours')}# late\n`);
});

test('saves beyond the number of open former files lose no line either', async () => {
  const { library, path, read } = await open();
  const editors: number[] = [];
  for (let number = 0; number < 40; number++) {
    const editor = openAsEditor(path, 'a');
    await setTitle(library, number === 0 ? 'old' : `${number - 1}`, `${number}`);
    writeSync(editor, `# ${number}.\n`);
    editors.push(editor);
  }
  await vi.waitFor(() => {
    for (const number of editors.keys()) expect(read().split(`# ${number}.\n`)).toHaveLength(2);
  }, 10_000);
  expect(read()).toContain('Title: "39"');
});
