import { expect, test } from 'vitest';
import { externalUrl, installLinkApplication, isOwnPage } from './page.ts';

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

test.each([
  ['cursor://anysphere.cursor-deeplink/mcp/install?name=team&config=e30', 'Cursor'],
  ['vscode:mcp/install?%7B%22name%22%3A%22team%22%7D', 'VS Code'],
])('%s adds a server to an application', (url, application) => {
  expect(installLinkApplication(url)).toBe(application);
});

test.each([
  'cursor://anysphere.cursor-deeplink/command?run=all',
  'vscode://file/etc/passwd',
  'vscode:extension/evil.theme',
  'https://cursor.com/mcp/install?',
])('"%s" is not an install link', (url) => {
  expect(installLinkApplication(url)).toBeUndefined();
});
