import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactBase64, isBase64, isIconSource, isMediaPath, isMimeType, isUri, mimeTypeOfName } from './formats.ts';

describe('Values in a definition', () => {
  it.each([
    [
      'URI',
      isUri,
      ['docs://a', 'mailto:a@b.example', 'file:///a%20b', 'urn:x:1'],
      ['a/b', 'docs://a b', 'x:%2', '1:a', ''],
    ],
    [
      'MIME type',
      isMimeType,
      ['text/plain', 'image/svg+xml', 'text/html; charset=utf-8'],
      ['text', 'a/b/c', 'a/ b', ''],
    ],
    ['base64', isBase64, ['AAAA', 'AA==', 'AAA=', 'AA\n AA'], ['A', 'AAA', 'A===', 'A-_A', '', '=']],
    [
      'icon address',
      isIconSource,
      ['https://e.example/i', 'http://e', 'data:image/png;base64,AA'],
      ['file:///i', 'i.png', 'javascript:1', 'https://'],
    ],
    [
      'media path',
      isMediaPath,
      ['a.png', 'a/b.png', './a.png', 'a..b'],
      ['../a', 'a/../b', '/a', 'a\\b', 'C:a', '~/a', '', 'a//b', 'a/', 'a\u0000'],
    ],
  ])('a %s', (_, accepts, validValues, invalidValues) => {
    for (const value of validValues) expect(accepts(value), value).toBe(true);
    for (const value of invalidValues) expect(accepts(value), value).toBe(false);
  });

  it('are base64 exactly when they encode bytes, however the file breaks the lines', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.integer({ min: 1, max: 76 }), (bytes, width) => {
        const encodedText = Buffer.from(bytes).toString('base64');
        const wrappedText = encodedText.replace(new RegExp(`(.{${width}})`, 'g'), '$1\n  ');
        expect(isBase64(wrappedText)).toBe(true);
        expect(compactBase64(wrappedText)).toBe(encodedText);
      }),
    );
  });

  it('of five megabytes are checked without delay', () => {
    expect(isBase64('A'.repeat(5_000_000))).toBe(true);
  });

  it('say their MIME type by the ending of a file name, in any case', () => {
    expect(mimeTypeOfName('A.PNG')).toBe('image/png');
    expect(mimeTypeOfName('notes')).toBeUndefined();
    expect(mimeTypeOfName('a.constructor')).toBeUndefined();
  });
});
