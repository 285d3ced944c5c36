/** Connecting from the store, over the real core. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHostClient } from '../../../src/contract/host-client.ts';
import { createInProcessTransport } from '../../../src/contract/in-process.ts';
import { held, worldOf } from '../testing/world.ts';

const world = worldOf({
  'servers/Team.yaml': 'Name: Team\nMCPPrompts:\n  - Name: hello\n    Content: Hello\n',
  'prompts/ask.yaml': 'Name: ask\nArguments:\n  - Name: question\nContent: {StringTemplate: "`question`"}\n',
  'servers/Words.yaml': 'Name: Words\nMCPPrompts: [ask]\n',
});

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
  const undoneConnect = actions.undoConnect(journalId);
  actions.chooseConnect({ application: 'claude-code' });
  await world.until(() => isChange() === false);
  removal.release();
  await undoneConnect;
  expect(isChange()).toBe(true);
});

test('one press lets an argument take the rest of the line, before and after connecting', async () => {
  const { actions } = world.store;
  await mkdir(join(world.home, 'project'));
  const readOffer = () => {
    const { connect } = world.state();
    const stage = connect.status === 'open' ? connect.stage : undefined;
    if ((stage?.kind === 'planned' || stage?.kind === 'applied') && 'promptNotes' in stage.plan)
      return [stage.kind, stage.plan.promptNotes.flatMap(({ restOfLine }) => restOfLine)];
    return undefined;
  };
  await world.open({ kind: 'server', server: 'Words' });
  await actions.openConnect();
  actions.setProjectDir(join(world.home, 'project'));
  const ask = { prompt: 'ask', argument: 'question' };
  await world.until(() => readOffer() !== undefined);
  expect(readOffer()).toEqual(['planned', [ask]]);
  await actions.applyConnect();
  expect(readOffer()).toEqual(['applied', [ask]]);

  await actions.letTakeRest('ask', 'question');
  expect(readOffer()).toEqual(['applied', []]);
  expect(await world.disk('prompts/ask.yaml')).toContain('RestOfLine: true');
  expect(world.state().notices.at(-1)?.message).toBe('question takes the rest of the line in ask.');
  await actions.undo();
  expect(await world.disk('prompts/ask.yaml')).not.toContain('RestOfLine');
});

test('a typed folder that does not exist is still there when the dialog opens again', async () => {
  const { actions } = world.store;
  const missingFolder = join(world.home, 'not-yet');
  await actions.openConnect();
  actions.setProjectDir(missingFolder);
  actions.closeConnect();
  await actions.openConnect();
  expect(world.state().connect).toMatchObject({ target: { projectDir: missingFolder } });
});

test('the open dialog follows what is disconnected elsewhere, and keeps what is typed', async () => {
  const { actions } = world.store;
  const otherClient = createHostClient(createInProcessTransport(world.workbench));
  const project = join(world.home, 'project');
  await mkdir(project);
  const newest = () => {
    const { connect } = world.state();
    return connect.status === 'open' ? connect.history?.[0] : undefined;
  };
  const stage = () => {
    const { connect } = world.state();
    return connect.status === 'open' ? connect.stage.kind : undefined;
  };
  await actions.openConnect();
  actions.setProjectDir(project);
  await world.until(() => isChange() === true);
  await actions.applyConnect();
  await actions.refreshConnect();
  expect(stage()).toBe('applied');

  await otherClient.call('connect.undo', { journalId: newest()?.journalId ?? '' });
  await actions.refreshConnect();
  expect(newest()).toMatchObject({ undone: true });
  expect(isChange()).toBe(true);

  await actions.applyConnect();
  actions.chooseConnect({});
  await world.until(() => isChange() === false);
  await otherClient.call('connect.undo', { journalId: newest()?.journalId ?? '' });
  await actions.refreshConnect();
  expect(isChange()).toBe(true);

  // A choice during a refresh stays.
  const readReply = held();
  world.before = (call) => (call === 'connect.history' ? readReply.promise : undefined);
  const refresh = actions.refreshConnect();
  actions.setProjectDir(join(world.home, 'typed'));
  readReply.release();
  await refresh;
  expect(world.state().connect).toMatchObject({ target: { projectDir: join(world.home, 'typed') } });
  expect(stage()).toBe('planning');
});

test('a refresh that fails says nothing, and the next one reads again', async () => {
  const { actions } = world.store;
  await actions.openConnect();
  const before = world.state().connect;
  world.before = () => Promise.resolve(new Error('not now'));
  await actions.refreshConnect();
  expect(world.state().notices).toEqual([]);
  expect(world.state().connect).toEqual(before);
});

test('a refresh waits for a plan, and without a change it keeps the plan that a person reviews', async () => {
  const { actions } = world.store;
  await mkdir(join(world.home, 'project'));
  await actions.openConnect();
  actions.setProjectDir(join(world.home, 'project'));
  const reviewedPlan = () => {
    const { connect } = world.state();
    return connect.status === 'open' && connect.stage.kind === 'planned' && connect.stage.plan;
  };
  const calls: string[] = [];
  world.before = (call) => void calls.push(call);
  await actions.refreshConnect();
  expect(calls).toEqual([]);
  await world.until(() => isChange() === true);
  const firstPlan = reviewedPlan();
  calls.length = 0;
  await actions.refreshConnect();
  expect(calls).toContain('connect.history');
  expect(calls).not.toContain('connect.plan');
  expect(reviewedPlan()).toBe(firstPlan);
});

test('a connection is the next step of undo, even when it was made in another window', async () => {
  const { actions } = world.store;
  await mkdir(join(world.home, 'project'));
  await actions.openConnect();
  actions.setProjectDir(join(world.home, 'project'));
  await world.until(() => isChange() === true);
  await actions.applyConnect();
  await world.until(({ nextSteps }) => nextSteps?.undo?.name === 'connection of Claude Code to Team');

  const journalId = await world.until(({ connect }) => connect.status === 'open' && connect.history?.[0]?.journalId);
  await world.workbench.handlers['connect.undo']({ journalId });
  await world.until(({ nextSteps }) => nextSteps?.redo?.name === 'connection of Claude Code to Team');
});
