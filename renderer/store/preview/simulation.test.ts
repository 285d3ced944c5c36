/** The simulation from the store, over the real core and real files. */
import { expect, test } from 'vitest';
import type { SimulationFix } from '../../../src/contract/contract.ts';
import { findServer } from '../selectors.ts';
import { held, worldOf } from '../testing/world.ts';
import { selectTypedLine, simulationKey } from './simulation.ts';

const find = `# Kept.
Name: find
Arguments:
  - Name: query
    Required: true
Content: {StringTemplate: "Find \`query\`"}
`;
const translate = `Name: translate
Arguments:
  - Name: text # what to translate
    Required: true
  # then into what
  - Name: language
    Required: true
Content: {StringTemplate: "To \`language\`: \`text\`"}
`;
const world = worldOf({
  'servers/Docs.yaml': `Name: Docs
MCPPrompts:
  - find
  - translate
  - Name: with blank
    Content: Text
`,
  'prompts/find.yaml': find,
  'prompts/translate.yaml': translate,
});
const { state, disk } = world;
const open = (key: string) => world.open({ kind: 'prompt', server: 'Docs', key });

const readResult = () => {
  const { result } = state().simulation;
  if (result.status !== 'shown') throw new Error(result.status);
  return result;
};

async function simulate(values: Record<string, string> = { query: 'two words' }) {
  world.store.actions.fillValues(values);
  await world.store.actions.refreshSimulation();
  return readResult().simulation;
}

test('the simulation shows the values of the form for every client application', async () => {
  await open('find');
  expect((await simulate()).line?.text).toBe('/mcp__Docs__find two words');
  expect(readResult().clients.rows).toHaveLength(1);
  expect(readResult().clients.clients.length).toBeGreaterThanOrEqual(18);
});

test('an answer is dropped when a later request has been sent', async () => {
  await open('find');
  const lateReply = held();
  let isFirst = true;
  world.after = (call) => {
    if (call !== 'simulation.run' || !isFirst) return undefined;
    isFirst = false;
    return lateReply.promise;
  };
  world.store.actions.fillValues({ query: 'first' });
  const firstRefresh = world.store.actions.refreshSimulation();
  await simulate({ query: 'second' });
  lateReply.release();
  await firstRefresh;
  expect(readResult().simulation.sentValues).toEqual({ query: 'second' });
});

test('a line that was typed belongs to its prompt and client application', async () => {
  await open('find');
  world.store.actions.typeLine('/mcp__Docs__find mine');
  expect((await simulate()).sentValues).toEqual({ query: 'mine' });
  world.store.actions.chooseClient('zed');
  expect(selectTypedLine(state())).toBeUndefined();
  expect((await simulate()).line?.text).toBe('/find two words');
  world.store.actions.chooseClient('claude-code');
  expect(selectTypedLine(state())).toBe('/mcp__Docs__find mine');
  world.store.actions.typeLine(undefined);
  expect((await simulate()).line?.text).toBe('/mcp__Docs__find two words');
});

test('a fix is written into the file, shown at once, and undone', async () => {
  await open('find');
  const before = simulationKey(state());
  const [fix] = (await simulate()).fixes;
  await world.store.actions.applyFix(fix as SimulationFix);
  expect(await disk('prompts/find.yaml')).toContain('RestOfLine: true');
  expect(readResult().simulation.reach).toBe('whole');
  expect(simulationKey(state())).not.toBe(before);
  await world.store.actions.undo();
  expect(await disk('prompts/find.yaml')).toBe(find);
});

test('an argument of several words moves to the end with its comments, takes the rest of the line, and one undo moves it back', async () => {
  await open('translate');
  const [fix] = (await simulate({ text: 'two words', language: 'German' })).fixes;
  await world.store.actions.applyFix(fix as SimulationFix);
  expect(await disk('prompts/translate.yaml')).toMatch(/Name: language[\s\S]*Name: text # what[\s\S]*RestOfLine: true/);
  expect(readResult().simulation).toMatchObject({
    reach: 'whole',
    joinedValues: { text: 'two words', language: 'German' },
  });
  await world.store.actions.undo();
  expect(await disk('prompts/translate.yaml')).toBe(translate);
});

test('an argument is not moved when another has taken its place', async () => {
  await open('translate');
  const move = { at: ['Arguments'], from: 1, to: 0, name: 'text' };
  await world.store.actions.applyFix({ kind: 'edit', label: 'x', move, edits: [] });
  expect(await disk('prompts/translate.yaml')).toBe(translate);
  expect(state().notices.at(-1)?.message).toContain('prompt has changed');
});

test('a fix is not written if its place has changed meanwhile', async () => {
  await open('find');
  const fix: SimulationFix = { kind: 'edit', label: 'x', edits: [{ at: ['Content'], before: 'Other', after: 'New' }] };
  await world.store.actions.applyFix(fix);
  expect(await disk('prompts/find.yaml')).toBe(find);
  expect(state().notices.at(-1)?.message).toContain('prompt has changed');
});

test('a prompt that cannot be called gets a name that can be called', async () => {
  const prompts = findServer(state(), 'Docs')?.prompts ?? [];
  await open(prompts.find(({ name }) => name === 'with blank')?.key ?? '');
  world.store.actions.setPlain(true);
  const [fix] = (await simulate({})).fixes;
  await world.store.actions.applyFix(fix as SimulationFix);
  await expect.poll(() => disk('servers/Docs.yaml')).toContain('Name: with-blank');
});

test('a core that does not answer is reported in a sentence', async () => {
  await open('find');
  world.before = (call) => (call === 'simulation.run' ? Promise.resolve(new Error('Not now.')) : undefined);
  world.store.actions.fillValues({ query: 'x' });
  await world.store.actions.refreshSimulation();
  expect(state().simulation.result).toEqual({ status: 'failed', message: 'Not now.' });
});
