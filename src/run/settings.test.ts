import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings, removeSetting, saveSetting } from './settings.ts';

it('keeps every runner when several are added and removed at once', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'prompt-workbench-runners-'));
  const add = (id: string) => saveSetting(stateDir, { id, address: `http://127.0.0.1:1/${id}` });
  await add('old');
  await Promise.all([removeSetting(stateDir, 'old'), add('first'), add('second')]);
  expect((await readSettings(stateDir)).map(({ id }) => id).toSorted()).toEqual(['first', 'second']);
});
