/** Undo after a crash: the folders are restored to their state at some moment, as after a kill. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWorkbench, type Workbench } from '../../app/workbench.ts';

const greet = 'Name: Greet\nTitle: A greeting\nContent: Hello # said aloud\n';
const docs = 'Name: Docs\nMCPPrompts:\n  - Greet\n  - Name: one\n    Content: First\n';
const prompt = { file: 'prompts/Greet.yaml', at: [] };

type Place = { file: string; at: (string | number)[] };

let home: string;
let workbench: Workbench;

const path = (...parts: string[]) => join(home, 'now', ...parts);
const disk = (file: string) => readFile(path('workspace', file), 'utf8');
const calls = () => workbench.handlers;
const undo = () => calls()['history.step']({ direction: 'undo' });
const redo = () => calls()['history.step']({ direction: 'redo' });

/** The labels of the next undo and redo. */
async function nextLabels() {
  const { undo, redo } = await calls()['history.next']({});
  return { ...(undo && { undo: undo.label }), ...(redo && { redo: redo.label }) };
}

async function start(): Promise<void> {
  await mkdir(path('state', 'history'), { recursive: true });
  workbench = await openWorkbench({
    workspaceDir: path('workspace'),
    stateDir: path('state'),
    cliFile: join(home, 'cli.cjs'),
    samplesDir: join(home, 'samples'),
    log: () => {},
  });
}

/** What a kill at this moment would leave on the disk. */
async function remember(name = 'crash'): Promise<void> {
  for (const folder of ['workspace', 'state/history'])
    await cp(path(folder), join(home, name, folder), { recursive: true });
}

/** Starts again from what was remembered. */
async function startAfterCrash(name = 'crash'): Promise<void> {
  await workbench.close();
  await rm(path(), { recursive: true });
  await cp(join(home, name), path(), { recursive: true });
  await start();
}

async function type(key: string, after: string, place: Place = prompt): Promise<void> {
  const view = await calls()['definition.open'](place);
  const before = (view.value as Record<string, string>)[key];
  const edit = { at: [key], ...(before === undefined ? {} : { before }), after };
  expect(await calls()['definition.edit']({ ...place, edits: [edit] })).toMatchObject({ kind: 'saved' });
}

/** Undoes everything. @returns how many steps that took */
async function undoAll(): Promise<number> {
  for (let steps = 0; ; steps++) {
    const undoResult = await undo();
    if (undoResult.kind === 'nothing') return steps;
    expect(undoResult).toMatchObject({ kind: 'done' });
  }
}

async function logOf(start: string): Promise<string> {
  const files = await readdir(path('state', 'history'), { recursive: true });
  const log = files.find((file) => file.includes(start) && file.endsWith('.log'));
  return path('state', 'history', log ?? '');
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'prompt-workbench-crash-'));
  for (const folder of ['servers', 'prompts']) await mkdir(path('workspace', folder), { recursive: true });
  await writeFile(path('workspace', 'servers/Docs.yaml'), docs);
  await writeFile(path('workspace', 'prompts/Greet.yaml'), greet);
  await start();
});

afterEach(async () => {
  vi.useRealTimers();
  await workbench.close();
});

test('the history undoes every step after a crash right after the last answer', async () => {
  await type('Title', 'Another');
  await type('Content', 'Good morning');
  await type('Description', 'Says hello');
  await remember();
  const savedText = await disk(prompt.file);
  await startAfterCrash();
  expect(await disk(prompt.file)).toBe(savedText);
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Description added' } });
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: expect.stringMatching(/^Text changed/) } });
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Title changed' } });
  expect(await undo()).toEqual({ kind: 'nothing' });
  expect(await disk(prompt.file)).toBe(greet);
});

test('the history treats typing that a crash interrupts as one step', async () => {
  for (let end = 1; end <= 5; end++) await type('Content', 'Hallo'.slice(0, end));
  await remember();
  await startAfterCrash();
  expect(await undoAll()).toBe(1);
  expect(await disk(prompt.file)).toBe(greet);
});

test('the history describes the change of a recovered version', async () => {
  await type('Title', 'Another');
  await remember();
  await startAfterCrash();
  const { versions } = await calls()['history.list'](prompt);
  expect(versions.map(({ summary, origin }) => [summary, origin])).toEqual([
    ['Title changed', 'form'],
    ['Original version', 'outside'],
  ]);
});

test('the history undoes the same steps after a crash at any call', async () => {
  const step = fc.constantFrom('Title', 'Content', 'source', 'undo', 'redo');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), fc.nat(6), async (steps, crashAt) => {
      await workbench.close();
      await rm(path('state'), { recursive: true, force: true });
      await writeFile(path('workspace', prompt.file), greet);
      await start();
      for (const [index, entry] of steps.entries()) {
        if (entry === 'undo') await undo();
        else if (entry === 'redo') await redo();
        else if (entry === 'source') {
          const { text, version } = await calls()['definition.open'](prompt);
          await calls()['file.write']({ file: prompt.file, baseVersion: version, text: `${text}# ${index}\n` });
        } else await type(entry, `Text ${index}`);
        if (index === Math.min(crashAt, steps.length - 1)) {
          await rm(join(home, 'crash'), { recursive: true, force: true });
          await remember();
        }
      }
      await startAfterCrash();
      const savedText = await disk(prompt.file);
      const count = await undoAll();
      expect(await disk(prompt.file)).toBe(greet);
      for (let index = 0; index < count; index++) expect(await redo()).toMatchObject({ kind: 'done' });
      expect(await disk(prompt.file)).toBe(savedText);
    }),
    { numRuns: 12 },
  );
}, 120_000);

test('the history ignores a write that a crash prevented', async () => {
  await type('Title', 'Another');
  await remember();
  await type('Content', 'Good morning');
  // The log has heard of the second write, and the file does not hold it.
  await cp(await logOf('Greet'), (await logOf('Greet')).replace('now', 'crash'));
  await startAfterCrash();
  expect(await undoAll()).toBe(1);
  expect(await disk(prompt.file)).toBe(greet);
});

test('the history keeps what another program wrote between the crash and the next start, beside the steps before it', async () => {
  await type('Title', 'Another');
  await remember();
  await startAfterCrash();
  await workbench.close();
  await writeFile(path('workspace', prompt.file), `${(await disk(prompt.file)).replace('Hello', 'Theirs')}`);
  await start();
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Title changed' }, isMerged: true });
  expect(await disk(prompt.file)).toBe(greet.replace('Hello', 'Theirs'));
});

test('the history continues after a crash in the middle of a line of the log', async () => {
  await type('Title', 'Another');
  await remember();
  const { length } = await readFile(await logOf('Greet'));
  await workbench.close();
  for (const cutLength of [1, 20, Math.floor(length / 2)]) {
    await rm(path(), { recursive: true });
    await cp(join(home, 'crash'), path(), { recursive: true });
    await truncate(await logOf('Greet'), length - cutLength);
    await start();
    await type('Content', `After ${cutLength}`);
    expect(await undo()).toMatchObject({ kind: 'done', step: { label: expect.stringMatching(/^Text changed/) } });
    await workbench.close();
  }
  await start();
});

test('the history undoes a rename after a crash right after its answer, with the moved history', async () => {
  await type('Content', 'Good morning');
  await calls()['catalogue.rename']({ file: prompt.file, name: 'Welcome' });
  await remember();
  await startAfterCrash();
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Renamed Greet to Welcome' } });
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: expect.stringMatching(/^Text changed/) } });
  expect(await disk(prompt.file)).toBe(greet);
});

test('the history redoes a rename after a crash right after it was undone', async () => {
  await calls()['catalogue.rename']({ file: prompt.file, name: 'Welcome' });
  await undo();
  await remember();
  await startAfterCrash();
  expect(await redo()).toMatchObject({ kind: 'done', step: { label: 'Renamed Greet to Welcome' } });
  expect(await disk('servers/Docs.yaml')).toContain('Welcome');
});

test('the history redoes a change that a notice undid right before a crash', async () => {
  const { changes } = await calls()['list.share']({ server: 'Docs', index: 1, catalogueName: 'One' });
  await calls()['changes.revert']({ changes });
  await remember();
  await startAfterCrash();
  expect(await nextLabels()).toEqual({ redo: 'Shared one as One' });
  expect(await redo()).toMatchObject({ kind: 'done' });
});

test('the history keeps two edits apart when the clock is set back between them', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await type('Content', 'Hello you');
  vi.setSystemTime(Date.now() - 3_600_000);
  await type('Content', 'Hello you two');
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk(prompt.file)).toContain('Hello you #');
});
