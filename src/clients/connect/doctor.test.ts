import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createDoctorWorld, type DoctorWorld } from '../testing/doctor-world.ts';
import { kimiKey } from './switches/folder-trust.ts';

let world: DoctorWorld;
beforeEach(async () => {
  world = await createDoctorWorld();
});

const write = (path: string, content: unknown) => world.write(path, content);
const ours = (server?: string, script?: string) => world.ours(server, script);
const findings = () => world.findings();

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

it.skipIf(process.platform === 'win32')('does not wait for a pipe in place of a file', async () => {
  await write('home/.cursor/mcp.json', {});
  await rm(join(world.root, 'home/.cursor/mcp.json'));
  execFileSync('mkfifo', [join(world.root, 'home/.cursor/mcp.json')]);
  expect(await findings()).toMatchObject([
    { application: 'Cursor', message: expect.stringContaining('is not a regular file') },
  ]);
});

it.skipIf(process.platform === 'win32')('finds a file that is a loop of links', async () => {
  const file = join(world.root, 'home/.cursor/mcp.json');
  await write('home/.cursor/mcp.json', {});
  await rm(file);
  await symlink('mcp.json', file);
  expect(await findings()).toMatchObject([
    {
      severity: 'error',
      application: 'Cursor',
      file: 'home/.cursor/mcp.json',
      message:
        'The workbench cannot check this file of Cursor. It cannot be read (ELOOP): its links form a loop, so replace them with the file itself.',
    },
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

it('leads to "Enable selected" if several servers of Claude Code wait for approval', async () => {
  await write('project/.mcp.json', { mcpServers: { Docs: ours(), other: { command: 'other' } } });
  expect(await findings()).toMatchObject([
    { severity: 'warning', message: expect.stringContaining('choose "Enable selected" without pressing Enter on') },
  ]);
});

it('reports a folder without trust in Gemini CLI by the rule with the longest path', async () => {
  await write('project/.gemini/settings.json', { mcpServers: { Docs: ours() } });
  const writeTrust = (rules: object) => write('home/.gemini/trustedFolders.json', rules);
  expect(await findings()).toMatchObject([{ message: expect.stringContaining('trust it where it asks') }]);
  await writeTrust({ [world.root]: 'TRUST_FOLDER' });
  expect(await findings()).toEqual([]);
  await writeTrust({ [world.root]: 'TRUST_FOLDER', [join(world.root, 'project')]: 'DO_NOT_TRUST' });
  expect(await findings()).toMatchObject([{ message: expect.stringContaining('type /permissions and trust it') }]);
  await write('home/.gemini/settings.json', '{"security": {"folderTrust": {"enabled": false}}} // comment');
  expect(await findings()).toEqual([]);
  await write('home/.gemini/settings.json', {});
  await writeTrust({ [join(world.root, 'project', 'inner')]: 'TRUST_PARENT' });
  expect(await findings()).toEqual([]);
});

it('finds that Qwen Code waits for approval of exactly this entry', async () => {
  const entry = ours();
  const { command, args } = entry;
  await write('project/.qwen/settings.json', { mcpServers: { Docs: entry } });
  const needsApproval = [{ severity: 'warning', message: expect.stringContaining('needs your approval of "Docs"') }];
  expect(await findings()).toMatchObject(needsApproval);
  const hash = createHash('sha256').update(JSON.stringify({ args, command })).digest('hex');
  const decide = (status: string, approvedHash: string) =>
    write('home/.qwen/mcpApprovals.json', { [join(world.root, 'project')]: { Docs: { hash: approvedHash, status } } });
  await decide('approved', hash);
  expect(await findings()).toEqual([]);
  await decide('rejected', hash);
  expect(await findings()).toMatchObject([{ severity: 'error', message: expect.stringContaining('qwen mcp approve') }]);
  await decide('approved', hash.replaceAll('a', 'b'));
  expect(await findings()).toMatchObject(needsApproval);
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
  await write('home/.codex/config.toml', `[projects.${JSON.stringify(world.root)}]\ntrust_level = "trusted"\n`);
  await write('home/.copilot/config.json', { trusted_folders: [join(world.root, 'project')] });
  expect(await findings()).toEqual([]);
});

it('finds a project configuration in a folder that Kimi Code does not trust', async () => {
  await write('project/.kimi-code/mcp.json', { mcpServers: { Docs: ours() } });
  expect((await findings()).map(({ message }) => message)).toEqual([expect.stringContaining('start kimi in')]);
  const project = join(world.root, 'project');
  const hash = createHash('sha256').update(project).digest('hex').slice(0, 12);
  await write(`home/.kimi-code/workspace-trust/wd_project_${hash}`, { root: project, trustedAt: 1 });
  expect(await findings()).toEqual([]);
});

it.each([
  // As Kimi Code 2.1.0 names them.
  ['/home/a/My Project (2)', 'wd_my-project-2_0123970e08ae'],
  ['/home/a/日本', 'wd_workspace_a66f0ead0565'],
  [`/${'x'.repeat(39)}-yz`, `wd_${'x'.repeat(39)}_0887cd40b156`],
])('finds the file in which Kimi Code trusts %s', (folder, key) => {
  expect(kimiKey(folder)).toBe(key);
});

it('reports a string that is too long for the parser as a finding of its file', async () => {
  await write('home/.codex/config.toml', `text = """\n${'Be kind.\n'.repeat(20_000)}"""\n`);
  await write('home/.cursor/mcp.json', { mcpServers: { Gone: ours('Gone') } });
  expect((await findings()).map(({ message }) => message)).toEqual([
    expect.stringContaining('"Gone"'),
    'The workbench cannot check this file of Codex CLI. The file has a string of more than 100,000 characters, which is too long to be edited safely. Edit it by hand.',
  ]);
});
