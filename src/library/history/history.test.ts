/** Histories over real files: the real library and handlers in their own workspace, restarted and killed. */
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWorkbench, type Workbench } from '../../app/workbench.ts';
import type { Edit } from '../../contract/contract.ts';

const greet = `# Kept as it is.
Name: Greet
Title: A greeting   # said aloud
Arguments:
  - Name: name
Content:
  StringTemplate: "Hello, \`name\`!"
`;
const docs = `Name: Docs
MCPPrompts:
  - Greet
  # The first of two.
  - Name: One
    Content: First
  - Name: Two
    Content: Second
`;
const prompt = { file: 'prompts/Greet.yaml', at: [] };
const entry = { file: 'servers/Docs.yaml', at: ['MCPPrompts', 1] };
const promptTwo = { file: 'servers/Docs.yaml', at: ['MCPPrompts', 2] };

type Place = { file: string; at: (string | number)[] };

let home: string;
let workbench: Workbench;

const disk = (file: string) => readFile(join(home, 'workspace', file), 'utf8');
const writeOutside = (file: string, text: string) => writeFile(join(home, 'workspace', file), text);
const calls = () => workbench.handlers;

/** The labels of the next undo and redo. */
async function nextLabels() {
  const { undo, redo } = await calls()['history.next']({});
  return { ...(undo && { undo: undo.label }), ...(redo && { redo: redo.label }) };
}

async function start(): Promise<void> {
  workbench = await openWorkbench({
    workspaceDir: join(home, 'workspace'),
    stateDir: join(home, 'state'),
    cliFile: join(home, 'cli.cjs'),
    samplesDir: join(home, 'samples'),
    log: () => {},
  });
}

async function restart(): Promise<void> {
  await workbench.close();
  await start();
}

/** Writes a value as a field of the form does. */
async function type(place: Place, key: string, after: Edit['after']): Promise<void> {
  const view = await calls()['definition.open'](place);
  const before = (view.value as Record<string, Edit['before']> | undefined)?.[key];
  const edit = { at: [key], ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  expect(await calls()['definition.edit']({ ...place, edits: [edit] })).toMatchObject({ kind: 'saved' });
}

async function source(file: string, text: string): Promise<void> {
  const { version } = await calls()['definition.open']({ file, at: [] });
  expect(await calls()['file.write']({ file, baseVersion: version, text })).toMatchObject({ kind: 'saved' });
}

const undo = () => calls()['history.step']({ direction: 'undo' });
const redo = () => calls()['history.step']({ direction: 'redo' });
const listVersions = async (place: Place) =>
  (await calls()['history.list'](place)).versions.map(({ summary, isCurrent, isUndone }) => [
    summary,
    ...(isCurrent ? ['current'] : []),
    ...(isUndone ? ['undone'] : []),
  ]);
const summaries = async (place: Place) => (await calls()['history.list'](place)).versions.map(({ summary }) => summary);

async function logs(): Promise<string[]> {
  const dir = join(home, 'state', 'history');
  const files = await readdir(dir, { recursive: true });
  return files.filter((file) => file.endsWith('.log')).map((file) => join(dir, file));
}

/** Time passes between two things that a person does. */
function pause(): void {
  vi.setSystemTime(Date.now() + 5_000);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  home = await mkdtemp(join(tmpdir(), 'prompt-workbench-history-'));
  await mkdir(join(home, 'workspace', 'servers'), { recursive: true });
  await mkdir(join(home, 'workspace', 'prompts'));
  await writeOutside('servers/Docs.yaml', docs);
  await writeOutside('prompts/Greet.yaml', greet);
  await start();
});

afterEach(async () => {
  vi.useRealTimers();
  await workbench.close();
});

test('the history undoes earlier steps after a restart, to the byte, and redoes them', async () => {
  await type(prompt, 'Title', 'Another');
  pause();
  await type(prompt, 'Description', 'Says hello');
  const editedText = await disk(prompt.file);
  await restart();
  expect(await nextLabels()).toEqual({ undo: 'Description added' });
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Description added' }, isMerged: false });
  await restart();
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Title changed' } });
  expect(await disk(prompt.file)).toBe(greet);
  expect(await undo()).toEqual({ kind: 'nothing' });
  await restart();
  expect(await redo()).toMatchObject({ step: { label: 'Title changed' } });
  expect(await redo()).toMatchObject({ step: { label: 'Description added' } });
  expect(await disk(prompt.file)).toBe(editedText);
  expect(await redo()).toEqual({ kind: 'nothing' });
});

test('after any undo and redo, the current version is the one whose text the file has', async () => {
  await calls()['prompt.create']({ server: 'Docs', name: 'fresh' });
  const freshPlace = { file: 'prompts/fresh.yaml', at: [] };
  for (const place of [prompt, freshPlace]) {
    for (const title of ['One', 'Two', 'One']) {
      pause();
      await type(place, 'Title', title);
    }
  }
  const check = async () => {
    for (const place of [prompt, freshPlace]) {
      const text = await disk(place.file).catch(() => undefined);
      const { versions } = await calls()['history.list'](place);
      const currentVersions = versions.filter(({ isCurrent }) => isCurrent);
      expect(currentVersions).toHaveLength(1);
      const reading = await calls()['history.read']({ ...place, id: currentVersions[0]?.id ?? '' });
      expect(reading.text).toBe(text);
      expect(currentVersions[0]?.isUndone).toBe(false);
      if (text !== undefined) expect(currentVersions[0]?.summary).not.toMatch(/^(?:Undone|Redone): /);
    }
  };
  for (const step of [...Array(7).fill(undo), ...Array(7).fill(redo), undo, undo, redo, undo, redo, redo]) {
    pause();
    await step();
    await check();
  }
});

test('the history treats typing in a field of lines or numbers as one step, and a line that a button adds as another', async () => {
  const argument = { file: prompt.file, at: ['Arguments', 0] };
  await type(argument, 'Completion', ['Italian']);
  pause();
  const typedText = 'English\nFrench';
  for (let end = 1; end <= typedText.length; end++) {
    await type(argument, 'Completion', ['Italian', ...typedText.slice(0, end).split('\n').filter(Boolean)]);
  }
  await type(argument, 'Completion', ['Italian', 'English', 'French', 'German']);
  expect(await summaries(prompt)).toHaveLength(4);
  await undo();
  await undo();
  expect(await disk(prompt.file)).toMatch(/Completion:\s+- Italian\n(?!\s+- )/);
});

test('the history treats typing in one field as one step; another field or a pause begins the next', async () => {
  for (const text of ['A', 'Ab', 'Abc']) await type(prompt, 'Title', text);
  await type(prompt, 'Description', 'D');
  pause();
  await type(prompt, 'Description', 'De');
  expect(await summaries(prompt)).toEqual([
    'Description changed',
    'Description added',
    'Title changed',
    'Original version',
  ]);
});

test('a step that is listed while a person types names everything that was typed in the end', async () => {
  await type(entry, 'Content', 'First.');
  expect((await summaries(entry))[0]).toBe('One: text changed: added "."');
  await type(entry, 'Content', 'First. Use "quotes" & $dollars, 100%.');
  expect((await summaries(entry))[0]).toBe('One: text changed: added ". Use "quotes" & $dollars, 100%."');
});

test('redo leads back to the version that undo left, even if other changes lie between them', async () => {
  await type(prompt, 'Title', 'Another');
  await writeOutside(prompt.file, (await disk(prompt.file)).replace('Hello', 'Good day'));
  await vi.waitFor(async () => expect(await summaries(prompt)).toHaveLength(3));
  const externalSummary = (await summaries(prompt))[0] ?? '';
  await undo();
  expect(await listVersions(prompt)).toEqual([
    ['Undone: Title changed', 'current'],
    [externalSummary],
    ['Title changed', 'undone'],
    ['Original version'],
  ]);
  await redo();
  expect(await listVersions(prompt)).toEqual([[externalSummary, 'current'], ['Title changed'], ['Original version']]);
});

test('the history forgets undone steps after new typing', async () => {
  await type(prompt, 'Title', 'Another');
  await undo();
  await type(prompt, 'Description', 'New');
  expect(await redo()).toEqual({ kind: 'nothing' });
  expect(await nextLabels()).toEqual({ undo: 'Description added' });
});

test('the history undoes the steps of all files in the order in which they were made, and says where', async () => {
  await type(entry, 'Content', 'First, changed');
  await type(prompt, 'Title', 'Another');
  await type(promptTwo, 'Content', 'Second, changed');
  const next = async () => (await calls()['history.next']({})).undo?.name;
  expect(await next()).toBe('change of the text in the prompt Two');
  expect(await undo()).toMatchObject({ location: promptTwo, isArrangement: false });
  expect(await next()).toBe('change of Title in the prompt Greet');
  expect(await undo()).toMatchObject({ location: prompt });
  expect(await disk(prompt.file)).toBe(greet);
  await restart();
  expect(await undo()).toMatchObject({ location: entry });
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  expect(await undo()).toEqual({ kind: 'nothing' });
  expect(await listVersions(entry)).toEqual([
    ['One: text changed: added ", changed"', 'undone'],
    ['Original version', 'current'],
  ]);
  for (const location of [entry, prompt, promptTwo]) expect(await redo()).toMatchObject({ location });
  expect(await redo()).toEqual({ kind: 'nothing' });
});

test('undo and redo lead to versions of the list, and add none', async () => {
  await type(prompt, 'Title', 'Another');
  pause();
  await type(prompt, 'Description', 'New');
  const versions = (title: string[], description: string[]) => [
    ['Description added', ...description],
    ['Title changed', ...title],
  ];
  await undo();
  expect(await listVersions(prompt)).toEqual([...versions(['current'], ['undone']), ['Original version']]);
  await undo();
  expect(await listVersions(prompt)).toEqual([...versions(['undone'], ['undone']), ['Original version', 'current']]);
  await redo();
  await redo();
  expect(await listVersions(prompt)).toEqual([...versions([], ['current']), ['Original version']]);
  await undo();
  await type(prompt, 'Description', 'Newer');
  expect(await listVersions(prompt)).toEqual([
    ['Description added', 'current'],
    ['Description added', 'undone'],
    ['Title changed'],
    ['Original version'],
  ]);
});

test('an edit by a button right after typing is a separate step', async () => {
  await type(prompt, 'Title', 'Use {tone}');
  const edit = { at: ['Title'], before: 'Use {tone}', after: 'Use <*"{tone}"*>', isStep: true as const };
  expect(await calls()['definition.edit']({ ...prompt, edits: [edit] })).toMatchObject({ kind: 'saved' });
  await undo();
  expect(await disk(prompt.file)).toContain('Title: Use {tone}');
});

test('a new step in one file leaves nothing to redo in another', async () => {
  await type(prompt, 'Title', 'Another');
  await undo();
  await type(entry, 'Content', 'First, changed');
  expect(await redo()).toEqual({ kind: 'nothing' });
});

test('a step can be undone by its id only while it is the next one', async () => {
  await type(prompt, 'Title', 'Another');
  const id = (await calls()['history.next']({})).undo?.id ?? '';
  await type(entry, 'Content', 'First, changed');
  expect(await calls()['history.step']({ direction: 'undo', id })).toMatchObject({ kind: 'refused' });
  expect(await disk(prompt.file)).toContain('Another');
  await undo();
  expect(await calls()['history.step']({ direction: 'undo', id })).toMatchObject({ kind: 'done' });
  expect(await disk(prompt.file)).toBe(greet);
});

test('the history undoes the creation and the deletion of one file', async () => {
  const { file = '' } = (await calls()['server.create']({ name: 'Fresh' })).location ?? {};
  const text = await disk(file);
  expect(await undo()).toMatchObject({ kind: 'done', step: { name: 'creation of the server Fresh' } });
  await expect(disk(file)).rejects.toThrow();
  await redo();
  expect(await disk(file)).toBe(text);
  await calls()['server.delete']({ file });
  await restart();
  expect(await undo()).toMatchObject({ kind: 'done', step: { name: 'deletion of the server Fresh' } });
  expect(await disk(file)).toBe(text);
});

test('the history follows an inline prompt to the place that another program moved it to', async () => {
  await type(entry, 'Content', 'First, changed');
  const text = await disk('servers/Docs.yaml');
  await writeOutside('servers/Docs.yaml', text.replace('  - Greet\n', '').replace(/(Second\n)$/, '$1  - Greet\n'));
  expect(await undo()).toMatchObject({ kind: 'done', isMerged: true });
  expect(await disk('servers/Docs.yaml')).toContain('Content: First\n');
  expect(await disk('servers/Docs.yaml')).toMatch(/- Greet\n$/);
});

test('the history keeps later outside changes: an undo is merged with them, and recorded', async () => {
  await type(prompt, 'Title', 'Another');
  await writeOutside(prompt.file, (await disk(prompt.file)).replace('Hello', 'Good day'));
  expect(await undo()).toMatchObject({ kind: 'done', isMerged: true });
  expect(await disk(prompt.file)).toBe(greet.replace('Hello', 'Good day'));
  expect((await calls()['history.list'](prompt)).versions.map(({ origin }) => origin)).toEqual([
    'undo',
    'outside',
    'form',
    'outside',
  ]);
});

test('the history reports a step whose text was changed outside, overwrites nothing, and continues with the step before', async () => {
  await type(prompt, 'Description', 'Mine');
  pause();
  await type(prompt, 'Title', 'Mine');
  const theirs = (await disk(prompt.file)).replace('Title: Mine', 'Title: Theirs');
  await writeOutside(prompt.file, theirs);
  expect(await undo()).toMatchObject({ kind: 'refused', message: expect.stringContaining('"Title changed"') });
  expect(await disk(prompt.file)).toBe(theirs);
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Description added' } });
  expect(await disk(prompt.file)).toBe(greet.replace('A greeting', 'Theirs'));
});

test('the history undoes nothing in a file that cannot be read for the moment, and everything once it can', async () => {
  await type(prompt, 'Title', 'Mine');
  const goodText = await disk(prompt.file);
  await writeOutside(prompt.file, 'Name: [');
  expect(await undo()).toMatchObject({ kind: 'refused' });
  expect(await disk(prompt.file)).toBe('Name: [');
  await writeOutside(prompt.file, goodText);
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk(prompt.file)).toBe(greet);
});

test('the history undoes text edits, including texts that could not be read', async () => {
  await source(prompt.file, `${greet}Version: [`);
  pause();
  await source(prompt.file, `${greet}Version: []\n`);
  pause();
  await source(prompt.file, `${greet}# Only a comment.\n`);
  expect(await summaries(prompt)).toEqual([
    'Version removed',
    'Readable again',
    'Became unreadable',
    'Original version',
  ]);
  for (const text of [`${greet}Version: []\n`, `${greet}Version: [`, greet]) {
    await undo();
    expect(await disk(prompt.file)).toBe(text);
  }
});

test('the history distinguishes YAML edits at two places of the text', async () => {
  await source(prompt.file, greet.replace('# Kept', '# I am kept'));
  await source(prompt.file, `${greet.replace('# Kept', '# I am kept')}# The end.\n`);
  await undo();
  expect(await disk(prompt.file)).toBe(greet.replace('# Kept', '# I am kept'));
});

test('the history restores a version of a file to the byte, and that can be undone', async () => {
  await type(prompt, 'Title', 'Another');
  pause();
  await type(prompt, 'Arguments', [{ Name: 'name' }, { Name: 'tone' }]);
  const editedText = await disk(prompt.file);
  const { versions } = await calls()['history.list'](prompt);
  expect(versions.map(({ summary, isCurrent }) => [summary, isCurrent])).toEqual([
    ['Argument tone added', true],
    ['Title changed', false],
    ['Original version', false],
  ]);
  const id = versions[2]?.id ?? '';
  expect(await calls()['history.restore']({ ...prompt, id })).toMatchObject({ kind: 'saved' });
  expect(await disk(prompt.file)).toBe(greet);
  expect((await summaries(prompt))[0]).toBe('Restored "Original version"');
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk(prompt.file)).toBe(editedText);
});

test('the history restores one inline prompt and nothing else of its file', async () => {
  await type(entry, 'Content', 'First, changed');
  pause();
  await type(promptTwo, 'Content', 'Second, changed');
  const { versions } = await calls()['history.list'](entry);
  await calls()['history.restore']({ ...entry, id: versions.at(-1)?.id ?? '' });
  expect(await disk('servers/Docs.yaml')).toBe(docs.replace('Content: Second', 'Content: Second, changed'));
  await undo();
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk('servers/Docs.yaml')).toBe(docs.replace('Content: First', 'Content: First, changed'));
});

test('the history reads a version with the one before it, as text and as the definition', async () => {
  await type(entry, 'Content', 'First, changed');
  const { versions } = await calls()['history.list'](entry);
  expect(await calls()['history.read']({ ...entry, id: versions[0]?.id ?? '' })).toMatchObject({
    value: { Name: 'One', Content: 'First, changed' },
    previous: { text: docs, value: { Name: 'One', Content: 'First' } },
  });
});

test('the history records outside changes of an open file, even while the workbench is closed', async () => {
  await type(prompt, 'Title', 'Mine');
  await writeOutside(prompt.file, greet.replace('A greeting', 'Theirs'));
  await vi.waitFor(async () => expect(await summaries(prompt)).toHaveLength(3));
  await workbench.close();
  await writeOutside(prompt.file, greet.replace('A greeting', 'Theirs, later'));
  await start();
  const { versions } = await calls()['history.list'](prompt);
  expect(versions.map(({ origin }) => origin)).toEqual(['outside', 'outside', 'form', 'outside']);
});

test('the history writes nothing for files that are only opened', async () => {
  await calls()['definition.open'](prompt);
  await restart();
  expect(await readdir(join(home, 'state'))).not.toContain('history');
});

test('the history names new and moved prompts, and undoes the changes of one file', async () => {
  await calls()['definition.open']({ file: 'servers/Docs.yaml', at: [] });
  await calls()['list.move']({ server: 'Docs', from: 2, to: 0 });
  const movedText = await disk('servers/Docs.yaml');
  expect(movedText).not.toBe(docs);
  await restart();
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('the history recognises the notice’s undo of a list change', async () => {
  await calls()['definition.open']({ file: 'servers/Docs.yaml', at: [] });
  const { changes } = await calls()['list.remove']({ server: 'Docs', index: 1 });
  await calls()['changes.revert']({ changes });
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  expect(await undo()).toEqual({ kind: 'nothing' });
  expect(await redo()).toMatchObject({ kind: 'done' });
});

test('the history of a prompt moves along when its file is renamed', async () => {
  await type(prompt, 'Title', 'Another');
  const { changes } = await calls()['catalogue.rename']({ file: prompt.file, name: 'Welcome' });
  const file = changes.find(({ before }) => before === null)?.file ?? '';
  expect(await summaries({ file, at: [] })).toContain('Title changed');
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Renamed Greet to Welcome' } });
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Title changed' } });
  expect(await disk(prompt.file)).toContain('Title: A greeting   # said aloud');
});

test('a rename to a name that no file can have is undone even after the old name is back', async () => {
  const rename = (name: string) => calls()['definition.rename']({ ...prompt, name });
  const original = await disk(prompt.file);
  await calls()['definition.open'](prompt);
  await rename('what is that?');
  const { changes } = await rename('Greet');
  expect(changes.map(({ file }) => file)).toEqual([prompt.file]);
  expect(await disk(prompt.file)).toBe(original);
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Renamed what is that? to Greet' } });
  expect(await disk(prompt.file)).toContain('Name: what is that?');
  await type(prompt, 'Title', 'Still saved');
  expect(await disk(prompt.file)).toContain('Title: Still saved');
});

test('the history loses at most half a line when the process is killed while it writes, and says so', async () => {
  await type(prompt, 'Title', 'Another');
  pause();
  await type(prompt, 'Description', 'Lost');
  await workbench.close();
  const [log = ''] = await logs();
  const text = await readFile(log, 'utf8');
  await writeFile(log, text.slice(0, -10));
  await start();
  const state = await calls()['history.next']({});
  expect(state).toMatchObject({
    undo: { label: 'Title changed' },
    failureMessage: 'The end of the history of prompts/Greet.yaml is cut off, so its last version may be missing.',
  });
  expect(await summaries(prompt)).toEqual(['Description added', 'Title changed', 'Original version']);
  await undo();
  expect(await disk(prompt.file)).toBe(greet.replace(/\n(Title.*\n)/, '\n$1Description: Lost\n'));
  await restart();
  expect((await summaries(prompt))[0]).toBe('Undone: Title changed');
});

test('a damaged history is reported once, and its intact part stays usable', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    await type(prompt, 'Title', title);
    pause();
  }
  await workbench.close();
  const [log = ''] = await logs();
  const lines = (await readFile(log, 'utf8')).split('\n');
  await writeFile(log, lines.map((line, index) => (index === 2 ? line.replace('Title', 'Tidle') : line)).join('\n'));
  await appendFile(log, 'neither checksum nor JSON\n');
  await start();
  await calls()['definition.open'](prompt);
  const nextSteps = await calls()['history.next']({});
  expect(nextSteps.failureMessage).toContain('is damaged and was skipped');
  expect(await calls()['history.next']({})).not.toHaveProperty('failureMessage');
  await type(prompt, 'Description', 'Goes on');
  expect(await undo()).toMatchObject({ kind: 'done' });
  await restart();
  expect(await calls()['history.next']({})).not.toHaveProperty('failureMessage');
  expect(await readFile(`${log}.damaged`, 'utf8')).toContain('Tidle');
});

test.skipIf(process.platform === 'win32')(
  'the history continues when a log is damaged several times, or a folder or a pipe is in its place',
  async () => {
    await type(prompt, 'Title', 'First');
    await workbench.close();
    const [log = ''] = await logs();
    const folder = () => mkdir(log);
    const pipe = async () => void execFileSync('mkfifo', [log]);
    const garbage = () => writeFile(log, 'garbage\n');
    for (const [round, put] of [folder, pipe, folder, garbage, pipe].entries()) {
      await rm(log);
      await put();
      await start();
      await calls()['definition.open'](prompt);
      expect((await calls()['history.next']({})).failureMessage).toContain('is damaged and was skipped');
      await type(prompt, 'Title', `Title ${round}`);
      expect(await undo()).toMatchObject({ kind: 'done' });
      await workbench.close();
      expect((await stat(log)).isFile()).toBe(true);
    }
    await start();
  },
);

test.each([
  ['empty', () => '', 'is damaged and was skipped'],
  ['garbage', () => 'garbage\n', 'is damaged and was skipped'],
  ['cut off', (text: string) => text.slice(0, -7), 'is cut off'],
])('says once, and not after the next start, that a log is %s', async (_, damage, sentence) => {
  await type(prompt, 'Title', 'First');
  await workbench.close();
  const [log = ''] = await logs();
  await writeFile(log, damage(await readFile(log, 'utf8')));
  await start();
  expect((await calls()['history.list'](prompt)).failureMessage).toContain(sentence);
  expect(await calls()['history.list'](prompt)).not.toHaveProperty('failureMessage');
  await restart();
  expect(await calls()['history.list'](prompt)).not.toHaveProperty('failureMessage');
  await type(prompt, 'Title', 'Second');
  await restart();
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk(prompt.file)).toContain('Title: First');
});

test('the history saves although the folder of histories cannot be written, and says so once', async () => {
  await writeFile(join(home, 'state', 'history'), 'In the replay.');
  await type(prompt, 'Title', 'Another');
  await vi.waitFor(async () => expect((await calls()['history.next']({})).failureMessage).toContain('cannot be saved'));
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk(prompt.file)).toBe(greet);
});

test('the history makes its files readable only to their owner', async () => {
  await type(prompt, 'Title', 'Another');
  await workbench.close();
  for (const log of await logs()) expect((await stat(log)).mode & 0o077).toBe(0);
  await start();
});

test('the history loses at most the last moment of a burst when the process ends at once', async () => {
  await type(prompt, 'Title', 'Typed');
  const isTextKept = async () => (await readFile((await logs())[0] ?? '', 'utf8')).includes('Typed');
  await vi.waitFor(async () => expect(await isTextKept()).toBe(true), { timeout: 2_000 });
});

test.skipIf(process.platform === 'win32').each([
  ['zeros at its end', (path: string) => appendFile(path, '\0\0\0')],
  ['another name', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('Greet', 'Great'))],
  ['no content', (path: string) => writeFile(path, '')],
  ['a folder in its place', (path: string) => rm(path).then(() => mkdir(path))],
  ['a pipe in its place', (path: string) => rm(path).then(() => void execFileSync('mkfifo', [path]))],
])('a list of changed files with %s is reported once, and undo goes on', async (_, damage) => {
  await type(prompt, 'Title', 'First');
  await workbench.close();
  const [folder = ''] = await readdir(join(home, 'state', 'history'));
  await damage(join(home, 'state', 'history', folder, 'changed-files.jsonl'));
  await start();
  const sentence = 'The history of changed files is damaged, so undo may leave out older steps.';
  expect((await calls()['history.next']({})).failureMessage).toBe(sentence);
  await type(prompt, 'Title', 'Second');
  await restart();
  expect(await calls()['history.next']({})).not.toHaveProperty('failureMessage');
  await undo();
  expect(await disk('prompts/Greet.yaml')).toContain('Title: First');
});
