import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announcedPort, announcePort, rememberedPort, rememberPort } from './remembered-port.ts';

let folder: string;
const log = vi.fn();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-port-'));
  log.mockClear();
  vi.stubEnv('PROMPT_WORKBENCH_STATE', folder);
});
afterEach(() => vi.unstubAllEnvs());

it('remembers one port for each workspace', async () => {
  expect(await rememberedPort('/home/ada/Prompts')).toBe(0);
  await rememberPort('/home/ada/Prompts', 4001, { log });
  await rememberPort('/home/ada/Other', 4002, { log });
  await rememberPort('/home/ada/Prompts', 4003, { log });
  expect(await rememberedPort('/home/ada/Prompts')).toBe(4003);
  expect(await rememberedPort('/home/ada/Other')).toBe(4002);
});

it.each(['', 'abc', '-1', '70000', '4001.5'])('ignores an invalid port: %j', async (text) => {
  await rememberPort('/home/ada/Prompts', 4001, { log });
  const [name] = await readdir(join(folder, 'ports'));
  await writeFile(join(folder, 'ports', String(name)), text);
  expect(await rememberedPort('/home/ada/Prompts')).toBe(0);
});

it('continues without a port that cannot be remembered, and names the file in the way', async () => {
  await rememberPort('/home/ada/Prompts', 4001, { log });
  expect(log).not.toHaveBeenCalled();
  const [name] = await readdir(join(folder, 'ports'));
  const file = join(folder, 'ports', String(name));
  await rm(file);
  await mkdir(file);
  expect(await rememberedPort('/home/ada/Prompts')).toBe(0);
  await rememberPort('/home/ada/Prompts', 4001, { log });
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(file));
});

it('knows the port that a process announces for one server, until it takes it back or ends', async () => {
  const withdraw = await announcePort('/home/ada/Prompts', 'Docs', 4009, { log });
  expect(await announcedPort('/home/ada/Prompts', 'Docs')).toBe(4009);
  expect(await announcedPort('/home/ada/Prompts', 'Other')).toBeUndefined();
  expect(await rememberedPort('/home/ada/Prompts')).toBe(0);
  await withdraw();
  expect(await announcedPort('/home/ada/Prompts', 'Docs')).toBeUndefined();

  await announcePort('/home/ada/Prompts', 'Docs', 4009, { log });
  const [name] = await readdir(join(folder, 'ports'));
  const file = join(folder, 'ports', String(name));
  await writeFile(file, JSON.stringify({ port: 4009, owner: { pid: process.pid, started: 'at another time' } }));
  expect(await announcedPort('/home/ada/Prompts', 'Docs')).toBeUndefined();
});
