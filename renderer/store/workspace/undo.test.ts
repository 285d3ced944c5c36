/** Undo, redo and versions from the store, over the real core and real files. */
import { expect, test, vi } from 'vitest';
import {
  selectCanRedo,
  selectCanUndo,
  selectIsNextStepHere,
  selectRedo,
  selectUndo,
} from '../definition/next-steps.ts';
import { selectSaved } from '../definition/save-state.ts';
import { findServer, valueIn } from '../selectors.ts';
import { held, worldOf } from '../testing/world.ts';
import { selectNotices } from './notices.ts';

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

const team = `Name: team
MCPPrompts:
  - plain
Tools:
  - Name: add-numbers
    Content:
      Function: return JSON.stringify(args)
`;
const plainText = `Name: plain
Content: Plain
`;

const world = worldOf({
  'servers/Docs.yaml': docs,
  'servers/team.yaml': team,
  'prompts/Greet.yaml': greet,
  'prompts/plain.yaml': plainText,
});
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
  await vi.waitFor(() => expect(selectRedo(state())).toBe('change of Title in the prompt Greet'));
  expect(selectCanUndo(state())).toBe(false);
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  world.store.actions.edit(['Title'], 'B');
  expect(selectCanRedo(state())).toBe(false);
});

/** Types into fields one after the other while the first save waits. */
async function typeDuringSave(edits: readonly (readonly [key: string, text: string])[]) {
  const save = held();
  world.after = (call) => (call === 'definition.edit' ? save.promise : undefined);
  for (const [key, text] of edits) {
    world.store.actions.edit([key], text);
    // Each key press is a task of the page.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return save;
}

const titleAndDescription = () => [valueIn(state(), ['Title']), valueIn(state(), ['Description'])];

test('what is typed into several fields during a slow save is one step for each field, in the order of typing', async () => {
  await open('Greet');
  const save = await typeDuringSave([
    ['Title', 'Gr'],
    ['Description', 'Says'],
    ['Description', 'Says hello'],
    ['Title', 'Greeting'],
  ]);
  save.release();
  await world.store.actions.flush();
  expect(titleAndDescription()).toEqual(['Greeting', 'Says hello']);
  await world.store.actions.undo();
  expect(titleAndDescription()).toEqual(['Gr', 'Says hello']);
  await world.store.actions.undo();
  expect(titleAndDescription()).toEqual(['Gr', undefined]);
  await world.store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('an undo during a slow save takes back the last field only, and keeps what is typed after it', async () => {
  await open('Greet');
  const save = await typeDuringSave([
    ['Title', 'Gr'],
    ['Description', 'Says'],
    ['Title', 'Greeting'],
  ]);
  const undo = world.store.actions.undo();
  world.store.actions.edit(['Description'], 'Says hello');
  save.release();
  await undo;
  await world.store.actions.flush();
  expect(titleAndDescription()).toEqual(['Gr', 'Says hello']);
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Gr\n');
  expect(await disk('prompts/Greet.yaml')).toContain('Description: Says hello\n');
});

test('a rename during a slow save stays one step', async () => {
  await open('Greet');
  const save = await typeDuringSave([['Title', 'Gr']]);
  world.store.actions.edit(['Description'], 'Says');
  world.store.actions.edit(['Content'], 'Hi');
  await new Promise((resolve) => setImmediate(resolve));
  world.store.actions.edit(['Content'], 'Hi there');
  save.release();
  await world.store.actions.flush();
  await world.store.actions.undo();
  expect(titleAndDescription()).toEqual(['Gr', undefined]);
  expect(valueIn(state(), ['Content'])).toBe('Hello');
});

test('a new window undoes the steps of the last one, even after a restart of the workbench', async () => {
  await open('Greet');
  await type('Title', 'Another');
  await world.reopenWindow();
  await open('Greet');
  await vi.waitFor(() => expect(selectUndo(state())).toBe('change of Title in the prompt Greet'));
  await world.restart();
  await open('Greet');
  // At once: the undo steps have been requested, and may not be known yet.
  await world.store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  expect(valueIn(state(), ['Title'])).toBe('A greeting');
});

test('a person who opens another page while a step is undone stays there', async () => {
  await open('Greet');
  await type('Title', 'Another');
  await world.open({ kind: 'server', server: 'team' });
  const answer = held();
  world.after = (call) => (call === 'history.step' ? answer.promise : undefined);
  const undo = world.store.actions.undo();
  const selection = { kind: 'prompt', server: 'Docs', key: 'MCPPrompts.1' } as const;
  world.store.actions.select(selection);
  answer.release();
  await undo;
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  expect(state().selection).toEqual(selection);
});

test('a person who opens another page while the list is read after an undo stays there', async () => {
  await open('Greet');
  await type('Title', 'Another');
  await world.open({ kind: 'server', server: 'team' });
  const list = held();
  let isHeld = false;
  world.after = (call) => {
    if (call !== 'workspace.get' || isHeld) return undefined;
    isHeld = true;
    return list.promise;
  };
  const undo = world.store.actions.undo();
  await vi.waitFor(() => expect(isHeld).toBe(true));
  const selection = { kind: 'prompt', server: 'Docs', key: 'MCPPrompts.1' } as const;
  world.store.actions.select(selection);
  list.release();
  await undo;
  expect(state().selection).toEqual(selection);
});

test('undo takes the steps of the whole window, newest first, and goes to each', async () => {
  await world.open({ kind: 'tool', server: 'team', key: 'Tools.0' });
  const { definition } = state();
  const at = definition.status === 'open' ? definition.view.at : [];
  world.store.actions.edit([...at, 'Content', 'Function'], 'return 1;');
  await world.store.actions.flush();
  await world.open({ kind: 'server', server: 'team' });
  await world.store.actions.renameEntry('team', 0, 'hello');
  await vi.waitFor(() => expect(selectUndo(state())).toBe('rename of plain to hello'));
  const names = () => findServer(state(), 'team')?.prompts.map(({ name }) => name);
  expect(names()).toEqual(['hello']);

  await world.store.actions.undo();
  expect(names()).toEqual(['plain']);
  expect(await disk('servers/team.yaml')).toContain('return 1;');
  expect(state().notices.map(({ message }) => message)).toEqual(['Undone: rename of plain to hello.']);
  expect(state().selection).toEqual({ kind: 'server', server: 'team' });

  await world.store.actions.undo();
  expect(await disk('servers/team.yaml')).toBe(team);
  expect(state().notices.map(({ message }) => message)).toEqual([
    'Undone: change of the function in the tool add-numbers.',
  ]);
  expect(state().selection).toMatchObject({ kind: 'tool', server: 'team' });
  await vi.waitFor(() => expect(selectCanUndo(state())).toBe(false));

  await world.store.actions.redo();
  await world.store.actions.redo();
  expect(names()).toEqual(['hello']);
  expect(await disk('servers/team.yaml')).toContain('return 1;');
});

test('a held key undoes and redoes only steps of the open page', async () => {
  await open('Greet');
  await type('Title', 'Another');
  await world.open({ kind: 'prompt', server: 'team', key: 'plain' });
  await type('Content', 'Plain!');
  await vi.waitFor(() => expect(selectIsNextStepHere(state(), 'undo')).toBe(true));
  await world.store.actions.undo();
  await vi.waitFor(() => expect(selectUndo(state())).toBe('change of Title in the prompt Greet'));
  expect(selectIsNextStepHere(state(), 'undo')).toBe(false);
  expect(selectIsNextStepHere(state(), 'redo')).toBe(true);
  await open('Greet');
  expect(selectIsNextStepHere(state(), 'undo')).toBe(true);
});

test('the notice of a change offers Undo while that is the next step', async () => {
  await world.open({ kind: 'server', server: 'Docs' });
  await world.store.actions.removeEntry('Docs', 2);
  const offersUndo = () => selectNotices(state()).shownNotices.map(({ undo }) => undo !== undefined);
  await vi.waitFor(() => expect(offersUndo()).toEqual([true]));
  await open('Greet');
  await type('Title', 'Typed since');
  expect(offersUndo()).toEqual([false]);
  await world.store.actions.undo();
  await vi.waitFor(() => expect(offersUndo()).toEqual([true, false]));
  await world.store.actions.undoNotice(state().notices[0]?.id ?? 0);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('the undo of a change by key replaces the notice of the change', async () => {
  await open('Greet');
  await type('Title', 'Another');
  await world.store.actions.removeEntry('Docs', 2);
  await world.store.actions.undo();
  expect(state().notices.map(({ message }) => message)).toEqual(['Undone: removal of Two from Docs.']);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('successive changes of one kind share a notice, whose Undo takes all of them back', async () => {
  await world.open({ kind: 'server', server: 'Docs' });
  for (let count = 0; count < 3; count++) await world.store.actions.removeEntry('Docs', 0);
  expect(state().notices.map(({ message }) => message)).toEqual(['Removed 3 prompts.']);
  await world.store.actions.undoNotice(state().notices[0]?.id ?? 0);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  expect(state().notices.map(({ message }) => message)).toEqual(['Undone: removal of 3 prompts.']);
});

test('a step that conflicts with outside changes is reported, and nothing is lost', async () => {
  await open('Greet');
  await type('Title', 'Mine');
  const theirs = greet.replace('A greeting', 'Theirs');
  await writeDisk('prompts/Greet.yaml', theirs);
  await vi.waitFor(() => expect(valueIn(state(), ['Title'])).toBe('Theirs'));
  await world.store.actions.undo();
  // A second try says the same, in place of the first.
  await world.store.actions.undo();
  const refusal = { message: expect.stringContaining('the same part has changed since'), isRefusal: true };
  expect(state().notices).toEqual([expect.objectContaining(refusal)]);
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

test('versions are listed, read and restored, and a restore can be undone', async () => {
  await open('Greet');
  await type('Title', 'Another');
  await type('Content', 'Bye');
  await world.store.actions.showEditorView('history');
  await world.store.actions.listVersions();
  const readVersions = () => {
    const { versions } = state();
    if (versions.status !== 'ready') throw new Error(`The versions are ${versions.status}.`);
    return versions;
  };
  expect(readVersions().versions.map(({ summary }) => summary)).toEqual([
    'Text changed: "Hello" → "Bye"',
    'Title changed',
    'Original version',
  ]);
  expect(readVersions().content?.historyContent.previous.value).toMatchObject({ Content: 'Hello' });
  const firstVersion = readVersions().versions[2]?.id ?? '';
  await world.store.actions.chooseVersion(firstVersion);
  expect(readVersions().content?.historyContent.text).toBe(greet);
  await world.store.actions.restoreVersion(firstVersion);
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
  const listedVersions = world.store.actions.listVersions();
  expect(state().versions).toEqual({ status: 'none' });
  answer.release();
  await listedVersions;
  expect(state().versions.status).toBe('ready');
});

test('the sharing of a prompt is undone and redone like a key, and the selection follows', async () => {
  await open('MCPPrompts.1');
  await world.store.actions.shareEntry('Docs', 1, 'Shared');
  await vi.waitFor(() => expect(openFile()).toBe('prompts/Shared.yaml'));
  await vi.waitFor(() => expect(selectUndo(state())).toBe('sharing of One as Shared'));
  await world.store.actions.undo();
  await vi.waitFor(() => expect(openFile()).toBe('servers/Docs.yaml'));
  expect(valueIn(state(), ['MCPPrompts', 1, 'Content'])).toBe('First');
  expect(state().selection).toMatchObject({ kind: 'prompt', server: 'Docs' });
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  await expect(disk('prompts/Shared.yaml')).rejects.toThrow();
  expect(state().notices.map(({ message }) => message)).toEqual(['Undone: sharing of One as Shared.']);
  await vi.waitFor(() => expect(selectRedo(state())).toBe('sharing of One as Shared'));
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

test('each choice is one step, however quickly they follow each other', async () => {
  await open('Greet');
  for (const title of ['First', 'Second', 'Third']) {
    world.store.actions.editAsStep(['Title'], title);
    await world.store.actions.flush();
  }
  await world.store.actions.undo();
  expect(valueIn(state(), ['Title'])).toBe('Second');
  await world.store.actions.undo();
  expect(valueIn(state(), ['Title'])).toBe('First');
});

test('an undo during a long deletion waits for it and takes it back', async () => {
  await open('Greet');
  await type('Title', 'Earlier');
  const start = held();
  world.before = (call) => (call === 'catalogue.delete' ? start.promise : undefined);
  const deletion = world.store.actions.deleteCatalogue('prompts/plain.yaml');
  const undo = world.store.actions.undo();
  start.release();
  await Promise.all([deletion, undo]);
  expect(await disk('prompts/plain.yaml')).toBe(plainText);
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Earlier');
});

test('undo of the deletion of a skill shows the skill again, although the page of its server has changed too', async () => {
  const skill = { kind: 'file', file: 'skills/notes.yaml' } as const;
  await writeDisk('skills/notes.yaml', 'Name: notes\nDescription: Writes notes\nContent: Write.\n');
  await writeDisk('servers/Docs.yaml', `${docs}Skills: [notes]\n`);
  await world.store.actions.refreshWorkspace();
  await world.open(skill);
  const { requestDeletion, confirmDeletion, undo } = world.store.actions;
  await requestDeletion({ kind: 'skill', name: 'notes', file: skill.file }, { kind: 'server', server: 'Docs' });
  await confirmDeletion();
  await world.until(({ definition }) => definition.status === 'open' && definition.view.file === 'servers/Docs.yaml');
  await undo();
  expect(state().selection).toEqual(skill);
  expect(await disk('servers/Docs.yaml')).toContain('notes');
});
