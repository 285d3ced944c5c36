import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import extensions from 'fs-native-extensions';
import { expect, test } from 'vitest';
import { compareStamps, type Stamp } from '../../library/read/stamp.ts';
import { makeWorkspace } from '../../library/testing/workspace.ts';
import { createFile, replaceFile } from './atomic-write.ts';

const anyState = { isCurrent: () => true };

test('a file is replaced, its mode kept, and no other file left behind', async () => {
  const dir = await makeWorkspace({ 'a.yaml': 'old' });
  await chmod(join(dir, 'a.yaml'), 0o640);
  expect(await replaceFile(join(dir, 'a.yaml'), 'new', anyState)).toBe(true);
  expect(await readFile(join(dir, 'a.yaml'), 'utf8')).toBe('new');
  expect(await readdir(dir)).toEqual(['a.yaml']);
  if (process.platform !== 'win32') expect((await stat(join(dir, 'a.yaml'))).mode & 0o777).toBe(0o640);
});

test.skipIf(process.platform === 'win32').each([0o600, 0o644, 0o666, 0o777, 0o4755])(
  'a file of mode %o keeps it when it is saved',
  async (mode) => {
    const dir = await makeWorkspace({ 'a.yaml': 'old' });
    await chmod(join(dir, 'a.yaml'), mode);
    await replaceFile(join(dir, 'a.yaml'), 'new', anyState);
    expect((await stat(join(dir, 'a.yaml'))).mode & 0o7777).toBe(mode);
  },
);

test.runIf(process.platform === 'linux')(
  'a replaced file keeps its extended attributes and its access control list',
  async ({ skip }) => {
    const dir = await makeWorkspace({ 'a.yaml': 'old' });
    const path = join(dir, 'a.yaml');
    // Version 2, then tag, permissions and id of: the owner, user 65534, the group, the mask, others.
    const list = Buffer.concat([
      Buffer.from([2, 0, 0, 0]),
      ...[
        [1, 6, 0xffffffff],
        [2, 4, 65_534],
        [4, 4, 0xffffffff],
        [0x10, 4, 0xffffffff],
        [0x20, 4, 0xffffffff],
      ].map(([tag = 0, permissions = 0, id = 0]) => {
        const entry = Buffer.alloc(8);
        entry.writeUInt16LE(tag);
        entry.writeUInt16LE(permissions, 2);
        entry.writeUInt32LE(id, 4);
        return entry;
      }),
    ]);
    const attributes = { 'user.note': Buffer.from('mine'), 'system.posix_acl_access': list };
    const file = openSync(path, 'r+');
    try {
      for (const [name, value] of Object.entries(attributes)) extensions.setAttrSync(file, name, value);
    } catch {
      skip('this disk has no extended attributes');
    } finally {
      closeSync(file);
    }
    await replaceFile(path, 'new', anyState);
    const now = openSync(path, 'r');
    for (const [name, value] of Object.entries(attributes)) expect(extensions.getAttrSync(now, name)).toEqual(value);
    closeSync(now);
    expect(await readFile(path, 'utf8')).toBe('new');
  },
);

test('the last check before the rename decides', async () => {
  const dir = await makeWorkspace({ 'a.yaml': 'newer' });
  expect(
    await replaceFile(join(dir, 'a.yaml'), 'mine', { isCurrent: (heldBytes) => heldBytes.toString() === 'old' }),
  ).toBe(false);
  expect(await readFile(join(dir, 'a.yaml'), 'utf8')).toBe('newer');
  expect(await readdir(dir)).toEqual(['a.yaml']);
});

test('a failure leaves the old file and nothing beside it', async () => {
  const dir = await makeWorkspace();
  await mkdir(join(dir, 'a.yaml'));
  await expect(replaceFile(join(dir, 'a.yaml'), 'new', anyState)).rejects.toThrow();
  expect(await readdir(dir)).toEqual(['a.yaml']);
});

test('a reader at any moment sees the old text or the new one, whole', async () => {
  const dir = await makeWorkspace();
  const path = join(dir, 'a.yaml');
  const texts = ['a', 'b'].map((letter) => letter.repeat(200_000));
  await writeFile(path, texts[0] ?? '');
  let isWriting = true;
  const writing = (async () => {
    for (let turn = 0; turn < 40; turn++) await replaceFile(path, texts[turn % 2] ?? '', anyState);
    isWriting = false;
  })();
  while (isWriting) expect(texts).toContain(await readFile(path, 'utf8'));
  await writing;
});

test('a new file does not replace one that is there, nor follow a link', async () => {
  const dir = await makeWorkspace({ 'a.yaml': 'theirs' });
  expect(await createFile(join(dir, 'a.yaml'), 'mine')).toBe(false);
  expect(await createFile(join(dir, 'b.yaml'), 'mine')).toBe(true);
  if (process.platform !== 'win32') {
    await symlink(join(dir, 'nowhere'), join(dir, 'c.yaml'));
    expect(await createFile(join(dir, 'c.yaml'), 'mine')).toBe(false);
  }
  expect(await readFile(join(dir, 'a.yaml'), 'utf8')).toBe('theirs');
  expect((await readdir(dir)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a stat is trusted only if the file had not changed for a while before it was read', () => {
  const stamp: Stamp = { size: 1, mtime: 10_000, ctime: 10_000, inode: 1, readAt: 13_000 };
  expect(compareStamps(stamp, { ...stamp, readAt: 99_000 })).toBe('same');
  expect(compareStamps({ ...stamp, readAt: 10_500 }, stamp)).toBe('racy');
  expect(compareStamps({ ...stamp, readAt: 9_000 }, stamp)).toBe('racy');
  for (const key of ['size', 'mtime', 'ctime', 'inode'] as const)
    expect(compareStamps(stamp, { ...stamp, [key]: stamp[key] + 1 })).toBe('changed');
});
