/** Adding, renaming and removing arguments, over the real core. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Json, valueAt } from '../definition/json.ts';
import { selectValues, valueIn } from '../selectors.ts';
import { held, worldOf } from '../testing/world.ts';
import { selectArgumentNames } from './argument-names.ts';
import { selectFunctionReads, selectSlotArguments, selectSlotUses } from './argument-selectors.ts';

const greet = `Name: Greet
Arguments:
  - Name: name # whom
    Required: true
  - Name: tone
    Complete:
      Function: "(value, { name }) => [name]"
Content:
  StringTemplate: "Hello, \`name\`! \`weather\`"
`;

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet]\n',
  'prompts/Greet.yaml': greet,
});
const { state } = world;
const disk = () => world.disk('prompts/Greet.yaml');

beforeEach(() => world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' }));

it('renames an argument with its slots in one save, moves the typed value along, and reports functions', async () => {
  let edits = 0;
  world.before = async (call) => {
    if (call === 'definition.edit') edits++;
  };
  world.store.actions.setValue('name', 'Ada');
  await world.store.actions.renameArgument(0, 'whom');
  expect(edits).toBe(1);
  expect(await disk()).toBe(greet.replace('- Name: name', '- Name: whom').replace('`name`', '`whom`'));
  expect(selectValues(state())).toMatchObject({ whom: 'Ada' });
  expect(state().notices.at(-1)?.message).toContain('the completion of tone may still use the old name');
  await world.store.actions.undo();
  expect(await disk()).toBe(greet);
});

it('renames an argument in the text and the list that are still being saved', async () => {
  const typedText = 'Dear `name`, hello!';
  world.store.actions.edit(['Content', 'StringTemplate'], typedText);
  world.store.actions.edit(['Arguments'], [{ Name: 'argument' }, { Name: 'name' }]);
  const firstRename = world.store.actions.renameArgument(0, 'weather');
  await Promise.all([firstRename, world.store.actions.renameArgument(1, 'whom')]);
  expect(selectArgumentNames(state())).toEqual(['weather', 'whom']);
  expect(await disk()).toContain('Dear `whom`, hello!');
});

it('finds slots without an argument, and adds it', async () => {
  expect(selectSlotUses(state())).toEqual({ usedNames: ['name'], missingNames: ['weather'], places: 0 });
  await world.store.actions.addArguments(['weather']);
  expect(selectSlotUses(state())).toEqual({ usedNames: ['name', 'weather'], missingNames: [], places: 0 });
  expect(selectSlotArguments(state()).map(({ name }) => name)).toEqual(['name', 'tone', 'weather']);
});

describe('new arguments', () => {
  const list = () => valueIn(state(), ['Arguments']);
  const order = () => selectSlotArguments(state()).map(({ name }) => name);
  const namesWithRest = () =>
    (list() as Json[]).flatMap((value) => (valueAt(value, ['RestOfLine']) ? [valueAt(value, ['Name'])] : []));

  it('are added at the end, and the last one takes the rest of the line', async () => {
    await world.store.actions.addArguments(['weather']);
    expect(list()).toMatchObject([{ Name: 'name' }, { Name: 'tone' }, { Name: 'weather', RestOfLine: true }]);
    await world.store.actions.addArguments(['day', 'hour']);
    expect(order()).toEqual(['name', 'tone', 'weather', 'day', 'hour']);
    expect(namesWithRest()).toEqual(['hour']);
    expect(state().notices).toEqual([]);
  });

  it('cause no notice when one gets its name before it is saved', async () => {
    world.before = async (call) => {
      if (call === 'definition.edit' && order()[2] === 'argument')
        world.store.actions.edit(['Arguments', 2, 'Name'], 'weather');
    };
    await world.store.actions.addArguments(['argument']);
    expect(order()).toEqual(['name', 'tone', 'weather']);
    expect(state().notices).toEqual([]);
  });

  it('are added before an argument with several words in a sample, and a notice says so', async () => {
    await world.store.actions.addArguments(['weather']);
    world.store.actions.edit(['Samples'], [{ Name: 'Rain', Arguments: { weather: 'a lot of rain' } }]);
    await world.store.actions.addArguments(['day']);
    expect(order()).toEqual(['name', 'tone', 'day', 'weather']);
    expect(namesWithRest()).toEqual(['weather']);
    expect(state().notices.at(-1)?.message).toBe('weather stays last, because it takes the rest of the line.');
  });

  it('are added before the argument that a search looks for', async () => {
    await world.store.actions.addArguments(['question']);
    world.store.actions.edit(['Content'], { Search: '`question`' });
    await world.store.actions.addArguments(['day']);
    expect(order()).toEqual(['name', 'tone', 'day', 'question']);
  });
});

it('names the arguments that a function reads and the prompt does not have', async () => {
  world.store.actions.edit(['Content'], { Function: '(args) => args.name + args.city' });
  expect(selectFunctionReads(state())).toMatchObject({ missingNames: ['city'] });
  await world.store.actions.addArguments(['city']);
  expect(selectFunctionReads(state())).toMatchObject({ missingNames: [] });
});

it('does not let a new argument take the rest of the line if a form asks for it', async () => {
  world.store.actions.edit(['Ask'], 'missing');
  await world.store.actions.addArguments(['weather']);
  expect(valueIn(state(), ['Arguments', 2])).toEqual({ Name: 'weather', Required: true });
});

it('counts the URI of an embedded resource as a use of its arguments', async () => {
  world.store.actions.edit(['Content'], {
    Messages: [{ Role: 'user', Content: { Type: 'resource', Uri: 'docs://{tone}/{day}', Text: 'x' } }],
  });
  expect(selectSlotUses(state())).toEqual({ usedNames: ['tone'], missingNames: ['day'], places: 0 });
});

it('reads the names of arguments once, however many rows ask while something else is typed', () => {
  const names = selectArgumentNames(state());
  expect(names).toEqual(['name', 'tone']);
  world.store.actions.edit(['Content', 'StringTemplate'], 'Another text');
  expect(selectArgumentNames(state())).toBe(names);
  world.store.actions.edit(['Arguments', 0, 'Name'], 'whom');
  expect(selectArgumentNames(state())).toEqual(['whom', 'tone']);
});

it('removes an argument, and its notice restores it byte for byte', async () => {
  await world.store.actions.removeArgument(1);
  expect(await disk()).not.toContain('tone');
  const notice = state().notices.at(-1);
  expect(notice?.message).toBe('Removed the argument tone.');
  await world.store.actions.undoNotice(notice?.id ?? -1);
  expect(await disk()).toBe(greet);
});

it('removes the values of an argument in samples and tests with it, in one step', async () => {
  const values = (name: string) =>
    `Samples:\n  - Name: Ada\n    Arguments: { name: Ada${name} }\nTests:\n  - Name: Kind\n    Arguments: { name: Bob${name} }\n`;
  const before = `${greet}${values(', tone: kind')}`;
  await world.writeDisk('prompts/Greet.yaml', before);
  await world.until((now) => now.definition.status === 'open' && now.definition.view.text.includes('Tests'));
  await world.store.actions.removeArgument(1);
  expect(await disk()).toContain(values(''));
  await world.store.actions.undoNotice(state().notices.at(-1)?.id ?? -1);
  expect(await disk()).toBe(before);
});

it('renames the value of a sample in place', async () => {
  const samples = 'Samples:\n  - Name: Ada\n    Arguments:\n      name: Ada # the first\n      tone: kind\n';
  await world.writeDisk('prompts/Greet.yaml', `${greet}${samples}`);
  await world.until((now) => now.definition.status === 'open' && now.definition.view.text.includes('Samples'));
  await world.store.actions.renameArgument(0, 'whom');
  expect(await disk()).toContain(samples.replace('name: Ada #', 'whom: Ada #'));
});

it('changes nothing in a prompt that was opened while the last words of another were being saved', async () => {
  const otherText = 'Name: Other\nArguments: [{ Name: a }, { Name: b }]\nContent: Other\n';
  await world.writeDisk('prompts/Other.yaml', otherText);
  await world.until(({ workspace }) => workspace.status === 'ready' && workspace.view.unlistedPrompts.length > 0);
  for (const change of [
    () => world.store.actions.removeArgument(0),
    () => world.store.actions.renameArgument(0, 'whom'),
    () => world.store.actions.addArguments(['more']),
  ]) {
    await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
    const save = held();
    world.before = (call) => (call === 'definition.edit' ? save.promise : undefined);
    world.store.actions.edit(['Title'], `${state().notices.length}`);
    const outcome = change();
    world.store.actions.goTo('prompts/Other.yaml', []);
    save.release();
    await outcome;
    await world.until(
      ({ definition }) => definition.status === 'open' && definition.view.file === 'prompts/Other.yaml',
    );
    await world.store.actions.flush();
    world.before = () => undefined;
  }
  expect(await world.disk('prompts/Other.yaml')).toBe(otherText);
  expect(state().notices.map(({ message }) => message)).toEqual([
    'Renamed name to whom, but the completion of tone may still use the old name: check it.',
  ]);
  // Its new name is written before the other prompt opens.
  expect(await disk()).toContain('- Name: whom');
});
