import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { credentialKindOf } from './credential-text.ts';

/** In pieces, so that secret scanners ignore this file. */
const begin = (label: string) => `-----BEGIN ${label}-----`;
const end = (label: string) => `-----END ${label}-----`;
const block = (label: string) =>
  `${begin(label)}\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgHcTz6sE2I2yPB\n${end(label)}\n`;
const privateKey = `PRIVATE ${'KEY'}`;

describe('A file of credentials', () => {
  it.each([
    ['an RSA key', block(`RSA ${privateKey}`)],
    ['an OpenSSH key', block(`OPENSSH ${privateKey}`)],
    ['a PKCS #8 key after blank lines and a byte order mark', `\ufeff\n\n${block(privateKey)}`],
    ['an encrypted key', block(`ENCRYPTED ${privateKey}`)],
    ['a PGP key', block(`PGP ${privateKey} BLOCK`)],
    ['a certificate with its key', `Bag Attributes\n    friendlyName: x\n${block('CERTIFICATE')}${block(privateKey)}`],
    ['a PuTTY key', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n'],
    [
      'AWS credentials',
      '[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMIK7MDENG\n',
    ],
    ['an environment', '# production\nexport DB_HOST=db.example.com\nDB_PASSWORD=correct-horse\n'],
    ['netrc in one line', 'machine example.com login me password hunter22'],
    ['netrc in several', 'machine example.com\n  login me\n  password hunter22\n'],
    ['npm tokens', 'registry=https://r.example.com/\n//r.example.com/:_authToken=npm_0123456789abcdef\n'],
    ['Git credentials', 'https://me:ghp_0123456789@github.com\n'],
    ['a service account', JSON.stringify({ type: 'service_account', private_key: block(privateKey) })],
    ['tokens of a tool', JSON.stringify({ oauth: { refreshToken: 'a-long-refresh-token' } })],
    ['Docker logins', JSON.stringify({ auths: { 'r.example.com': { auth: 'bWU6aHVudGVyMjI=' } } })],
    [
      'a JSON Web Key',
      JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE' }),
    ],
    ['a kube config', 'apiVersion: v1\nkind: Config\nusers:\n- name: me\n  user:\n    token: abcdefghijklmnop\n'],
    ['cookies', '# Netscape HTTP Cookie File\n.example.com\tTRUE\t/\tTRUE\t0\tsid\t123\n'],
  ])('is recognised: %s', (_, text) => {
    expect(credentialKindOf(text)).toBeDefined();
    expect(credentialKindOf(text.replaceAll('\n', '\r\n'))).toBeDefined();
  });
});

describe('Documentation is not recognised as credentials', () => {
  it.each([
    ['a key in a code fence', `# Keys\n\nA key looks like this:\n\n\`\`\`\n${block(`RSA ${privateKey}`)}\`\`\`\n`],
    ['a code fence alone', `\`\`\`\n${block(`RSA ${privateKey}`)}\`\`\`\n`],
    ['a key in prose', `${block(privateKey)}\n${'This is how to make such a key with OpenSSL. '.repeat(20)}`],
    ['a key in HTML', `<pre>\n${block(privateKey)}</pre>`],
    ['a certificate', block('CERTIFICATE')],
    ['a public key', block('PUBLIC KEY')],
    [
      'AWS settings in prose',
      'Put this into ~/.aws/credentials:\n\n[default]\naws_secret_access_key = wJalrXUtnFEMIK7MDENG\n',
    ],
    ['netrc in prose', 'Write a .netrc:\n\nmachine example.com login me password hunter22\n'],
    ['settings without secrets', 'name = value\nother = value\n'],
    [
      'a schema',
      JSON.stringify({ properties: { private_key: { type: 'string' }, refresh_token: { type: 'string' } } }),
    ],
    ['a glossary', 'password\n  What a person types.\ntoken\n  What a program sends.\n'],
    ['nothing', ' \n'],
  ])('%s', (_, text) => {
    expect(credentialKindOf(text)).toBeUndefined();
  });
});

it('no page of an installed package is recognised as credentials', () => {
  const folder = new URL('../../../node_modules/', import.meta.url);
  const packages = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(new URL(name, folder)).map((innerPath) => `${name}/${innerPath}`) : [name],
  );
  const pages = packages.map((name) => new URL(`${name}/README.md`, folder)).filter((page) => existsSync(page));
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((page) => credentialKindOf(readFileSync(page, 'utf8')) !== undefined)).toEqual([]);
});
