import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newAddress, readAddress } from './socket-address.ts';

const name = '0123456789abcdef';

async function makeFolder(path = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'socket-'));
  await mkdir(join(folder, path), { recursive: true });
  return join(folder, path);
}

/** The address that another process reads. */
async function readBack(folder: string, address: string, platform?: NodeJS.Platform): Promise<string | undefined> {
  await writeFile(join(folder, `${name}.address`), address);
  return await readAddress(folder, `${name}.address`, platform);
}

describe('On macOS', () => {
  const longFolder = `Library/Application Support/Prompt Workbench/${'x'.repeat(60)}`;
  const platform = 'darwin';

  test('a socket whose path would be longer than 103 bytes is in a short private folder', async () => {
    const folder = await makeFolder(longFolder);
    const address = await newAddress(folder, name, { platform });
    onTestFinished(() => rm(dirname(address), { recursive: true }));
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(103);
    expect(await readBack(folder, address, platform)).toBe(address);
  });

  test('a long TMPDIR is not used', async () => {
    const folder = await makeFolder(longFolder);
    const address = await newAddress(folder, name, { platform, temporary: await makeFolder('x'.repeat(90)) });
    onTestFinished(() => rm(dirname(address), { recursive: true }));
    expect(address).toMatch(/^\/tmp\/prompt-workbench-\w{6}\/wire\.sock$/);
  });

  test('a server that a client application starts without TMPDIR finds the socket', async () => {
    const folder = await makeFolder(longFolder);
    const temporary = await makeFolder('T');
    const address = await newAddress(folder, name, { platform, temporary });
    vi.stubEnv('TMPDIR', '/tmp/another');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(address).toContain(temporary);
    expect(await readBack(folder, address, platform)).toBe(address);
  });

  test('an address in a folder that other accounts can open, or in none, is not used', async () => {
    const folder = await makeFolder();
    const openFolder = await makeFolder('prompt-workbench-abcdef');
    await chmod(openFolder, 0o755);
    for (const address of [
      join(openFolder, 'wire.sock'),
      '/nowhere/prompt-workbench-abcdef/wire.sock',
      '/tmp/wire.sock',
      '',
    ])
      expect(await readBack(folder, address, platform)).toBeUndefined();
  });
});

describe('On Windows', () => {
  test('the address is a pipe with a random name, and no other pipe or path is opened', async () => {
    const folder = await makeFolder();
    const address = await newAddress(folder, name, { platform: 'win32' });
    expect(address).toMatch(/^\\\\\.\\pipe\\prompt-workbench-0123456789abcdef[0-9a-f]{32}$/);
    expect(await readBack(folder, address, 'win32')).toBe(address);
    for (const otherAddress of [
      '\\\\.\\pipe\\other',
      '\\\\server\\pipe\\prompt-workbench-0123456789abcdef',
      `\\\\.\\pipe\\prompt-workbench-${name}\\..\\other`,
      'C:\\file',
    ])
      expect(await readBack(folder, otherAddress, 'win32')).toBeUndefined();
  });
});
