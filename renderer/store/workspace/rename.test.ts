/** Renames of prompts and tools in the store, over the real core and real files. */
import { expect, test, vi } from 'vitest';
import { whileUnfinished } from '../../finish-typing.ts';
import { inBackground } from '../../in-background.ts';
import { findServer, valueIn } from '../selectors.ts';
import { held, worldOf } from '../testing/world.ts';

const docs = 'Name: Docs\nMCPPrompts:\n  - explain\n  - Name: One\n    Content: First\n';
const team = 'Name: Team\nMCPPrompts:\n  - explain\n  - other\n';
const explain = '# Kept.\nName: explain\nTitle: Explain\nContent: Hello\n';

const world = worldOf({
  'servers/Docs.yaml': docs,
  'servers/Team.yaml': team,
  'prompts/explain.yaml': explain,
  'prompts/other.yaml': 'Name: differs\nContent: Other\n',
});
const { state, disk } = world;
const { renameOpen } = { renameOpen: (name: string) => world.store.actions.renameOpen(name) };
const openFile = () => (state().definition.status === 'open' ? state().definition : undefined);
const names = (server: string) => findServer(state(), server)?.prompts.map(({ name }) => name);

test('the file of a prompt follows its name, with every list and its history', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'explain' });
  world.store.actions.edit(['Title'], 'Explain it');
  await renameOpen('topic');
  expect(await disk('prompts/topic.yaml')).toBe(
    explain.replace('Name: explain', 'Name: topic').replace('Title: Explain', 'Title: Explain it'),
  );
  await expect(disk('prompts/explain.yaml')).rejects.toThrow();
  expect(await disk('servers/Team.yaml')).toBe(team.replace('- explain', '- topic'));
  expect([names('Docs'), names('Team')]).toEqual([
    ['topic', 'One'],
    ['topic', 'differs'],
  ]);
  expect(openFile()).toMatchObject({ view: { file: 'prompts/topic.yaml' } });
  expect(state().selection).toMatchObject({ kind: 'prompt', server: 'Docs' });
  expect(state().notices.at(-1)?.message).toBe('Renamed explain to topic. Docs and Team now offer the new name.');
  const { versions } = await world.workbench.handlers['history.list']({ file: 'prompts/topic.yaml', at: [] });
  expect(versions.map(({ summary }) => summary)).toEqual([
    'Renamed explain to topic',
    'Title changed',
    'Original version',
  ]);
  await world.store.actions.undo();
  expect(await disk('servers/Team.yaml')).toBe(team);
  await world.store.actions.undo();
  expect(await disk('prompts/explain.yaml')).toBe(explain);
});

test('a file whose name differs from the prompt’s keeps its name', async () => {
  await world.open({ kind: 'prompt', server: 'Team', key: 'other' });
  await renameOpen('new-name');
  expect(await disk('prompts/other.yaml')).toContain('Name: new-name');
  expect(await disk('servers/Team.yaml')).toBe(team);
});

test('a name that another file has changes only the prompt’s name', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'explain' });
  await renameOpen('other');
  expect(await disk('prompts/explain.yaml')).toContain('Name: other');
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('the file of a prompt follows again after a name that no file can have', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'explain' });
  await renameOpen('a-b?');
  expect(await disk('prompts/explain.yaml')).toContain('Name: a-b?');
  await renameOpen('topic');
  expect(await disk('prompts/topic.yaml')).toContain('Name: topic');
  await expect(disk('prompts/explain.yaml')).rejects.toThrow();
  expect(await disk('servers/Docs.yaml')).toBe(docs.replace('- explain', '- topic'));
});

test('messages name the prompt, not its file', async () => {
  const { actions } = world.store;
  const notice = () => state().notices.at(-1)?.message;
  await actions.moveEntry('Team', 1, 0);
  await actions.removeEntry('Team', 0);
  expect(notice()).toBe('Removed differs from Team.');
  await actions.deleteCatalogue('prompts/other.yaml');
  expect(notice()).toBe('Deleted differs.');
  const [deletedPrompt] = await actions.listDeleted();
  await actions.restoreDeleted(deletedPrompt?.id ?? '');
  expect(notice()).toBe('Restored differs.');
  expect(await disk('prompts/other.yaml')).toContain('Name: differs');
});

test('text typed during a rename goes to the file under its new name', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'explain' });
  const answer = held();
  world.after = (call) => (call === 'definition.rename' ? answer.promise : undefined);
  const rename = renameOpen('topic');
  world.store.actions.edit(['Title'], 'Typed meanwhile');
  answer.release();
  await rename;
  await world.store.actions.flush();
  expect(await disk('prompts/topic.yaml')).toContain('Title: Typed meanwhile');
  expect(valueIn(state(), ['Title'])).toBe('Typed meanwhile');
  expect(state().saves).toEqual({});
  await vi.waitFor(() => expect(state().drafts).toEqual({}));
});

test('before a rename, the other servers that it changes are named', async () => {
  const location = { file: 'prompts/explain.yaml', at: [] };
  expect(await world.store.actions.readRenameNote(location, 'Docs')).toBe('Also changes /mcp__Team__explain.');
  const inlineLocation = { file: 'servers/Docs.yaml', at: ['MCPPrompts', 1] };
  expect(await world.store.actions.readRenameNote(inlineLocation, 'Docs')).toBeUndefined();
});

test('a name that is finished during a rename belongs to the prompt that it was typed for', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'explain' });
  const answer = held();
  world.after = (call) => (call === 'definition.rename' ? answer.promise : undefined);
  const firstRename = renameOpen('topic');
  const secondRename = renameOpen('subject');
  // The person goes to another prompt before the first name is written.
  world.store.actions.select({ kind: 'prompt', server: 'Team', key: 'other' });
  answer.release();
  await Promise.all([firstRename, secondRename]);
  expect(await disk('prompts/subject.yaml')).toContain('Name: subject');
  await expect(disk('prompts/topic.yaml')).rejects.toThrow();
  expect(await disk('prompts/other.yaml')).toContain('Name: differs');
  expect(await disk('servers/Team.yaml')).toBe(team.replace('- explain', '- subject'));
});

test('a text that is not finished is written before another page is shown', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'explain' });
  const endTyping = whileUnfinished(() => inBackground(renameOpen('topic')));
  try {
    world.store.actions.select({ kind: 'prompt', server: 'Team', key: 'other' });
  } finally {
    endTyping();
  }
  await vi.waitFor(async () => expect(await disk('prompts/topic.yaml')).toContain('Name: topic'));
  expect(await disk('prompts/other.yaml')).toContain('Name: differs');
});

test('a prompt that no server lists is renamed and copied, and its page stays open', async () => {
  await world.writeDisk('prompts/loose.yaml', 'Name: loose\nContent: Loose\n');
  await world.store.actions.refreshWorkspace();
  await world.until(({ workspace }) => workspace.status === 'ready' && workspace.view.unlistedPrompts.length === 1);
  await world.open({ kind: 'unlisted', key: 'prompts/loose.yaml' });
  const selections: unknown[] = [];
  const stop = world.store.state.subscribe(({ selection }) => selections.push(selection));
  await world.store.actions.renameFile('prompts/loose.yaml', 'free');
  stop();
  expect(await disk('prompts/free.yaml')).toBe('Name: free\nContent: Loose\n');
  expect(state().selection).toEqual({ kind: 'unlisted', key: 'prompts/free.yaml' });
  // No other page was shown meanwhile.
  expect(new Set(selections.map((selection) => JSON.stringify(selection))).size).toBeLessThanOrEqual(2);
  await world.store.actions.duplicateFile('prompts/free.yaml');
  expect(await disk('prompts/free-2.yaml')).toBe('Name: free-2\nContent: Loose\n');
  expect(state().selection).toEqual({ kind: 'unlisted', key: 'prompts/free-2.yaml' });
  await world.store.actions.undo();
  await expect(disk('prompts/free-2.yaml')).rejects.toThrow();
});
