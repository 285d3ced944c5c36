import { expect, test } from 'vitest';
import { maskUrl, maskWords } from './mask.ts';

const reference = `${'$'}{TOKEN}`;

test.each([
  [
    ['-y', 'server', '--api-key', 'abc'],
    ['-y', 'server', '--api-key', '•••'],
  ],
  [
    ['--token=abc', '--port=3000'],
    ['--token=•••', '--port=3000'],
  ],
  [
    ['--header', 'Authorization: Bearer abc.def'],
    ['--header', 'Authorization: Bearer •••'],
  ],
  [['sk-1234567890abcdef'], ['•••']],
  [
    ['postgres', 'https://me:pw@host/x?api_key=1&q=2'],
    ['postgres', 'https://•••@host/x?api_key=•••&q=2'],
  ],
])('credentials in arguments are hidden: %j', (words, shownWords) => {
  expect(maskWords(words)).toEqual(shownWords);
});

test.each([
  [['--api-key', reference]],
  [[`--token=${reference}`, `Authorization: Bearer ${reference}`]],
  [['--keyboard', 'us', '--max-tokens', '100', '--verbose', '--token', '--other']],
])('references and ordinary arguments stay: %j', (words) => {
  expect(maskWords(words)).toEqual(words);
});

test('an ordinary address stays', () => {
  expect(maskUrl('https://example.com/mcp?version=2')).toBe('https://example.com/mcp?version=2');
});
