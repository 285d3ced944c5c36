/** Which argument of the open prompt loses words in Claude Code, over the real core. */
import { beforeEach, expect, test } from 'vitest';
import { worldOf } from '../testing/world.ts';
import { selectCutArgument } from './cut-argument.ts';

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [explain, pick, convert]\n',
  'prompts/explain.yaml': 'Name: explain\nArguments: [{ Name: topic, Required: true }]\nContent: Explain\n',
  'prompts/pick.yaml': 'Name: pick\nArguments: [{ Name: size, Kind: choice, Choices: [s, m] }]\nContent: Pick\n',
  'prompts/convert.yaml':
    'Name: convert\nArguments: [{ Name: text, Required: true }, { Name: to, RestOfLine: true }]\nContent: Convert\n',
});
const readCutArgument = () => selectCutArgument(world.state());
const open = (key: string) => world.open({ kind: 'prompt', server: 'Docs', key });
async function fix(): Promise<void> {
  for (const { at, after } of readCutArgument()?.edits ?? []) world.store.actions.edit(at, after);
  await world.store.actions.flush();
}

beforeEach(() => open('explain'));

test('a last free text gets one word until it takes the rest of the line', async () => {
  expect(readCutArgument()).toMatchObject({ name: 'topic', fix: 'rest' });
  await fix();
  expect(readCutArgument()).toBeUndefined();
  expect(await world.disk('prompts/explain.yaml')).toContain('RestOfLine: true');
});

test('a choice and an argument that a form asks for lose nothing', async () => {
  world.store.actions.edit(['Ask'], 'missing');
  expect(readCutArgument()).toBeUndefined();
  await open('pick');
  expect(readCutArgument()).toBeUndefined();
});

test('an earlier argument is named once its value has several words, and a form then asks for it', async () => {
  await open('convert');
  world.store.actions.setValue('text', 'Ten');
  expect(readCutArgument()).toBeUndefined();
  world.store.actions.setValue('text', 'Ten euros');
  expect(readCutArgument()).toMatchObject({ name: 'text', fix: 'ask' });
  await fix();
  expect(readCutArgument()).toBeUndefined();
  expect((await world.disk('prompts/convert.yaml')).match(/Ask: missing/g)).toHaveLength(2);
});
