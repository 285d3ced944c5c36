/** Renames of servers in the store, over the real core and real files. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followAddress } from '../address/follow-address.ts';
import { findServer } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';
import { selectServerTab } from './server-page.ts';

const docs = '# Ours.\nName: Docs\nMCPPrompts:\n  - Name: one\n    Arguments: [{ Name: topic }]\n    Content: First\n';
const world = worldOf({
  'servers/Docs.yaml': docs,
  'servers/Other.yaml': 'Name: Different\nMCPPrompts: []\n',
});
const { state, disk } = world;
const actions = () => world.store.actions;
const page = { kind: 'server', server: 'Docs' } as const;
const prompt = { kind: 'prompt', server: 'Docs', key: 'MCPPrompts.0' } as const;

test('a renamed server is one step: its file, its Name, its page, its tab, its favourite and its values follow', async () => {
  await world.open(prompt);
  actions().setValue('topic', 'cats');
  await world.open(page);
  actions().toggleFavourite();
  actions().showServerTab('Docs', 'settings');
  await actions().renameServer('servers/Docs.yaml', 'Team');
  expect(await disk('servers/Team.yaml')).toBe(docs.replace('Name: Docs', 'Name: Team'));
  await expect(disk('servers/Docs.yaml')).rejects.toThrow();
  expect(state().notices.at(-1)?.message).toBe('Renamed Docs to Team.');
  expect(state().selection).toEqual({ kind: 'server', server: 'Team' });
  expect(state().favourites).toEqual([{ kind: 'server', server: 'Team' }]);
  expect(state().values['Team/MCPPrompts.0']).toEqual({ topic: 'cats' });
  expect(selectServerTab(state(), 'Team')).toBe('settings');
  expect(state().definition).toMatchObject({ status: 'open', view: { file: 'servers/Team.yaml' } });
  await actions().undo();
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  await world.until(({ selection }) => selection?.kind === 'server' && selection.server === 'Docs');
  expect(state().favourites).toEqual([page]);
  expect(state().definition).toMatchObject({ status: 'open', view: { file: 'servers/Docs.yaml' } });
  await actions().redo();
  await world.until(({ selection }) => selection?.kind === 'server' && selection.server === 'Team');
});

test('the former address of a server opens it, and its history has the versions of both names', async () => {
  await world.open(page);
  await actions().renameServer('servers/Docs.yaml', 'Team');
  await actions().openAddress({ page: { kind: 'prompt', server: 'Docs', name: 'one' }, view: 'form' });
  expect(state().selection).toEqual({ ...prompt, server: 'Team' });
  const { versions } = await world.workbench.handlers['history.list']({ file: 'servers/Team.yaml', at: [] });
  expect(versions.map(({ summary }) => summary)).toEqual(['Renamed Docs to Team', 'Original version']);
});

test('a rename keeps the entry of the browser’s history', async () => {
  await world.open(page);
  const pushedUrls: string[] = [];
  const location = { hash: '#/servers/Docs' };
  followAddress(
    {
      location,
      history: {
        state: { index: 0 },
        pushState: (_: unknown, __: string, url: string) => void pushedUrls.push(url),
        replaceState: (_: unknown, __: string, url: string) => {
          location.hash = url;
        },
        go: () => {},
      },
      addEventListener: () => {},
    },
    world.store,
  );
  await world.until(({ selection }) => selection?.kind === 'server');
  await actions().renameServer('servers/Docs.yaml', 'Team');
  expect(location.hash).toBe('#/servers/Team');
  expect(pushedUrls).toEqual([]);
});

test('renaming a file whose name differs from the server’s Name does not change the Name', async () => {
  await world.open({ kind: 'server', server: 'Other' });
  await actions().renameServer('servers/Other.yaml', 'Third');
  expect(await disk('servers/Third.yaml')).toBe('Name: Different\nMCPPrompts: []\n');
  expect(findServer(state(), 'Third')).toBeDefined();
});

test('a rename names the client application that has the server, whose entry works until it is connected again', async () => {
  await writeFile(join(world.home, 'cli.cjs'), '');
  const project = join(world.home, 'workspace');
  const target = { server: 'Docs', application: 'claude-code', scope: 'project', projectDir: project } as const;
  const { handlers } = world.workbench;
  const apply = async (server: string) => {
    const plan = await handlers['connect.plan']({ ...target, server });
    if (plan.kind === 'refused') throw new Error(plan.message);
    return { plan, outcome: await handlers['connect.apply']({ planId: plan.planId }) };
  };
  await apply('Docs');
  const config = join(project, '.mcp.json');
  const connectedFile = await readFile(config, 'utf8');
  expect(await actions().readServerNameNote('servers/Docs.yaml')).toBe(
    'Set up in Claude Code (workspace), where it stays Docs and keeps working until you connect it again.',
  );
  await actions().renameServer('servers/Docs.yaml', 'Team');
  expect(await handlers['connect.history']({})).toMatchObject([
    { server: 'Team', name: 'Docs', state: { state: 'renamed' } },
  ]);
  const { outcome } = await apply('Team');
  expect(Object.keys(JSON.parse(await readFile(config, 'utf8')).mcpServers)).toEqual(['Team']);
  const states = async () => (await handlers['connect.history']({})).map(({ name, state: { state } }) => [name, state]);
  expect(await states()).toEqual([
    ['Team', 'connected'],
    ['Docs', 'undone'],
  ]);
  await handlers['connect.undo']({ journalId: outcome.journalId ?? '' });
  expect(await readFile(config, 'utf8')).toBe(connectedFile);
  expect(await states()).toEqual([
    ['Team', 'undone'],
    ['Docs', 'renamed'],
  ]);
});
