/** Tests that the window adds to a prompt, over the real core. */
import { expect, test } from 'vitest';
import { worldOf } from '../testing/world.ts';
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
