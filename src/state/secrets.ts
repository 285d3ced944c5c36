/**
 * Credentials of the user: never in a workspace, a log or a client application's configuration. Stored here in files that
 * only their owner can read; the desktop app prefers the operating system's keychain (`electron/keychain.ts`).
 */
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { isMissing } from '../files/workspace-paths.ts';

/** More than any credential needs: the tokens of an issuer with many groups take some 20 kB. */
const maxBytes = 64 * 1024;

/**
 * A credential's name: the AppID, the key of a runner by its id, or the login to a team server by its id. It is also the name
 * of a file.
 */
export type SecretName = 'wolfram-alpha-app-id' | `runner-${string}` | `team-${string}`;

export function isSecretName(name: unknown): name is SecretName {
  return typeof name === 'string' && /^(?:wolfram-alpha-app-id|(?:runner|team)-[a-z0-9][a-z0-9-]{0,39})$/.test(name);
}

export interface SecretStore {
  /** Whether it can replace what it reads from the keychain. */
  readonly writesKeychain?: boolean;
  /** Undefined when there is none. */
  read(name: SecretName): Promise<{ readonly value: string; readonly from: 'keychain' | 'file' } | undefined>;
  write(name: SecretName, value: string): Promise<void>;
  remove(name: SecretName): Promise<void>;
  /** The file of a credential that exists and is damaged or unreadable. */
  damagedFile(name: SecretName): Promise<string | undefined>;
  /** Whether only the desktop app can read the credential. */
  isLocked(name: SecretName): Promise<boolean>;
}

/** The file of an unencrypted credential, with mode 0600. */
export function secretFile(stateDir: string, name: SecretName): string {
  return join(stateDir, 'secrets', name);
}

/** The file of a credential that the operating system's keychain has encrypted. */
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
      await makePrivateFolder(join(stateDir, 'secrets'));
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

/** Undefined unless the file contains one word of visible ASCII. @throws the operating system's error */
async function readValue(file: string): Promise<string | undefined> {
  const text = String(await readRegularFile(file, maxBytes)).trim();
  return /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}
