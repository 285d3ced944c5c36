/**
 * Credentials in the operating system's keychain: Electron's `safeStorage` seals them with a key that is kept there.
 * Where there is no keychain, and where Linux would only pretend to one, they are files that only their owner can read.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { writePrivateFile } from '../src/private-file.ts';
import { fileSecrets, type SecretStore, sealedFile, secretFile } from '../src/secrets.ts';

/** Call its methods after the app is ready: before that there is no keychain. */
export function keychainSecrets(stateDir: string): SecretStore {
  const files = fileSecrets(stateDir);
  return {
    async read(name) {
      const sealed = hasKeychain() ? await readFile(sealedFile(stateDir, name)).catch(() => undefined) : undefined;
      if (!sealed) return files.read(name);
      try {
        return { value: safeStorage.decryptString(sealed), from: 'keychain' };
      } catch {
        // Sealed by another user or machine, or the keychain was reset: it is as good as not there.
        return files.read(name);
      }
    },
    async write(name, value) {
      if (!hasKeychain()) return files.write(name, value);
      await mkdir(join(stateDir, 'secrets'), { recursive: true, mode: 0o700 });
      await writePrivateFile(sealedFile(stateDir, name), safeStorage.encryptString(value));
      await rm(secretFile(stateDir, name), { force: true });
    },
    remove: (name) => files.remove(name),
    isLocked: async (name) => !hasKeychain() && (await files.isLocked(name)),
  };
}

/** Without a key ring Chromium seals with a key that everybody knows (`basic_text`). */
function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}
