import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../src/base/text/testing/any-text.ts';
import { formatMedia, formatTextSize, formatTokens, sizeOfMessage, sizeOfText, textsOf } from './text-size.ts';

it('characters are counted as people see them, and bytes as a client receives them', () => {
  expect(sizeOfText('naïve')).toEqual({ characters: 5, bytes: 6 });
  expect(sizeOfText('🦉🦉')).toEqual({ characters: 2, bytes: 8 });
  expect(sizeOfText('a half pair \ud83e')).toMatchObject({ characters: 13 });
  fc.assert(
    fc.property(anyText(), fc.constantFrom('', '\ud83e', '\udd89\ud83e'), (text, halves) => {
      const textWithHalves = halves + text + halves;
      expect(sizeOfText(textWithHalves).bytes).toBe(new TextEncoder().encode(textWithHalves).length);
    }),
  );
});

it('media count by their decoded bytes', () => {
  expect(sizeOfMessage({ role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } })).toEqual({
    characters: 0,
    bytes: 3,
  });
  const resource = { uri: 'a:b', text: 'Hello' };
  expect(sizeOfMessage({ role: 'user', content: { type: 'resource', resource } }).bytes).toBe(5);
});

it('sizes read as sentences', () => {
  expect(formatTextSize({ characters: 1, bytes: 1 })).toBe('1 character · 1 B');
  expect(formatTextSize({ characters: 1204, bytes: 1300 })).toBe('1,204 characters · 1.3 kB');
  expect(formatTextSize({ characters: 0, bytes: 4000 })).toBe('4.0 kB');
});

it('tokens are counted from the text, at least one, and pictures are named separately', () => {
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
  const messages = [
    { role: 'user', content: { type: 'text', text: 'Look' } },
    { role: 'user', content: image },
    { role: 'user', content: image },
    { role: 'user', content: { type: 'resource', resource: { uri: 'a:b', blob: 'AAAA' } } },
    { role: 'user', content: { type: 'resource', resource: { uri: 'a:c', text: 'Rules' } } },
  ] as const;
  expect(textsOf(messages)).toBe('Look\n\nRules');
  expect(formatMedia(messages)).toBe('2 images, 1 file');
  expect(formatMedia(messages.slice(0, 1))).toBe('');
  expect([0, 1, 1204].map(formatTokens)).toEqual(['1 token', '1 token', '1,204 tokens']);
});
