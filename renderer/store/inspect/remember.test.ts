import { expect, test } from 'vitest';
import { keptValues, readPairs, rememberedTarget } from './remember.ts';

test('a remembered server has the names of its variables and headers, and no value', () => {
  expect(rememberedTarget({ kind: 'command', command: 'npx x', variables: { KEY: 'secret' } })).toEqual({
    kind: 'command',
    command: 'npx x',
    variables: ['KEY'],
  });
  expect(rememberedTarget({ kind: 'url', url: 'https://a.b/mcp', headers: { Authorization: 'secret' } })).toEqual({
    kind: 'url',
    url: 'https://a.b/mcp',
    headers: ['Authorization'],
  });
});

test('typed values are kept, except those that look like secrets and very long ones', () => {
  const typedTexts = {
    'tools/login': { user: 'ada', password: 'x', apiKey: 'x', access_token: 'x', monkey: 'ape', empty: '' },
    'prompts/long': { text: 'x'.repeat(30_000) },
  };
  expect(keptValues({ typedTexts })).toEqual({ 'tools/login': { user: 'ada', monkey: 'ape' }, 'prompts/long': {} });
});

test('pairs are read one per line; a value may have the separator', () => {
  expect(readPairs('A=1=2\n\n B = x \nC', '=')).toEqual({ A: '1=2', B: 'x', C: '' });
  expect(readPairs('Authorization: Bearer a:b', ':')).toEqual({ Authorization: 'Bearer a:b' });
});
