/** Keeps secrets out of packages: finds values in the files of a workspace that belong in the environment. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { environmentNames } from '../model/problems/environment-text.ts';
import { fileSecrets, isSecretName, type SecretName } from '../state/secrets.ts';
import type { PackageFile } from './package-file.ts';
import type { NamedSource } from './parts-of-server.ts';

/** Names of headers and variables whose values are secrets. */
const secretName = /authorization|cookie|token|secret|passw|credential|(?:^|[-_])key$|api-?_?key/i;

/** The forms of keys and tokens of well-known services, and of private keys. */
const secretForms =
  /\b(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22,}|glpat-[\w-]{20}|AKIA[0-9A-Z]{16}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35})|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** A shorter value may occur by chance. */
const minLength = 8;

/** A secret of this person, and where it is kept. */
export interface KnownSecret {
  readonly where: string;
  readonly value: string;
}

/**
 * Reads the secrets that this program stores in files, and the values of variables.
 * @param names variables of the environment that the packed sources use
 */
export async function findKnownSecrets(stateDir: string, names: Iterable<string>): Promise<readonly KnownSecret[]> {
  const store = fileSecrets(stateDir);
  const fileNames: readonly string[] = await readdir(join(stateDir, 'secrets')).catch(() => []);
  const fromFiles = await Promise.all(
    fileNames
      .filter((name): name is SecretName => isSecretName(name))
      .map(async (name) => ({ where: `the secret ${name}`, read: await store.read(name) })),
  );
  return [
    ...fromFiles.flatMap(({ where, read }) => (read ? [{ where, value: read.value }] : [])),
    ...[...names].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [{ where: `the variable ${name}`, value }];
    }),
  ].filter(({ value }) => value.length >= minLength);
}

/**
 * @param files of the package
 * @param definitions those that define something, by path in the package
 * @throws WorkbenchError `refused` for the first secret
 */
export function refuseSecrets(
  files: readonly PackageFile[],
  definitions: ReadonlySet<string>,
  sources: readonly NamedSource[],
  knownSecrets: readonly KnownSecret[],
): void {
  for (const source of sources) refuseWrittenSecret(source);
  for (const { path, bytes } of files) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const secret = knownSecrets.find(({ value }) => text.includes(Buffer.from(value).toString('latin1')));
    if (secret) throw refusal(`${path} has the value of ${secret.where}`);
    const form = definitions.has(path) ? secretForms.exec(text)?.[0] : undefined;
    if (form !== undefined) throw refusal(`${path} has what looks like a key or token (${form.slice(0, 6)}…)`);
  }
}

function refuseWrittenSecret({ name, definition }: NamedSource): void {
  if (definition.type !== 'MCP') return;
  const { server } = definition;
  const values = server.kind === 'url' ? server.headers : server.env;
  const secretValue = Object.entries(values).find(
    ([key, value]) => secretName.test(key) && value !== '' && environmentNames(value).length === 0,
  );
  if (secretValue) throw refusal(`sources/${name} has a value for ${secretValue[0]}`);
  if (server.kind === 'url' && URL.canParse(server.url) && new URL(server.url).password !== '')
    throw refusal(`sources/${name} has a password in its address`);
}

function refusal(what: string): WorkbenchError {
  const advice = `write \${NAME} there instead, so that the person who installs it enters their own`;
  return new WorkbenchError('refused', `Nothing is packed, because ${what}: ${advice}, or remove it.`);
}
