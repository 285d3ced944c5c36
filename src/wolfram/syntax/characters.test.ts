import { expect, test } from 'vitest';
import { escapedCharacter, readCharacterEscape } from './characters.ts';

test('every character is written as an escape that is read as it', () => {
  for (let code = 0; code <= 0x10ffff; code += code < 0x10000 ? 1 : 4099) {
    const character = String.fromCodePoint(code);
    const writtenCharacter = escapedCharacter(character);
    expect(writtenCharacter).toMatch(/^[ -~]+$/);
    const characterEscape = readCharacterEscape(writtenCharacter, 0);
    if (characterEscape?.character !== character || characterEscape.length !== writtenCharacter.length)
      throw new Error(writtenCharacter);
  }
});

test.each([
  ['⋃', '\\[Union]'],
  ['∪', '\\:222a'],
  ['→', '\\[RightArrow]'],
  ['\uf522', '\\[Rule]'],
  ['ε', '\\[CurlyEpsilon]'],
  ['Š', '\\[CapitalSHacek]'],
  ['ÿ', '\\[YDoubleDot]'],
  ['Ω', '\\[CapitalOmega]'],
  ['ω', '\\[Omega]'],
  ['好', '\\:597d'],
  ['\u00ad', '\\[DiscretionaryHyphen]'],
  ['\u00b9', '\\.b9'],
  ['🙂', '\\|01f642'],
])('%s is %s', (character, writtenText) => {
  expect(escapedCharacter(character)).toBe(writtenText);
});

test('names of ASCII characters are read, and not written', () => {
  expect(readCharacterEscape('\\[RawLeftBracket]', 0)).toEqual({ character: '[', length: 17 });
  expect(escapedCharacter('[')).toBe('\\.5b');
});
