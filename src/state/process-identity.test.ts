import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isRunning, thisProcess } from './process-identity.ts';

test('this process runs', async () => {
  expect((await thisProcess()).pid).toBe(process.pid);
  expect(await isRunning(await thisProcess())).toBe(true);
});

test('a process that ended does not run', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const pid = child.pid ?? 0;
  await once(child, 'exit');
  expect(await isRunning({ pid, started: '' })).toBe(false);
});

test.runIf(process.platform === 'linux')('a process with the number of one that ended is another process', async () => {
  const { pid, started } = await thisProcess();
  expect(await isRunning({ pid, started: started.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) })).toBe(
    false,
  );
});
