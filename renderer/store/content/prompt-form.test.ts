import { expect, it } from 'vitest';
import { readArguments, readText } from './prompt-form.ts';

it('distinguishes a text from a template, and knows where each is written', () => {
  expect(readText('Hi', ['Content'])).toEqual({ at: ['Content'], textAt: ['Content'], isTemplate: false });
  expect(readText({ StringTemplate: 'Hi `name`' }, ['MCPPrompts', 1, 'Content'])).toEqual({
    at: ['MCPPrompts', 1, 'Content'],
    textAt: ['MCPPrompts', 1, 'Content', 'StringTemplate'],
    isTemplate: true,
  });
  expect(readText({ Function: '() => 1' }, ['Content'])).toBeUndefined();
});

it('offers rows only for arguments that have keys', () => {
  expect(readArguments([{ Name: 'a' }, 'b'])).toEqual([true, false]);
  expect(readArguments('no list')).toEqual([]);
});
