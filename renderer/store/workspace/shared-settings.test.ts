/** What another window changes in the settings, over the real core. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { promptId } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';

const world = worldOf({
  'servers/team.yaml': 'Name: team\nMCPPrompts: [{ Name: one, Arguments: [{ Name: a }], Content: One }]\n',
});
const target = { kind: 'url', url: 'https://a.b/mcp', headers: [] } as const;
const theirs = { id: 'theirs', name: 'Theirs', target };

test('an inspected server of another window appears, and stays when this window adds one', async () => {
  world.inOtherWindow((settings) => settings.change({ inspected: [theirs] }));
  await world.store.actions.refreshSettings();
  expect(world.state().inspectedServers).toEqual([theirs]);
  world.before = async (call) => (call === 'inspect.open' ? new Error('It does not answer.') : undefined);
  const inspector = await world.store.actions.inspector();
  inspector.add({ ...target, headers: {} }, { kind: 'url', url: target.url, headers: [], digest: 'd' });
  await world.reopenWindow();
  expect(world.state().inspectedServers).toMatchObject([theirs, { target }]);
});

test('an inspected server that another window has removed is gone, and its page is closed', async () => {
  world.store.settings.change({ inspected: [theirs] });
  await world.reopenWindow();
  world.store.actions.select({ kind: 'inspected', id: 'theirs' });
  world.inOtherWindow((settings) => settings.change({ inspected: [] }));
  await world.store.actions.refreshSettings();
  expect(world.state().inspectedServers).toEqual([]);
  expect(world.state().selection).toMatchObject({ kind: 'prompt', server: 'team' });
});

test('the values of a prompt that another window has typed stay when this window types those of another prompt', async () => {
  const dir = join(world.home, 'workspace');
  await world.open({ kind: 'prompt', server: 'team', key: 'MCPPrompts.0' });
  const id = promptId(world.state()) ?? '';
  world.inOtherWindow((settings) => settings.change({ values: { [dir]: { 'team/other': { b: 'theirs' } } } }));
  await world.store.actions.refreshSettings();
  world.store.actions.setValue('a', 'ours');
  await world.reopenWindow();
  expect(world.state().values).toEqual({ 'team/other': { b: 'theirs' }, [id]: { a: 'ours' } });
});
