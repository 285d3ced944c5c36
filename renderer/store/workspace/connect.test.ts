/** Connecting from the store, over the real core. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { held, worldOf } from '../testing/world.ts';

const world = worldOf({ 'servers/Team.yaml': 'Name: Team\nMCPPrompts:\n  - Name: hello\n    Content: Hello\n' });

/** Whether the shown plan changes the configuration file. */
const isChange = () => {
  const { connect } = world.state();
  if (connect.status !== 'open' || connect.stage.kind !== 'planned' || connect.stage.plan.kind !== 'ready') return;
  return !connect.stage.plan.unchanged;
};

test('a target that is chosen while its entry is being removed shows the change that connects it again', async () => {
  const { actions } = world.store;
  const project = join(world.home, 'project');
  await mkdir(project);
  await actions.openConnect();
  actions.setProjectDir(project);
  await world.until(() => isChange() === true);
  await actions.applyConnect();
  const journalId = await world.until(({ connect }) => connect.status === 'open' && connect.history?.[0]?.journalId);

  const removal = held();
  world.before = (call) => (call === 'connect.undo' ? removal.promise : undefined);
  const undone = actions.undoConnect(journalId);
  actions.chooseConnect({ application: 'claude-code' });
  await world.until(() => isChange() === false);
  removal.release();
  await undone;
  expect(isChange()).toBe(true);
});
