import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { lockIndex } from './index-lock.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-lock-'));
});

test('of several programs that find the lock of a killed one, one at a time gets it', async () => {
  let holderCount = 0;
  let maxHolderCount = 0;
  for (let round = 0; round < 10; round++) {
    const file = join(folder, `${round}.index`);
    // No process has this id.
    await writeFile(`${file}.lock`, '999999999 0');
    const work = async () => {
      const lock = await lockIndex(file, () => {});
      maxHolderCount = Math.max(maxHolderCount, ++holderCount);
      await pause(5);
      holderCount--;
      await lock.release();
    };
    await Promise.all([work(), work(), work()]);
  }
  expect(maxHolderCount).toBe(1);
});
