/** Deletions in the store, over the real core and real files. */
import { expect, test, vi } from 'vitest';
import { findServer } from '../selectors.ts';
import type { Selection } from '../state/workspace.ts';
import { worldOf } from '../testing/world.ts';

const docs = 'Name: Docs\nMCPPrompts:\n  - Greet\n  - Name: One\n    Content: First\n';
const team = 'Name: Team\nMCPPrompts:\n  - Greet\n';
const greet = 'Name: Greet\nContent: Hello\n';

const world = worldOf({
  'servers/Docs.yaml': docs,
  'servers/Team.yaml': team,
  'prompts/Greet.yaml': greet,
  'sources/Manual.yaml': 'Name: Manual\nType: Documentation\nFolders: [docs]\n',
});
const { state, disk } = world;
const request = () =>
  world.store.actions.requestDeletion({ kind: 'prompt', name: 'Greet', file: 'prompts/Greet.yaml' });

test('a prompt that several servers list is deleted after a question that names them', async () => {
  await request();
  expect(state().shell.overlay).toBe('confirm-deletion');
  expect(state().deletion?.uses.map(({ command }) => command)).toEqual(['/mcp__Docs__Greet', '/mcp__Team__Greet']);
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  await world.store.actions.confirmDeletion();
  expect(state().shell.overlay).toBeUndefined();
  await expect(disk('prompts/Greet.yaml')).rejects.toThrow();
  await world.store.actions.undo();
  expect(await disk('servers/Team.yaml')).toBe(team);
});

test('a server is deleted only after a question, so that a held key in the list deletes none', async () => {
  await world.store.actions.requestDeletion({ kind: 'server', name: 'Team', file: 'servers/Team.yaml' });
  expect(state().shell.overlay).toBe('confirm-deletion');
  expect(await disk('servers/Team.yaml')).toBe(team);
  await world.store.actions.confirmDeletion();
  await expect(disk('servers/Team.yaml')).rejects.toThrow();
});

test('a deletion selects what follows it, and a key that repeats meanwhile deletes nothing else', async () => {
  const firstKey = findServer(state(), 'Docs')?.prompts[0]?.key ?? '';
  const secondKey = findServer(state(), 'Docs')?.prompts[1]?.key ?? '';
  await world.open({ kind: 'prompt', server: 'Docs', key: firstKey });
  const remove = (key: string, next: Selection) =>
    world.store.actions.requestDeletion({ kind: 'entry', server: 'Docs', list: 'prompts', key }, next);
  const selection = { kind: 'prompt', server: 'Docs', key: secondKey } as const;
  await Promise.all([
    remove(firstKey, selection),
    remove(firstKey, selection),
    remove(secondKey, { kind: 'server', server: 'Docs' }),
  ]);
  const [remainingPrompt] = findServer(state(), 'Docs')?.prompts ?? [];
  expect(remainingPrompt?.name).toBe('One');
  expect(state().selection).toEqual({ kind: 'prompt', server: 'Docs', key: remainingPrompt?.key });
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  await remove(remainingPrompt?.key ?? '', { kind: 'server', server: 'Docs' });
  expect(findServer(state(), 'Docs')?.prompts).toEqual([]);
  expect(state().selection).toEqual({ kind: 'server', server: 'Docs' });
});

test('a deletion that asks first selects what follows it too', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const next = { kind: 'server', server: 'Team' } as const;
  await world.store.actions.requestDeletion({ kind: 'prompt', name: 'Greet', file: 'prompts/Greet.yaml' }, next);
  await world.store.actions.confirmDeletion();
  expect(state().selection).toEqual(next);
});

test('an entry that nothing else depends on is deleted at once, and restored to its place after a restart', async () => {
  const key = findServer(state(), 'Docs')?.prompts[1]?.key ?? '';
  await world.store.actions.requestDeletion({ kind: 'entry', server: 'Docs', list: 'prompts', key });
  expect(state().shell.overlay).toBeUndefined();
  expect(await disk('servers/Docs.yaml')).not.toContain('One');
  await world.restart();
  const [deletedPrompt] = await world.store.actions.listDeleted();
  expect(deletedPrompt).toMatchObject({ kind: 'prompt', name: 'One', server: 'Docs' });
  await world.store.actions.restoreDeleted(deletedPrompt?.id ?? '');
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  await vi.waitFor(() => expect(state().selection).toMatchObject({ kind: 'prompt', server: 'Docs' }));
  expect(await world.store.actions.listDeleted()).toEqual([]);
});

test('a deleted source is restored from a prompt that searches it, which stays open', async () => {
  const manual = 'Name: Manual\nType: Documentation\nFolders: [docs]\n';
  expect(await disk('sources/Manual.yaml')).toBe(manual);
  await world.until(({ sources }) => sources.list.some(({ name }) => name === 'Manual'));
  await world.store.actions.deleteSource('Manual');
  const selection = { kind: 'prompt', server: 'Docs', key: 'Greet' } as const;
  await world.open(selection);
  const [deletedSource] = await world.store.actions.listDeleted();
  expect(deletedSource).toMatchObject({ kind: 'source', name: 'Manual' });
  await world.store.actions.restoreSource(deletedSource?.id ?? '');
  expect(await disk('sources/Manual.yaml')).toBe(manual);
  expect(state().selection).toEqual(selection);
});
