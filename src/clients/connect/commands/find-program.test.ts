import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { minimalEnvironment } from '../../../outside/child-transport.ts';
import { findProgram } from './find-program.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'find-program-'));
});

it('a program is the first file of its name along PATH that can be started', async () => {
  const folders = ['one', 'two', 'three'].map((name) => join(dir, name));
  for (const folder of folders) await mkdir(folder);
  const [firstFolder = '', secondFolder = '', thirdFolder = ''] = folders;
  await mkdir(join(firstFolder, 'tool'));
  await writeFile(join(secondFolder, 'tool'), '', { mode: 0o755 });
  await writeFile(join(thirdFolder, 'tool'), '', { mode: 0o755 });
  const env = { PATH: ['', ...folders].join(delimiter) };
  expect(await findProgram('tool', { env, platform: 'linux' })).toBe(join(secondFolder, 'tool'));
  await chmod(join(secondFolder, 'tool'), 0o644);
  expect(await findProgram('tool', { env, platform: 'linux' })).toBe(join(thirdFolder, 'tool'));
  expect(await findProgram('other', { env, platform: 'linux' })).toBeUndefined();
});

it('a relative entry of PATH is not searched, because the current folder may be anyone’s', async () => {
  await writeFile(join(dir, 'tool'), '', { mode: 0o755 });
  const env = { PATH: relative(process.cwd(), dir) };
  expect(await findProgram('tool', { env, platform: 'linux' })).toBeUndefined();
});

it('on Windows one that needs a shell only says that the application is installed', async () => {
  await writeFile(join(dir, 'tool.cmd'), '', { mode: 0o755 });
  const env = { Path: dir };
  expect(await findProgram('tool', { env, platform: 'win32' })).toBeUndefined();
  expect(await findProgram('tool', { env, platform: 'win32' }, true)).toBe(join(dir, 'tool.cmd'));
});

it('a server is tested with a minimal environment', () => {
  const env = { HOME: '/home/me', PATH: '/bin', Path: 'x', NODE_OPTIONS: '--inspect', API_KEY: 'secret' };
  expect(minimalEnvironment(env)).toEqual({ HOME: '/home/me', PATH: '/bin', Path: 'x' });
});
