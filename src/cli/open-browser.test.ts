import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { browserCommand, forwardingFile } from './open-browser.ts';

const link = 'http://127.0.0.1:4001/#code=secret-code';
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'forwarding-'));
});

test('only this account can read the page that forwards to the link', async () => {
  const file = await forwardingFile(link, join(home, 'state'));
  expect(await readFile(file, 'utf8')).toContain(`content="0; url=${link}"`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  expect(file).not.toContain('secret-code');
});

test('the next start removes a page whose code has expired', async () => {
  const oldFile = await forwardingFile(link, home);
  const keptFile = await forwardingFile(link, home);
  const minutesAgo = new Date(Date.now() - 120_000);
  await utimes(oldFile, minutesAgo, minutesAgo);
  await forwardingFile(link, home);
  await expect(stat(oldFile)).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await stat(keptFile)).isFile()).toBe(true);
});

test('without a state folder the page is in a private temporary folder', async () => {
  const blocked = join(home, 'file');
  await writeFile(blocked, '');
  const file = await forwardingFile(link, blocked);
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  await rm(dirname(file), { recursive: true });
});

test('the browser is opened by a program of the system, whatever the current folder holds', () => {
  const windows = browserCommand('win32', { SystemRoot: 'C:\\Windows' });
  expect(windows).toEqual(['C:\\Windows\\System32\\rundll32.exe', 'url.dll,FileProtocolHandler']);
  expect(browserCommand('darwin', {})).toEqual(['/usr/bin/open']);
  expect(browserCommand('linux', {})).toBeUndefined();
  expect(browserCommand('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
});
