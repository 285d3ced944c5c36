import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readLaunchArguments as readArguments, readLink } from './launch.ts';

const readLaunchArguments = (args: readonly string[], acceptsFolder = true) => readArguments(args, { acceptsFolder });

const folder = import.meta.dirname;

test.each([
  ['a path', folder],
  ['a relative path', '.'],
  ['an address', pathToFileURL(folder).href],
])('a folder that a file manager passes as %s is the workspace', (_form, argument) => {
  expect(readLaunchArguments(['--no-sandbox', argument])).toEqual({
    workspace: resolve(argument === '.' ? '.' : folder),
  });
  expect(readLaunchArguments([argument, '--workspace', '/work'])).toEqual({ workspace: '/work' });
  expect(readLaunchArguments([argument], false)).toEqual({});
});

test.each([
  ['a file', join(folder, 'launch.ts')],
  ['nothing', join(folder, 'nothing')],
  ['an address of another computer', 'file://server/share'],
])('%s is not a workspace', (_what, argument) => expect(readLaunchArguments([argument])).toEqual({}));

test('the command line names a workspace or a link, beside the switches of Electron', () => {
  expect(readLaunchArguments(['--workspace', '/work', '--no-sandbox'])).toEqual({ workspace: '/work' });
  expect(readLaunchArguments(['--enable-logging', 'prompt-workbench://open/servers/Samples'])).toEqual({
    link: 'prompt-workbench://open/servers/Samples',
  });
  expect(readLaunchArguments([])).toEqual({});
});

test('a link leads to a page of a workspace', () => {
  expect(
    readLink('prompt-workbench://open/servers/Two%20words/prompts/explain?workspace=%2Fhome%2Fme%2FMy%20Prompts'),
  ).toEqual({
    fragment: '#/servers/Two%20words/prompts/explain',
    workspace: '/home/me/My Prompts',
  });
});

test.each([
  'https://open/servers/Samples',
  'prompt-workbench://run/servers/Samples',
  'prompt-workbench:nothing',
  'words',
])('%s is not a link to a page', (link) => expect(readLink(link)).toBeUndefined());

test('a link cannot open a dialog', () => {
  expect(readLink('prompt-workbench://open/servers/Samples?dialog=connect#x')?.fragment).toBe('#/servers/Samples');
});
