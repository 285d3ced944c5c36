/**
 * Credentials that a person gave: outside every workspace, never in a log, never in an exported configuration. Here in
 * files that only their owner can read; the desktop app keeps them in the operating system's keychain where it can
 * (`electron/keychain.ts`).
 */
import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../files/private-file.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { isMissing } from '../files/workspace-paths.ts';

/** More than any credential has. */
const maxBytes = 4096;

/** The names of all credentials there are. */
export type SecretName = 'wolfram-alpha-app-id';

export interface SecretStore {
  /** Undefined when there is none. */
  read(name: SecretName): Promise<{ readonly value: string; readonly from: 'keychain' | 'file' } | undefined>;
  write(name: SecretName, value: string): Promise<void>;
  remove(name: SecretName): Promise<void>;
  /** The file of one that is there and cannot be used: it is damaged, or may not be read. */
  damagedFile(name: SecretName): Promise<string | undefined>;
  /** Whether there is one that only another program, the desktop app, can read. */
  isLocked(name: SecretName): Promise<boolean>;
}

/** Where a credential is kept as it is, with mode 0600. */
export function secretFile(stateDir: string, name: SecretName): string {
  return join(stateDir, 'secrets', name);
}

/** Where one is kept that the operating system's keychain has sealed. */
export function sealedFile(stateDir: string, name: SecretName): string {
  return `${secretFile(stateDir, name)}.sealed`;
}

/** The store of programs that cannot reach a keychain. */
export function fileSecrets(stateDir: string): SecretStore {
  return {
    async read(name) {
      const value = await readValue(secretFile(stateDir, name)).catch(() => undefined);
      return value === undefined ? undefined : { value, from: 'file' };
    },
    async damagedFile(name) {
      const file = secretFile(stateDir, name);
      try {
        return (await readValue(file)) === undefined ? file : undefined;
      } catch (error) {
        return isMissing(error) ? undefined : file;
      }
    },
    async write(name, value) {
      await mkdir(join(stateDir, 'secrets'), { recursive: true, mode: 0o700 });
      await writePrivateFile(secretFile(stateDir, name), `${value}\n`);
      await rm(sealedFile(stateDir, name), { force: true });
    },
    async remove(name) {
      await rm(secretFile(stateDir, name), { force: true });
      await rm(sealedFile(stateDir, name), { force: true });
    },
    isLocked: (name) =>
      access(sealedFile(stateDir, name)).then(
        () => true,
        () => false,
      ),
  };
}

/** Undefined unless the file holds one word of visible ASCII, as every credential is. @throws when it cannot be read */
async function readValue(file: string): Promise<string | undefined> {
  const text = String(await readRegularFile(file, maxBytes)).trim();
  return /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}
