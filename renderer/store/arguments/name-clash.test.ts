/** Two prompts of one list with the same MCP name, from the store. */
import { expect, it } from 'vitest';
import { worldOf } from '../testing/world.ts';
import { entryNameProblem, newEntryNameProblem, selectNameClash } from './name-clash.ts';

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts:\n  - Greet\n  - Name: welcome\n    Content: Second\n',
  'prompts/Greet.yaml': 'Name: greet\nContent: Hello\n',
});

it('reports at the name that another prompt of the list has it, until one changes', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  expect(selectNameClash(world.state())).toBeUndefined();
  world.store.actions.edit(['Name'], 'welcome');
  await world.until((state) => selectNameClash(state) !== undefined);
  expect(selectNameClash(world.state())?.message).toBe(
    'Docs has another prompt named welcome, so clients get neither: choose another name, such as welcome-2.',
  );
  world.store.actions.edit(['Name'], 'welcomed');
  expect(selectNameClash(world.state())).toBeUndefined();
  await world.store.actions.flush();
  expect(await world.disk('prompts/Greet.yaml')).toContain('Name: welcomed');
});

it('reports it for an inline prompt too', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'MCPPrompts.1' });
  world.store.actions.edit(['MCPPrompts', 1, 'Name'], 'greet');
  await world.until((state) => selectNameClash(state) !== undefined);
  expect(selectNameClash(world.state())?.message).toContain('Docs has another prompt named greet');
});

it('refuses a new name that is taken in any server that lists the prompt', async () => {
  await world.writeDisk(
    'servers/Team.yaml',
    'Name: Team\nMCPPrompts:\n  - Greet\n  - Name: review\n    Content: Text\n',
  );
  await world.until(
    ({ workspace }) =>
      workspace.status === 'ready' &&
      workspace.view.servers.some(({ name, prompts }) => name === 'Team' && prompts.length === 2),
  );
  const problemOf = (name: string) =>
    entryNameProblem(world.state(), 'prompts', { file: 'prompts/Greet.yaml', at: [] }, name);
  expect(problemOf('review')).toMatchObject({
    severity: 'error',
    message: 'Team already has a prompt called review.',
    free: 'review-2',
  });
  expect(problemOf('hello')).toBeUndefined();
});

it('has the same rule and the same sentence for a new prompt, a rename in the list and the details', () => {
  const ofNew = (name: string) => newEntryNameProblem(world.state(), 'prompts', 'Docs', name);
  const ofOther = (name: string) =>
    entryNameProblem(world.state(), 'prompts', { file: 'prompts/Greet.yaml', at: [] }, name);
  expect(ofNew('welcome')?.message).toBe('Docs already has a prompt called welcome.');
  for (const name of ['a-b?', 'two words', 'a/b', 'welcome', '..', '', 'con'])
    expect(ofNew(name)).toEqual(ofOther(name));
});
