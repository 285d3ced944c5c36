import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cacheDir, folderVariables, homeFolder, stateDir, workspaceDir } from './paths.ts';

describe.runIf(process.platform !== 'win32' && process.platform !== 'darwin')(
  'folders of the XDG specification',
  () => {
    test('are taken from the environment', () => {
      expect(stateDir({ XDG_STATE_HOME: '/x/state' })).toBe('/x/state/prompt-workbench');
      expect(cacheDir({ XDG_CACHE_HOME: '/x/cache' })).toBe('/x/cache/prompt-workbench');
    });

    test.each(['', 'state', './state'])('are in the home folder when the environment says %j', (folder) => {
      expect(stateDir({ XDG_STATE_HOME: folder })).toBe(join(homedir(), '.local/state/prompt-workbench'));
      expect(cacheDir({ XDG_CACHE_HOME: folder })).toBe(join(homedir(), '.cache/prompt-workbench'));
    });
  },
);

test('the folders on Windows are in LOCALAPPDATA, or in the profile', () => {
  const home = 'C:\\Users\\me';
  expect(stateDir({ LOCALAPPDATA: 'D:\\Local' }, 'win32', home)).toBe('D:\\Local\\Prompt Workbench');
  expect(cacheDir({ LOCALAPPDATA: 'D:\\Local' }, 'win32', home)).toBe('D:\\Local\\Prompt Workbench\\Cache');
  for (const LOCALAPPDATA of ['', 'Local', undefined])
    expect(stateDir({ LOCALAPPDATA }, 'win32', home)).toBe(`${home}\\AppData\\Local\\Prompt Workbench`);
});

test('the folders on macOS are in the Library', () => {
  const env = { XDG_STATE_HOME: '/x' };
  expect(stateDir(env, 'darwin', '/Users/me')).toBe('/Users/me/Library/Application Support/Prompt Workbench');
  expect(cacheDir(env, 'darwin', '/Users/me')).toBe('/Users/me/Library/Caches/Prompt Workbench');
});

test('an empty PROMPT_WORKBENCH_STATE counts as unset', () => {
  expect(stateDir({ PROMPT_WORKBENCH_STATE: '' })).toBe(stateDir({}));
  expect(stateDir({ PROMPT_WORKBENCH_STATE: 'state' })).toBe(resolve('state'));
});

test('the folders of this process are found again by one with the same home and these variables', () => {
  for (const env of [
    {},
    { XDG_STATE_HOME: '/x/state' },
    { XDG_STATE_HOME: 'state', XDG_CACHE_HOME: '/x/cache' },
    { PROMPT_WORKBENCH_STATE: 'here', XDG_STATE_HOME: '/x' },
  ]) {
    const variables = folderVariables(env, 'linux');
    expect([stateDir(variables, 'linux'), cacheDir(variables, 'linux')]).toEqual([
      stateDir(env, 'linux'),
      cacheDir(env, 'linux'),
    ]);
  }
  expect(folderVariables({ XDG_STATE_HOME: '' }, 'linux')).toEqual({});
  expect(folderVariables({ XDG_STATE_HOME: '/x' }, 'darwin')).toEqual({});
});

test('the workspace is the requested one, else that of the environment, else the one in the home folder', () => {
  const fallback = join(homedir(), 'Prompt Workbench');
  expect(workspaceDir('mine', { PROMPT_WORKBENCH_WORKSPACE: 'other' })).toBe(resolve('mine'));
  expect(workspaceDir(undefined, { PROMPT_WORKBENCH_WORKSPACE: 'other' })).toBe(resolve('other'));
  expect(workspaceDir(undefined, { PROMPT_WORKBENCH_WORKSPACE: '' })).toBe(fallback);
  expect(workspaceDir(undefined, {})).toBe(fallback);
});

test('an empty --workspace is refused, so that an unset variable of a script does not mean the current folder', () => {
  expect(() => workspaceDir('', {})).toThrow('--workspace is empty: name a folder, or remove the option.');
});

afterEach(() => vi.unstubAllEnvs());

test.each(['', 'home/me', '.'])('a home folder of %j in the environment counts as unset', (home) => {
  for (const variable of ['HOME', 'USERPROFILE']) vi.stubEnv(variable, home);
  expect(homeFolder()).toBe(userInfo().homedir);
});
