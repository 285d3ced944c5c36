import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { smallTar } from '../testing/small-tar.ts';
import { readArchive } from './archive.ts';

const namesIn = (bytes: Uint8Array) => readArchive(bytes).files.map(({ name }) => name);

test('an archive gives its files of readable formats, without hidden and private ones', () => {
  const files = [
    'docs/a.md',
    'b.html',
    'c.png',
    '.git/d.md',
    'node_modules/e.md',
    'inner.zip',
    '.env',
    'keys/id_rsa',
    'secret.pem',
  ];
  const zip = zipSync(Object.fromEntries(files.map((name) => [name, strToU8('x')])));
  expect(namesIn(zip)).toEqual(['b.html', 'docs/a.md']);
  expect(namesIn(gzipSync(smallTar(files.map((name) => ({ name, text: 'x' })))))).toEqual(['b.html', 'docs/a.md']);
});

test('a file with a path out of the archive is not read', () => {
  const names = ['../a.md', '/etc/b.md', 'c/../../d.md', 'C:\\e.md', 'f\u0007.md', 'g.md'];
  expect(namesIn(gzipSync(smallTar(names.map((name) => ({ name, text: 'x' })))))).toEqual(['etc/b.md', 'g.md']);
});

test('a tar archive with long names, folders and links gives its files', () => {
  const longPath = `${'deep/'.repeat(40)}page.md`;
  const tar = smallTar([
    { name: 'docs/', text: '', type: '5' },
    { name: '././@LongLink', text: `${longPath}\0`, type: 'L' },
    { name: 'cut', text: 'one' },
    { name: 'PaxHeader', text: `${`${longPath}x`.length + 11} path=${longPath}x.md\n`, type: 'x' },
    { name: 'cut', text: 'two' },
    { name: 'link.md', text: '', type: '2' },
  ]);
  const { files } = readArchive(gzipSync(tar));
  expect(files.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
    [longPath, 'one'],
    [`${longPath}x.md`, 'two'],
  ]);
});

test('a file that is too large after unpacking is left out', () => {
  const largeBytes = new Uint8Array(17 * 1024 * 1024).fill(97);
  const zip = zipSync({ 'large.md': largeBytes, 'small.md': strToU8('x') }, { level: 1 });
  const { files, isCut } = readArchive(zip);
  expect([files.map(({ name }) => name), isCut]).toEqual([['small.md'], true]);
  const manyBytes = zipSync(
    Object.fromEntries(Array.from({ length: 20_010 }, (_, index) => [`${index}.md`, strToU8('x')])),
    { level: 0 },
  );
  expect(readArchive(manyBytes)).toMatchObject({ files: { length: 20_000 }, isCut: true });
});

test('a damaged archive, or one without a readable file, gives an error', () => {
  const zip = zipSync({ 'a.md': strToU8('x') });
  expect(() => readArchive(zip.subarray(0, 40))).toThrow('It is not a readable archive');
  expect(() => readArchive(gzipSync(strToU8('x')).subarray(0, 12))).toThrow('It is damaged, or larger than 256 MB');
  expect(() => readArchive(zipSync({ 'a.png': strToU8('x') }))).toThrow('It has no file in a readable format');
});
