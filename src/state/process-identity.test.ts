import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isRunning, isSameStart, thisProcess } from './process-identity.ts';

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

test('on Windows, a process that got the id of an ended workbench has another start', () => {
  expect(isSameStart('windows 1795000000000', 'windows 1795000000350')).toBe(true);
  expect(isSameStart('windows 1795000000000', 'windows 1795000009000')).toBe(false);
  expect(isSameStart('boot 1', 'boot 1')).toBe(true);
  expect(isSameStart('boot 1', 'boot 2')).toBe(false);
});
