import { expect, test } from 'vitest';
import { externalUrl, isOwnPage } from './page.ts';

test.each(['workbench://app/', 'workbench://app/index.html#x'])('%s is our page', (url) => {
  expect(isOwnPage(url)).toBe(true);
});

test.each([
  'workbench://application/',
  'workbench://app',
  'https://app/',
  'file:///workbench://app/',
  'about:blank',
  '',
])('"%s" is not our page', (url) => {
  expect(isOwnPage(url)).toBe(false);
});

test('a web address opens in the browser', () => {
  expect(externalUrl('https://modelcontextprotocol.io/a b')).toBe('https://modelcontextprotocol.io/a%20b');
});

test.each([
  'http://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'vscode://open',
  'https://bank.example@evil.example/',
  'https://',
  'not an address',
])('"%s" is not opened', (url) => {
  expect(externalUrl(url)).toBeUndefined();
});
