import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemFolders } from '../applications/system-folders.ts';
import { examine } from './doctor.ts';
import { createConnectionStore } from './record/connection-store.ts';

let root: string;
let address: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'doctor-')));
  address = 'http://127.0.0.1:7001/mcp/Docs';
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(root, 'home'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const write = async (path: string, content: unknown) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
};
const ours = (server = 'Docs', script = process.execPath) => ({
  command: process.execPath,
  args: [script, 'serve', '--workspace', root, '--', server],
});

async function findings(options: { readonly starts?: boolean } = {}) {
  const found = await examine({
    project: join(root, 'project'),
    workspaceDir: root,
    servers: ['Docs'],
    presentName: (former) => (former === 'Manual' ? 'Docs' : undefined),
    addressOf: async () => ({ url: address, token: 'secret' }),
    ...options,
    store: createConnectionStore(join(root, 'state')),
    folders: {
      ...systemFolders({ PATH: '', CLAUDE_CONFIG_DIR: join(root, 'home') }, 'linux', join(root, 'home')),
      root: join(root, 'machine'),
    },
  });
  return found.map(({ severity, application, file, message, line }) => ({
    severity,
    application,
    file: file.slice(root.length + 1),
    message,
    ...(line === undefined ? {} : { line }),
  }));
}

it('finds nothing without entries, and nothing in a correct entry', async () => {
  expect(await findings()).toEqual([]);
  await write('home/.cursor/mcp.json', { mcpServers: { Docs: ours() } });
  expect(await findings()).toEqual([]);
});

it('names an entry with a former name of a server, which still works', async () => {
  await write('home/.cursor/mcp.json', { mcpServers: { Manual: ours('Manual') } });
  expect(await findings()).toMatchObject([
    {
      severity: 'warning',
      message:
        '"Manual" has the former name of the server "Docs". It keeps working: connect Docs again to use the new name.',
    },
  ]);
});

it('ignores entries of other programs', async () => {
  await write('home/.cursor/mcp.json', { mcpServers: { other: { command: '/nowhere', args: [] } } });
  expect(await findings()).toEqual([]);
});

it('finds a file that the application cannot read, with its place', async () => {
  await write('home/.codex/config.toml', 'model = "x"\n[a = 1\n');
  expect(await findings()).toMatchObject([{ severity: 'error', application: 'Codex CLI', line: 2 }]);
});

it('finds an entry in a file that Claude Code does not read', async () => {
  await write('project/.claude/settings.json', { mcpServers: { Docs: ours() } });
  expect(await findings()).toMatchObject([
    {
      severity: 'error',
      application: 'Claude Code',
      file: 'project/.claude/settings.json',
      message: `Claude Code does not read "mcpServers" in this file, so "Docs" does not appear: it belongs under "mcpServers" in ${join(root, 'project', '.mcp.json')}.`,
    },
  ]);
});

it('finds a server of VS Code under the key of other applications', async () => {
  await write('project/.vscode/mcp.json', { mcpServers: { Docs: ours() } });
  expect(await findings()).toMatchObject([{ application: 'VS Code', file: 'project/.vscode/mcp.json' }]);
});

it('finds a missing program and a missing server', async () => {
  await write('home/.cursor/mcp.json', {
    mcpServers: { Docs: ours('Docs', join(root, 'old', 'cli.cjs')), Gone: ours('Gone') },
  });
  expect((await findings()).map(({ message }) => message)).toEqual([
    expect.stringContaining(`starts ${join(root, 'old', 'cli.cjs')}, which does not exist`),
    expect.stringContaining('for the server "Gone", which this workspace does not have'),
  ]);
});

it.skipIf(process.platform === 'win32')('does not wait for a pipe in the place of a file', async () => {
  await write('home/.cursor/mcp.json', {});
  await rm(join(root, 'home/.cursor/mcp.json'));
  execFileSync('mkfifo', [join(root, 'home/.cursor/mcp.json')]);
  expect(await findings()).toMatchObject([
    { application: 'Cursor', message: expect.stringContaining('is not a regular file') },
  ]);
});

it('finds two names that an application cannot distinguish', async () => {
  await write('home/.config/opencode/opencode.json', { mcp: { my_docs: ours('my docs'), 'my.docs': {} } });
  expect((await findings()).map(({ message }) => message)).toContain(
    'OpenCode cannot distinguish "my_docs" from "my.docs": rename one of them.',
  );
});

it('finds an outdated address', async () => {
  const entry = {
    url: 'http://127.0.0.1:6999/mcp/Docs',
    headers: { Authorization: `Bearer \${PROMPT_WORKBENCH_TOKEN}` },
  };
  await write('home/.kiro/settings/mcp.json', { mcpServers: { Docs: entry } });
  expect(await findings()).toMatchObject([
    { application: 'Kiro', message: expect.stringContaining('The server is now at http://127.0.0.1:7001/mcp/Docs:') },
  ]);
});

it('finds that Claude Code waits for approval, until it is given', async () => {
  await write('project/.mcp.json', { mcpServers: { Docs: ours() } });
  expect(await findings()).toMatchObject([
    { severity: 'warning', message: expect.stringContaining('needs your approval') },
  ]);
  await write('home/settings.json', { enabledMcpjsonServers: ['Docs'] });
  expect(await findings()).toEqual([]);
});

it('reports an entry that was rejected in Claude Code', async () => {
  await write('project/.mcp.json', { mcpServers: { Docs: ours() } });
  await write('home/settings.json', { enableAllProjectMcpServers: true });
  await write('project/.claude/settings.local.json', { disabledMcpjsonServers: ['Docs'] });
  expect(await findings()).toMatchObject([
    { severity: 'error', message: expect.stringContaining('reset-project-choices') },
  ]);
});

describe('what Claude Code decides about a server', () => {
  beforeEach(async () => {
    await write('project/.mcp.json', { mcpServers: { Docs: ours() } });
    await write('home/settings.json', { enabledMcpjsonServers: ['Docs'] });
  });
  const projectSettings = (settings: object) =>
    write('home/.claude.json', { projects: { [join(root, 'project')]: settings } });

  it.each<[string, () => Promise<void>, string]>([
    [
      'is rejected for all projects',
      () => write('home/settings.json', { disabledMcpjsonServers: ['Docs'] }),
      'You rejected "Docs"',
    ],
    [
      'is switched off in /mcp',
      () => projectSettings({ disabledMcpServers: ['Docs'] }),
      '"Docs" is switched off in Claude Code for this folder: start claude in',
    ],
    [
      'is hidden by an own entry of the folder',
      () => projectSettings({ mcpServers: { Docs: { command: 'other' } } }),
      'Your own entry "Docs" for this folder overrides this one',
    ],
    [
      'is denied by an administrator',
      () => write('machine/etc/claude-code/managed-settings.json', { deniedMcpServers: [{ serverName: 'Docs' }] }),
      '(deniedMcpServers) blocks "Docs"',
    ],
    [
      'is denied by its command',
      () => write('home/settings.json', { deniedMcpServers: [{ serverCommand: [process.execPath, ...ours().args] }] }),
      '(deniedMcpServers) blocks "Docs"',
    ],
    [
      'is not on the list of an administrator',
      () => write('machine/etc/claude-code/managed-settings.json', { allowedMcpServers: [{ serverName: 'Other' }] }),
      '(allowedMcpServers) lists the allowed servers, without "Docs"',
    ],
    [
      'is replaced by the servers of an administrator',
      () => write('machine/etc/claude-code/managed-mcp.json', { mcpServers: {} }),
      'limited Claude Code on this computer to managed servers',
    ],
  ])('is reported once if it %s', async (_, change, sentence) => {
    await change();
    const errors = (await findings()).filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ application: 'Claude Code', message: expect.stringContaining(sentence) }]);
  });

  it('is reported for an entry of all projects that the project replaces', async () => {
    await write('home/.claude.json', { mcpServers: { Docs: ours() } });
    expect(await findings()).toMatchObject([
      { file: 'home/.claude.json', message: expect.stringContaining('overrides this one in that folder') },
    ]);
  });

  it('leads to "Enable selected" if several servers wait for approval', async () => {
    await write('home/settings.json', {});
    await write('project/.mcp.json', { mcpServers: { Docs: ours(), other: { command: 'other' } } });
    expect(await findings()).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('choose "Enable selected" without pressing Enter on') },
    ]);
  });
});

describe('what Gemini CLI decides about a server', () => {
  beforeEach(() => write('project/.gemini/settings.json', { mcpServers: { Docs: ours() } }));

  it.each<[string, string, object, string]>([
    ['is excluded', 'home/.gemini/settings.json', { mcp: { excluded: ['Docs'] } }, 'remove it from mcp.excluded in'],
    ['is not allowed', 'home/.gemini/settings.json', { mcp: { allowed: ['Other'] } }, 'add "Docs" to it in'],
  ])('is reported if it %s', async (_, file, settings, sentence) => {
    await write(file, settings);
    expect(await findings()).toMatchObject([
      { application: 'Gemini CLI', message: expect.stringContaining(`${sentence} ${join(root, file)}`) },
    ]);
  });

  it('is reported in a folder without trust, by the rule with the longest path', async () => {
    await write('home/.gemini/settings.json', '{"security": {"folderTrust": {"enabled": true}}} // comment');
    const trusted = (rules: object) => write('home/.gemini/trustedFolders.json', rules);
    expect(await findings()).toMatchObject([{ message: expect.stringContaining('/permissions and trust it') }]);
    await trusted({ [root]: 'TRUST_FOLDER' });
    expect(await findings()).toEqual([]);
    await trusted({ [root]: 'TRUST_FOLDER', [join(root, 'project')]: 'DO_NOT_TRUST' });
    expect(await findings()).toHaveLength(1);
    await trusted({ [join(root, 'project', 'inner')]: 'TRUST_PARENT' });
    expect(await findings()).toEqual([]);
  });
});

it('finds a project configuration in a folder that Codex or Copilot CLI does not trust', async () => {
  const entry = ours();
  const list = entry.args.map((word) => JSON.stringify(word)).join(', ');
  await write(
    'project/.codex/config.toml',
    `[mcp_servers.Docs]\ncommand = ${JSON.stringify(entry.command)}\nargs = [${list}]\n`,
  );
  await write('project/.github/mcp.json', { mcpServers: { Docs: entry } });
  const codexHint = 'start codex in';
  const copilotHint = 'start copilot in';
  expect((await findings()).map(({ message }) => message)).toEqual([
    expect.stringContaining(codexHint),
    expect.stringContaining(copilotHint),
  ]);
  await write('home/.codex/config.toml', `[projects.${JSON.stringify(root)}]\ntrust_level = "trusted"\n`);
  await write('home/.copilot/config.json', { trusted_folders: [join(root, 'project')] });
  expect(await findings()).toEqual([]);
});

it('finds an entry that is switched off', async () => {
  await write('home/.cursor/mcp.json', { mcpServers: { Docs: { ...ours(), disabled: true } } });
  expect(await findings()).toMatchObject([{ severity: 'error', message: expect.stringContaining('is switched off') }]);
});

it('finds a program that is not in the PATH, and one that may not be run', async () => {
  await write('home/program', '');
  await write('home/.cursor/mcp.json', {
    mcpServers: {
      bare: { ...ours(), command: 'no-such-node' },
      plain: { ...ours(), command: join(root, 'home/program') },
    },
  });
  expect((await findings()).map(({ message }) => message)).toEqual([
    expect.stringContaining('"bare" starts no-such-node, which is not in the PATH'),
    ...(process.platform === 'win32' ? [] : [expect.stringContaining('which may not be run')]),
  ]);
});

it('finds an address that does not answer', async () => {
  const entry = { url: 'http://127.0.0.1:1/mcp/Docs', headers: { Authorization: `Bearer \${PROMPT_WORKBENCH_TOKEN}` } };
  await write('home/.kiro/settings/mcp.json', { mcpServers: { Docs: entry } });
  address = entry.url;
  expect(await findings()).toMatchObject([
    { application: 'Kiro', message: expect.stringContaining('it answers only while the workbench is open') },
  ]);
});

it('starts each command if asked, and says why one does not work', async () => {
  await write('home/fails.cjs', 'console.error("no database"); process.exit(3);');
  await mkdir(join(root, 'project'), { recursive: true });
  await write('home/.cursor/mcp.json', { mcpServers: { Docs: ours('Docs', join(root, 'home/fails.cjs')) } });
  expect(await findings()).toEqual([]);
  expect(await findings({ starts: true })).toMatchObject([
    {
      severity: 'error',
      message: expect.stringMatching(/^"Docs" does not work\. The command ended .+ no database\.$/),
    },
  ]);
});

it('reports a string that is too long for the parser as a finding of its file', async () => {
  await write('home/.codex/config.toml', `text = """\n${'Be kind.\n'.repeat(20_000)}"""\n`);
  await write('home/.cursor/mcp.json', { mcpServers: { Gone: ours('Gone') } });
  expect((await findings()).map(({ message }) => message)).toEqual([
    expect.stringContaining('"Gone"'),
    'The workbench cannot check this file of Codex CLI. The file has a string of more than 100,000 characters, which is too long to be edited safely. Edit it by hand.',
  ]);
});
