/** Undo, redo and versions from the store, over the real core and real files. */
import { expect, test, vi } from 'vitest';
import { selectSaved, valueIn } from '../selectors.ts';
import { held, worldOf } from '../testing/world.ts';
import { selectCanRedo, selectCanUndo, selectRedo, selectUndo } from './next-steps.ts';

const docs = `Name: Docs
MCPPrompts:
  - Greet
  - Name: One
    Content: First
  - Name: Two
    Content: Second
`;
const greet = `# Kept.
Name: Greet
Title: A greeting
Arguments:
  - Name: name
Content: Hello
`;

const world = worldOf({ 'servers/Docs.yaml': docs, 'prompts/Greet.yaml': greet });
const { state, disk, writeDisk } = world;
const open = (key: string) => world.open({ kind: 'prompt', server: 'Docs', key });

async function type(key: string, text: string): Promise<void> {
  const { definition } = state();
  const at = definition.status === 'open' ? definition.view.at : [];
  world.store.actions.edit([...at, key], text);
  await world.store.actions.flush();
}

test('undo is available after the first key, which also removes redo', async () => {
  await open('Greet');
  expect(selectCanUndo(state())).toBe(false);
  world.store.actions.edit(['Title'], 'A');
  expect(selectCanUndo(state())).toBe(true);
  await world.store.actions.undo();
  await vi.waitFor(() => expect(selectRedo(state())).toBe('Title changed'));
  expect(selectCanUndo(state())).toBe(false);
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  world.store.actions.edit(['Title'], 'B');
  expect(selectCanRedo(state())).toBe(false);
});

test('a new window undoes the steps of the last one, also after a restart of the workbench', async () => {
  await open('Greet');
  await type('Title', 'Another');
  await world.reopenWindow();
  await open('Greet');
  await vi.waitFor(() => expect(selectUndo(state())).toBe('Title changed'));
  await world.restart();
  await open('Greet');
  // At once: the undo steps have been requested, and may not be known yet.
  await world.store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  expect(valueIn(state(), ['Title'])).toBe('A greeting');
});

test('the form undoes the steps of its prompt, the YAML view those of the whole file', async () => {
  await open('MCPPrompts.1');
  await type('Content', 'First, changed');
  await open('MCPPrompts.2');
  await type('Content', 'Second, changed');
  await open('MCPPrompts.1');
  await world.store.actions.undo();
  expect(valueIn(state(), ['MCPPrompts', 1, 'Content'])).toBe('First');
  expect(await disk('servers/Docs.yaml')).toContain('Second, changed');
  await vi.waitFor(() => expect(selectCanUndo(state())).toBe(false));
  await world.store.actions.showEditorView('yaml');
  await vi.waitFor(() => expect(selectUndo(state())).toBe('Two: content changed'));
  await world.store.actions.undo();
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('a step that conflicts with outside changes is reported, and nothing is lost', async () => {
  await open('Greet');
  await type('Title', 'Mine');
  const theirs = greet.replace('A greeting', 'Theirs');
  await writeDisk('prompts/Greet.yaml', theirs);
  await vi.waitFor(() => expect(valueIn(state(), ['Title'])).toBe('Theirs'));
  await world.store.actions.undo();
  expect(state().notices.at(-1)?.message).toContain('the same part was changed since');
  expect(await disk('prompts/Greet.yaml')).toBe(theirs);
});

test('a change in the YAML view is undone and redone in the form', async () => {
  await open('Greet');
  await world.store.actions.showEditorView('yaml');
  world.store.actions.editFileText(greet.replace('Content: Hello', 'Content: Bye'));
  await world.store.actions.flush();
  await world.store.actions.showEditorView('form');
  expect(valueIn(state(), ['Content'])).toBe('Bye');
  await world.store.actions.undo();
  expect(valueIn(state(), ['Content'])).toBe('Hello');
  await world.store.actions.showEditorView('yaml');
  await world.store.actions.redo();
  expect(await disk('prompts/Greet.yaml')).toContain('Content: Bye');
});

test('undo moves an argument back with its bytes', async () => {
  await open('Greet');
  await world.store.actions.restructure(['Arguments'], (list) => [...(list as []), { Name: 'tone' }]);
  const before = await disk('prompts/Greet.yaml');
  await world.store.actions.moveItem(['Arguments'], 1, 0);
  expect(await disk('prompts/Greet.yaml')).not.toBe(before);
  await world.store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toBe(before);
});

test('a notice disappears when its change has been undone, and no other does', async () => {
  await open('MCPPrompts.1');
  await world.store.actions.removeEntry('Docs', 2);
  await world.store.actions.removeEntry('Docs', 0);
  await type('Content', 'Changed');
  const told = () => state().notices.map(({ message }) => message);
  expect(told()).toEqual(['Removed Two from Docs.', 'Removed Greet from Docs.']);
  await world.store.actions.showEditorView('yaml');
  await world.store.actions.undo();
  expect(told()).toHaveLength(2);
  await world.store.actions.undo();
  expect(told()).toEqual(['Removed Two from Docs.']);
  await world.store.actions.undoNotice(state().notices[0]?.id ?? 0);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('versions are listed, read and restored, and a restore can be undone', async () => {
  await open('Greet');
  await type('Title', 'Another');
  await type('Content', 'Bye');
  await world.store.actions.showEditorView('history');
  await world.store.actions.listVersions();
  const listed = () => {
    const { versions } = state();
    if (versions.status !== 'ready') throw new Error(`The versions are ${versions.status}.`);
    return versions;
  };
  expect(listed().versions.map(({ summary }) => summary)).toEqual([
    'Content changed',
    'Title changed',
    'Original version',
  ]);
  expect(listed().content?.read.previous.value).toMatchObject({ Content: 'Hello' });
  const first = listed().versions[2]?.id ?? '';
  await world.store.actions.chooseVersion(first);
  expect(listed().content?.read.text).toBe(greet);
  await world.store.actions.restoreVersion(first);
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  expect(valueIn(state(), ['Content'])).toBe('Hello');
  await world.store.actions.undoNotice(state().notices.at(-1)?.id ?? 0);
  expect(await disk('prompts/Greet.yaml')).toContain('Content: Bye');
  await vi.waitFor(() => expect(selectSaved(state())).toBe('saved'));
});

test('the versions of another definition are not shown while those of this one are read', async () => {
  await open('MCPPrompts.1');
  await world.store.actions.listVersions();
  expect(state().versions.status).toBe('ready');
  const answer = held();
  world.after = (call) => (call === 'history.list' ? answer.promise : undefined);
  await open('MCPPrompts.2');
  const listed = world.store.actions.listVersions();
  expect(state().versions).toEqual({ status: 'none' });
  answer.release();
  await listed;
  expect(state().versions.status).toBe('ready');
});

test('the sharing of a prompt is undone and redone like a key, and the selection follows', async () => {
  await open('MCPPrompts.1');
  await world.store.actions.shareEntry('Docs', 1, 'Shared');
  await vi.waitFor(() => expect(openFile()).toBe('prompts/Shared.yaml'));
  await vi.waitFor(() => expect(selectUndo(state())).toBe('Shared One as Shared'));
  await world.store.actions.undo();
  await vi.waitFor(() => expect(openFile()).toBe('servers/Docs.yaml'));
  expect(valueIn(state(), ['MCPPrompts', 1, 'Content'])).toBe('First');
  expect(state().selection).toMatchObject({ kind: 'prompt', server: 'Docs' });
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  await expect(disk('prompts/Shared.yaml')).rejects.toThrow();
  expect(state().notices).toEqual([]);
  await vi.waitFor(() => expect(selectRedo(state())).toBe('Shared One as Shared'));
  await world.store.actions.redo();
  await vi.waitFor(() => expect(openFile()).toBe('prompts/Shared.yaml'));
  expect(state().editorView).toBe('form');
  expect(valueIn(state(), ['Content'])).toBe('First');
});

test('a new prompt is undone from its own page, and its server is shown', async () => {
  await world.open({ kind: 'server', server: 'Docs' });
  await world.store.actions.createPrompt('Docs', 'fresh');
  await vi.waitFor(() => expect(openFile()).toMatch(/^prompts\/.*resh\.yaml$/));
  await world.store.actions.undo();
  await vi.waitFor(() => expect(state().selection).toEqual({ kind: 'server', server: 'Docs' }));
  await vi.waitFor(() => expect(openFile()).toBe('servers/Docs.yaml'));
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  await world.store.actions.redo();
  await vi.waitFor(async () => expect(await disk('servers/Docs.yaml')).not.toBe(docs));
});

function openFile(): string | undefined {
  const { definition } = state();
  return definition.status === 'open' ? definition.view.file : undefined;
}
