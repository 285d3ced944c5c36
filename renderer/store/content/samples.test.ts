/** Samples kept with a prompt, over the real core. */
import { beforeEach, expect, it } from 'vitest';
import { selectPreviewed } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';
import { sampleUses } from './sample-tests.ts';
import { selectTests } from './samples.ts';

const greet = `Name: Greet
Arguments: [{ Name: name }]
Samples: [{ Name: Old, Arguments: { __proto__: odd, name: Ada } }]
Content: Hello
`;

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet]\n',
  'prompts/Greet.yaml': greet,
});

beforeEach(() => world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' }));

it('saves beside a sample with the key __proto__', async () => {
  await world.store.actions.saveSample('New', { name: 'Bo' });
  const text = await world.disk('prompts/Greet.yaml');
  expect(text).toContain('__proto__: odd');
  expect(text).toContain('Bo');
  expect(world.state().saves).toEqual({});
  await world.store.actions.renameArgument(0, 'whom');
  expect(await world.disk('prompts/Greet.yaml')).toContain('whom: Ada');
  expect(world.state().saves).toEqual({});
});

it('saves no value of an argument under its old name', async () => {
  world.store.actions.fillValues({ name: 'Ada' });
  await world.store.actions.renameArgument(0, 'whom');
  await world.until((state) => selectPreviewed(state)?.form.arguments[0]?.name === 'whom');
  await world.store.actions.saveSample('New');
  expect(await world.disk('prompts/Greet.yaml')).toMatch(/Name: New\n?.*\s+Arguments:\s+\{? ?whom: Ada/);
  expect(await world.disk('prompts/Greet.yaml')).not.toContain(' name: Ada');
});

it('renames a sample in the tests that take it, in one step of undo', async () => {
  const testedText = `${greet}Tests: [{ Name: a, Sample: Old, Expect: [{ same-as: { Sample: Old } }, { contains: Old }] }]\n`;
  await world.writeDisk('prompts/Greet.yaml', testedText);
  await world.until(({ definition }) => definition.status === 'open' && definition.view.text === testedText);
  await world.store.actions.renameSample('Old', 'Newer');
  const text = await world.disk('prompts/Greet.yaml');
  expect(text).toContain('Name: Newer');
  expect(text).toContain('Sample: Newer, Expect: [{ same-as: { Sample: Newer } }, { contains: Old }]');
  await world.store.actions.undo();
  expect(await world.disk('prompts/Greet.yaml')).toBe(testedText);
});

it('deletes a sample whose tests keep its values, in one step of undo', async () => {
  const tests = [
    '{ Name: takes, Sample: Old, Expect: [{ contains: Hello }] }',
    '{ Name: compares, Arguments: { name: Bo }, Expect: [{ same-as: { Sample: Old } }, { contains: Hello }] }',
    '{ Name: both, Sample: Old, Arguments: { name: Bo }, Expect: [{ same-as: { Sample: Old } }] }',
  ];
  const testedText = `${greet}Tests:\n${tests.map((test) => `  - ${test}\n`).join('')}`;
  await world.writeDisk('prompts/Greet.yaml', testedText);
  await world.until(({ definition }) => definition.status === 'open' && definition.view.text === testedText);
  expect(sampleUses(selectTests(world.state()), 'Old')).toEqual({
    takenBy: ['takes', 'both'],
    comparedBy: ['compares', 'both'],
  });
  await world.store.actions.deleteSample('Old');
  const text = await world.disk('prompts/Greet.yaml');
  expect(text).not.toContain('Old');
  expect(selectTests(world.state())).toEqual([
    { Name: 'takes', Arguments: { ['__proto__']: 'odd', name: 'Ada' }, Expect: [{ contains: 'Hello' }] },
    { Name: 'compares', Arguments: { name: 'Bo' }, Expect: [{ contains: 'Hello' }] },
    { Name: 'both', Arguments: { ['__proto__']: 'odd', name: 'Bo' } },
  ]);
  await world.store.actions.undo();
  expect(await world.disk('prompts/Greet.yaml')).toBe(testedText);
});
