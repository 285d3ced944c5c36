import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exists, isTaken } from './exists.ts';

test('a broken link does not exist, but takes its path', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'exists-'));
  await writeFile(join(dir, 'file'), '');
  await symlink(join(dir, 'nothing'), join(dir, 'link'));
  const paths = ['file', 'link', 'other'].map((name) => join(dir, name));
  expect(await Promise.all(paths.map(exists))).toEqual([true, false, false]);
  expect(await Promise.all(paths.map(isTaken))).toEqual([true, true, false]);
});
