/** Tools tried and arranged from the store, over the real core and real files. */
import { expect, test, vi } from 'vitest';
import { selectSlotArguments } from '../../arguments/argument-selectors.ts';
import type { JsonObject } from '../../definition/json.ts';
import { findServer, valueIn } from '../../selectors.ts';
import { held, worldOf } from '../../testing/world.ts';
import { entriesOfParameters } from './schema-edit.ts';
import { changedSince, selectToolTrial, type ToolSelection } from './tools.ts';

const docs = `Name: Docs
Tools:
  - greet # by name
  - Name: clear
    Parameters: [{ Name: path, Required: true }]
    Content: { StringTemplate: 'Cleared \`path\`.' }
  - Name: endless
    Content: { Function: 'async (args, { search }) => { for (;;); }' }
`;
const world = worldOf({ 'servers/Docs.yaml': docs, 'tools/greet.yaml': 'Name: greet\nContent: Hello!\n' });
const { state, open, disk } = world;
const greet: ToolSelection = { kind: 'tool', server: 'Docs', key: 'greet' };
const inlineTool = (index: number): ToolSelection => ({ kind: 'tool', server: 'Docs', key: `Tools.${index}` });
const trial = (tool: ToolSelection) => selectToolTrial(state(), tool);
const names = () => findServer(state(), 'Docs')?.tools.map(({ name }) => name);

test('a call shows the answer of the server, and wrong arguments as an answer of the tool', async () => {
  const { actions } = world.store;
  const call = actions.callTool(inlineTool(1), { path: 'a.txt' });
  expect(trial(inlineTool(1)).answer).toMatchObject({ status: 'calling' });
  await call;
  expect(trial(inlineTool(1)).answer).toMatchObject({
    status: 'answered',
    trial: {
      kind: 'result',
      isError: false,
      exchange: { response: { result: { content: [{ type: 'text', text: 'Cleared a.txt.' }] } } },
    },
  });
  await actions.callTool(inlineTool(1), {});
  expect(trial(inlineTool(1)).answer).toMatchObject({ status: 'answered', trial: { kind: 'result', isError: true } });
  expect(JSON.stringify(trial(inlineTool(1)).answer)).toContain('path is missing');
  expect(trial(greet).answer).toEqual({ status: 'none' });
});

test('the answer of a call is dropped if a newer call has begun', async () => {
  const firstHold = held();
  let count = 0;
  world.after = (call) => (call === 'tool.try' && ++count === 1 ? firstHold.promise : undefined);
  const { actions } = world.store;
  const overtakenCall = actions.callTool(inlineTool(1), { path: 'first' });
  await actions.callTool(inlineTool(1), { path: 'second' });
  firstHold.release();
  await overtakenCall;
  expect(JSON.stringify(trial(inlineTool(1)).answer)).toContain('Cleared second.');
});

test('an answer is an earlier one once a value or the definition has changed', async () => {
  const { actions } = world.store;
  await open(inlineTool(1));
  await actions.callTool(inlineTool(1), { path: 'a' });
  const change = (path: string) => changedSince(state(), inlineTool(1), { path });
  expect(change('a')).toBeUndefined();
  expect(change('b')).toBe('values');
  actions.edit(['Tools', 1, 'Content', 'StringTemplate'], 'Emptied `path`.');
  await vi.waitFor(() => expect(change('a')).toBe('definition'));
  await actions.callTool(inlineTool(1), { path: 'a' });
  expect(change('a')).toBeUndefined();
  await open(greet);
  expect(change('a')).toBeUndefined();
});

test('a call waits for the edits before it', async () => {
  const { actions } = world.store;
  await open(inlineTool(1));
  actions.edit(['Tools', 1, 'Content', 'StringTemplate'], 'Emptied `path`.');
  await actions.callTool(inlineTool(1), { path: 'a.txt' });
  expect(JSON.stringify(trial(inlineTool(1)).answer)).toContain('Emptied a.txt.');
});

test('a call that fails before a server answers says so', async () => {
  world.before = async (call) => (call === 'tool.try' ? new Error('The connection was lost: try again.') : undefined);
  await world.store.actions.callTool(greet, {});
  expect(trial(greet).answer).toEqual({ status: 'failed', message: 'The connection was lost: try again.' });
});

test('a call is stopped on request', async () => {
  const { actions } = world.store;
  const call = actions.callTool(inlineTool(2), {});
  actions.cancelTool(inlineTool(2));
  await call;
  expect(trial(inlineTool(2)).answer).toMatchObject({ status: 'answered', trial: { kind: 'cancelled' } });
  actions.cancelTool(inlineTool(2));
});

test('a call that waits for the edits before it is stopped too', async () => {
  const { actions } = world.store;
  await open(inlineTool(2));
  actions.edit(['Tools', 2, 'Description'], 'Never ends.');
  const call = actions.callTool(inlineTool(2), {});
  actions.cancelTool(inlineTool(2));
  await call;
  expect(trial(inlineTool(2)).answer).toMatchObject({ status: 'answered', trial: { kind: 'cancelled' } });
});

test('typed values are kept for each tool, as fields and as JSON', () => {
  const { actions } = world.store;
  actions.typeArgument(inlineTool(1), 'path', 'a');
  actions.typeArgument(inlineTool(1), '__proto__', 'b');
  actions.typeArguments(inlineTool(2), '{}');
  expect(Object.entries(trial(inlineTool(1)).typedTexts)).toEqual([
    ['path', 'a'],
    ['__proto__', 'b'],
  ]);
  expect(trial(inlineTool(1)).json).toBeUndefined();
  expect(trial(inlineTool(2))).toMatchObject({ json: '{}', typedTexts: {} });
});

test('a selected tool stays selected when its entry moves, with its typed values and running call', async () => {
  const { actions } = world.store;
  await open(inlineTool(1));
  actions.typeArgument(inlineTool(1), 'path', 'typed');
  const answer = held();
  world.after = (call) => (call === 'tool.try' ? answer.promise : undefined);
  const call = actions.callTool(inlineTool(1), { path: 'x' });
  const move = actions.moveEntry('Docs', 1, 2, 'tools');
  expect(names()).toEqual(['greet', 'endless', 'clear']);
  await move;
  expect(state().selection).toEqual(inlineTool(2));
  expect(trial(inlineTool(2)).typedTexts).toEqual({ path: 'typed' });
  answer.release();
  await call;
  expect(JSON.stringify(trial(inlineTool(2)).answer)).toContain('Cleared x.');
  expect(await disk('servers/Docs.yaml')).toMatch(/endless[\s\S]*clear/);
});

test('the slots of a tool are filled by its arguments, and a new argument is added to them', async () => {
  await open(inlineTool(1));
  expect(selectSlotArguments(state())).toEqual([{ name: 'path', isRequired: true }]);
  await world.store.actions.addArguments(['mode']);
  expect(selectSlotArguments(state()).map(({ name }) => name)).toEqual(['path', 'mode']);
  world.store.actions.edit(['Tools', 1, 'Parameters'], undefined);
  world.store.actions.edit(['Tools', 1, 'InputSchema'], { type: 'object', properties: { only: { type: 'string' } } });
  await world.store.actions.addArguments(['more']);
  expect(selectSlotArguments(state())).toEqual([
    { name: 'only', isRequired: false },
    { name: 'more', isRequired: true },
  ]);
  expect(await disk('servers/Docs.yaml')).not.toContain('Arguments');
});

test('the slots of a tool follow a renamed argument, in one undo step', async () => {
  await open(inlineTool(1));
  const { actions } = world.store;
  actions.editToolInput({ type: 'object', properties: { file: { type: 'string' } }, required: ['file'] });
  await actions.flush();
  expect(await disk('servers/Docs.yaml')).toContain('Cleared `file`.');
  expect(await disk('servers/Docs.yaml')).toContain('Name: file');
  await actions.undo();
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('two arguments of the same name and a bare item stay when another argument is edited in the form', async () => {
  await open(inlineTool(1));
  const { actions } = world.store;
  const list = [{ Name: 'path', Required: true }, { Name: 'path', Description: 'Second' }, 'city'];
  actions.edit(['Tools', 1, 'Parameters'], list);
  await actions.flush();
  const entries = entriesOfParameters(list);
  const [firstEntry] = entries;
  if (!firstEntry) throw new Error('There are no entries.');
  const changeFirstSchema = (schema: JsonObject) =>
    entries.with(0, { ...firstEntry, schema: { type: 'string', ...schema } });
  actions.editToolArguments(changeFirstSchema({ description: 'First' }));
  expect(valueIn(state(), ['Tools', 1, 'Parameters'])).toEqual([
    { Name: 'path', Required: true, Description: 'First' },
    { Name: 'path', Description: 'Second' },
    'city',
  ]);
  await actions.flush();
  expect(await disk('servers/Docs.yaml')).toContain('{ Name: path, Description: Second }, city]');
  actions.editToolArguments(changeFirstSchema({ minLength: 2 }));
  expect(valueIn(state(), ['Tools', 1, 'InputSchema'])).toEqual({
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 2 },
      path2: { type: 'string', description: 'Second' },
      city: { type: 'string' },
    },
    required: ['path'],
  });
});

test('a tool is created, shown, shared and removed, and each step can be undone', async () => {
  const { actions } = world.store;
  const undoLast = () => actions.undoNotice(state().notices.at(-1)?.id ?? 0);
  await actions.createEntry('Docs', 'sum', 'tools');
  expect(state().selection).toEqual(inlineTool(3));
  await expect(actions.createEntry('Docs', 'no blanks', 'tools')).rejects.toThrow('letters');
  await actions.shareEntry('Docs', 3, 'sum', 'tools');
  expect(state().selection).toEqual({ kind: 'tool', server: 'Docs', key: 'sum' });
  expect(await disk('tools/sum.yaml')).toContain('Name: sum');
  await undoLast();
  await vi.waitFor(() => expect(state().selection).toEqual(inlineTool(3)));
  await actions.removeEntry('Docs', 0, 'tools');
  expect(names()).toEqual(['clear', 'endless', 'sum']);
  await undoLast();
  expect(names()).toEqual(['greet', 'clear', 'endless', 'sum']);
});
