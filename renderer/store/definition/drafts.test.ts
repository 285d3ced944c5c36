/** Drafts that cannot be saved: listed by file, discarded by file, and restorable. */
import { expect, it } from 'vitest';
import { WorkbenchError } from '../../../src/base/errors.ts';
import { versionOf } from '../../../src/library/read/definition/source-text.ts';
import { valueIn } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';
import { hasPromptTextEdit } from './drafts.ts';
import { selectSaved, selectSaveFailures } from './save-state.ts';

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet, Part]\n',
  'prompts/Greet.yaml': 'Name: Greet\nTitle: A greeting\nContent: Hello\n',
  'prompts/Part.yaml': 'Name: Part\nTitle: A farewell\nContent: Goodbye\n',
});
const { state, disk, until } = world;
const openPrompt = (key: string) => world.open({ kind: 'prompt', server: 'Docs', key });

/** Types into both prompts while neither can be saved. */
async function failTwice(): Promise<void> {
  world.before = async (name) => (name === 'definition.edit' ? new Error('The disk is full.') : undefined);
  await openPrompt('Greet');
  world.store.actions.edit(['Title'], 'Typed first');
  await world.store.actions.flush();
  world.store.actions.select({ kind: 'prompt', server: 'Docs', key: 'Part' });
  await until(({ definition }) => definition.status === 'open' && definition.view.file === 'prompts/Part.yaml');
  world.store.actions.edit(['Title'], 'Typed second');
  await until((now) => selectSaveFailures(now).length === 2);
}

it('lists every file that could not be saved, and why', async () => {
  await failTwice();
  expect(selectSaveFailures(state())).toEqual([
    { file: 'prompts/Greet.yaml', message: 'The disk is full.' },
    { file: 'prompts/Part.yaml', message: 'The disk is full.' },
  ]);
});

it('discards the typing in one file, and keeps that in another', async () => {
  await failTwice();
  world.store.actions.discardFailed('prompts/Part.yaml');
  expect(valueIn(state(), ['Title'])).toBe('A farewell');
  world.before = () => undefined;
  expect(await world.store.actions.flush()).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Typed first');
  expect(await disk('prompts/Part.yaml')).toContain('Title: A farewell');
});

it('restores text that was discarded by mistake, beside later typing', async () => {
  await failTwice();
  world.store.actions.discardFailed('prompts/Part.yaml');
  const [notice] = state().notices;
  expect(notice?.message).toBe('Discarded the unsaved edits to prompts/Part.yaml.');
  world.before = () => undefined;
  world.store.actions.edit(['Content'], 'See you');
  await until((now) => selectSaved(now) === 'saved');
  world.store.actions.restoreDiscarded(notice?.id ?? 0);
  expect(valueIn(state(), ['Title'])).toBe('Typed second');
  expect(state().notices).toEqual([]);
  await until((now) => selectSaved(now) === 'saved');
  expect(await disk('prompts/Part.yaml')).toBe('Name: Part\nTitle: Typed second\nContent: See you\n');
});

it('continues from its own last save when the answer to it was lost with the host', async () => {
  await openPrompt('Greet');
  world.after = async (name) => {
    if (name === 'definition.edit') throw new WorkbenchError('unavailable', 'The workbench does not run.');
  };
  world.store.actions.edit(['Content'], 'Hello, K123');
  await until((now) => selectSaved(now) === 'failed');
  expect(await disk('prompts/Greet.yaml')).toContain('Hello, K123');
  world.store.actions.edit(['Content'], 'Hello, K1234567');
  world.after = () => undefined;
  expect(await world.store.actions.flush()).toBe(true);
  expect(selectSaved(state())).toBe('saved');
  expect(await disk('prompts/Greet.yaml')).toContain('Content: Hello, K1234567');
});

it('continues from its own last text of a file, too', async () => {
  await openPrompt('Greet');
  const text = await disk('prompts/Greet.yaml');
  world.after = async (name) => {
    if (name === 'file.write') throw new WorkbenchError('unavailable', 'The workbench does not run.');
  };
  world.store.actions.editFileText(`${text}# K123`);
  await until((now) => selectSaved(now) === 'failed');
  world.store.actions.editFileText(`${text}# K1234567`);
  world.after = () => undefined;
  expect(await world.store.actions.flush()).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toBe(`${text}# K1234567`);
});

it('still asks when another program has written after a lost answer', async () => {
  await openPrompt('Greet');
  world.after = async (name) => {
    if (name === 'definition.edit') throw new WorkbenchError('unavailable', 'The workbench does not run.');
  };
  world.store.actions.edit(['Content'], 'Hello, K123');
  await until((now) => selectSaved(now) === 'failed');
  await world.writeDisk('prompts/Greet.yaml', 'Name: Greet\nTitle: A greeting\nContent: Theirs\n');
  world.after = () => undefined;
  await world.store.actions.flush();
  await until((now) => selectSaved(now) === 'conflict');
});

it('never pairs a text with the version of another, so that no outside change is overwritten', async () => {
  await openPrompt('Greet');
  world.before = async (name) => {
    if (name === 'definition.edit')
      await world.writeDisk('prompts/Greet.yaml', `${await disk('prompts/Greet.yaml')}# Theirs\n`);
    // The merged text cannot be read back.
    return name === 'definition.open' || name === 'workspace.get' ? new Error('The host is slow.') : undefined;
  };
  world.store.actions.edit(['Title'], 'Mine');
  await world.store.actions.flush();
  expect(await disk('prompts/Greet.yaml')).toMatch(/Title: Mine[\s\S]*# Theirs/);
  const { definition } = state();
  if (definition.status !== 'open') throw new Error('Nothing is open.');
  expect(versionOf(definition.view.text)).toBe(definition.view.version);
});

it('an edit of the text of a prompt counts as writing; an edit of its title or of a server does not', async () => {
  await openPrompt('Greet');
  world.store.actions.edit(['Title'], 'Another greeting');
  expect(hasPromptTextEdit(state())).toBe(false);
  world.store.actions.edit(['Content'], 'Hello again');
  expect(hasPromptTextEdit(state())).toBe(true);
  await world.open({ kind: 'server', server: 'Docs' });
  world.store.actions.edit(['Description'], 'Prompts about greetings');
  expect(hasPromptTextEdit(state())).toBe(false);
});

it('replaces the value true when a key is written inside it', async () => {
  await world.writeDisk('prompts/Greet.yaml', 'Name: Greet\nSkill: true\nContent: Hello\n');
  await openPrompt('Greet');
  await until((now) => valueIn(now, ['Skill']) === true);
  world.store.actions.edit(['Skill', 'Files'], ['tone.md']);
  world.store.actions.edit(['Skill', 'Name'], 'greet');
  expect(await world.store.actions.flush()).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toBe(
    'Name: Greet\nSkill:\n  Files:\n    - tone.md\n  Name: greet\nContent: Hello\n',
  );
  await world.store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toContain('Skill: true\n');
});
