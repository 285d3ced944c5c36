import { expect, it } from 'vitest';
import { judgeFile, maxUploadBytes, typeOfBytes } from './media-type.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));
const png = bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13], 'IHDR');
const text = (content: string) => new TextEncoder().encode(content);

it.each([
  ['image/png', png],
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
  ['image/webp', bytes('RIFF', [1, 0, 0, 0], 'WEBPVP8 ')],
  ['audio/wav', bytes('RIFF', [1, 0, 0, 0], 'WAVEfmt ')],
  ['audio/mpeg', bytes([0xff, 0xfb, 0x90, 0x64])],
  ['audio/mp4', bytes([0, 0, 0, 32], 'ftypM4A ')],
  ['image/avif', bytes([0, 0, 0, 32], 'ftypavif')],
  ['application/pdf', bytes('%PDF-1.7')],
  ['image/svg+xml', text('<?xml version="1.0"?>\n<!-- a > b -->\n<svg viewBox="0 0 1 1"/>')],
])('%s is known by its first bytes', (mimeType, content) => {
  expect(typeOfBytes(content)).toBe(mimeType);
});

it('recognises a file by its bytes, or by its name if the bytes are ambiguous', () => {
  expect(judgeFile('photo.jpg', png)).toEqual({ kind: 'image', mimeType: 'image/png' });
  expect(judgeFile('notes.md', text('# Grüße'))).toEqual({ kind: 'text', mimeType: 'text/markdown' });
  expect(judgeFile('Makefile', text('all:\n\techo'))).toEqual({ kind: 'text', mimeType: 'text/plain' });
  expect(judgeFile('data.bin', bytes([1, 2, 3]))).toEqual({ kind: 'binary', mimeType: 'application/octet-stream' });
});

it.each([
  ['photo.png', text('<html>404</html>'), 'photo.png is an image (image/png) by its name, but its content is text'],
  ['photo.png', bytes([0, 1, 2, 3, 4]), 'its content is of an unknown type'],
  ['notes.txt', png, 'notes.txt is text by its name, but its content is an image (image/png)'],
  ['notes.txt', bytes([0xff, 0xfe, 65, 0]), 'notes.txt is text by its name, but'],
  ['song.mp3', bytes('%PDF-1.7'), 'its content is data (application/pdf)'],
  ['empty.png', bytes(), 'empty.png is empty'],
  ['huge.png', new Uint8Array(maxUploadBytes * 2), 'huge.png is 20 MB, but a prompt can include at most 10 MB'],
])('%s with wrong, empty or too much content is refused with a sentence', (name, content, sentence) => {
  const verdict = judgeFile(name, content);
  expect(verdict.kind === 'refused' && verdict.message).toContain(sentence);
});
