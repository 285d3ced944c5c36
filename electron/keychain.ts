/**
 * Credentials encrypted by Electron's `safeStorage` with a key in the operating system's keychain. Without a keychain,
 * or with Linux's unprotected fallback, they are files that only their owner can read.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { makePrivateFolder } from '../src/files/make-folder.ts';
import { writePrivateFile } from '../src/files/private-file.ts';
import { readRegularFile } from '../src/files/regular-file.ts';
import { isMissing } from '../src/files/workspace-paths.ts';
import { fileSecrets, type SecretName, type SecretStore, sealedFile, secretFile } from '../src/state/secrets.ts';

type SealedSecret =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged' };

const maxSealedBytes = 128 * 1024;

/** Creates the secret store. Call its methods only after the app is ready: before that there is no keychain. */
export function keychainSecrets(stateDir: string): SecretStore {
  const files = fileSecrets(stateDir);

  async function openSealed(name: SecretName): Promise<SealedSecret> {
    if (!(await hasKeychain())) return { kind: 'none' };
    try {
      const sealedBytes = await readRegularFile(sealedFile(stateDir, name), maxSealedBytes);
      return { kind: 'value', value: (await safeStorage.decryptStringAsync(sealedBytes)).result };
    } catch (error) {
      // It is damaged, encrypted by another account or machine, or the keychain was reset.
      return { kind: isMissing(error) ? 'none' : 'damaged' };
    }
  }

  return {
    writesKeychain: true,
    async read(name) {
      const secret = await openSealed(name);
      return secret.kind === 'value' ? { value: secret.value, from: 'keychain' } : files.read(name);
    },
    async damagedFile(name) {
      const secret = await openSealed(name);
      return secret.kind === 'damaged' ? sealedFile(stateDir, name) : files.damagedFile(name);
    },
    async write(name, value) {
      if (!(await hasKeychain())) return files.write(name, value);
      await makePrivateFolder(join(stateDir, 'secrets'));
      await writePrivateFile(sealedFile(stateDir, name), await safeStorage.encryptStringAsync(value));
      await rm(secretFile(stateDir, name), { force: true });
    },
    remove: (name) => files.remove(name),
    isLocked: async (name) => !(await hasKeychain()) && (await files.isLocked(name)),
  };
}

/**
 * Without a key ring, Chromium encrypts with a publicly known key (`basic_text`). The asynchronous calls leave the process
 * free to serve clients while the keychain asks the person.
 */
async function hasKeychain(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}
