import { readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maxUploadBytes } from '../base/media-type.ts';
import { addMedia, listMedia, mediaAsData } from './media-folder.ts';
import { makeWorkspace, put } from './testing/workspace.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const otherPng = Buffer.concat([png, Buffer.of(1)]);
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

test('adding a file creates the media folder and copies the file into it', async () => {
  const root = await makeWorkspace();
  expect(await addMedia(root, 'logo.png', base64(png))).toBe('logo.png');
  expect(await readFile(join(root, 'media/logo.png'))).toEqual(png);
  expect(await readdir(join(root, 'media'))).toEqual(['logo.png']);
});

test('the media folder never replaces a file: the same bytes are the same file, others get a free name', async () => {
  const root = await makeWorkspace();
  await addMedia(root, 'logo.png', base64(png));
  expect(await addMedia(root, 'logo.png', base64(png))).toBe('logo.png');
  expect(await addMedia(root, 'logo.png', base64(otherPng))).toBe('logo-2.png');
  expect(await addMedia(root, 'logo.png', base64(otherPng))).toBe('logo-2.png');
  expect(await readFile(join(root, 'media/logo.png'))).toEqual(png);
});

test('the media folder gives two simultaneous files different names', async () => {
  const root = await makeWorkspace();
  const names = await Promise.all([addMedia(root, 'a.png', base64(png)), addMedia(root, 'a.png', base64(otherPng))]);
  expect(names.sort()).toEqual(['a-2.png', 'a.png']);
});

test.each([
  ['../../etc/passwd.png', 'passwd.png'],
  ['C:\\Users\\me\\shot.png', 'shot.png'],
  ['.hidden.png', 'hidden.png'],
  ['what? "this".png', 'what- -this-.png'],
  ['con.png', 'file.png'],
  ['...', 'file'],
  [`${'x'.repeat(300)}.png`, `${'x'.repeat(80)}.png`],
])('%j becomes a name that every system accepts', async (name, file) => {
  expect(await addMedia(await makeWorkspace(), name, base64(png))).toBe(file);
});

test('the media folder refuses files that are too large, empty, or of another type than their name says', async () => {
  const root = await makeWorkspace();
  await expect(addMedia(root, 'big.bin', base64(Buffer.alloc(maxUploadBytes + 1)))).rejects.toThrow('make it smaller');
  await expect(addMedia(root, 'a.png', '')).rejects.toThrow('a.png is empty');
  await expect(addMedia(root, 'a.png', base64('text'))).rejects.toThrow('its content is text');
  expect(await listMedia(root)).toEqual([]);
});

test('the media folder writes nothing through a link, neither of the folder nor of a file', async () => {
  const outsideFolder = await makeWorkspace();
  const root = await makeWorkspace();
  await symlink(outsideFolder, join(root, 'media'));
  await expect(addMedia(root, 'a.png', base64(png))).rejects.toThrow('links outside the workspace');
  const otherWorkspace = await makeWorkspace({ 'media/keep.txt': 'x' });
  await symlink(join(outsideFolder, 'a.png'), join(otherWorkspace, 'media/a.png'));
  expect(await addMedia(otherWorkspace, 'a.png', base64(png))).toBe('a-2.png');
  expect(await readdir(outsideFolder)).toEqual([]);
});

test('the media folder lists files with size and type, folders inside included, and nothing hidden or outside', async () => {
  const root = await makeWorkspace({ 'media/deep/logo.png': png, 'media/noending': png, 'media/.hidden': 'x' });
  await symlink(tmpdir(), join(root, 'media/way-out'));
  expect(await listMedia(root)).toEqual([
    { file: 'deep/logo.png', sizeBytes: 16, mimeType: 'image/png' },
    { file: 'noending', sizeBytes: 16, mimeType: 'image/png' },
  ]);
});

test('the media folder reads a file with the type of its bytes, and no file outside the folder', async () => {
  const root = await makeWorkspace({ 'media/photo.jpg': png, 'prompts/a.yaml': 'Name: a' });
  expect(await mediaAsData(root, 'photo.jpg')).toEqual({ data: base64(png), mimeType: 'image/png' });
  await expect(mediaAsData(root, '../prompts/a.yaml')).rejects.toThrow('leads outside the workspace');
  await put(root, 'media/huge.bin', Buffer.alloc(maxUploadBytes + 1));
  await expect(mediaAsData(root, 'huge.bin')).rejects.toThrow('at most 10 MB');
});
