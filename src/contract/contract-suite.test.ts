/**
 * The same cases over every pipe, with a real workbench on its own workspace folder. Electron's binary is not
 * available on every machine: its `ipcMain`, `ipcRenderer` and `contextBridge` are modelled here, and the name says so.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startLoopbackHost } from '../app/browser-host/loopback.ts';
import { openWorkbench, type Workbench } from '../app/workbench.ts';
import { startModelStandIn } from '../run/testing/model-stand-in.ts';
import { startTeamStandIn } from '../teams/testing/team-stand-in.ts';
import { type Bridge, createBridgeTransport } from './bridge-transport.ts';
import { type CallName, calls, type EventMessage, type Input, type Output } from './contract.ts';
import { createHostClient, type HostClient } from './host-client.ts';
import type { HostTransport } from './host-transport.ts';
import { createInProcessTransport } from './in-process.ts';
import { exchangeCode } from './loopback-sign-in.ts';
import { createLoopbackTransport } from './loopback-transport.ts';

const electronModel = await vi.hoisted(async () =>
  (await import('../../electron/testing/modelled-electron.ts')).createModelledElectron(),
);
vi.mock('electron', () => electronModel);
const { attachIpc } = await import('../../electron/ipc.ts');
const { detachIpc } = await import('../../electron/testing/modelled-electron.ts');
await import('../../electron/preload.ts');

interface Pipe {
  readonly transport: HostTransport;
  close(): unknown;
}

const hosts: Record<string, (core: HostTransport) => Promise<Pipe>> = {
  'in process': async (core) => ({ transport: createInProcessTransport(core), close: () => {} }),
  'browser host': async (core) => {
    const host = await startLoopbackHost({ core, rendererDir: 'dist/renderer', log: failOnLog });
    const signedIn = exchangeCode(host.origin, new URL(host.newLink()).hash.slice('#code='.length));
    return { transport: createLoopbackTransport({ origin: host.origin, signedIn }), close: () => host.close() };
  },
  'modelled Electron IPC': async (core) => {
    attachIpc({ coreOf: () => core, onReport: () => undefined });
    return { transport: createBridgeTransport(electronModel.world.workbench as Bridge), close: detachIpc };
  },
};

const files = {
  'servers/Docs.yaml': `Name: Docs
Version: 1.2.3
Tools:
  - Name: add
    Parameters: [{ Name: a, Kind: number, Required: true }]
    Content: { StringTemplate: "One more than \`a\`" }
MCPPrompts:
  - Greet
  - Description: Has neither name nor content
`,
  'prompts/Greet.yaml': `Name: Greet
Description: Says hello
Arguments:
  - Name: name
    Required: true
    Complete: [Ada, Alan, Grace]
Content:
  StringTemplate: "Hello, \`name\`!"
`,
};

/** Sources are added to the world by the calls that need them: documentation, and a program that would have to be allowed. */
const sourceFiles = {
  'docs/guide.md': '# Guide\n\nTurn the crank to start the engine.\n',
  'sources/Handbook.yaml': 'Type: Documentation\nFolders: [docs]\n',
  'sources/Elsewhere.yaml': 'Type: MCP\nCommand: no-such-program\nTool: search\n',
};

const gitSettings = { 'user.name': 'Ada', 'user.email': 'ada@example.com', 'commit.gpgSign': 'false' };

const inspectedTarget = {
  kind: 'command' as const,
  command: `${process.execPath} src/inspect/testing/server.mjs stdio`.replace('src', join(process.cwd(), 'src')),
  variables: {},
};

/** One good input for every call; the compiler asks for a new call's. They run in this order, in one world. */
const goodInputs: { readonly [N in CallName]: (world: World) => Promise<Input<N>> | Input<N> } = {
  'workspace.get': () => ({}),
  'workspace.find': () => ({ query: 'hello' }),
  'definition.open': () => ({ file: 'prompts/Greet.yaml', at: [] }),
  'definition.uses': () => ({ file: 'prompts/Greet.yaml', at: [] }),
  'definition.edit': () => ({
    file: 'prompts/Greet.yaml',
    at: [],
    edits: [{ at: ['Description'], before: 'Says hello', after: 'Greets' }],
  }),
  'file.write': async ({ client }) => {
    const { version, text } = await client.call('definition.open', { file: 'prompts/Greet.yaml', at: [] });
    return { file: 'prompts/Greet.yaml', baseVersion: version, text: `# Kept.\n${text}` };
  },
  'file.convert': async ({ client, workspace }) => {
    await writeFile(join(workspace, 'prompts/Latin.yaml'), Buffer.from('Name: Latin\nContent: caf\xe9\n', 'latin1'));
    const { version } = await client.call('definition.open', { file: 'prompts/Latin.yaml', at: [] });
    return { file: 'prompts/Latin.yaml', version };
  },
  'history.list': () => ({ file: 'prompts/Greet.yaml', at: [] }),
  'history.read': newestVersion,
  'history.next': () => ({}),
  'history.step': () => ({ direction: 'undo' }),
  'history.restore': newestVersion,
  'history.keep': () => ({
    file: 'prompts/Greet.yaml',
    mine: { kind: 'values' as const, values: [{ at: ['Title'], after: 'Mine' }] },
  }),
  'prompt.create': () => ({ server: 'Docs', name: 'Farewell' }),
  'definition.move': () => ({ file: 'servers/Docs.yaml', at: ['MCPPrompts'], from: 2, to: 1 }),
  'definition.rename': () => ({ file: 'servers/Docs.yaml', at: ['Tools', 0], name: 'add' }),
  'list.move': () => ({ server: 'Docs', from: 2, to: 1 }),
  'list.add': () => ({ server: 'Docs', catalogueName: 'WolframSearch' }),
  'list.create': () => ({ server: 'Docs', name: 'Inline' }),
  'list.duplicate': () => ({ server: 'Docs', index: 4 }),
  'list.remove': () => ({ server: 'Docs', index: 5 }),
  'list.rename': () => ({ server: 'Docs', index: 4, name: 'Renamed' }),
  'list.share': () => ({ server: 'Docs', index: 4, catalogueName: 'Shared' }),
  'list.localise': () => ({ server: 'Docs', index: 3, name: 'LocalSearch' }),
  'catalogue.list': () => ({}),
  'catalogue.rename': () => ({ file: 'prompts/Shared.yaml', name: 'Common' }),
  'catalogue.duplicate': () => ({ file: 'prompts/Common.yaml' }),
  'catalogue.delete': () => ({ file: 'prompts/Common.yaml' }),
  'server.create': () => ({ name: 'Other' }),
  'server.delete': () => ({ file: 'servers/Other.yaml' }),
  'server.copy': () => ({ name: 'Wolfram' }),
  'server.rename': async ({ client }) => {
    await client.call('server.create', { name: 'Older' });
    return { file: 'servers/Older.yaml', name: 'Newer' };
  },
  'server.duplicate': () => ({ file: 'servers/Other.yaml' }),
  'list.tagEach': () => ({ server: 'Docs', indexes: [0], add: ['team'], remove: [] }),
  'list.addEachTo': async ({ client }) => {
    await client.call('server.create', { name: 'Target' });
    return { server: 'Docs', indexes: [0], to: 'Target' };
  },
  'list.removeEach': () => ({ server: 'Target', indexes: [0] }),
  'list.deleteEach': async ({ client }) => {
    const { entry } = await client.call('list.create', { server: 'Target', name: 'Inline' });
    return { server: 'Target', indexes: [entry?.index ?? 0] };
  },
  'changes.revert': async ({ client }) => {
    const { changes } = await client.call('server.create', { name: 'Other' });
    return { changes };
  },
  'preview.describe': () => ({ server: 'Docs' }),
  'prompt.preview': () => ({ server: 'Docs', prompt: 'Greet', arguments: { name: 'Ada' } }),
  'prompt.complete': () => ({ server: 'Docs', prompt: 'Greet', argument: 'name', value: 'A', arguments: {} }),
  'prompt.dialogue': () => ({ server: 'Docs', prompt: 'Greet', arguments: { name: 'Ada' }, replies: [] }),
  'tool.list': () => ({ server: 'Docs' }),
  'tool.try': () => ({ server: 'Docs', tool: 'add', arguments: { a: 2 } }),
  'tool.cancel': () => ({ id: 'unknown' }),
  'tests.run': () => ({ server: 'Docs', prompt: 'Greet' }),
  'tests.delete': async ({ client }) => {
    const edits = [{ at: ['Tests'], after: [{ Name: 'a' }] }];
    await client.call('definition.edit', { file: 'prompts/Greet.yaml', at: [], edits });
    return { file: 'prompts/Greet.yaml', at: [], test: 'a' };
  },
  'lint.list': () => ({}),
  'lint.fix': async ({ client }) => {
    const edits = [{ at: ['Title'], after: 'Greet' }];
    await client.call('definition.edit', { file: 'prompts/Greet.yaml', at: [], edits });
    const advice = await client.call('lint.list', {});
    return { id: advice.find(({ rule }) => rule === 'title-is-name')?.id ?? '' };
  },
  'simulation.run': () => ({ server: 'Docs', prompt: 'Greet', arguments: { name: 'Ada' }, client: 'claude-code' }),
  'simulation.matrix': () => ({ server: 'Docs' }),
  'git.state': async ({ workspace, home }) => {
    await write(workspace, 'prompts/InGit.yaml', 'Name: InGit\nContent: One\n');
    execFileSync('git', ['init', '--quiet', '--bare', join(home, 'remote.git')]);
    const git = (...args: string[]) => execFileSync('git', ['-C', workspace, ...args], { stdio: 'ignore' });
    git('init', '--quiet', '--initial-branch=main');
    for (const [name, value] of Object.entries(gitSettings)) git('config', name, value);
    git('remote', 'add', 'origin', join(home, 'remote.git'));
    git('add', '--all');
    git('commit', '--quiet', '--message=First');
    git('push', '--quiet', '--set-upstream', 'origin', 'main');
    return {};
  },
  'git.read': () => ({ file: 'prompts/InGit.yaml', ref: 'main' }),
  'git.blame': () => ({ file: 'prompts/InGit.yaml' }),
  'git.refs': () => ({}),
  'git.plan': async ({ client, workspace }) => {
    await client.call('trust.allow', { ids: [], workspace: true });
    await write(workspace, 'prompts/InGit.yaml', 'Name: InGit\nContent: Two\n');
    await client.call('definition.open', { file: 'prompts/InGit.yaml', at: [] });
    return { files: ['prompts/InGit.yaml'] };
  },
  'git.publish': () => ({ files: ['prompts/InGit.yaml'], message: 'Say two', push: true }),
  'git.push': () => ({}),
  'git.pull': () => ({ choices: [] }),
  'run.runners': () => ({}),
  'run.saveRunner': () => ({ id: 'mine', address: 'http://127.0.0.1:1/v1' }),
  'run.removeRunner': () => ({ id: 'mine' }),
  'run.setKey': () => ({ id: 'anthropic', key: 'sk-1' }),
  'run.revoke': () => ({ id: 'anthropic' }),
  'run.prices': () => ({}),
  'run.savePrice': () => ({ model: 'm', inUsd: 1, outUsd: 2 }),
  'run.removePrice': async ({ client }) => {
    await client.call('run.savePrice', { model: 'other', inUsd: 1, outUsd: 2 });
    return { model: 'other' };
  },
  'run.useKnownPrices': () => ({ usesKnown: false }),
  'run.leavesOut': () => ({ id: 'ollama', messages: [{ role: 'user', type: 'audio', mimeType: 'audio/wav' }] }),
  'run.start': (world) => runOf(world, 'first'),
  'run.read': async (world) => {
    await world.client.call('run.start', await runOf(world, 'second'));
    return { id: 'second', from: 0 };
  },
  'run.decide': () => ({ id: 'second', question: '1', option: 'no' }),
  'run.stop': () => ({ id: 'second' }),
  'run.results': () => ({ server: 'Docs', prompt: 'Greet' }),
  'run.clearResults': () => ({ server: 'Docs', prompt: 'Greet' }),
  'reach.check': async ({ home }) => {
    await installSilentClaude(home);
    return { id: 'check', server: 'Docs', prompt: 'Greet', arguments: { name: 'Ada' }, client: 'claude-code' };
  },
  'reach.checks': () => ({ server: 'Docs', prompt: 'Greet' }),
  'media.add': () => ({ name: 'note.txt', data: 'bm90ZQ==' }),
  'media.list': () => ({}),
  'media.read': ({ client }) => client.call('media.add', { name: 'note.txt', data: 'bm90ZQ==' }),
  'connect.plan': ({ project }) => ({ server: 'Docs', projectDir: project }),
  'connect.apply': async ({ client, project }) => {
    const plan = await client.call('connect.plan', { server: 'Docs', projectDir: project });
    if (plan.kind !== 'ready') throw new Error(plan.message);
    return { planId: plan.planId };
  },
  'connect.applications': ({ project }) => ({ projectDir: project }),
  'connect.again': async ({ client }) => {
    const [entry] = await client.call('connect.history', {});
    if (!entry) throw new Error('The history is empty.');
    return { journalId: entry.journalId };
  },
  'connect.snippets': () => ({ server: 'Docs', application: 'cursor' }),
  'connect.undo': async ({ client }) => {
    const [entry] = await client.call('connect.history', {});
    if (!entry) throw new Error('The history is empty.');
    return { journalId: entry.journalId };
  },
  'skills.list': async ({ client, workspace }) => {
    await write(
      workspace,
      'prompts/greet-people.yaml',
      'Name: greet-people\nDescription: Greets\nContent: Hi.\nSkill: true\n',
    );
    await write(workspace, 'servers/Skilled.yaml', 'Name: Skilled\nMCPPrompts: [greet-people]\n');
    await vi.waitFor(() => client.call('skills.list', { server: 'Skilled' }));
    return { server: 'Skilled' };
  },
  'skills.readers': ({ project }) => ({ projectDir: project }),
  'skills.plan': ({ project }) => skillIn(project),
  'skills.apply': async ({ client, project }) => {
    const plan = await client.call('skills.plan', skillIn(project));
    if (plan.kind === 'refused') throw new Error(plan.message);
    return { planId: plan.planId };
  },
  'skills.installed': ({ project }) => ({ projectDir: project }),
  'skills.planRemoval': ({ project }) => {
    const { server: _, ...place } = skillIn(project);
    return place;
  },
  'skills.keep': async ({ client, project }) => {
    const [installed] = await client.call('skills.installed', { projectDir: project });
    return { folder: installed?.folder ?? '', isKept: true };
  },
  'skills.undo': async ({ client, project }) => {
    const [installed] = await client.call('skills.installed', { projectDir: project });
    return { journalId: installed?.journalId ?? '' };
  },
  'connect.history': () => ({}),
  'connect.damage': () => ({}),
  'traffic.list': () => ({ after: 0, limit: 100 }),
  'traffic.search': () => ({ query: 'Ada', after: 0 }),
  'traffic.open': () => ({ id: 1 }),
  'traffic.resend': async ({ client }) => {
    const { entries } = await client.call('traffic.list', { after: 0, limit: 5_000 });
    const entry = entries.find(({ method }) => method === 'prompts/get');
    return { id: entry?.id ?? 0 };
  },
  'traffic.clear': () => ({}),
  'calls.get': () => ({}),
  'usage.report': () => ({ server: 'Docs', days: 7 }),
  'calls.keep': () => ({ keeps: 'values' }),
  'calls.versions': () => ({ server: 'Docs' }),
  'calls.replay': () => ({ server: 'Docs' }),
  'calls.clear': () => ({}),
  'import.read': () => ({ kind: 'text', text: 'Explain {topic}.' }),
  'import.stop': () => ({}),
  'import.plan': chosenImport,
  'import.apply': chosenImport,
  'inspect.configured': () => ({}),
  'inspect.plan': () => inspectedTarget,
  'inspect.open': async ({ client }) => {
    const { digest } = await client.call('inspect.plan', inspectedTarget);
    return { id: 'one', target: inspectedTarget, digest };
  },
  'inspect.connections': () => ({}),
  'inspect.list': () => ({ id: 'one', list: 'tools' }),
  'inspect.request': () => ({
    id: 'one',
    request: 'first',
    method: 'tools/call',
    params: { name: 'add', arguments: { a: 1, b: 2 } },
  }),
  'inspect.follow': () => ({ id: 'one', uri: 'docs://guide', isFollowed: true }),
  'inspect.cancel': () => ({ request: 'first' }),
  'inspect.log': () => ({ id: 'one', after: 0 }),
  'inspect.close': () => ({ id: 'one' }),
  'wolfram.export': () => ({ kind: 'server', server: 'Docs' }),
  'wolfram.state': () => ({}),
  'connections.get': () => ({}),
  'connections.address': () => ({ server: 'Docs' }),
  'sources.list': async ({ workspace }) => {
    for (const [file, text] of Object.entries(sourceFiles)) await write(workspace, file, text);
    return {};
  },
  'search.run': () => ({ sources: ['Handbook'], query: 'start the engine' }),
  'search.explain': async ({ client }) => {
    const { account } = await client.call('search.run', { sources: ['Handbook'], query: 'crank', budget: 500 });
    return { id: account.id, budget: 200 };
  },
  'skill.create': () => ({ name: 'release-notes', server: 'Docs' }),
  'skill.rename': () => ({ file: 'skills/release-notes.yaml', name: 'notes' }),
  'skill.duplicate': () => ({ file: 'skills/notes.yaml' }),
  'skill.delete': () => ({ file: 'skills/notes.yaml' }),
  'source.create': () => ({ name: 'Manual', type: 'Documentation', folder: 'docs' }),
  'source.rename': () => ({ file: 'sources/Manual.yaml', name: 'Handbook-2' }),
  'source.duplicate': () => ({ file: 'sources/Handbook-2.yaml' }),
  'source.delete': () => ({ file: 'sources/Handbook-2.yaml' }),
  'deleted.list': () => ({}),
  'deleted.restore': async ({ client }) => ({ id: (await client.call('deleted.list', {}))[0]?.id ?? '' }),
  'sources.mark': () => ({ source: 'Handbook', query: 'crank', location: 'docs/guide.md', judgement: 'right' }),
  'sources.page': () => ({ source: 'Handbook', location: 'docs/guide.md' }),
  'sources.reindex': () => ({ source: 'Handbook' }),
  'sources.read': () => ({ source: 'Handbook' }),
  'sources.stop': () => ({ source: 'Handbook' }),
  'sources.fetch': async ({ workspace }) => {
    await write(
      workspace,
      'sources/Online.yaml',
      `Type: Documentation\nWeb:\n  - Url: ${pathToFileURL(workspace)}/none.git\n`,
    );
    return { source: 'Online' };
  },
  'sources.stopFetch': () => ({ source: 'Online' }),
  'sources.appId': () => ({}),
  'sources.setAppId': () => ({ appId: 'AAAAAA-0000000000' }),
  'sources.evaluate': () => ({ source: 'Handbook' }),
  'trust.get': () => ({}),
  'trust.allow': () => ({ ids: [], workspace: true }),
  'trust.revoke': () => ({ workspace: true }),
  'folders.check': ({ home }) => ({ path: home }),
  'folders.permit': ({ home }) => ({ path: home }),
  'folders.choose': ({ home }) => ({ from: home }),
  'folders.suggest': ({ home }) => ({ prefix: home + sep }),
  'gallery.list': () => ({}),
  'pack.plan': () => ({ server: 'Docs', kind: 'plugin' }),
  'pack.archive': () => ({ server: 'Docs', kind: 'bundle' }),
  'pack.publish': () => ({ server: 'Docs' }),
  'pack.unpublish': () => ({ server: 'Docs' }),
  'surfaces.compare': () => ({ server: 'Docs' }),
  'workspaces.list': () => ({}),
  'workspaces.open': ({ workspace }) => ({ dir: workspace, isNew: false }),
  'workspaces.addSamples': () => ({}),
  'workspaces.closeStart': () => ({}),
  'team.list': () => ({}),
  async 'team.add'() {
    const { address, close } = await startTeamStandIn();
    cleanUp.push(close);
    return { address, name: 'Acme' };
  },
  'team.read': addedTeam,
  'team.logIn': addedTeam,
  'team.cancelLogIn': addedTeam,
  'team.logOut': addedTeam,
  'team.usage': async (world) => ({ ...(await addedTeam(world)), server: 'Docs', days: 7 }),
  'team.remove': addedTeam,
};

async function addedTeam({ client }: World) {
  const [addedServer] = await client.call('team.list', {});
  return { id: addedServer?.id ?? '' };
}

function skillIn(projectDir: string) {
  return {
    server: 'Skilled',
    skill: 'greet-people',
    application: 'claude-code',
    scope: 'project' as const,
    projectDir,
  };
}

/** A run by a stand-in for a model. */
async function runOf({ client }: World, id: string): Promise<Input<'run.start'>> {
  const model = await startModelStandIn();
  cleanUp.push(() => model.close());
  await client.call('run.saveRunner', { id: 'mine', address: `${model.url}/v1` });
  return { id, server: 'Docs', prompt: 'Greet', arguments: { name: 'Ada' }, runner: 'mine', agrees: true };
}

/** `claude` as a stand-in that sends nothing. */
async function installSilentClaude(home: string): Promise<void> {
  await mkdir(join(home, 'bin'), { recursive: true });
  await writeFile(join(home, 'bin', 'claude'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${join(home, 'bin')}:${process.env.PATH}`);
}

async function chosenImport({ client }: World) {
  const { importId } = await client.call('import.read', { kind: 'text', text: 'Explain {topic}.' });
  const target = { kind: 'server', name: 'Docs' } as const;
  return { importId, choices: [{ index: 0, instead: false }], target };
}

async function newestVersion({ client }: World) {
  const place = { file: 'prompts/Greet.yaml', at: [] };
  const { versions } = await client.call('history.list', place);
  return { ...place, id: versions[0]?.id ?? '' };
}

interface World {
  readonly home: string;
  readonly workspace: string;
  readonly project: string;
  readonly workbench: Workbench;
  readonly transport: HostTransport;
  readonly client: HostClient;
}

const loggedLines: string[] = [];
const failOnLog = (line: string) => void loggedLines.push(line);
const cleanUp: (() => unknown)[] = [];

async function createWorld(connect: (core: HostTransport) => Promise<Pipe>): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'contract-'));
  const [workspace, project] = [join(home, 'workspace'), join(home, 'project')];
  await mkdir(project);
  for (const [file, text] of Object.entries(files)) await write(workspace, file, text);
  const workbench = await openWorkbench({
    workspaceDir: workspace,
    stateDir: join(home, 'state'),
    cliFile: join(process.cwd(), 'dist', 'cli.cjs'),
    samplesDir: join(process.cwd(), 'samples'),
    chooseFolder: async (from) => from,
    log: failOnLog,
  });
  const pipe = await connect(workbench);
  cleanUp.push(async () => {
    await pipe.close();
    await workbench.close();
  });
  return { home, workspace, project, workbench, transport: pipe.transport, client: createHostClient(pipe.transport) };
}

async function write(workspace: string, file: string, text: string): Promise<void> {
  await mkdir(join(workspace, file, '..'), { recursive: true });
  await writeFile(join(workspace, file), text);
}

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const cleanStep of cleanUp.splice(0)) await cleanStep();
  expect(loggedLines.splice(0)).toEqual([]);
});

describe.each(Object.entries(hosts))('the contract over %s', (_name, connect) => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(connect);
  });

  test('every call answers a good input', async () => {
    for (const name of Object.keys(calls) as CallName[]) {
      const input = await goodInputs[name](world);
      await expect(world.client.call(name, input), name).resolves.toBeDefined();
    }
    // About seventy calls, some of which start programs: on a busy machine the usual limit is too short for all of them.
  }, 60_000);

  test('the workspace shows servers, their prompts, and their problems', async () => {
    const view = await world.client.call('workspace.get', {});
    const docs = view.servers.find((server) => server.name === 'Docs');
    expect(view.dir).toBe(world.workspace);
    expect(docs).toMatchObject({ version: '1.2.3', builtin: false, file: 'servers/Docs.yaml' });
    expect(docs?.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\/Docs$/);
    expect(docs?.prompts.map(({ name, isServed }) => [name, isServed])).toEqual([
      ['Greet', true],
      ['Prompt 2', false],
    ]);
    expect(docs?.prompts[0]?.location).toEqual({ file: 'prompts/Greet.yaml', at: [] });
    expect(docs?.prompts[1]?.problems[0]).toMatchObject({ severity: 'error', file: 'servers/Docs.yaml' });
    expect(view.servers.some((server) => server.builtin)).toBe(true);
  });

  test('an edit is on disk at once and the next preview shows it', async () => {
    const saveResult = await world.client.call('definition.edit', {
      file: 'prompts/Greet.yaml',
      at: [],
      edits: [{ at: ['Content', 'StringTemplate'], before: 'Hello, `name`!', after: 'Good day, `name`!' }],
    });
    expect(saveResult).toMatchObject({ kind: 'saved', isMerged: false });
    expect(await readFile(join(world.workspace, 'prompts/Greet.yaml'), 'utf8')).toContain('Good day');
    const preview = await world.client.call('prompt.preview', {
      server: 'Docs',
      prompt: 'Greet',
      arguments: { name: 'Ada' },
    });
    expect(preview).toMatchObject({
      kind: 'result',
      exchange: {
        response: {
          result: {
            description: 'Says hello',
            messages: [{ role: 'user', content: { type: 'text', text: 'Good day, Ada!' } }],
          },
        },
      },
    });
  });

  test('an edit of a value that was changed elsewhere is a conflict, with its path in the definition', async () => {
    const result = await world.client.call('definition.edit', {
      file: 'prompts/Greet.yaml',
      at: ['Arguments', 0],
      edits: [{ at: ['Name'], before: 'who', after: 'whom' }],
    });
    expect(result).toMatchObject({ kind: 'conflict', at: ['Name'], theirs: 'name' });
    expect(await readFile(join(world.workspace, 'prompts/Greet.yaml'), 'utf8')).toBe(files['prompts/Greet.yaml']);
  });

  test('a file that is newer on disk is not overwritten', async () => {
    const { version } = await world.client.call('definition.open', { file: 'prompts/Greet.yaml', at: [] });
    const newerFile = files['prompts/Greet.yaml'].replace('Says hello', 'Says good day');
    await write(world.workspace, 'prompts/Greet.yaml', newerFile);
    const result = await world.client.call('file.write', {
      file: 'prompts/Greet.yaml',
      baseVersion: version,
      text: 'mine',
    });
    expect(result).toMatchObject({ kind: 'conflict', text: newerFile });
    expect(await readFile(join(world.workspace, 'prompts/Greet.yaml'), 'utf8')).toBe(newerFile);
  });

  test('a run needs an agreement once, is read as it streams, and is kept until it is cleared (stand-in)', async () => {
    const { agrees: _, ...asked } = await runOf(world, 'one');
    await expect(world.client.call('run.start', asked)).rejects.toMatchObject({ code: 'refused' });
    expect(await world.client.call('run.start', { ...asked, agrees: true })).toEqual({ leavesOut: [] });
    let text = '';
    let outcome: Output<'run.read'>['outcome'];
    while (!outcome) {
      const reading = await world.client.call('run.read', { id: 'one', from: text.length });
      text += reading.text;
      ({ outcome } = reading);
    }
    expect([text, outcome]).toEqual([
      'Hello, world',
      expect.objectContaining({ kind: 'answer', text: 'Hello, world' }),
    ]);
    const runners = await world.client.call('run.runners', {});
    expect(runners.find(({ id }) => id === 'mine')).toMatchObject({ agreed: true });
    await world.client.call('run.start', { ...asked, id: 'two' });
    const place = { server: 'Docs', prompt: 'Greet' };
    await expect
      .poll(() => world.client.call('run.results', place))
      .toMatchObject([
        { runner: 'mine', values: { name: 'Ada' }, outcome: { text: 'Hello, world' } },
        { runner: 'mine' },
      ]);
    await world.client.call('run.clearResults', place);
    expect(await world.client.call('run.results', place)).toEqual([]);
    await expect(world.client.call('run.read', { id: 'none', from: 0 })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a run of a former version sends its text, and is kept with its id (stand-in)', async () => {
    const model = await startModelStandIn();
    cleanUp.push(() => model.close());
    await world.client.call('run.saveRunner', { id: 'mine', address: `${model.url}/v1` });
    const file = 'prompts/Greet.yaml';
    const { value } = await world.client.call('definition.open', { file, at: [] });
    const before = (value as { Content: string }).Content;
    const edit = { at: ['Content'], before, after: 'Goodbye' };
    await world.client.call('definition.edit', { file, at: [], edits: [edit] });
    const { versions } = await world.client.call('history.list', { file, at: [] });
    const id = versions.at(-1)?.id ?? '';
    const runRequest = {
      server: 'Docs',
      prompt: 'Greet',
      arguments: { name: 'Ada' },
      runner: 'mine',
      agrees: true,
    } as const;
    await world.client.call('run.start', { ...runRequest, id: 'former', version: { file, at: [], id } });
    await expect
      .poll(() => world.client.call('run.results', { server: 'Docs', prompt: 'Greet' }))
      .toMatchObject([{ version: id }]);
    expect(JSON.stringify(model.requests[0]?.body.messages)).not.toContain('Goodbye');
    expect(JSON.stringify(model.requests[0]?.body.messages)).toContain('Ada');
  });

  test("a prompt's own failure is data, with the protocol answer", async () => {
    const preview = await world.client.call('prompt.preview', { server: 'Docs', prompt: 'Greet', arguments: {} });
    expect(preview).toMatchObject({ kind: 'error', code: -32602, message: expect.stringContaining('name') });
    const unknownPreview = await world.client.call('prompt.preview', {
      server: 'Docs',
      prompt: 'Nobody',
      arguments: {},
    });
    expect(unknownPreview).toMatchObject({
      kind: 'error',
      code: -32602,
      exchange: { response: { error: { code: -32602 } } },
    });
  });

  test('a tool is tried through a real client: its answer and its refusals, with the exact messages', async () => {
    const { tools } = await world.client.call('tool.list', { server: 'Docs' });
    expect(tools).toMatchObject([{ name: 'add', inputSchema: { required: ['a'] } }]);
    const tryTool = (tool: string, args: Input<'tool.try'>['arguments']) =>
      world.client.call('tool.try', { server: 'Docs', tool, arguments: args });
    expect(await tryTool('add', { a: 2 })).toMatchObject({
      kind: 'result',
      isError: false,
      exchange: { response: { result: { content: [{ type: 'text', text: 'One more than 2' }] } } },
    });
    expect(await tryTool('add', { a: 'two' })).toMatchObject({ kind: 'result', isError: true });
    expect(await tryTool('subtract', {})).toMatchObject({ kind: 'error', code: -32602 });
  });

  test('a call of a tool that is cancelled before it comes is not made', async () => {
    const id = randomUUID();
    await world.client.call('tool.cancel', { id });
    const call = { server: 'Docs', tool: 'add', arguments: { a: 2 } };
    expect(await world.client.call('tool.try', { ...call, id })).toEqual({ kind: 'cancelled' });
    expect(await world.client.call('tool.try', call)).toMatchObject({ kind: 'result' });
  });

  test('completion offers what begins like the typed value', async () => {
    const completion = await world.client.call('prompt.complete', {
      server: 'Docs',
      prompt: 'Greet',
      argument: 'name',
      value: 'A',
      arguments: {},
    });
    expect(completion).toMatchObject({ values: ['Ada', 'Alan'], hasMore: false });
  });

  test('connecting Claude Code shows the change, writes it, tests it, and disconnects', async () => {
    const { client, project } = world;
    const plan = await client.call('connect.plan', { server: 'Docs', projectDir: project });
    if (plan.kind !== 'ready') throw new Error(plan.message);
    expect(plan).toMatchObject({ file: join(project, '.mcp.json'), exists: false, before: '' });
    const outcome = await client.call('connect.apply', { planId: plan.planId });
    expect(outcome.proof).toMatchObject({ kind: 'answered', prompts: ['Greet'] });
    expect(await readFile(plan.file, 'utf8')).toBe(plan.after);
    await client.call('connect.undo', { journalId: outcome.journalId ?? '' });
    await expect(readFile(plan.file)).rejects.toThrow('ENOENT');
    expect(await client.call('connect.history', {})).toMatchObject([{ journalId: outcome.journalId, undone: true }]);
  });

  test('folders are suggested by the beginning of their path', async () => {
    expect(await world.client.call('folders.suggest', { prefix: join(world.home, 'pro') })).toEqual([world.project]);
    expect(await world.client.call('folders.suggest', { prefix: join(world.home, 'nowhere', 'x') })).toEqual([]);
    expect(await world.client.call('folders.suggest', { prefix: 'relative' })).toEqual([]);
  });

  test.each<[CallName, unknown]>([
    ['prompt.preview', { server: 'Doc', prompt: 'Greet', arguments: {} }],
    ['prompt.complete', { server: 'Doc', prompt: 'Greet', argument: 'name', value: '', arguments: {} }],
    ['prompt.create', { server: 'Doc', name: 'New' }],
    ['connect.plan', { server: 'Doc', projectDir: tmpdir() }],
    ['connections.address', { server: 'Doc' }],
    ['connect.apply', { planId: 'no-such-plan' }],
    ['connect.undo', { journalId: 'no-such-entry' }],
    ['definition.open', { file: 'prompts/Nobody.yaml', at: [] }],
    ['definition.edit', { file: 'prompts/Nobody.yaml', at: [], edits: [{ at: ['Name'], after: 'x' }] }],
  ])('%s of something that does not exist says so', async (name, input) => {
    const reply = await world.transport.call(name, input);
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'not-found', message: expect.stringMatching(/\w.*[.?]$/s) },
    });
  });

  test.each(['../outside.yaml', '/etc/passwd', 'prompts/../../outside.yaml'])(
    'a file outside the workspace is out of reach: %s',
    async (file) => {
      for (const [name, input] of [
        ['definition.open', { file, at: [] }],
        ['definition.edit', { file, at: [], edits: [{ at: ['Name'], after: 'x' }] }],
        ['file.write', { file, baseVersion: '', text: 'Name: x' }],
      ] as const) {
        const reply = await world.transport.call(name, input);
        expect(reply.ok || reply.error.code, name).toMatch(/^(refused|not-found|invalid-input)$/);
      }
    },
  );

  test.each(['toString', 'constructor', '__proto__', 'workspace.Get', 'workspace', '', 'a/b', '%2e', '日本'])(
    'a name that is not a call is refused: "%s"',
    async (name) => {
      const reply = await world.transport.call(name, {});
      expect(reply).toMatchObject({ ok: false, error: { code: 'not-found' } });
    },
  );

  test.each<[string, CallName, unknown]>([
    ['nothing', 'workspace.get', undefined],
    ['a list for an object', 'workspace.get', []],
    ['a number for a string', 'folders.suggest', { prefix: 1 }],
    ['a value that is not a string', 'prompt.preview', { server: 'Docs', prompt: 'Greet', arguments: { name: 1 } }],
    ['a path of objects', 'definition.open', { file: 'prompts/Greet.yaml', at: [{}] }],
    ['a function', 'definition.open', { file: () => 'prompts/Greet.yaml', at: [] }],
    ['a bigint', 'definition.open', { file: 'prompts/Greet.yaml', at: [1n] }],
    ['a cycle', 'definition.edit', cyclicEdit()],
  ])('an input of the wrong shape is refused: %s', async (_what, name, input) => {
    const reply = await world.transport.call(name, input);
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  });

  test('a text too large for a definition is refused, and the workbench keeps running', async () => {
    const text = 'x'.repeat(20 * 1024 * 1024);
    const reply = await world.transport.call('file.write', { file: 'prompts/Big.yaml', baseVersion: '', text });
    expect(reply).toMatchObject({ ok: false });
    await expect(world.client.call('workspace.get', {})).resolves.toMatchObject({ dir: world.workspace });
  });

  test('a change on disk arrives as an event with the revision that holds it', async () => {
    const events: number[] = [];
    cleanUp.unshift(world.client.on('workspace.changed', ({ revision }) => events.push(revision)));
    await vi.waitFor(() => expect(events).toHaveLength(1));
    await write(world.workspace, 'prompts/Second.yaml', 'Name: Second\nContent: Two\n');
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(1), { timeout: 5_000 });
    await vi.waitFor(async () => {
      const view = await world.client.call('workspace.get', {});
      expect(view.unlistedPrompts.map((prompt) => prompt.name)).toEqual(['Second']);
      expect(events.at(-1)).toBe(view.revision);
    });
  });

  test('a removed listener gets no more events', async () => {
    const events: EventMessage[] = [];
    const stop = world.transport.listen((message) => events.push(message));
    await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ name: 'workspace.changed' })));
    stop();
    const before = events.length;
    await world.client.call('prompt.create', { server: 'Docs', name: 'Later' });
    expect((await world.client.call('workspace.get', {})).servers.some(({ name }) => name === 'Docs')).toBe(true);
    expect(events).toHaveLength(before);
  });
});

function cyclicEdit() {
  const after: Record<string, unknown> = {};
  after.self = after;
  return { file: 'prompts/Greet.yaml', at: [], edits: [{ at: ['Content'], after }] };
}
