/** Favourites over the real core and real files. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Selection } from '../state/workspace.ts';
import { worldOf } from '../testing/world.ts';

const world = worldOf({
  'servers/team.yaml':
    'Name: team\nMCPPrompts:\n  - one\n  - { Name: two, Content: Two }\n  - { Name: three, Content: x }\n',
  'prompts/one.yaml': 'Name: one\nContent: One\n',
  'sources/manual.yaml': 'Type: Documentation\nFolders: [docs]\n',
});
const inlinePrompt = (index: number) => ({ kind: 'prompt', server: 'team', key: `MCPPrompts.${index}` }) as const;
const favourites = () => world.state().favourites;

test('favourites stay in the next window, and a second press removes one', async () => {
  await world.open({ kind: 'prompt', server: 'team', key: 'one' });
  world.store.actions.toggleFavourite();
  world.store.actions.select({ kind: 'server', server: 'team' });
  world.store.actions.toggleFavourite();
  await world.reopenWindow();
  await world.until(({ workspace }) => workspace.status === 'ready');
  expect(favourites()).toEqual([
    { kind: 'prompt', server: 'team', key: 'one' },
    { kind: 'server', server: 'team' },
  ]);
  world.store.actions.select({ kind: 'prompt', server: 'team', key: 'one' });
  world.store.actions.toggleFavourite();
  expect(favourites()).toEqual([{ kind: 'server', server: 'team' }]);
});

test('a favourite follows its prompt through moves, removals and renames of its list', async () => {
  await world.open(inlinePrompt(1));
  world.store.actions.toggleFavourite();
  await world.store.actions.moveEntry('team', 1, 2);
  await vi.waitFor(() => expect(favourites()).toEqual([inlinePrompt(2)]));
  await world.store.actions.removeEntry('team', 0);
  await vi.waitFor(() => expect(favourites()).toEqual([inlinePrompt(1)]));
  await world.store.actions.renameEntry('team', 1, 'zwei');
  expect(favourites()).toEqual([inlinePrompt(1)]);
});

test('a favourite does not become another prompt, and a deleted one is a favourite again when it is restored', async () => {
  const namedPrompt = { kind: 'prompt', server: 'team', key: 'one' } as const;
  await world.open(inlinePrompt(1));
  world.store.actions.toggleFavourite();
  world.store.actions.select(namedPrompt);
  world.store.actions.toggleFavourite();
  const { deleteCatalogue, listDeleted, removeEntry, restoreDeleted, undo } = world.store.actions;
  await deleteCatalogue('prompts/one.yaml');
  await vi.waitFor(() => expect(favourites()).toContainEqual(inlinePrompt(0)));
  await removeEntry('team', 0);
  await vi.waitFor(() => expect(favourites()).not.toContainEqual(inlinePrompt(0)));
  await undo();
  await vi.waitFor(() => expect(favourites()).toContainEqual(inlinePrompt(0)));
  const deletedPrompt = (await listDeleted()).find(({ name }) => name === 'one');
  await restoreDeleted(deletedPrompt?.id ?? '');
  await vi.waitFor(() => expect(favourites()).toContainEqual(inlinePrompt(1)));
  expect(favourites()).toContainEqual(namedPrompt);
  expect(favourites()).toHaveLength(2);
});

test('a favourite source follows its rename', async () => {
  await world.until(({ sources }) => sources.list.some(({ name }) => name === 'manual'));
  world.store.actions.select({ kind: 'source', source: 'manual' });
  world.store.actions.toggleFavourite();
  await world.store.actions.renameSource('manual', 'handbook');
  expect(favourites()).toEqual([{ kind: 'source', source: 'handbook' }]);
});

test('a page that is not selected becomes a favourite, and stays unselected', async () => {
  await world.open({ kind: 'server', server: 'team' });
  world.store.actions.toggleFavourite(inlinePrompt(2));
  expect(favourites()).toEqual([inlinePrompt(2)]);
  expect(world.state().selection).toEqual({ kind: 'server', server: 'team' });
  world.store.actions.toggleFavourite(inlinePrompt(2));
  expect(favourites()).toEqual([]);
});

/** Makes a page a favourite in another window. */
function addElsewhere(page: Selection): void {
  world.inOtherWindow((settings) => {
    const dir = join(world.home, 'workspace');
    const { favourites } = settings.read();
    settings.change({ favourites: { ...favourites, [dir]: [...(favourites[dir] ?? []), page] } });
  });
}

test('a favourite of another window appears, and stays when this window adds one', async () => {
  const server = { kind: 'server', server: 'team' } as const;
  addElsewhere(server);
  await world.store.actions.refreshSettings();
  expect(favourites()).toEqual([server]);
  world.store.actions.toggleFavourite(inlinePrompt(1));
  await world.reopenWindow();
  expect(favourites()).toEqual([server, inlinePrompt(1)]);
});

test('a favourite that another window has followed to its new place is not followed twice', async () => {
  world.store.actions.toggleFavourite(inlinePrompt(1));
  await world.whileHidden(async () => {
    await world.writeDisk(
      'servers/team.yaml',
      'Name: team\nMCPPrompts:\n  - one\n  - { Name: three, Content: x }\n  - { Name: two, Content: Two }\n',
    );
    await vi.waitFor(async () => {
      const { servers } = await world.workbench.handlers['workspace.get']({});
      expect(servers.find(({ name }) => name === 'team')?.prompts.map(({ name }) => name)).toEqual([
        'one',
        'three',
        'two',
      ]);
    });
    world.inOtherWindow((settings) =>
      settings.change({ favourites: { [join(world.home, 'workspace')]: [inlinePrompt(2)] } }),
    );
    await world.store.actions.refreshSettings();
    expect(favourites()).toEqual([inlinePrompt(2)]);
  });
  await world.until(({ nextSteps }) => nextSteps !== undefined);
  expect(favourites()).toEqual([inlinePrompt(2)]);
});
