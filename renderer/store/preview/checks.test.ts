/** Tests that the window adds to a prompt, over the real core. */
import { expect, test, vi } from 'vitest';
import { worldOf } from '../testing/world.ts';
import { simulationKey } from './simulation.ts';
import { selectTested } from './tests.ts';

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet]\n',
  'prompts/Greet.yaml': 'Name: Greet\nContent: Hello\n',
});

test('tests run again once the snapshot of a kept test is written', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const checks = await world.store.actions.loadChecks();
  let key: string | undefined;
  world.after = async (call) => {
    if (call === 'tests.run') ({ key } = selectTested(world.state()));
  };
  await checks.keepAsTest('Docs', 'Greet', 'as it is', { values: {} });
  expect(key).toBeDefined();
  expect(selectTested(world.state()).key).not.toBe(key);
  expect(await world.store.actions.runTests('Docs', 'Greet')).toMatchObject([{ test: 'as it is', failures: [] }]);
});

test('a deleted test takes its snapshot along, and undo brings both back', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const checks = await world.store.actions.loadChecks();
  await checks.keepAsTest('Docs', 'Greet', 'as it is', { values: {} });
  const snapshot = () => world.disk('snapshots/Docs/Greet/as it is.txt').catch(() => undefined);
  expect(await snapshot()).toBe('Hello\n');
  await checks.deleteTest('Docs', 'Greet', 'as it is');
  expect(await snapshot()).toBeUndefined();
  await world.store.actions.undo();
  expect(await snapshot()).toBe('Hello\n');
  expect(await world.disk('prompts/Greet.yaml')).toContain('as it is');
  await checks.deleteTest('Docs', 'Greet', 'gone');
  expect(world.state().notices.at(-1)?.message).toBe('The prompt no longer has the test “gone”.');
});

test('tests and the simulation run again after another program has changed a file that the prompt only names', async () => {
  await world.writeDisk('media/note.txt', 'Old');
  await world.writeDisk(
    'prompts/Greet.yaml',
    'Name: Greet\nContent: { Messages: [{ Role: user, Content: { Type: resource, Uri: "docs://note", File: note.txt } }] }\n',
  );
  await world.until(({ preview }) => preview.status === 'result' && JSON.stringify(preview.result).includes('Old'));
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const keys = () => [selectTested(world.state()).key, simulationKey(world.state())];
  const [testsBefore, simulationBefore] = keys();
  await world.writeDisk('media/note.txt', 'New');
  await vi.waitFor(() => {
    expect(keys()[0]).not.toBe(testsBefore);
    expect(keys()[1]).not.toBe(simulationBefore);
  });
});
