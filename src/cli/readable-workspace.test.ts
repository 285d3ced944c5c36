import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { readableWorkspace } from './readable-workspace.ts';

vi.mock(import('node:os'), { spy: true });

let home: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'));
  vi.mocked(homedir).mockReturnValue(home);
  env = { PROMPT_WORKBENCH_STATE: join(home, 'state') };
});

const defaultWorkspace = () => join(home, 'Prompt Workbench');

test.each([undefined, 'WolframLanguage', 'WolframLanguageDocumentation'])(
  'on a fresh machine, the built-in servers and sources need no workspace (%s)',
  async (name) => {
    const dir = readableWorkspace(undefined, name, env);
    expect(dir).not.toBe(defaultWorkspace());
    expect(await readdir(dir)).toEqual([]);
  },
);

test('the default workspace is read as soon as it exists', async () => {
  await mkdir(defaultWorkspace());
  expect(readableWorkspace(undefined, 'WolframLanguage', env)).toBe(defaultWorkspace());
});

test('a workspace that is named, or that has the server, is never replaced', () => {
  expect(readableWorkspace('/no/such/folder', 'WolframLanguage', env)).toBe('/no/such/folder');
  expect(readableWorkspace(undefined, 'Team', env)).toBe(defaultWorkspace());
  const namedEnv = { ...env, PROMPT_WORKBENCH_WORKSPACE: '/no/such/folder' };
  expect(readableWorkspace(undefined, undefined, namedEnv)).toBe('/no/such/folder');
});
