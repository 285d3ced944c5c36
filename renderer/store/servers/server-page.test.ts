import { expect, test } from 'vitest';
import { worldOf } from '../testing/world.ts';
import { selectTags } from '../workspace/tags.ts';
import { selectListFilter, selectServerTab, tabOfPath } from './server-page.ts';

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, part]\n',
  'servers/Other.yaml': 'Name: Other\nMCPPrompts: [greet]\n',
  'prompts/greet.yaml': 'Name: greet\nTags: [polite, team]\nContent: Hello\n',
  'prompts/part.yaml': 'Name: part\nTags: polite\nContent: Bye\n',
});

test('each server keeps its own tab, even in the next window', async () => {
  await world.until((state) => state.workspace.status === 'ready');
  world.store.actions.showServerTab('Docs', 'clients');
  expect(selectServerTab(world.state(), 'Docs')).toBe('clients');
  expect(selectServerTab(world.state(), 'Other')).toBe('prompts');
  await world.reopenWindow();
  await world.until((state) => state.workspace.status === 'ready');
  expect(selectServerTab(world.state(), 'Docs')).toBe('clients');
});

test('each list keeps its filter while the window is open', async () => {
  await world.until((state) => state.workspace.status === 'ready');
  world.store.actions.filterList('Docs', 'prompts', { text: 'gr' });
  world.store.actions.filterList('Docs', 'prompts', { tag: 'polite' });
  expect(selectListFilter(world.state(), 'Docs', 'prompts')).toEqual({ text: 'gr', tag: 'polite' });
  expect(selectListFilter(world.state(), 'Docs', 'tools')).toEqual({ text: '', tag: undefined });
});

test('a problem of a server’s file opens the tab that shows it', () => {
  expect([['MCPPrompts', 2], ['Tools', 0], ['PromptsAsTools'], ['Name']].map(tabOfPath)).toEqual([
    'prompts',
    'tools',
    'tools',
    'settings',
  ]);
});

test('the tags of all prompts are known; a new tag is one change with its own Undo', async () => {
  await world.until((state) => state.workspace.status === 'ready');
  expect(selectTags(world.state())).toEqual(['polite', 'team']);
  const before = await world.disk('prompts/part.yaml');
  await world.store.actions.tagEntries('Docs', [0, 1], { add: ['new'], remove: ['team'] });
  expect(selectTags(world.state())).toEqual(['new', 'polite']);
  expect(world.state().notices.map(({ message }) => message)).toEqual(['Tagged 2 prompts.']);
  await world.store.actions.undoNotice(world.state().notices[0]?.id ?? 0);
  expect(await world.disk('prompts/part.yaml')).toBe(before);
});
