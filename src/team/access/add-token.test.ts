import { expect, test } from 'vitest';
import { readAccess } from './access-file.ts';
import { withToken } from './add-token.ts';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;
const ci = { Name: 'ci: "nightly"', Hash: hash('1'), Groups: ['support'], Expires: '2030-01-01' };

test.each([
  ['', ''],
  ['# Who sees what\nEveryone: ["*"]', '\n'],
  [`Tokens:\n- Name: a\n  Hash: ${hash('2')} # the first\nGroups:\n  support: [Docs] # people\n`, ''],
  [`Tokens:\n    - Name: a\n      Hash: ${hash('2')}`, '\n'],
  [`Tokens:\r\n  - {Name: a, Hash: "${hash('2')}"}\r\n\r\n# end\r\n`, ''],
])('a token is added to %j, and nothing else changes', (text, missingText) => {
  const result = withToken(text, ci);
  expect(readAccess(result).policy.tokens.at(-1)).toEqual(ci);
  const lines = result.split('\n');
  const before = (text + missingText).split('\n');
  expect(before.every((line) => lines.includes(line))).toBe(true);
  expect(withToken(result, { ...ci, Name: 'other', Hash: hash('3') })).toContain('- Name: "other"');
});

test.each([
  [{ Name: ' ' }, 'Name must not be empty.'],
  [{ Expires: '2026-02-30' }, 'Expires must be a day such as 2027-06-30, in quotes.'],
  [{ Groups: [''] }, 'Entry 1 of Groups must not be empty.'],
])('an entry with %j is refused with what is wrong in it', (wrongPart, message) => {
  expect(() => withToken('', { ...ci, ...wrongPart })).toThrow(message);
});

test('a file with an error, a name twice, and a list in brackets are refused', () => {
  expect(() => withToken('Everybody: []', ci)).toThrow('access.yaml:1:12: Unknown key "Everybody"');
  expect(() => withToken(withToken('', ci), ci)).toThrow('has a token');
  expect(() => withToken(`Tokens: [{Name: a, Hash: "${hash('2')}"}]`, ci)).toThrow(
    'write each entry of it on its own line',
  );
  expect(() => withToken('{Everyone: []}', ci)).toThrow('There is no place');
});
