import { describe, expect, it } from 'vitest';
import { changesForKind, choicesAsLines, choicesOf, kindOf, linesAsChoices } from './kinds.ts';

describe('the kind of an argument', () => {
  it('is text without a kind, and for a kind that does not exist', () => {
    expect([{ Kind: 'date' }, { Kind: 'colour' }, {}, undefined].map(kindOf)).toEqual(['date', 'text', 'text', 'text']);
  });

  it('takes the keys of the former kind with it', () => {
    const limitedArgument = { Name: 'a', Kind: 'number', Minimum: 1, Maximum: 2 };
    expect(changesForKind(limitedArgument, 'text')).toEqual([{ key: 'Kind' }, { key: 'Minimum' }, { key: 'Maximum' }]);
    expect(changesForKind(limitedArgument, 'integer')).toEqual([{ key: 'Kind', after: 'integer' }]);
    expect(changesForKind({ Multiline: true }, 'date')).toEqual([{ key: 'Kind', after: 'date' }, { key: 'Multiline' }]);
  });

  it('makes choices of suggestions, which complete by themselves', () => {
    expect(changesForKind({ Complete: ['a', 'b'] }, 'choice')).toEqual([
      { key: 'Kind', after: 'choice' },
      { key: 'Choices', after: ['a', 'b'] },
      { key: 'Complete' },
    ]);
    expect(changesForKind({ Default: 'short' }, 'choice')).toContainEqual({
      key: 'Choices',
      after: ['short', 'second'],
    });
    expect(changesForKind({ Default: 'b', Complete: ['a', 'b'] }, 'choice')).toContainEqual({
      key: 'Choices',
      after: ['a', 'b'],
    });
    expect(changesForKind({ Default: 'c', Complete: ['a', 'b'] }, 'choice')).toContainEqual({
      key: 'Choices',
      after: ['c', 'a', 'b'],
    });
    expect(changesForKind({ Choices: ['x'] }, 'choices')).toEqual([{ key: 'Kind', after: 'choices' }]);
  });
});

describe('choices', () => {
  it('are lines with a value, and a title after an equals sign', () => {
    const choices = ['small', { Value: 'xl', Title: 'Extra large' }, 3];
    const lines = 'small\nxl = Extra large\n3';
    expect(choicesAsLines(choices)).toBe(lines);
    expect(linesAsChoices(lines)).toEqual(['small', { Value: 'xl', Title: 'Extra large' }, '3']);
    expect(choicesOf({ Choices: choices })).toEqual([
      { value: 'small' },
      { value: 'xl', title: 'Extra large' },
      { value: '3' },
    ]);
  });

  it('are pasted from any list: empty lines and repeated values do not count', () => {
    expect(linesAsChoices('  French\r\n\r\nGerman \nFrench\na=b')).toEqual(['French', 'German', 'a=b']);
  });
});
