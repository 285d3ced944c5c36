import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemFolders } from '../applications/system-folders.ts';
import { examine } from './doctor.ts';
import { createConnectionStore } from './record/connection-store.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'doctor-')));
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

async function findings() {
  const found = await examine({
    project: join(root, 'project'),
    workspaceDir: root,
    servers: ['Docs'],
    presentName: (former) => (former === 'Manual' ? 'Docs' : undefined),
    addressOf: async () => ({ url: 'http://127.0.0.1:7001/mcp/Docs' }),
    store: createConnectionStore(join(root, 'state')),
    folders: systemFolders({ PATH: '', CLAUDE_CONFIG_DIR: join(root, 'home') }, 'linux', join(root, 'home')),
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
