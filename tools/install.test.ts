import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled } from './install.mjs';

const lockedPackages = {
  '': { name: 'app' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/native': {
    version: '2.0.0',
    integrity: 'sha512-j',
    os: process.platform,
    cpu: [process.arch, '!other'],
  },
  'node_modules/native-other': { version: '1.0.0', integrity: 'sha512-n', optional: true, os: ['nowhere'] },
};
const { '': _, 'node_modules/native-other': otherPackage, ...installed } = lockedPackages;

/** A folder with a lock file and npm's record of an install; without a record if `record` is undefined. */
function makeFolder(record: object | undefined): string {
  const dir = mkdtempSync(join(tmpdir(), 'install-'));
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages: lockedPackages }));
  mkdirSync(join(dir, 'node_modules'));
  if (record) writeFileSync(join(dir, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: record }));
  return dir;
}

test('a folder that npm ci installed is left alone, without a trace of our own', () => {
  expect(isInstalled(makeFolder(installed))).toBe(true);
});

test.each([
  ['none, or an interrupted install', undefined],
  ['another version', { ...installed, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['other content', { ...installed, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
  ['a package of another platform', { ...installed, 'node_modules/native-other': otherPackage }],
])('an install is repeated if npm recorded %s', (_what, record) => {
  expect(isInstalled(makeFolder(record))).toBe(false);
});
