import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minimalEnvironment } from '../../../outside/child-transport.ts';
import { serveCommand } from './serve-command.ts';

const request = { cliFile: '/app/dist/cli.cjs', workspaceDir: '/home/me/My Prompts', server: 'Docs' };
const args = ['/app/dist/cli.cjs', 'serve', '--workspace', '/home/me/My Prompts', '--', 'Docs'];

const { versions } = process;
const runInElectron = () => vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...versions, electron: '45.0.0' });

beforeEach(() => {
  for (const name of ['PROMPT_WORKBENCH_NODE', 'PROMPT_WORKBENCH_STATE', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('a client starts the Node that runs the workbench, by its absolute path', () => {
  expect(serveCommand(request)).toEqual({ command: process.execPath, args });
});

it('inside Electron it is the Node that npm start ran on', () => {
  runInElectron();
  vi.stubEnv('PROMPT_WORKBENCH_NODE', process.execPath);
  expect(serveCommand(request)).toEqual({ command: process.execPath, args });
});

it.each([undefined, join('/nowhere', 'node'), 'node'])(
  'inside Electron without a usable Node (%s) it is Electron',
  (node) => {
    runInElectron();
    vi.stubEnv('PROMPT_WORKBENCH_NODE', node);
    expect(serveCommand(request)).toEqual({ command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: '1' } });
  },
);

it('an AppImage is named itself, not the place where it is mounted', () => {
  runInElectron();
  vi.stubEnv('APPIMAGE', '/home/me/Prompt-Workbench.AppImage');
  vi.stubEnv('APPDIR', dirname(process.execPath));
  expect(serveCommand(request)).toMatchObject({ command: '/home/me/Prompt-Workbench.AppImage' });
  vi.stubEnv('APPDIR', '/tmp/.mount_Other');
  expect(serveCommand(request)).toMatchObject({ command: process.execPath });
});

it('a named Node has precedence over all others', () => {
  expect(serveCommand({ ...request, nodeFile: '/opt/node' })).toEqual({ command: '/opt/node', args });
});

it('an application that the server adapts to is named before the server', () => {
  expect(serveCommand({ ...request, forName: 'claude-code' }).args).toEqual([
    ...args.slice(0, -2),
    ...['--for', 'claude-code', '--', 'Docs'],
  ]);
});

it('a chosen state folder is in the command, because an application starts it with few variables', () => {
  vi.stubEnv('PROMPT_WORKBENCH_STATE', '/data/state');
  const env = { PROMPT_WORKBENCH_STATE: resolve('/data/state') };
  expect(serveCommand(request)).toEqual({ command: process.execPath, args, env });
  expect(minimalEnvironment()).not.toHaveProperty('PROMPT_WORKBENCH_STATE');
});
