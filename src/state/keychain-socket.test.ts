import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountSecrets, serveKeychain } from './keychain-socket.ts';
import { sealedFile } from './secrets.ts';

const name = 'wolfram-alpha-app-id';
let dir: string;
let closers: (() => Promise<void>)[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'keychain-socket-'));
  closers = [];
});
afterEach(async () => {
  for (const close of closers) await close();
});

async function runApp(value: string | undefined): Promise<void> {
  const { close } = await serveKeychain(dir, async () => value);
  closers.push(close);
}
const seal = () => writeFile(sealedFile(dir, name), 'encrypted');

test('a credential of the keychain is read from the running desktop app', async () => {
  await runApp('APP-1');
  await seal();
  expect(await accountSecrets(dir).read(name)).toEqual({ value: 'APP-1', from: 'keychain' });
  expect(await accountSecrets(dir).isLocked(name)).toBe(false);
});

test('without the desktop app, a credential of the keychain is locked', async () => {
  await runApp('APP-1');
  await seal();
  await closers.pop()?.();
  expect(await accountSecrets(dir).read(name)).toBeUndefined();
  expect(await accountSecrets(dir).isLocked(name)).toBe(true);
  expect(await readdir(join(dir, 'secrets'))).toEqual([`${name}.sealed`]);
});

test('a credential that the app cannot decrypt is locked too', async () => {
  await runApp(undefined);
  await seal();
  expect(await accountSecrets(dir).isLocked(name)).toBe(true);
});

test('a credential in a file is not requested from the app', async () => {
  await runApp('APP-1');
  await writeFile(join(dir, 'secrets', name), 'APP-2\n');
  expect(await accountSecrets(dir).read(name)).toEqual({ value: 'APP-2', from: 'file' });
});

test.runIf(process.platform !== 'win32')(
  'only this account can open the socket, and it answers nothing else',
  async () => {
    await runApp('APP-1');
    const socket = join(dir, 'secrets', 'keychain.sock');
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    const answerText = await new Promise((resolve) => {
      let text = '';
      connect(socket)
        .on('data', (chunk) => {
          text += chunk;
        })
        .on('close', () => resolve(text))
        .on('error', () => undefined)
        .write('{"name":"token"}\n');
    });
    expect(answerText).toBe('');
  },
);

test('the socket of an app that was killed is replaced', async () => {
  await runApp('APP-1');
  await writeFile(join(dir, 'secrets', 'keychain.address'), join(dir, 'secrets', 'keychain.sock'));
  await runApp('APP-2');
  await seal();
  expect(await accountSecrets(dir).read(name)).toEqual({ value: 'APP-2', from: 'keychain' });
});
