/** Windows refuses to rename a file while another program has it open. The modelled system does so a few times. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeWorkspace } from '../../library/testing/workspace.ts';
import { failureSentence } from '../file-errors.ts';
import { writePrivateFile } from '../private-file.ts';
import { removeFile, replaceFile } from './atomic-write.ts';
import { whileInUse } from './rename-file.ts';

const system = vi.hoisted(() => {
  Object.defineProperty(process, 'platform', { value: 'win32' });
  // Node would look for the temporary folder as on Windows.
  process.env.TEMP = '/tmp';
  return { refusals: 0, refuse: (): void => {} };
});
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const renameSync = (...paths: Parameters<typeof fs.renameSync>) => {
    system.refuse();
    fs.renameSync(...paths);
  };
  return { ...fs, renameSync };
});
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const rename = async (...paths: Parameters<typeof fs.rename>) => {
    system.refuse();
    await fs.rename(...paths);
  };
  return { ...fs, rename };
});

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: operation not permitted, rename`), { code });
}

beforeEach(() => {
  system.refusals = 2;
  system.refuse = () => {
    if (system.refusals-- > 0) throw systemError('EPERM');
  };
});

async function world() {
  const dir = await makeWorkspace({ 'a.yaml': 'old' });
  return { dir, path: join(dir, 'a.yaml') };
}

test('a file is replaced when the program that had it open closes it', async () => {
  const { dir, path } = await world();
  expect(await replaceFile(path, 'new', { isCurrent: (bytes) => String(bytes) === 'old' })).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(dir)).toEqual(['a.yaml']);
});

test('a change that another program makes while it has the file open is not overwritten', async () => {
  const { path } = await world();
  const { writeFileSync } = await import('node:fs');
  system.refuse = () => {
    writeFileSync(path, 'theirs');
    throw systemError('EBUSY');
  };
  expect(await replaceFile(path, 'new', { isCurrent: (bytes) => String(bytes) === 'old' })).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('theirs');
});

test('a file is deleted, and a private file is written, when it is closed', async () => {
  const { dir, path } = await world();
  expect(await removeFile(path, (bytes) => String(bytes) === 'old')).toBe(true);
  system.refusals = 2;
  await writePrivateFile(join(dir, 'b.json'), '{}');
  expect(readdirSync(dir)).toEqual(['b.json']);
});

test('a file that stays open is left unchanged after two seconds, and the message says why', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { dir, path } = await world();
  system.refuse = () => {
    vi.advanceTimersByTime(700);
    throw systemError('EPERM');
  };
  const error: unknown = await replaceFile(path, 'new', { isCurrent: () => true }).catch((reason: unknown) => reason);
  expect(failureSentence('prompts/a.yaml cannot be written', error)).toBe(
    'prompts/a.yaml cannot be written (EPERM): another program is using it, or you have no permission, so close it there, or give yourself access to it.',
  );
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(dir)).toEqual(['a.yaml']);
});

test('errors on other systems, and other errors on Windows, are not retried', async () => {
  for (const [code, platform] of [
    ['EPERM', 'linux'],
    ['EACCES', 'darwin'],
    ['ENOSPC', 'win32'],
  ] as const) {
    const task = vi.fn(() => {
      throw systemError(code);
    });
    await expect(whileInUse(task, platform)).rejects.toThrow(code);
    expect(task).toHaveBeenCalledTimes(1);
  }
});
