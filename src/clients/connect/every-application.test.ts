/** The whole transaction for every application and scope, with a server that really starts; over HTTP: `over-http.test.ts`. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/contract.ts';
import type { Scope } from '../applications/application.ts';
import { applicationOf, applications, scopeFileOf, scopesOf } from '../applications/applications.ts';
import { formats } from '../config-files/edit.ts';
import { type SystemFolders, systemFolders } from '../config-files/system-folders.ts';
import { tinyServer } from '../testing/tiny-server.ts';
import { createConnections } from './connections.ts';

let root: string;
let project: string;
let folders: SystemFolders;
beforeEach(async () => {
  // Real paths contain spaces and letters of other scripts.
  root = await realpath(await mkdtemp(join(tmpdir(), 'every application ü-')));
  project = join(root, 'my project');
  folders = systemFolders({ PATH: '' }, 'linux', join(root, 'home'));
  await mkdir(project);
  await mkdir(join(root, 'home'));
  await writeFile(join(root, 'server.mjs'), tinyServer({ names: `['Greet', 'Ask']` }));
});

function openConnections() {
  return createConnections({
    stateDir: join(root, 'state'),
    folders,
    serveCommand: (server) => ({ command: process.execPath, args: [join(root, 'server.mjs'), 'serve', server] }),
    errorOf: () => undefined,
    promptsOf: () => [{ name: 'Greet', arguments: [] }],
  });
}

async function connect(application: string, scope: Scope) {
  const connections = openConnections();
  const plan = calls['connect.plan'].output.parse(
    await connections.plan({ server: 'Docs', application, scope, projectDir: project }),
  );
  if (plan.kind === 'refused') throw new Error(plan.message);
  const outcome = calls['connect.apply'].output.parse(await connections.apply(plan.planId));
  return { plan, outcome, journalId: outcome.journalId ?? '' };
}

const everyScope = applications.flatMap((application) =>
  scopesOf(application).map((scope) => [application.name, scope, application] as const),
);

describe.each(everyScope)('%s, %s', (_, scope, application) => {
  it('is connected to a server that answers, and disconnecting leaves no trace', async () => {
    const { plan, outcome, journalId } = await connect(application.id, scope);
    expect(outcome.proof).toMatchObject({ kind: 'answered', prompts: ['Greet', 'Ask'] });
    expect(await readFile(plan.file, 'utf8')).toBe(plan.after);
    const place = scopeFileOf(application, scope).place?.(project) ?? application.place;
    const entry = formats[application.format](plan.after, place).find('Docs')?.value;
    expect(JSON.stringify(entry)).toContain(JSON.stringify(process.execPath));

    const [view] = calls['connect.applications'].output
      .parse(await openConnections().applications({ projectDir: project }))
      .filter(({ id }) => id === application.id);
    expect(view?.connections).toMatchObject([{ journalId, scope, state: { state: 'connected' } }]);

    await openConnections().undo(journalId);
    expect(await readdir(join(root, 'home'))).toEqual([]);
    expect(await readdir(project)).toEqual([]);
  });

  it('keeps later changes of other programs when it is disconnected', async () => {
    const files = scopeFileOf(application, scope).files(folders, scope === 'user' ? '' : project);
    const text = {
      json: '{"mine": 1}',
      'commented-json': '{"mine": 1} // c',
      jsonc: '{"mine": 1} // c',
      toml: 'mine = 1 # c\n',
      yaml: 'mine: 1 # c\n',
    }[application.format];
    const [file = ''] = files;
    const isList = application.place.path.length === 0;
    const formerText = isList ? '[{"name": "mine"}]' : text;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, formerText);
    const { journalId } = await connect(application.id, scope);
    await writeFile(file, (await readFile(file, 'utf8')).replace('mine', 'theirs'));
    await openConnections().undo(journalId);
    // An empty map for the project may stay.
    const restoredText = (await readFile(file, 'utf8')).replace(/, "projects": \{.*?\{\s*\}\s*\}/, '');
    expect(restoredText).toBe(formerText.replace('mine', 'theirs'));
  });
});

describe('the state of a connection', () => {
  const state = async () => (await openConnections().history())[0]?.state;

  it('changes when the entry is removed or changed, the file becomes invalid, or the program is deleted', async () => {
    const { plan } = await connect('cursor', 'user');
    expect(await state()).toMatchObject({ state: 'connected' });
    await writeFile(plan.file, plan.after.replace('"Docs"]', '"Docs", "more"]').replace('server.mjs', 'other.mjs'));
    expect(await state()).toMatchObject({ state: 'changed' });
    await writeFile(plan.file, '{"mcpServers": {}}');
    expect(await state()).toMatchObject({ state: 'dropped' });
    await writeFile(plan.file, '{ broken');
    expect(await state()).toMatchObject({ state: 'broken', message: expect.stringContaining('line 1') });
    await writeFile(plan.file, plan.after);
    await rm(join(root, 'server.mjs'));
    expect(await state()).toMatchObject({ state: 'broken', message: expect.stringContaining('server.mjs') });
    await rm(plan.file);
    expect(await state()).toMatchObject({ state: 'dropped' });
  });

  it('is fixed by connecting again, which keeps other changes', async () => {
    const { plan, journalId } = await connect('codex', 'user');
    await writeFile(plan.file, '# mine\nmodel = "x"\n');
    const secondPlan = await openConnections().again(journalId);
    expect(secondPlan).toMatchObject({ kind: 'ready', application: 'codex', scope: 'user', unchanged: false });
    const connections = openConnections();
    const freshPlan = await connections.again(journalId);
    if (freshPlan.kind === 'refused') throw new Error(freshPlan.message);
    await connections.apply(freshPlan.planId);
    expect(await readFile(plan.file, 'utf8')).toMatch(/^# mine\nmodel = "x"\n\n\[mcp_servers\.Docs\]\n/);
    const views = await openConnections().applications({});
    expect(views.find(({ id }) => id === 'codex')?.connections).toHaveLength(1);
  });
});

it('detected applications come first, with what they were detected by', async () => {
  await mkdir(join(root, 'home', '.cursor'));
  await writeFile(join(root, 'home', 'codex'), '', { mode: 0o755 });
  folders = systemFolders({ PATH: join(root, 'home') }, 'linux', join(root, 'home'));
  const views = calls['connect.applications'].output.parse(await openConnections().applications({}));
  expect(views.slice(0, 3).map(({ id, because }) => [id, because])).toEqual([
    ['cursor', join(root, 'home', '.cursor')],
    ['codex', join(root, 'home', 'codex')],
    ['claude-code', undefined],
  ]);
  expect(views).toHaveLength(applications.length);
});

it('Antigravity reads the newer file alone once it has moved the older configuration', async () => {
  const gemini = join(root, 'home', '.gemini');
  const olderPath = join(gemini, 'antigravity', 'mcp_config.json');
  await mkdir(dirname(olderPath), { recursive: true });
  await writeFile(olderPath, '{}');
  expect((await connect('antigravity', 'user')).plan.file).toBe(olderPath);
  await mkdir(join(gemini, 'config'));
  await writeFile(join(gemini, 'config', '.migrated'), '');
  expect((await connect('antigravity', 'user')).plan.file).toBe(join(gemini, 'config', 'mcp_config.json'));
});

it('additional fields of a replaced entry are named before they are removed', async () => {
  const file = scopeFileOf(applicationOf('kiro'), 'user').files(folders, '')[0] ?? '';
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '{"mcpServers": {"Docs": {"command": "x", "env": {"TOKEN": "1"}, "autoApprove": ["a"]}}}');
  const plan = await openConnections().plan({ server: 'Docs', application: 'kiro', scope: 'user' });
  expect(plan).toMatchObject({ kind: 'ready' });
  if (plan.kind === 'ready') expect(plan.warnings).toContain('These fields will be removed: env.TOKEN.');
});

it('an entry that a project shares says that it only works on this computer; an entry for one person does not', async () => {
  const planIn = (scope: 'user' | 'project' | 'local') =>
    openConnections().plan({ server: 'Docs', application: 'claude-code', scope, projectDir: project });
  expect(await planIn('project')).toMatchObject({ onlyHere: expect.stringContaining('only works on this computer') });
  expect(await planIn('local')).not.toHaveProperty('onlyHere');
  expect(await planIn('user')).not.toHaveProperty('onlyHere');
});
