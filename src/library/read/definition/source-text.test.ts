import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../base/text/testing/any-text.ts';
import { decodeText, readableText, versionOf } from './source-text.ts';

test('bytes of a known version have the same text as without it', () => {
  fc.assert(
    fc.property(fc.array(anyText(), { maxLength: 6 }), (texts) => {
      for (const text of texts) {
        const bytes = Buffer.from(text);
        // The version of a text is noted before the bytes are read, as in an edit.
        expect(versionOf(text)).toBe(versionOf(bytes));
        expect(decodeText(bytes, versionOf(bytes))).toEqual(decodeText(bytes));
      }
    }),
  );
});

test('a text with half of a character pair is read as its bytes are, not as it was', () => {
  const writtenText = 'half \ud83d of a pair';
  const bytes = Buffer.from(writtenText);
  expect(readableText(bytes, versionOf(writtenText))).toBe('half \ufffd of a pair');
});

test('a known version does not make other bytes readable', () => {
  const bytes = Buffer.from([0xff, 0x41]);
  versionOf('A');
  expect(decodeText(bytes, versionOf(bytes))).toEqual({ kind: 'invalid', before: '' });
});
