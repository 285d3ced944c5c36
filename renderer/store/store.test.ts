/** The store over the real core: its own workspace folder, the real handlers, values that cross as clones. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { conflictOf, conflictsOf, selectWaitingConflicts } from './definition/conflicts.ts';
import { isObject } from './definition/json.ts';
import { selectSaved } from './definition/save-state.ts';
import { shownResult } from './preview/preview-result.ts';
import { selectMissing, selectPreviewed, selectProblems, selectServers, valueIn } from './selectors.ts';
import type { PreviewState } from './state/preview.ts';
import { held, worldOf } from './testing/world.ts';

const docs = `Name: Docs
MCPPrompts:
  - Greet
  - Name: Inline
    Content: As it is
`;
const greet = `# Kept as it is.
Name: Greet
Title: A greeting
Arguments:
  - Name: name
    Required: true
Content:
  StringTemplate: "Hello, \`name\`!"
Samples:
  - Name: Ada
    Arguments: { name: Ada }
`;

const world = worldOf({ 'servers/Docs.yaml': docs, 'prompts/Greet.yaml': greet });
const { state, disk, writeDisk, until } = world;
const openPrompt = (key: string) => world.open({ kind: 'prompt', server: 'Docs', key });

function textOf(preview: PreviewState): string | undefined {
  const content = preview.status === 'result' ? preview.result.messages[0]?.content : undefined;
  return isObject(content) && typeof content.text === 'string' ? content.text : undefined;
}

it('opens the first prompt of the workspace’s own servers', async () => {
  const { view } = await until(({ definition }) => definition.status === 'open' && definition);
  expect(view.file).toBe('prompts/Greet.yaml');
  expect(selectServers(state()).filter(({ builtin }) => !builtin)).toMatchObject([{ name: 'Docs' }]);
});

it('reads everything once at the start', async () => {
  const calls: string[] = [];
  world.before = async (call) => {
    calls.push(call);
  };
  await world.reopenWindow();
  await until(({ preview, nextSteps }) => preview.status !== 'waiting' && nextSteps !== undefined);
  // A value that is missing has a second preview, with empty values.
  const otherCalls = calls.filter((call) => call !== 'prompt.preview');
  expect(otherCalls.filter((call, index) => otherCalls.indexOf(call) !== index)).toEqual([]);
  expect(calls).toEqual(expect.arrayContaining(['workspace.get', 'sources.list', 'trust.get', 'connections.get']));
});

it('reads everything after a connection that was lost at the start', async () => {
  const lost = ['workspaces.list', 'sources.list', 'trust.get'];
  world.before = async (call) => (lost.includes(call) ? new Error('It does not run.') : undefined);
  await world.reopenWindow();
  world.hear({ name: 'host.connection', data: { state: 'lost', message: 'It does not run.' } });
  await until(({ notices }) => notices.length > 0);
  expect(state()).toMatchObject({ start: { isOpen: false }, trust: { view: undefined }, sources: { list: [] } });
  world.before = () => undefined;
  world.hear({ name: 'host.connection', data: { state: 'connected' } });
  await world.whileHidden(async () => {});
  await until(({ start, trust, sources }) => start.isOpen && trust.view && sources.list.length > 0);
  expect(state().notices).toEqual([]);
});

it('keeps the editor of the open page when the page is chosen again', async () => {
  await openPrompt('Greet');
  world.store.actions.select({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  expect(state().definition.status).toBe('open');
  world.store.actions.select({ kind: 'server', server: 'Docs' });
  expect(state().definition.status).toBe('loading');
});

it('fills the first prompt of a new workspace with its sample, and shows where empty values belong', async () => {
  expect(await until(({ preview }) => textOf(preview))).toBe('Hello, Ada!');
  world.store.actions.fillValues({});
  const draft = await until(({ preview }) => preview.status === 'error' && preview.draft);
  expect(draft.origins[0]).toContainEqual({ start: 7, end: 7, from: { kind: 'argument', name: 'name' } });
  expect(shownResult(state().preview)).toBe(draft);
});

it('shows where empty values belong even if the answer arrives before the definition', async () => {
  const definition = held();
  await until(({ preview }) => textOf(preview));
  world.store.actions.fillValues({});
  await until(({ preview }) => preview.status === 'error');
  const closingStore = world.store;
  // The closing window may still read its file, and waits for it.
  const isHeld = (call: string) => call === 'definition.open' && world.store !== closingStore;
  world.before = (call) => (isHeld(call) ? definition.promise : undefined);
  await world.reopenWindow();
  await until(({ preview }) => preview.status === 'error');
  expect(state().definition.status).not.toBe('open');
  definition.release();
  await until(({ preview }) => preview.status === 'error' && preview.draft);
});

it('says which required values are missing, and shows the real answer once they are given', async () => {
  await openPrompt('Greet');
  world.store.actions.fillValues({});
  await until(({ preview }) => preview.status === 'error');
  expect(selectMissing(state())).toEqual(['name']);
  world.store.actions.setValue('name', 'World');
  expect(await until(({ preview }) => textOf(preview))).toBe('Hello, World!');
  expect(selectMissing(state())).toEqual([]);
});

it('remembers the values of a prompt in the next window', async () => {
  await openPrompt('Greet');
  world.store.actions.fillValues({ name: 'Ada' });
  await world.reopenWindow();
  await openPrompt('Greet');
  expect(await until(({ preview }) => textOf(preview))).toBe('Hello, Ada!');
});

it('remembers the revision that the preview speaks, and how it draws texts', async () => {
  await openPrompt('Greet');
  world.store.actions.setPreviewRevision('2024-11-05');
  world.store.actions.setAnswerFormat('markdown');
  await world.reopenWindow();
  expect(state()).toMatchObject({ previewRevision: '2024-11-05', answerFormat: 'markdown' });
  world.store.actions.setPreviewRevision(undefined);
  await world.reopenWindow();
  expect(state()).toMatchObject({ previewRevision: undefined, answerFormat: 'markdown' });
});

it('saves typing, keeps every other byte, and previews it', async () => {
  await openPrompt('Greet');
  world.store.actions.fillValues({ name: 'Ada' });
  for (const text of ['Good', 'Good day', 'Good day, `name`.'])
    world.store.actions.edit(['Content', 'StringTemplate'], text);
  expect(valueIn(state(), ['Content', 'StringTemplate'])).toBe('Good day, `name`.');
  expect(await until(({ preview }) => textOf(preview) === 'Good day, Ada.')).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toBe(greet.replace('Hello, `name`!', 'Good day, `name`.'));
  await until((now) => selectSaved(now) === 'saved');
});

it('saves unsaved typing when another prompt is selected', async () => {
  await openPrompt('Greet');
  world.store.actions.edit(['Title'], 'Typed a moment ago');
  world.store.actions.goTo('servers/Docs.yaml', ['MCPPrompts', 1]);
  await until((now) => selectSaved(now) === 'saved' && now.definition.status === 'open');
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Typed a moment ago');
});

it('keeps a draft that could not be saved, says why, and saves it on request', async () => {
  await openPrompt('Greet');
  world.before = async (name) => (name === 'definition.edit' ? new Error('The disk is full.') : undefined);
  world.store.actions.edit(['Title'], 'Not lost');
  await until((now) => selectSaved(now) === 'failed');
  expect(state().saves['prompts/Greet.yaml']).toEqual({ status: 'failed', message: 'The disk is full.' });
  expect(valueIn(state(), ['Title'])).toBe('Not lost');
  world.before = () => undefined;
  expect(await world.store.actions.flush()).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Not lost');
});

it('shows a failure while saving is retried, and discards the draft on request', async () => {
  await openPrompt('Greet');
  const answer = held();
  let attempts = 0;
  world.before = async (name) => {
    if (name !== 'definition.edit') return;
    if (attempts++ > 0) await answer.promise;
    return new Error('The disk is full.');
  };
  world.store.actions.edit(['Title'], 'Given up');
  await until((now) => selectSaved(now) === 'failed');
  const secondFlush = world.store.actions.flush();
  await until(() => attempts === 2);
  expect(selectSaved(state())).toBe('failed');
  world.store.actions.discardFailed('prompts/Greet.yaml');
  answer.release();
  await secondFlush;
  expect(selectSaved(state())).toBe('saved');
  expect(valueIn(state(), ['Title'])).toBe('A greeting');
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

it('loses no typing while a save is under way', async () => {
  await openPrompt('Greet');
  const answer = held();
  let saves = 0;
  world.before = async (name) => (name === 'definition.edit' && saves++ === 0 ? answer.promise : undefined);
  world.store.actions.edit(['Title'], 'First');
  const flush = world.store.actions.flush();
  await until(() => saves === 1);
  world.store.actions.edit(['Title'], 'First and second');
  world.store.actions.edit(['Description'], 'Also');
  answer.release();
  expect(await flush).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toMatch(/Title: First and second[\s\S]*Description: Also/);
});

it('sends unsaved typing when the page closes, even if an answer is pending', async () => {
  await openPrompt('Greet');
  const answer = held();
  world.after = async (name) => (name === 'definition.edit' ? answer.promise : undefined);
  world.store.actions.edit(['Title'], 'Last wo');
  await vi.waitFor(async () => expect(await disk('prompts/Greet.yaml')).toContain('Title: Last wo'));
  world.store.actions.edit(['Title'], 'Last words');
  world.store.actions.leave();
  await vi.waitFor(async () => expect(await disk('prompts/Greet.yaml')).toContain('Title: Last words'));
  // The page stayed after all.
  answer.release();
  await until((now) => selectSaved(now) === 'saved');
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Last words');
});

it('undoes and redoes across fields, back to the byte', async () => {
  await openPrompt('Greet');
  world.store.actions.edit(['Title'], 'Another');
  await world.store.actions.flush();
  world.store.actions.edit(['Content', 'StringTemplate'], 'Bye, `name`!');
  await world.store.actions.flush();
  await world.store.actions.undo();
  expect(valueIn(state(), ['Content', 'StringTemplate'])).toBe('Hello, `name`!');
  expect(valueIn(state(), ['Title'])).toBe('Another');
  await world.store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  await world.store.actions.redo();
  await world.store.actions.redo();
  expect(valueIn(state(), ['Content', 'StringTemplate'])).toBe('Bye, `name`!');
});

it('adds and removes arguments', async () => {
  await openPrompt('Greet');
  await world.store.actions.restructure(['Arguments'], (list) => [...(list as []), { Name: 'tone' }]);
  expect(await disk('prompts/Greet.yaml')).toContain('Name: tone');
  await world.store.actions.restructure(['Arguments'], (list) => (list as []).slice(0, 1));
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

it('accepts typing into an argument that is still being added', async () => {
  await openPrompt('Greet');
  const addition = world.store.actions.restructure(['Arguments'], (list) => [...(list as []), { Name: 'argument' }]);
  await until((now) => valueIn(now, ['Arguments', 1, 'Name']) === 'argument');
  world.store.actions.edit(['Arguments', 1, 'Name'], 'tone');
  await addition;
  expect(await world.store.actions.flush()).toBe(true);
  expect(await disk('prompts/Greet.yaml')).toContain('Name: tone');
  expect(selectSaved(state())).toBe('saved');
});

it('follows the disk in fields without typing', async () => {
  await openPrompt('Greet');
  await writeDisk('prompts/Greet.yaml', greet.replace('A greeting', 'From elsewhere'));
  await until((now) => valueIn(now, ['Title']) === 'From elsewhere');
});

it('merges an edit of one value with a change of another on the disk', async () => {
  await openPrompt('Greet');
  world.before = async (name) => {
    if (name !== 'definition.edit') return;
    world.before = () => undefined;
    await writeDisk('prompts/Greet.yaml', greet.replace('A greeting', 'From elsewhere'));
  };
  world.store.actions.edit(['Content', 'StringTemplate'], 'Mine');
  await until((now) => selectSaved(now) === 'saved');
  await until((now) => valueIn(now, ['Title']) === 'From elsewhere');
  expect(await disk('prompts/Greet.yaml')).toMatch(/Title: From elsewhere[\s\S]*Mine/);
});

it.each([
  ['mine', 'Mine'],
  ['theirs', 'From elsewhere'],
] as const)(
  'shows both sides when the same value was changed in two places, and writes %s when it is chosen',
  async (choice, title) => {
    await openPrompt('Greet');
    world.before = async (name) => {
      if (name !== 'definition.edit') return;
      world.before = () => undefined;
      await writeDisk('prompts/Greet.yaml', greet.replace('A greeting', 'From elsewhere'));
    };
    world.store.actions.edit(['Title'], 'Mine');
    const conflict = await until((now) => conflictOf(now, 'prompts/Greet.yaml'));
    expect(conflict.values).toEqual([{ at: ['Title'], base: 'A greeting', mine: 'Mine', theirs: 'From elsewhere' }]);
    expect(await disk('prompts/Greet.yaml')).toContain('Title: From elsewhere');
    await world.store.actions.resolveConflict('prompts/Greet.yaml', choice);
    expect(await disk('prompts/Greet.yaml')).toContain(`Title: ${title}`);
    await until((now) => valueIn(now, ['Title']) === title);
    expect(conflictsOf(state())).toEqual([]);
  },
);

/** Both sides change the title and the text of one prompt. */
async function makeConflict(): Promise<void> {
  await openPrompt('Greet');
  world.before = async (name) => {
    if (name !== 'definition.edit') return;
    world.before = () => undefined;
    await writeDisk('prompts/Greet.yaml', greet.replace('A greeting', 'Theirs').replace('Hello', 'Their hello'));
  };
  world.store.actions.edit(['Title'], 'Mine');
  world.store.actions.edit(['Content', 'StringTemplate'], 'My hello');
  await until((now) => conflictOf(now, 'prompts/Greet.yaml'));
}

it('lists every conflicting value of a file, with the current value of both sides', async () => {
  await makeConflict();
  world.store.actions.edit(['Title'], 'Mine, typed on');
  await writeDisk('prompts/Greet.yaml', greet.replace('A greeting', 'Theirs, later').replace('Hello', 'Their hello'));
  await until((now) => conflictOf(now, 'prompts/Greet.yaml')?.values[0]?.theirs === 'Theirs, later');
  expect(conflictOf(state(), 'prompts/Greet.yaml')?.values).toEqual([
    { at: ['Title'], base: 'A greeting', mine: 'Mine, typed on', theirs: 'Theirs, later' },
    {
      at: ['Content', 'StringTemplate'],
      base: 'Hello, `name`!',
      mine: 'My hello',
      theirs: 'Their hello, `name`!',
    },
  ]);
});

it('keeps my side of a conflict in the history as one version, with what is typed afterwards, and says so', async () => {
  await makeConflict();
  world.store.actions.edit(['Title'], 'Mine, typed on');
  await world.store.actions.flush();
  await world.store.actions.resolveConflict('prompts/Greet.yaml', 'theirs');
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Theirs');
  expect(state().notices.at(-1)).toMatchObject({
    message: 'Took theirs. Your version is in History.',
    historyLocation: { file: 'prompts/Greet.yaml', at: [] },
  });
  const place = { file: 'prompts/Greet.yaml', at: [] };
  const { versions } = await world.workbench.handlers['history.list'](place);
  const keptVersions = versions.filter(({ isKept }) => isKept);
  expect(keptVersions).toHaveLength(1);
  expect(await world.workbench.handlers['history.read']({ ...place, id: keptVersions[0]?.id ?? '' })).toMatchObject({
    value: { Title: 'Mine, typed on', Content: { StringTemplate: 'My hello' } },
  });
});

it('does not drop my side of a conflict that the history cannot keep', async () => {
  world.before = async (name) => {
    if (name === 'history.keep') throw new Error('The disk is full.');
  };
  const refuseToKeep = world.before;
  await openPrompt('Greet');
  world.before = async (name) => {
    if (name !== 'definition.edit') return;
    world.before = refuseToKeep;
    await writeDisk('prompts/Greet.yaml', greet.replace('A greeting', 'Theirs'));
  };
  world.store.actions.edit(['Title'], 'Mine');
  await until((now) => conflictOf(now, 'prompts/Greet.yaml'));
  await world.store.actions.resolveConflict('prompts/Greet.yaml', 'theirs');
  expect(conflictOf(state(), 'prompts/Greet.yaml')?.values).toMatchObject([{ mine: 'Mine' }]);
});

it('settles all conflicts of a file with one choice, which still applies if the disk changes once more', async () => {
  await makeConflict();
  world.before = async (name) => {
    if (name !== 'definition.edit') return;
    world.before = () => undefined;
    await writeDisk('prompts/Greet.yaml', greet.replace('A greeting', 'Theirs, at the last moment'));
  };
  await world.store.actions.resolveConflict('prompts/Greet.yaml', 'mine');
  expect(await disk('prompts/Greet.yaml')).toBe(
    greet.replace('A greeting', 'Mine').replace('Hello, `name`!', 'My hello'),
  );
  await until((now) => selectSaved(now) === 'saved');
});

it('ends a conflict by itself when the other side reverts its change', async () => {
  await makeConflict();
  await writeDisk('prompts/Greet.yaml', greet);
  await until((now) => selectSaved(now) === 'saved');
  expect(await disk('prompts/Greet.yaml')).toMatch(/Title: Mine[\s\S]*My hello/);
});

it.each([
  ['empty', '', 300],
  ['cut short', greet.slice(0, 20), 25],
  ['broken', 'Name: [', 25],
])('reads no side from a file that is %s while another program writes it', async (_, moment, milliseconds) => {
  await openPrompt('Greet');
  world.before = async (name) => {
    if (name !== 'definition.edit') return;
    world.before = () => undefined;
    await writeDisk('prompts/Greet.yaml', moment);
    setTimeout(() => void writeDisk('prompts/Greet.yaml', `${greet}# And whole again.\n`), milliseconds);
  };
  const requests: unknown[] = [];
  const stop = world.store.state.subscribe((now) => {
    requests.push(
      ...conflictsOf(now),
      ...(selectSaved(now) === 'failed' ? ['failed'] : []),
      ...(now.editorView === 'yaml' ? ['source'] : []),
    );
  });
  world.store.actions.edit(['Title'], 'Mine');
  await vi.waitFor(async () => expect(await disk('prompts/Greet.yaml')).toContain('Title: Mine'), { timeout: 5000 });
  stop();
  expect(requests).toEqual([]);
  expect(await disk('prompts/Greet.yaml')).toBe(`${greet.replace('A greeting', 'Mine')}# And whole again.\n`);
});

it('shows the conflict of one prompt at that prompt, and elsewhere names that prompt', async () => {
  await makeConflict();
  expect(selectWaitingConflicts(state())).toEqual([]);
  world.store.actions.select({ kind: 'prompt', server: 'Docs', key: 'MCPPrompts.1' });
  await until(({ definition }) => definition.status === 'open' && definition.view.file === 'servers/Docs.yaml');
  expect(selectWaitingConflicts(state())).toEqual([{ name: 'Greet', file: 'prompts/Greet.yaml', at: ['Title'] }]);
});

it('stays in the YAML view where the person fixed the file, and loses no further typing', async () => {
  await openPrompt('Greet');
  await writeDisk('prompts/Greet.yaml', 'Name: [');
  await until(({ editorView }) => editorView === 'yaml');
  const messages: unknown[] = [];
  const stop = world.store.state.subscribe(({ editorView, definition }) =>
    messages.push(`${editorView} ${definition.status}`),
  );
  world.store.actions.editFileText(greet);
  await until((now) => valueIn(now, ['Name']) === 'Greet');
  world.store.actions.editFileText(`${greet}# Typed on.\n`);
  await until((now) => selectSaved(now) === 'saved');
  stop();
  expect(new Set(messages)).toEqual(new Set(['yaml open']));
  expect(await disk('prompts/Greet.yaml')).toBe(`${greet}# Typed on.\n`);
  // The page offers the form.
  expect(state().withoutForm).toBeDefined();
  await world.store.actions.showEditorView('form');
  expect(state()).toMatchObject({ editorView: 'form', withoutForm: undefined });
});

it('returns to the form when another program fixes the file', async () => {
  await openPrompt('Greet');
  await writeDisk('prompts/Greet.yaml', 'Name: [');
  await until(({ editorView }) => editorView === 'yaml');
  await writeDisk('prompts/Greet.yaml', greet);
  await until((now) => valueIn(now, ['Name']) === 'Greet');
  expect(state().editorView).toBe('form');
});

it('stays in the YAML view that the person chose when the file is valid again', async () => {
  await openPrompt('Greet');
  await world.store.actions.showEditorView('yaml');
  await writeDisk('prompts/Greet.yaml', 'Name: [');
  await until(({ definition }) => definition.status === 'open' && definition.view.text === 'Name: [');
  await writeDisk('prompts/Greet.yaml', greet);
  await until((now) => valueIn(now, ['Name']) === 'Greet');
  expect(state().editorView).toBe('yaml');
});

it('keeps the place in a server’s file while it is broken and fixed in the YAML view', async () => {
  await openPrompt('MCPPrompts.1');
  await world.store.actions.showEditorView('yaml');
  const messages: unknown[] = [];
  const stop = world.store.state.subscribe(({ editorView, definition }) =>
    messages.push(`${editorView} ${definition.status}`),
  );
  world.store.actions.editFileText(`${docs}Title: [`);
  await until(({ selection }) => selection?.kind === 'file');
  world.store.actions.editFileText(`${docs}Title: Fixed\n`);
  await until(({ selection }) => selection?.kind === 'prompt');
  stop();
  expect(state().selection).toEqual({ kind: 'prompt', server: 'Docs', key: 'MCPPrompts.1' });
  expect(new Set(messages)).toEqual(new Set(['yaml open']));
});

it('keeps the argument fields and samples of a prompt while its definition is broken', async () => {
  await openPrompt('Greet');
  world.store.actions.fillValues({ name: 'Ada' });
  await until(({ preview }) => textOf(preview));
  await writeDisk('prompts/Greet.yaml', 'Name: [');
  await until((now) => selectPreviewed(now)?.isBroken);
  const form = selectPreviewed(state())?.form;
  expect(form?.arguments).toMatchObject([{ name: 'name' }]);
  expect(form?.samples).toMatchObject([{ name: 'Ada' }]);
  expect(await until(({ preview }) => preview.status === 'error' && preview.lastGood)).toBeDefined();
});

it('saves typing when the connection is back', async () => {
  await openPrompt('Greet');
  world.before = async () => new Error('The workbench is not running any more.');
  world.store.actions.edit(['Title'], 'Typed meanwhile');
  await until((now) => selectSaved(now) === 'failed');
  world.before = () => undefined;
  world.hear({ name: 'host.connection', data: { state: 'connected' } });
  await until((now) => selectSaved(now) === 'saved');
  expect(await disk('prompts/Greet.yaml')).toContain('Title: Typed meanwhile');
});

it('drops the notices of a lost connection once it is back, and keeps the others', async () => {
  const { clearTraffic, reportDefect } = world.store.actions;
  const notices = () => state().notices.map(({ message }) => message);
  const failWith = async (message: string) => {
    world.before = async () => new Error(message);
    await clearTraffic();
  };
  await failWith('The disk is full.');
  // The call fails before the window hears that the connection is lost.
  await failWith('The workbench is no longer running.');
  world.hear({ name: 'host.connection', data: { state: 'lost', message: 'The workbench is no longer running.' } });
  reportDefect(new Error('The workbench is no longer running.'));
  world.hear({ name: 'host.connection', data: { state: 'lost', message: 'This page is signed out.' } });
  await failWith('This page is signed out.');
  expect(notices()).toHaveLength(4);
  world.before = () => undefined;
  world.hear({ name: 'host.connection', data: { state: 'connected' } });
  expect(notices()).toEqual(['The disk is full.']);
});

it('opens the last selection', async () => {
  await openPrompt('MCPPrompts.1');
  await world.reopenWindow();
  await until(({ definition }) => definition.status === 'open');
  expect(state().selection).toEqual({ kind: 'prompt', server: 'Docs', key: 'MCPPrompts.1' });
});

it('undo does not bring back an outside fault that has been fixed', async () => {
  await openPrompt('Greet');
  world.store.actions.edit(['Title'], 'Another');
  await world.store.actions.flush();
  await writeDisk('prompts/Greet.yaml', 'Name: [');
  await until(({ editorView }) => editorView === 'yaml');
  await writeDisk('prompts/Greet.yaml', greet);
  await until((now) => valueIn(now, ['Title']) === 'A greeting');
  await world.store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

it('edits a file that does not parse as text, until it does', async () => {
  await openPrompt('Greet');
  await writeDisk('prompts/Greet.yaml', 'Name: [');
  await until(({ definition }) => definition.status === 'open' && definition.view.text === 'Name: [' && definition);
  expect(selectProblems(state())[0]).toMatchObject({ file: 'prompts/Greet.yaml', severity: 'error' });
  world.store.actions.editFileText(greet);
  await world.store.actions.flush();
  await until((now) => valueIn(now, ['Name']) === 'Greet');
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

it('asks for a prompt by the name that was just typed', async () => {
  await until(({ definition }) => definition.status === 'open');
  world.store.actions.goTo('servers/Docs.yaml', ['MCPPrompts', 1, 'Content']);
  expect(await until(({ preview }) => textOf(preview))).toBe('As it is');
  await until(({ definition }) => definition.status === 'open');
  world.store.actions.edit(['MCPPrompts', 1, 'Name'], 'Renamed');
  await until(
    ({ preview }) => preview.status === 'result' && JSON.stringify(preview.result.exchange.request).includes('Renamed'),
  );
  expect(state().definition).toMatchObject({
    status: 'open',
    view: { file: 'servers/Docs.yaml', at: ['MCPPrompts', 1] },
  });
  expect(textOf(state().preview)).toBe('As it is');
});

it('creates a prompt and opens it', async () => {
  await openPrompt('Greet');
  await world.store.actions.createPrompt('Docs', 'farewell');
  const { view } = await until(({ definition }) => definition.status === 'open' && definition);
  expect(view.file).toBe('prompts/farewell.yaml');
  expect(state().selection).toEqual({ kind: 'prompt', server: 'Docs', key: 'farewell' });
});

it('drops an answer when a newer request has been sent', async () => {
  await openPrompt('Greet');
  const answer = held();
  let requestCount = 0;
  world.before = async (name) => (name === 'prompt.preview' && requestCount++ === 0 ? answer.promise : undefined);
  world.store.actions.fillValues({ name: 'Old' });
  await until(() => requestCount === 1);
  world.store.actions.fillValues({ name: 'New' });
  await until(({ preview }) => textOf(preview) === 'Hello, New!');
  const messages: unknown[] = [];
  const stop = world.store.state.subscribe(({ preview }) => messages.push(textOf(preview)));
  answer.release();
  // The core answers in order: once this is answered, the held question is too.
  await world.store.actions.refreshPreview();
  stop();
  expect(messages).not.toContain('Hello, Old!');
  expect(textOf(state().preview)).toBe('Hello, New!');
});

it('keeps the last good answer beside an error', async () => {
  await openPrompt('Greet');
  world.store.actions.fillValues({ name: 'Ada' });
  await until(({ preview }) => preview.status === 'result');
  world.store.actions.fillValues({});
  const preview = await until((now) => now.preview.status === 'error' && now.preview);
  expect(preview.lastGood?.messages[0]?.content).toMatchObject({ text: 'Hello, Ada!' });
});

it('shows the exact change before connecting a project, and refuses a broken file with its place', async () => {
  const project = join(world.home, 'project');
  await mkdir(project);
  await until(({ workspace }) => workspace.status === 'ready');
  await world.store.actions.openConnect();
  world.store.actions.setProjectDir(project);
  const plannedStage = await until(
    ({ connect }) => connect.status === 'open' && connect.stage.kind === 'planned' && connect.stage,
  );
  expect(plannedStage.plan).toMatchObject({ kind: 'ready', commands: ['/mcp__Docs__Greet', '/mcp__Docs__Inline'] });
  await writeFile(join(project, '.mcp.json'), '{ "mcpServers": ');
  world.store.actions.chooseConnect({ server: 'Docs' });
  await until(
    ({ connect }) =>
      connect.status === 'open' &&
      connect.stage.kind === 'planned' &&
      connect.stage.plan.kind === 'refused' &&
      connect.stage.plan.line === 1,
  );
});

it('shows a prompt correctly after delayed typing in another one of its file is saved', async () => {
  await writeDisk('servers/Docs.yaml', `${docs}  - Name: Second\n    Content: Another\n`);
  await until((now) => selectServers(now).some(({ prompts }) => prompts.length === 3));
  await openPrompt('MCPPrompts.1');
  world.before = async (name) => (name === 'definition.edit' ? new Error('The disk is full.') : undefined);
  world.store.actions.edit(['MCPPrompts', 1, 'Content'], 'Typed');
  await until((now) => selectSaved(now) === 'failed');
  await openPrompt('MCPPrompts.2');
  world.before = () => undefined;
  const seenContents = new Set<unknown>();
  const stop = world.store.state.subscribe((now) => seenContents.add(valueIn(now, ['MCPPrompts', 2, 'Content'])));
  await world.store.actions.flush();
  stop();
  expect([...seenContents]).toEqual(['Another']);
  expect(await disk('servers/Docs.yaml')).toContain('Content: Typed');
});
