import { describe, expect, test } from 'vitest';
import { applicationOf } from './applications/applications.ts';
import { type ConfiguredServer, filledLaunch, launchOf, type WrittenLaunch } from './configured-servers.ts';

describe('an entry is read in the notation of', () => {
  test.each([
    ['most applications', { command: 'npx', args: ['-y', 's'], env: { K: 'v' } }, ['npx', '-y', 's'], { K: 'v' }],
    [
      'OpenCode',
      { type: 'local', command: ['npx', '-y', 's'], environment: { K: 'v' } },
      ['npx', '-y', 's'],
      { K: 'v' },
    ],
    ['Goose', { cmd: 'npx', args: ['s'], envs: { K: 1 } }, ['npx', 's'], { K: '1' }],
    ['Zed', { command: { path: 'npx', args: ['s'], env: { K: 'v' } } }, ['npx', 's'], { K: 'v' }],
  ])('%s', (_, entry, words, env) => {
    const launch = launchOf(entry);
    expect(launch?.kind === 'command' && [[launch.command, ...launch.args], launch.env]).toEqual([words, env]);
  });

  test.each([
    ['most applications', { url: 'https://a.b/mcp', headers: { X: 'y' } }, { X: 'y' }],
    ['Gemini CLI', { httpUrl: 'https://a.b/mcp' }, {}],
    ['Windsurf', { serverUrl: 'https://a.b/mcp' }, {}],
    ['Codex CLI', { url: 'https://a.b/mcp', bearer_token_env_var: 'T' }, { Authorization: `Bearer ${'$'}{T}` }],
  ])('%s, with an address', (_, entry, headers) => {
    expect(launchOf(entry)).toEqual({ kind: 'url', url: 'https://a.b/mcp', headers });
  });

  test.each([[undefined], ['text'], [{}], [{ command: '' }], [{ type: 'builtin', enabled: true }]])(
    'nothing that starts or contacts a server: %j',
    (entry) => {
      expect(launchOf(entry)).toBeUndefined();
    },
  );
});

describe('references in an entry', () => {
  const folders = { env: { TOKEN: 'secret-1' }, home: '/home/ada' };
  const fill = (id: string, writtenLaunch: WrittenLaunch) =>
    filledLaunch(
      {
        application: applicationOf(id),
        scope: 'user',
        file: '/f',
        name: 's',
        writtenLaunch,
        cwd: '/project',
      } satisfies ConfiguredServer,
      folders,
    );
  const reference = (name: string) => `${'$'}{${name}}`;
  const command = (...args: string[]): WrittenLaunch => ({ kind: 'command', command: 'x', args, env: {} });
  const argsOf = ({ launch }: ReturnType<typeof filledLaunch>) => (launch.kind === 'command' ? launch.args : []);

  test('get the values that the application gives them, which count as secrets', () => {
    const filledServer = fill(
      'vscode',
      command(reference('env:TOKEN'), reference('workspaceFolder'), reference('userHome'), reference('NONE:-usual')),
    );
    expect(argsOf(filledServer)).toEqual(['secret-1', '/project', '/home/ada', 'usual']);
    expect(filledServer.secrets).toEqual(['secret-1']);
    expect(argsOf(fill('opencode', command('{env:TOKEN}', reference('TOKEN'))))).toEqual([
      'secret-1',
      reference('TOKEN'),
    ]);
  });

  test('stay as written where the application expands nothing', () => {
    expect(argsOf(fill('cline', command(reference('TOKEN'))))).toEqual([reference('TOKEN')]);
  });

  test('without a value give one sentence', () => {
    expect(() => fill('vscode', command(reference('input:key')))).toThrow(
      `The entry "s" of VS Code needs a value for ${reference('input:key')}: set it in the environment, or enter the command yourself.`,
    );
  });
});
