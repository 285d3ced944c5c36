/** A record that cannot be read is not damaged: its content may be fine. */
import fs, { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { createRecordStore } from './record-store.ts';

// Permissions do not stop root, so the operating system's refusals are simulated.
vi.mock(import('node:fs/promises'), { spy: true });
beforeEach(() => {
  vi.resetAllMocks();
});

const schema = z.object({ id: z.string(), when: z.string(), phase: z.enum(['begun', 'written', 'undone']) });

/** A folder with one record, `a`, and its store. */
async function oneRecord() {
  const dir = await mkdtemp(join(tmpdir(), 'records-'));
  const path = join(dir, 'a.json');
  await writeFile(path, JSON.stringify({ id: 'a', when: '2026-01-01', phase: 'written' }));
  const store = createRecordStore(dir, {
    schema,
    subject: 'The record',
    advice: 'Edit it.',
    damage: async (path, why) => `${path} is damaged (${why}): delete it.`,
  });
  return { dir, path, store };
}

const refusal = Object.assign(new Error('EACCES: refused'), { code: 'EACCES' });
const advice = 'cannot be read (EACCES): you have no permission, so give yourself access to it.';
const loss = 'Until then, what it records is not listed and cannot be undone.';

test('a record that cannot be accessed is not reported as damaged, and nothing advises deleting it', async () => {
  const { path, store } = await oneRecord();
  vi.mocked(fs.open).mockRejectedValue(refusal);
  expect(await store.list()).toEqual([]);
  expect(await store.listDamage()).toEqual([`The record ${path} ${advice} ${loss}`]);
});

test('a folder of records that cannot be accessed is named', async () => {
  const { dir, store } = await oneRecord();
  vi.mocked(fs.readdir).mockRejectedValue(refusal);
  expect(await store.listDamage()).toEqual([`The folder of records ${dir} ${advice} ${loss}`]);
});

test('a record that is not JSON counts as damaged', async () => {
  const { path, store } = await oneRecord();
  await writeFile(path, '{');
  expect(await store.listDamage()).toEqual([`${path} is damaged (it is not valid JSON): delete it.`]);
});
