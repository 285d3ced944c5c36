import { expect, it } from 'vitest';
import { escapeHidden, exactCode, exactLine, showHidden } from './visible-text.ts';

it.each([
  ['a right-to-left override', 'a\u202eb', 'a⟨U+202E⟩b'],
  ['an isolate', '\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
  ['an Arabic letter mark', '\u061c', '⟨U+061C⟩'],
  ['directional marks', '\u200e\u200f', '⟨U+200E⟩⟨U+200F⟩'],
  ['a C1 control', '\u009b31m', '⟨U+009B⟩31m'],
  ['a zero-width space', 'ad\u200bmin', 'ad⟨U+200B⟩min'],
  ['hidden tags', 'x\u{e0041}', 'x⟨U+E0041⟩'],
])('shows %s', (_, text, shownText) => {
  expect(showHidden(text)).toBe(shownText);
});

it('does not change any script or emoji', () => {
  const text = 'Größe שלום مرحبا می\u200cخواهم 日本語 👩\u200d💻 ✔\ufe0f\n\t';
  expect(showHidden(text)).toBe(text);
});

it('escapes the same characters in JSON, which stays the same value', () => {
  const value = { name: 'a\u202eb\u009b', tags: '\u{e0041}' };
  const json = escapeHidden(JSON.stringify(value));
  expect(json).toBe('{"name":"a\\u202eb\\u009b","tags":"\\udb40\\udc41"}');
  expect(JSON.parse(json)).toEqual(value);
});

it('shows hidden characters in a text that a person decides about, including joiners and fillers', () => {
  const text = 'a\u202eb\u200dc\u3164\ufe0f\u0000\n\td\r';
  expect(exactLine(text)).toBe('a\\u{202e}b\\u{200d}c\\u{3164}\\u{fe0f}\\u{0}\\u{a}\\u{9}d\\u{d}');
  expect(exactCode(text)).toBe('a\\u{202e}b\\u{200d}c\\u{3164}\\u{fe0f}\\u{0}\n\td\\u{d}');
});
