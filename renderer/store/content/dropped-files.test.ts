import { expect, it } from 'vitest';
import { asTextBlock, blockOfMedia, readUpload, toBase64, withDropped } from './dropped-files.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const fileNamed = (name: string, bytes: Uint8Array) => ({
  name,
  size: bytes.length,
  arrayBuffer: async () => bytes.slice().buffer as ArrayBuffer,
});

it('creates an image, a sound or a resource from a file, and writes a type only if the name does not imply it', () => {
  expect(blockOfMedia('a.png', { kind: 'image', mimeType: 'image/png' })).toEqual({ Type: 'image', File: 'a.png' });
  expect(blockOfMedia('a.jpg', { kind: 'image', mimeType: 'image/png' })).toMatchObject({ MimeType: 'image/png' });
  expect(blockOfMedia('a b.md', { kind: 'text', mimeType: 'text/markdown' })).toEqual({
    Type: 'resource',
    Uri: 'media://a%20b.md',
    File: 'a b.md',
  });
});

it('creates a text block only from a plain text', async () => {
  const plainFile = await readUpload(fileNamed('note.txt', new TextEncoder().encode('a\r\nb')));
  const picture = await readUpload(fileNamed('note.png', png));
  expect('verdict' in plainFile && asTextBlock(plainFile)).toBe('a\nb');
  expect('verdict' in picture && asTextBlock(picture)).toBeUndefined();
});

it('refuses an unreadable file with a sentence, and a file that is too large without reading it', async () => {
  const fails = async () => Promise.reject(new Error('is a folder'));
  expect(await readUpload({ name: 'folder', size: 0, arrayBuffer: fails })).toMatchObject({
    refusal: expect.stringContaining("Couldn't read folder"),
  });
  expect(await readUpload({ name: 'film.png', size: 20_000_000, arrayBuffer: fails })).toMatchObject({
    refusal: 'film.png is 20 MB, but a prompt can include at most 10 MB: make it smaller.',
  });
});

it('puts a block where it was dropped, or at the end of the last user message', () => {
  const block = { Type: 'image' };
  expect(withDropped('Hi', [block], {})).toEqual({ Messages: [{ Role: 'user', Content: ['Hi', block] }] });
  expect(withDropped(undefined, [block], {})).toEqual({ Messages: [{ Role: 'user', Content: block }] });
  const answeredContent = {
    Messages: [
      { Role: 'user', Content: ['a', 'b'] },
      { Role: 'assistant', Content: 'c' },
    ],
  };
  expect(withDropped(answeredContent, [block], {})).toEqual({
    Messages: [...answeredContent.Messages, { Role: 'user', Content: block }],
  });
  expect(withDropped(answeredContent, [block], { message: 0, block: 1 })).toMatchObject({
    Messages: [{ Content: ['a', block, 'b'] }, {}],
  });
});

it('writes bytes as base64, however many there are', () => {
  const manyBytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  expect(toBase64(manyBytes)).toBe(Buffer.from(manyBytes).toString('base64'));
});
