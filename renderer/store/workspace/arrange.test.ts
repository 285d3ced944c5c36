/** Lists, the catalogue and servers arranged from the store, over the real core and real files. */

import { expect, test, vi } from 'vitest';
import { isSameData } from '../../../src/base/json.ts';
import { findServer, selectValues, valueIn } from '../selectors.ts';
import type { Selection } from '../state/workspace.ts';
import { held, worldOf } from '../testing/world.ts';

const docs = `Name: Docs
MCPPrompts:
  - Greet # by name
  # In place.
  - Name: Inline
    Arguments: [{ Name: a }]
    Content: As it is
  - WolframSearch
`;
const greet = `Name: Greet
Arguments:
  # Who.
  - Name: first
  - Name: second # or
Content: Hello
`;

const otherText = 'Name: Other\nArguments: [{ Name: a }, { Name: b }]\nContent: Other\n';

const world = worldOf({ 'servers/Docs.yaml': docs, 'prompts/Greet.yaml': greet });
const { state, disk, open } = world;
const names = (server = 'Docs') =>
  findServer(state(), server)?.prompts.map(({ catalogueName, name }) => catalogueName ?? name);
const selection = () => state().selection;
const lastNotice = () => state().notices.at(-1);
const undoLast = () => world.store.actions.undoNotice(lastNotice()?.id ?? 0);
const inlinePrompt = (index: number): Selection => ({ kind: 'prompt', server: 'Docs', key: `MCPPrompts.${index}` });

test('a moved entry is in its new place at once, then on the disk, and one press undoes it', async () => {
  const move = world.store.actions.moveEntry('Docs', 1, 0);
  expect(names()).toEqual(['Inline', 'Greet', 'WolframSearch']);
  expect(await move).toMatchObject({ label: 'Moved Inline', entry: { server: 'Docs', index: 0 } });
  expect(await disk('servers/Docs.yaml')).toMatch(/MCPPrompts:\n {2}# In place.\n {2}- Name: Inline/);
  expect(lastNotice()).toMatchObject({ message: 'Moved Inline.', undo: { label: 'Moved Inline' } });
  await undoLast();
  expect(names()).toEqual(['Greet', 'Inline', 'WolframSearch']);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('repeated moves of an entry are undone as one', async () => {
  await Promise.all([world.store.actions.moveEntry('Docs', 0, 1), world.store.actions.moveEntry('Docs', 1, 2)]);
  expect(names()).toEqual(['Inline', 'WolframSearch', 'Greet']);
  expect(state().notices).toHaveLength(1);
  await undoLast();
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('the selected prompt stays selected, with its values, when its entry moves', async () => {
  await open(inlinePrompt(1));
  world.store.actions.setValue('a', 'typed');
  await world.store.actions.moveEntry('Docs', 1, 2);
  expect(selection()).toEqual(inlinePrompt(2));
  expect(selectValues(state())).toEqual({ a: 'typed' });
  await vi.waitFor(() =>
    expect(state().definition).toMatchObject({
      status: 'open',
      view: { at: ['MCPPrompts', 2], value: { Name: 'Inline' } },
    }),
  );
  await undoLast();
  expect(selection()).toEqual(inlinePrompt(1));
  expect(selectValues(state())).toEqual({ a: 'typed' });
});

test('the selection follows when another program moves an entry', async () => {
  await open(inlinePrompt(1));
  await world.writeDisk('servers/Docs.yaml', docs.replace('  - Greet # by name\n', ''));
  await vi.waitFor(() => expect(selection()).toEqual(inlinePrompt(0)));
});

test('unsaved typing is saved before its entry moves', async () => {
  await open(inlinePrompt(1));
  world.store.actions.edit(['MCPPrompts', 1, 'Content'], 'Typed');
  await world.store.actions.shareEntry('Docs', 1, 'Shared');
  expect(await disk('prompts/Shared.yaml')).toContain('Content: Typed');
  expect(selection()).toEqual({ kind: 'prompt', server: 'Docs', key: 'Shared' });
});

test('a new inline prompt is shown; when the shown prompt is removed, its server is shown', async () => {
  await world.store.actions.createEntry('Docs', 'New');
  expect(names()).toEqual(['Greet', 'Inline', 'WolframSearch', 'New']);
  expect(selection()).toEqual(inlinePrompt(3));
  await world.store.actions.removeEntry('Docs', 3);
  expect(selection()).toEqual({ kind: 'server', server: 'Docs' });
  await undoLast();
  expect(names()).toEqual(['Greet', 'Inline', 'WolframSearch', 'New']);
});

test('a new tool is shown, whether it has a file or is part of its server’s', async () => {
  await world.store.actions.createTool('Docs', 'first-tool');
  const { tools } = findServer(state(), 'Docs') ?? { tools: [] };
  expect(selection()).toEqual({ kind: 'tool', server: 'Docs', key: tools.at(-1)?.key });
  expect(tools.at(-1)?.name).toBe('first-tool');
  await world.store.actions.createEntry('Docs', 'second-tool', 'tools');
  expect(selection()).toMatchObject({ kind: 'tool', key: findServer(state(), 'Docs')?.tools.at(-1)?.key });
});

test('a taken name is reported in the dialog; failures without a dialog appear as a notice', async () => {
  await expect(world.store.actions.createEntry('Docs', 'Inline')).rejects.toThrow('such as Inline-2');
  expect(state().notices).toEqual([]);
  expect(await world.store.actions.removeEntry('Wolfram', 0)).toBeUndefined();
  expect(lastNotice()?.message).toMatch(/built in .* copy/);
});

test('a name clash is shown at both entries, with the other’s place and a free name', async () => {
  await world.store.actions.addEntry('Docs', 'WolframAlphaSearch');
  const prompts = findServer(state(), 'Docs')?.prompts ?? [];
  expect(prompts.map(({ clash }) => clash)).toEqual([
    undefined,
    undefined,
    { keys: ['WolframAlphaSearch'], freeName: 'Search-2' },
    { keys: ['WolframSearch'], freeName: 'Search-2' },
  ]);
  for (const index of [2, 3]) expect(prompts[index]?.problems[0]?.message).toContain('the MCP name "Search"');
  await world.store.actions.localiseEntry('Docs', 3, 'Search-2');
  expect(findServer(state(), 'Docs')?.prompts.map(({ isServed }) => isServed)).toEqual([true, true, true, true]);
});

test('a renamed catalogue prompt stays selected', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await world.store.actions.renameCatalogue('prompts/Greet.yaml', 'Hello');
  expect(selection()).toEqual({ kind: 'prompt', server: 'Docs', key: 'Hello' });
  await vi.waitFor(() => expect(state().definition).toMatchObject({ view: { file: 'prompts/Hello.yaml' } }));
  await undoLast();
  expect(selection()).toEqual({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('a new server is shown, and another one after it is deleted', async () => {
  await world.store.actions.createServer('Mine');
  expect(selection()).toEqual({ kind: 'server', server: 'Mine' });
  await world.store.actions.deleteServer('servers/Mine.yaml');
  expect(selection()).toEqual({ kind: 'server', server: 'Docs' });
  await undoLast();
  expect(names('Mine')).toEqual([]);
});

test('a duplicated server is shown, and undo takes it back', async () => {
  await world.store.actions.duplicateServer('servers/Docs.yaml');
  expect(selection()).toEqual({ kind: 'server', server: 'Docs-2' });
  expect(lastNotice()?.message).toBe('Duplicated Docs.');
  expect(names('Docs-2')).toEqual(names('Docs'));
  await world.store.actions.undo();
  expect(names('Docs-2')).toBeUndefined();
  await expect(disk('servers/Docs-2.yaml')).rejects.toThrow('ENOENT');
});

test('after a catalogue prompt is deleted, its server is shown', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await world.store.actions.deleteCatalogue('prompts/Greet.yaml');
  expect(selection()).toEqual({ kind: 'server', server: 'Docs' });
  expect(names()).toEqual(['Inline', 'WolframSearch']);
});

test('a built-in server is changed in a copy of it', async () => {
  await world.store.actions.copyServer('Wolfram');
  await world.store.actions.removeEntry('Wolfram', 0);
  expect(findServer(state(), 'Wolfram')).toMatchObject({ builtin: false, prompts: [] });
});

test('the undo of a change keeps what another program has written since', async () => {
  const before = await disk('servers/Docs.yaml');
  await world.store.actions.removeEntry('Docs', 0);
  await world.writeDisk('servers/Docs.yaml', `${await disk('servers/Docs.yaml')}# mine\n`);
  await undoLast();
  expect(lastNotice()?.message).toBe('Undone: removal of Greet from Docs.');
  expect(await disk('servers/Docs.yaml')).toBe(`${before}# mine\n`);
});

test('an item of a list is moved with its comments, as one step of undo', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await world.store.actions.moveItem(['Arguments'], 0, 1);
  expect(await disk('prompts/Greet.yaml')).toBe(
    greet.replace(
      '  # Who.\n  - Name: first\n  - Name: second # or\n',
      '  - Name: second # or\n  # Who.\n  - Name: first\n',
    ),
  );
  expect(state().definition).toMatchObject({ view: { value: { Arguments: [{ Name: 'second' }, { Name: 'first' }] } } });
  await world.store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('every prompt that can be listed is offered, with the servers that list it', async () => {
  const catalogue = await world.store.actions.listCatalogue();
  expect(catalogue.map(({ catalogueName, name, builtin }) => [catalogueName, name, builtin])).toEqual([
    ['Greet', 'Greet', false],
    ['WolframSearch', 'Search', true],
    ['WolframLanguageSearch', 'Search', true],
    ['WolframAlphaSearch', 'Search', true],
    ['Notebook', 'Notebook', true],
  ]);
  expect(catalogue[1]?.listedBy.toSorted()).toEqual(['Docs', 'Wolfram']);
});

test('an item that is moved while another prompt is opened is moved in its own', async () => {
  await world.writeDisk('prompts/Other.yaml', otherText);
  await world.until(({ workspace }) => workspace.status === 'ready' && workspace.view.unlistedPrompts.length > 0);
  await world.store.actions.addEntry('Docs', 'Other');
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const save = held();
  world.before = (call) => (call === 'definition.edit' ? save.promise : undefined);
  world.store.actions.edit(['Content'], 'Hello there');
  const move = world.store.actions.moveItem(['Arguments'], 0, 1);
  world.store.actions.select({ kind: 'prompt', server: 'Docs', key: 'Other' });
  save.release();
  expect(await move).toBe(true);
  expect(await disk('prompts/Other.yaml')).toBe(otherText);
  expect(await disk('prompts/Greet.yaml')).toMatch(/second # or[\s\S]*# Who\.\n {2}- Name: first/);
  await world.until(({ definition }) => definition.status === 'open' && definition.view.file === 'prompts/Other.yaml');
});

test('a prompt that was opened while an item was being moved stays open', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const answer = held();
  const requests: string[] = [];
  world.after = (call) => {
    requests.push(call);
    return call === 'definition.move' ? answer.promise : undefined;
  };
  const move = world.store.actions.moveItem(['Arguments'], 0, 1);
  await vi.waitFor(() => expect(requests).toContain('definition.move'));
  world.store.actions.select(inlinePrompt(1));
  answer.release();
  await move;
  expect(state().definition).not.toMatchObject({ status: 'open', view: { file: 'prompts/Greet.yaml' } });
  await world.until(({ definition }) => definition.status === 'open' && definition.view.file === 'servers/Docs.yaml');
});

test('text typed into an item while it is moved stays with that item', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const answer = held();
  const requests: string[] = [];
  world.after = (call) => {
    requests.push(call);
    return call === 'definition.move' ? answer.promise : undefined;
  };
  const move = world.store.actions.moveItem(['Arguments'], 0, 1);
  await vi.waitFor(() => expect(requests).toContain('definition.move'));
  world.store.actions.edit(['Arguments', 0, 'Description'], 'of the first');
  world.store.actions.edit(['Arguments', 1, 'Description'], 'of the second');
  answer.release();
  await move;
  expect(valueIn(state(), ['Arguments', 0, 'Description'])).toBe('of the second');
  expect(await world.store.actions.flush()).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toMatch(
    /- Name: second # or\n {4}Description: of the second\n {2}# Who\.\n {2}- Name: first\n {4}Description: of the first\n/,
  );
});

test('an item that is added while another one is moved keeps its place', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const answer = held();
  const requests: string[] = [];
  world.after = (call) => {
    requests.push(call);
    return call === 'definition.move' ? answer.promise : undefined;
  };
  const move = world.store.actions.moveItem(['Arguments'], 0, 1);
  await vi.waitFor(() => expect(requests).toContain('definition.move'));
  world.store.actions.edit(['Arguments'], [{ Name: 'first' }, { Name: 'second' }, { Name: 'third' }]);
  answer.release();
  await move;
  expect(await world.store.actions.flush()).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toMatch(/second[\s\S]*first[\s\S]*third/);
});

test('the preview shows a moved message in its new place', async () => {
  await world.writeDisk(
    'prompts/Greet.yaml',
    'Name: Greet\nContent:\n  Messages:\n    - { Role: user, Content: One }\n    - { Role: user, Content: Two }\n',
  );
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const isShown = (...texts: string[]) =>
    world.until(({ preview }) => {
      const messages = preview.status === 'result' ? preview.result.messages : [];
      return isSameData(
        messages.map(({ content }) => content),
        texts.map((text) => ({ type: 'text', text })),
      );
    });
  await isShown('One', 'Two');
  expect(await world.store.actions.moveItem(['Content', 'Messages'], 1, 0)).toBe(true);
  await isShown('Two', 'One');
});

test('a failed move reports that nothing has moved', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  world.before = async (call) => (call === 'definition.move' ? new Error('The file is locked.') : undefined);
  expect(await world.store.actions.moveItem(['Arguments'], 0, 1)).toBe(false);
  expect(lastNotice()?.message).toBe('The file is locked.');
});
