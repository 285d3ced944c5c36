/** Two workspaces with a server of the same name, which one configuration file can only have once. */
import { mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { systemFolders } from '../config-files/system-folders.ts';
import { createConnections } from './connections.ts';

let root: string;
let project: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'other-workspaces-')));
  project = join(root, 'project');
  await Promise.all([project, join(root, 'a'), join(root, 'b')].map((dir) => mkdir(dir)));
  // The start of an entry: it exists, and cannot be run.
  await writeFile(join(root, 'node'), '');
});

/** The connections as the workbench of one workspace has them. */
function of(workspace: string, port = 1) {
  return createConnections({
    stateDir: join(root, 'state'),
    folders: systemFolders({ PATH: '', CLAUDE_CONFIG_DIR: join(root, 'claude') }, 'linux', join(root, 'home')),
    serveCommand: (server) => ({
      command: join(root, 'node'),
      args: ['cli.cjs', 'serve', '--workspace', join(root, workspace), '--', server],
    }),
    errorOf: () => undefined,
    promptsOf: () => [],
    addressOf: async (server) => ({ url: `http://127.0.0.1:${port}/${server}`, token: 'x', file: join(root, 'token') }),
  });
}

async function connect(workspace: string, transport: 'stdio' | 'http' = 'stdio') {
  const connections = of(workspace, workspace === 'a' ? 1 : 2);
  const application = transport === 'http' ? 'cursor' : 'claude-code';
  const plan = await connections.plan({
    server: 'Team',
    application,
    scope: 'project',
    transport,
    projectDir: project,
  });
  if (plan.kind === 'refused') throw new Error(plan.message);
  const { journalId = '' } = await connections.apply(plan.planId);
  return { journalId, plan };
}

/** The active connections, each with its state and its workspace if that is another one. */
const seenFrom = async (workspace: string) =>
  (await of(workspace).history())
    .filter(({ undone }) => !undone)
    .map((entry) => [entry.state.state, entry.workspace?.name]);

/** The states that the list of applications has for the server. */
const listedIn = async (workspace: string) =>
  (await of(workspace).applications({ projectDir: project })).flatMap(({ connections }) =>
    connections.map(({ server, state }) => [server, state.state]),
  );

test.each(['stdio', 'http'] as const)(
  'a connection over %s belongs only to the workspace that it serves',
  async (transport) => {
    await connect('a', transport);
    expect(await seenFrom('a')).toEqual([['connected', undefined]]);
    expect(await seenFrom('b')).toEqual([['connected', 'a']]);
    expect(await listedIn('a')).toEqual([['Team', 'connected']]);
    expect(await listedIn('b')).toEqual([]);
  },
);

test.each(['stdio', 'http'] as const)(
  'a connection over %s that another workspace replaced says so',
  async (transport) => {
    await connect('a', transport);
    await connect('b', transport);
    expect(await seenFrom('b')).toEqual([
      ['connected', undefined],
      ['replaced', 'a'],
    ]);
    expect(await seenFrom('a')).toEqual([
      ['connected', 'b'],
      ['replaced', undefined],
    ]);
    expect(await listedIn('a')).toEqual([['Team', 'replaced']]);
    expect((await of('a').history())[1]?.state.message).toBe(
      'Replaced by the workspace b: reconnect, or remove it from the list.',
    );
    expect((await of('b').history())[1]?.state.message).toBe(
      'Replaced by the workspace b: open the workspace a to connect it again, or remove it from the list.',
    );
  },
);

test('the plan names the workspace whose entry it replaces, and never calls an existing entry new', async () => {
  await writeFile(join(project, '.mcp.json'), '{"mcpServers": {"other": {"command": "x"}}}');
  await connect('a');
  const { plan } = await connect('b');
  expect(plan.warnings).toContain('This replaces the entry "Team" of the workspace a in the file.');
  expect(plan.notes.join()).toContain('asks about 2 servers of this file');
  expect(plan.notes.join()).not.toContain('new server');
});

test('a replaced connection is removed from the list without a change of the file', async () => {
  const { journalId } = await connect('a');
  await connect('b');
  const before = await readFile(join(project, '.mcp.json'), 'utf8');
  expect((await of('b').undo(journalId)).message).toContain('Removed from the list');
  expect(await readFile(join(project, '.mcp.json'), 'utf8')).toBe(before);
  expect(await seenFrom('b')).toEqual([['connected', undefined]]);
});

test.each([true, false])(
  'disconnecting restores the other workspace, and its connection counts again',
  async (isRemoved) => {
    const firstConnection = await connect('a');
    const secondConnection = await connect('b');
    if (isRemoved) await of('b').undo(firstConnection.journalId);
    await of('b').undo(secondConnection.journalId);
    expect(await seenFrom('b')).toEqual([['connected', 'a']]);
    expect(await readFile(join(project, '.mcp.json'), 'utf8')).toContain(join(root, 'a'));
  },
);

test('only its own workspace connects again', async () => {
  const { journalId } = await connect('a');
  await expect(of('b').again(journalId)).rejects.toMatchObject({
    code: 'refused',
    message: 'This connection belongs to the workspace a: open that workspace to connect it again.',
  });
  await connect('b');
  expect(await of('a').again(journalId)).toMatchObject({ kind: 'ready', unchanged: false });
});

test('a link to a workspace is the same workspace, and paths distinguish two of the same name', async () => {
  await symlink(join(root, 'a'), join(root, 'link'));
  await mkdir(join(root, 'more', 'a'), { recursive: true });
  await connect('a');
  expect(await seenFrom('link')).toEqual([['connected', undefined]]);
  expect(await seenFrom('more/a')).toEqual([['connected', join(root, 'a')]]);
});
