/** Interrupted changes: the file operations of a change stop at every place, and the next start repairs the workspace. */
import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { definitionPath } from '../../files/workspace-paths.ts';
import { openLibrary } from '../open-library.ts';
import { versionOf } from '../read/definition/source-text.ts';
import { makeWorkspace } from '../testing/workspace.ts';
import type { FileChange } from '../types.ts';
import { deleteFile, saveText } from '../write/save.ts';
import { carryOut, invertChanges } from './carry-out.ts';
import { deleteFromCatalogue } from './change-catalogue.ts';
import { abandonRecord, recordName, writeRecord } from './change-record.ts';
import { recoverChange } from './recover-change.ts';

/** What stops the file operations of this test: called before each of them. */
const beforeOperation = vi.hoisted(() => ({ call: (_file: string) => {} }));
vi.mock('../write/save.ts', async (original) => {
  const save = await original<typeof import('../write/save.ts')>();
  return {
    ...save,
    saveText: (...[root, path, ...rest]: Parameters<typeof saveText>) => {
      beforeOperation.call(path.file);
      return save.saveText(root, path, ...rest);
    },
    deleteFile: (...[root, path, ...rest]: Parameters<typeof deleteFile>) => {
      beforeOperation.call(path.file);
      return save.deleteFile(root, path, ...rest);
    },
  };
});

const folders = ['servers', 'prompts'];

async function textsOf(root: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const folder of folders)
    for (const name of await readdir(join(root, folder)).catch(() => []))
      texts[`${folder}/${name}`] = await readFile(join(root, folder, name), 'utf8');
  return texts;
}

/** The workspace after all of these changes. */
function applyChanges(files: Readonly<Record<string, string>>, changes: readonly FileChange[]): Record<string, string> {
  const texts = { ...files };
  for (const { file, after } of changes) {
    if (after === null) delete texts[file];
    else texts[file] = after;
  }
  return texts;
}

/** Leaves the workspace as a kill right before the operation at `index` would. */
async function interrupt(root: string, changes: readonly FileChange[], index: number): Promise<void> {
  await writeRecord(root, { label: 'Renamed a to b', changes: [...changes] });
  abandonRecord(root);
  for (const { file, before, after } of changes.slice(0, index)) {
    const path = definitionPath(file);
    if (after === null) await deleteFile(root, path, versionOf(before ?? ''));
    else await saveText(root, path, before === null ? '' : versionOf(before), after);
  }
}

const rename: readonly FileChange[] = [
  { file: 'prompts/b.yaml', before: null, after: 'Name: a\n' },
  { file: 'servers/S.yaml', before: 'MCPPrompts: [a]\n', after: 'MCPPrompts: [b]\n' },
  { file: 'prompts/a.yaml', before: 'Name: a\n', after: null },
];
const files = { 'servers/S.yaml': 'MCPPrompts: [a]\n', 'prompts/a.yaml': 'Name: a\n' };

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const path = fc.tuple(fc.constantFrom(...folders), name).map(([folder, stem]) => `${folder}/${stem}.yaml`);
const text = fc.string({ maxLength: 12 });
const changes = fc.uniqueArray(
  fc
    .record({ file: path, before: fc.option(text), after: fc.option(text) })
    .filter(({ before, after }) => before !== after),
  { minLength: 2, maxLength: 8, selector: ({ file }) => file },
);

test('a change that stops before any of its operations is complete after the next start', async () => {
  await fc.assert(
    fc.asyncProperty(changes, fc.nat(8), async (fileChanges, at) => {
      const before = Object.fromEntries(
        fileChanges.flatMap(({ file, before }) => (before === null ? [] : [[file, before]])),
      );
      const root = await makeWorkspace(before);
      const index = Math.min(at, fileChanges.length);
      await interrupt(root, fileChanges, index);
      const recovery = await recoverChange(root);
      expect(recovery?.kind).toBe(index === 0 ? 'undone' : 'finished');
      expect(await textsOf(root)).toEqual(index === 0 ? before : applyChanges(before, fileChanges));
      expect((await readdir(root)).filter((file) => !folders.includes(file))).toEqual([]);
      expect(await recoverChange(root)).toBeUndefined();
      await rm(root, { recursive: true });
    }),
    { numRuns: 25 },
  );
});

test('an interrupted recovery is complete after the next start', async () => {
  onTestFinished(() => {
    beforeOperation.call = () => {};
  });
  for (let firstLimit = 1; firstLimit <= rename.length; firstLimit++)
    for (let secondLimit = 0; secondLimit <= rename.length - firstLimit; secondLimit++) {
      const root = await makeWorkspace(files);
      await interrupt(root, rename, firstLimit);
      let operations = 0;
      beforeOperation.call = () => {
        if (operations++ >= secondLimit) throw new Error('killed');
      };
      await recoverChange(root);
      beforeOperation.call = () => {};
      await recoverChange(root);
      expect([files, applyChanges(files, rename)]).toContainEqual(await textsOf(root));
    }
});

test('a change that cannot be finished is undone', async () => {
  onTestFinished(() => {
    beforeOperation.call = () => {};
  });
  const root = await makeWorkspace(files);
  await interrupt(root, rename, 1);
  beforeOperation.call = (file) => {
    if (file.startsWith('servers/')) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  expect(await recoverChange(root)).toEqual({
    kind: 'undone',
    message: '"Renamed a to b" was interrupted and has been undone.',
  });
  expect(await textsOf(root)).toEqual(files);
});

test('a change that can be neither finished nor undone waits for the next start', async () => {
  onTestFinished(() => {
    beforeOperation.call = () => {};
  });
  const root = await makeWorkspace(files);
  await interrupt(root, rename, 1);
  beforeOperation.call = () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  expect(await recoverChange(root)).toEqual({
    kind: 'failed',
    message:
      '"Renamed a to b" was interrupted and can be neither finished nor undone now; the next start tries again. A file cannot be written (ENOSPC): the disk is full, so free some space.',
  });
  beforeOperation.call = () => {};
  expect((await recoverChange(root))?.kind).toBe('finished');
  expect(await textsOf(root)).toEqual(applyChanges(files, rename));
});

test('a change that fails and cannot be undone at once is repaired by the next start', async () => {
  onTestFinished(() => {
    beforeOperation.call = () => {};
  });
  const root = await makeWorkspace(files);
  let operations = 0;
  beforeOperation.call = () => {
    if (operations++ >= 1) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  await expect(carryOut(root, { label: 'Renamed a to b', changes: rename })).rejects.toThrow('Restart the workbench');
  beforeOperation.call = () => {};
  expect((await recoverChange(root))?.kind).toBe('finished');
  expect(await textsOf(root)).toEqual(applyChanges(files, rename));
});

test('a file that another program changed meanwhile is never overwritten, and the sentence names it', async () => {
  for (let index = 0; index <= rename.length; index++)
    for (const { file } of rename) {
      const root = await makeWorkspace(files);
      await interrupt(root, rename, index);
      await writeFile(join(root, file), 'Theirs\n');
      const texts = await textsOf(root);
      expect(await recoverChange(root)).toEqual({
        kind: 'left',
        message: `"Renamed a to b" was interrupted, and ${file} has changed since, so nothing was overwritten: check the files of this change.`,
      });
      expect(await textsOf(root)).toEqual(texts);
      expect(await recoverChange(root)).toBeUndefined();
    }
});

test.each([
  ['cut', (content: string) => content.slice(0, content.length / 2)],
  ['empty', () => ''],
  ['garbage', () => 'garbage\n{}\n'],
  ['one other character', (content: string) => content.replace('Renamed', 'renamed')],
])('a damaged record (%s) is set aside and changes no file', async (_, damage) => {
  const root = await makeWorkspace(files);
  await interrupt(root, rename, 1);
  const record = join(root, recordName);
  await writeFile(record, damage(await readFile(record, 'utf8')));
  const texts = await textsOf(root);
  const recovery = await recoverChange(root);
  expect(recovery?.message).toContain('It is kept as .prompt-workbench-change.damaged.');
  expect(await textsOf(root)).toEqual(texts);
  expect(await recoverChange(root)).toBeUndefined();
});

const notRegular = 'it is not a regular file';
const impostors: readonly [what: string, put: (path: string) => Promise<unknown>, reason: string][] = [
  ['a link to an endless device', (path) => symlink('/dev/zero', path), 'it is a link'],
  ['a link to a terminal', (path) => symlink('/dev/tty', path), 'it is a link'],
  ['a link to a file', (path) => symlink('prompts/a.yaml', path), 'it is a link'],
  ['a link to nothing', (path) => symlink('nothing', path), 'it is a link'],
  ['a pipe', async (path) => execFileSync('mkfifo', [path]), notRegular],
  ['a folder', (path) => mkdir(path), 'it is a folder'],
  [
    'a sparse file of 2 GB',
    async (path) => {
      await writeFile(path, '');
      await truncate(path, 2 ** 31);
    },
    'it is larger than 64 MB',
  ],
];

test.skipIf(process.platform === 'win32').each(impostors)(
  '%s in place of a record is moved aside unread, and changes are possible',
  async (_, put, reason) => {
    const root = await makeWorkspace(files);
    await put(join(root, recordName));
    const { mode } = await lstat(join(root, recordName));
    expect(await recoverChange(root)).toEqual({
      kind: 'unreadable',
      message: `.prompt-workbench-change cannot be the record of a change, because ${reason}. It is kept as .prompt-workbench-change.damaged.`,
    });
    expect((await lstat(join(root, `${recordName}.damaged`))).mode).toBe(mode);
    expect(await textsOf(root)).toEqual(files);
    await carryOut(root, { label: 'Renamed a to b', changes: rename });
    expect(await textsOf(root)).toEqual(applyChanges(files, rename));
  },
);

const occupants: readonly [what: string, put: (path: string) => Promise<unknown>][] = [
  ['a file', (path) => writeFile(path, 'older')],
  ['an empty folder', (path) => mkdir(path)],
  ['a folder with a file', (path) => mkdir(path).then(() => writeFile(join(path, 'older'), 'older'))],
  ['a link to nothing', (path) => symlink('nothing', path)],
];

test.skipIf(process.platform === 'win32').each(occupants)(
  'a folder in place of a record is moved to a free name while %s has the usual one',
  async (_, put) => {
    const root = await makeWorkspace(files);
    await put(join(root, `${recordName}.damaged`));
    await mkdir(join(root, recordName));
    await writeFile(join(root, recordName, 'inside'), 'theirs');
    const recovery = await recoverChange(root);
    expect(recovery?.kind).toBe('unreadable');
    const keptName = /It is kept as (.+)\.$/.exec(recovery?.message ?? '')?.[1] ?? '';
    expect(keptName).toMatch(/^\.prompt-workbench-change\.damaged-[0-9a-f]{8}$/);
    expect(await readFile(join(root, keptName, 'inside'), 'utf8')).toBe('theirs');
    expect(await readdir(root)).toContain(`${recordName}.damaged`);
    expect(await recoverChange(root)).toBeUndefined();
    await carryOut(root, { label: 'Renamed a to b', changes: rename });
    expect(await textsOf(root)).toEqual(applyChanges(files, rename));
  },
);

test('a change that a record blocks for good names the record and says what to do', async () => {
  const root = await makeWorkspace(files);
  await putRecord(root, { format: 2, steps: [] });
  await expect(carryOut(root, { label: 'Renamed a to b', changes: rename })).rejects.toMatchObject({
    code: 'refused',
    message: `${join(root, recordName)} blocks changes to several files: restart the workbench, or move that file away.`,
  });
  expect(await textsOf(root)).toEqual(files);
});

test('a change too large for its record is refused before any file is written', async () => {
  const root = await makeWorkspace(files);
  const text = 'x'.repeat(4 * 1024 * 1024);
  const largeChange = Array.from({ length: 17 }, (_, index) => ({
    file: `prompts/p${index}.yaml`,
    before: null,
    after: text,
  }));
  await expect(carryOut(root, { label: 'Made 17 prompts', changes: largeChange })).rejects.toThrow(
    'This change is larger than 64 MB: change fewer files at once.',
  );
  expect(await textsOf(root)).toEqual(files);
});

/** A record as another program would write it, with a right checksum. */
async function putRecord(root: string, data: unknown): Promise<void> {
  const { createHash } = await import('node:crypto');
  const json = JSON.stringify(data);
  await writeFile(join(root, recordName), `${createHash('sha256').update(json).digest('hex')}\n${json}\n`);
}

test('a record of a newer version is left alone', async () => {
  const root = await makeWorkspace(files);
  await putRecord(root, { format: 2, steps: [] });
  expect((await recoverChange(root))?.message).toContain('A newer version of Prompt Workbench');
  expect(await readdir(root)).toContain(recordName);
});

test('a record cannot reach a file that is not a definition of the workspace', async () => {
  const owner = { machine: 'f'.repeat(8), pid: 1, since: 0 };
  for (const file of ['../outside.yaml', 'prompts/../../outside.yaml', '/etc/passwd', 'media/a.png', 'notes.txt']) {
    const root = await makeWorkspace({ ...files, 'notes.txt': 'Mine' });
    await putRecord(root, { format: 1, label: 'x', owner, changes: [{ file, before: 'Mine', after: 'Gone' }] });
    expect((await recoverChange(root))?.kind).toBe('unreadable');
    expect(await readFile(join(root, 'notes.txt'), 'utf8')).toBe('Mine');
  }
});

test('a record whose owner still runs is left alone, and another change waits', async () => {
  const root = await makeWorkspace(files);
  await writeRecord(root, { label: 'Renamed a to b', changes: [...rename] });
  expect(await recoverChange(root)).toBeUndefined();
  await expect(carryOut(root, { label: 'Renamed a to b', changes: rename })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await textsOf(root)).toEqual(files);
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a workspace that cannot be written opens, and reports the remaining steps',
  async () => {
    const root = await makeWorkspace(files);
    await interrupt(root, rename, 1);
    await chmod(join(root, 'servers'), 0o555);
    await chmod(join(root, 'prompts'), 0o555);
    onTestFinished(async () => {
      await chmod(join(root, 'servers'), 0o755);
      await chmod(join(root, 'prompts'), 0o755);
    });
    const recovery = await recoverChange(root);
    expect(recovery?.kind).toBe('failed');
    expect(recovery?.message).toContain('EACCES');
  },
);

test('a program that only reads leaves an interrupted change alone; one that writes repairs it', async () => {
  const root = await makeWorkspace(files);
  await interrupt(root, rename, 1);
  const reader = await openLibrary(root, { watch: false });
  await reader.close();
  expect(await readdir(root)).toContain(recordName);
  const events: string[] = [];
  const writer = await openLibrary(root, { watch: false, onRecovery: ({ kind }) => events.push(kind) });
  await writer.close();
  expect(events).toEqual(['finished']);
  expect(await textsOf(root)).toEqual(applyChanges(files, rename));
});

test('an open program completes the interrupted change of another one before it changes several files', async () => {
  const root = await makeWorkspace({ ...files, 'prompts/c.yaml': 'Name: c\n' });
  const events: string[] = [];
  const library = await openLibrary(root, { watch: false, onRecovery: ({ kind }) => events.push(kind) });
  onTestFinished(() => library.close());
  await interrupt(root, rename, 1);
  await library.arrange(deleteFromCatalogue({ file: 'prompts/c.yaml' }));
  expect(events).toEqual(['finished']);
  expect(await textsOf(root)).toEqual(applyChanges(files, rename));
});

test('an undone change is a change like any other', async () => {
  const root = await makeWorkspace(applyChanges(files, rename));
  await mkdir(join(root, 'prompts'), { recursive: true });
  await interrupt(root, invertChanges(rename), 2);
  expect((await recoverChange(root))?.kind).toBe('finished');
  expect(await textsOf(root)).toEqual(files);
});
