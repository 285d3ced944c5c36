/** The steps of "Get started" over the real core and its preview. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { worldOf } from '../testing/world.ts';
import { followStart } from './start-steps.ts';

const world = worldOf({
  'servers/team.yaml': 'Name: team\nMCPPrompts: [greet]\n',
  'prompts/greet.yaml': `Name: greet
Arguments:
  - { Name: who, Required: true }
  - { Name: tone }
Samples: [{ Name: first, Arguments: { who: Ada, tone: warm } }]
Content: { StringTemplate: 'Hello \`who\`, in a \`tone\` tone' }
`,
});
const greet = { kind: 'prompt', server: 'team', key: 'greet' } as const;
const doneSteps = () => world.state().start.doneSteps;
const waitForAnswer = (text: string) =>
  world.until(({ preview }) => preview.status === 'result' && JSON.stringify(preview.result.messages).includes(text));

let stop: () => void;
beforeEach(async () => {
  stop = followStart(world.store);
  await world.open(greet);
});
afterEach(() => stop());

test('"See what a client gets" is done with the values of a sample once the person has written something', async () => {
  await waitForAnswer('Hello Ada, in a warm tone');
  expect(doneSteps()).toEqual([]);
  world.store.actions.edit(['Content', 'StringTemplate'], 'Good day `who`, in a `tone` tone');
  await waitForAnswer('Good day Ada');
  expect(doneSteps()).toEqual(['write', 'see']);
});

test('"See what a client gets" is done once a value is given, even if an optional one is empty', async () => {
  await waitForAnswer('Hello Ada, in a warm tone');
  world.store.actions.setValue('tone', '');
  await waitForAnswer('in a  tone');
  expect(doneSteps()).toEqual([]);
  world.store.actions.setValue('who', 'Bob');
  await waitForAnswer('Hello Bob, in a  tone');
  expect(doneSteps()).toEqual(['see']);
});
