import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileSecrets } from '../src/state/secrets.ts';

/** Electron's binary cannot be installed on every machine, so the test models `safeStorage` with a simple cipher. */
const keychainModel = vi.hoisted(() => ({ available: true, backend: 'gnome_libsecret', key: 7 }));
vi.mock('electron', () => ({
  safeStorage: {
    isAsyncEncryptionAvailable: async () => keychainModel.available,
    getSelectedStorageBackend: () => keychainModel.backend,
    encryptStringAsync: async (text: string) => Buffer.from(text).map((byte) => byte ^ keychainModel.key),
    async decryptStringAsync(sealedBytes: Buffer) {
      const text = Buffer.from(sealedBytes.map((byte) => byte ^ keychainModel.key)).toString();
      if (!text.startsWith('APP')) throw new Error('Error while decrypting the ciphertext.');
      return { result: text, shouldReEncrypt: false };
    },
  },
}));
const { keychainSecrets } = await import('./keychain.ts');

const name = 'wolfram-alpha-app-id';
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'keychain-'));
  Object.assign(keychainModel, { available: true, backend: 'gnome_libsecret', key: 7 });
});
afterEach(() => vi.restoreAllMocks());

const filesIn = () => readdir(join(dir, 'secrets'));

describe('A credential (modelled Electron)', () => {
  it('is encrypted with the keychain and never stored in plain text', async () => {
    await fileSecrets(dir).write(name, 'APP-OLD');
    await keychainSecrets(dir).write(name, 'APP-1');
    expect(await keychainSecrets(dir).read(name)).toEqual({ value: 'APP-1', from: 'keychain' });
    expect(await filesIn()).toEqual([`${name}.sealed`]);
    expect(await readFile(join(dir, 'secrets', `${name}.sealed`), 'latin1')).not.toContain('APP');
  });

  it('encrypted by the keychain is unavailable to programs without one, with a reason', async () => {
    await keychainSecrets(dir).write(name, 'APP-1');
    expect(await fileSecrets(dir).read(name)).toBeUndefined();
    expect(await fileSecrets(dir).isLocked(name)).toBe(true);
  });

  it.each([
    ['there is no keychain', { available: false }],
    ['Linux has only a publicly known key', { backend: 'basic_text' }],
  ])('is a file that only its owner can read if %s', async (_, state) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    Object.assign(keychainModel, state);
    await keychainSecrets(dir).write(name, 'APP-1');
    expect(await keychainSecrets(dir).read(name)).toEqual({ value: 'APP-1', from: 'file' });
    expect((await stat(join(dir, 'secrets', name))).mode & 0o777).toBe(0o600);
  });

  it('encrypted by another keychain counts as missing and can be replaced', async () => {
    await keychainSecrets(dir).write(name, 'APP-1');
    keychainModel.key = 9;
    expect(await keychainSecrets(dir).read(name)).toBeUndefined();
    await keychainSecrets(dir).write(name, 'APP-2');
    expect(await keychainSecrets(dir).read(name)).toMatchObject({ value: 'APP-2' });
  });

  it('is removed completely', async () => {
    await keychainSecrets(dir).write(name, 'APP-1');
    await keychainSecrets(dir).remove(name);
    expect(await filesIn()).toEqual([]);
  });
});
