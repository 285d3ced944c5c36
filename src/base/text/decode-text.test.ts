import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test('text is read in UTF-8 and UTF-16, without its byte order mark', () => {
  const utf16 = Buffer.from('\ufeffé {x}', 'utf16le');
  expect(decodeText(Buffer.from('\ufeffé {x}'))).toBe('é {x}');
  expect(decodeText(utf16)).toBe('é {x}');
  expect(decodeText(Buffer.from(utf16).swap16())).toBe('é {x}');
  expect(decodeText(new Uint8Array())).toBe('');
});

test('other bytes are not text', () => {
  expect(decodeText(Buffer.from('é', 'latin1'))).toBeUndefined();
  expect(decodeText(Buffer.from('PNG\0\x01'))).toBeUndefined();
  expect(decodeText(Buffer.from([0xff, 0xfe, 0x00, 0xd8]))).toBeUndefined();
  expect(decodeText(Buffer.from('x\0', 'utf16le'))).toBeUndefined();
});
