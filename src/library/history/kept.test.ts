/** Texts in conflict with the disk, kept in the history by the real handlers. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../app/workbench.ts';

const greet = 'Name: Greet\nTitle: Theirs   # said aloud\nContent: Hello\n';
const place = { file: 'prompts/Greet.yaml', at: [] };

let home: string;
let workbench: Workbench;

async function start(): Promise<void> {
  workbench = await openWorkbench({
    workspaceDir: join(home, 'workspace'),
    stateDir: join(home, 'state'),
    cliFile: join(home, 'cli.cjs'),
    samplesDir: join(home, 'samples'),
    log: () => {},
  });
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'prompt-workbench-kept-'));
  await mkdir(join(home, 'workspace', 'prompts'), { recursive: true });
  await writeFile(join(home, 'workspace', place.file), greet);
  await start();
});

afterEach(() => workbench.close());

const keepTitle = (after: string, id?: string) =>
  workbench.handlers['history.keep']({
    file: place.file,
    mine: { kind: 'values', values: [{ at: ['Title'], after }] },
    ...(id !== undefined && { id }),
  });
const listVersions = async () =>
  (await workbench.handlers['history.list'](place)).versions.map(({ summary, isCurrent }) => ({ summary, isCurrent }));
const keptVersion = { summary: 'My version, in conflict with the file', isCurrent: false };
const original = { summary: 'Original version', isCurrent: true };

test('a kept text is a version that the file never had, which survives a restart and is restored', async () => {
  const { id = '' } = await keepTitle('Mine');
  expect(await readFile(join(home, 'workspace', place.file), 'utf8')).toBe(greet);
  expect(await workbench.handlers['history.next']({})).toEqual({});
  await workbench.close();
  await start();
  expect(await listVersions()).toEqual([keptVersion, original]);
  await workbench.handlers['history.restore']({ ...place, id });
  expect(await readFile(join(home, 'workspace', place.file), 'utf8')).toBe(greet.replace('Theirs', 'Mine'));
});

test('further typing in a conflict replaces its version, even after a restart', async () => {
  const { id = '' } = await keepTitle('Mine');
  expect(await keepTitle('Mine, typed on', id)).toEqual({ id });
  await workbench.close();
  await start();
  expect(await listVersions()).toEqual([keptVersion, original]);
  expect(await workbench.handlers['history.read']({ ...place, id })).toMatchObject({
    value: { Title: 'Mine, typed on' },
    previous: { text: greet },
  });
});

test('the kept text of another conflict is another version, and a step after it is undone to the text on disk', async () => {
  await keepTitle('Mine');
  await keepTitle('Mine, later');
  const edit = { at: ['Content'], before: 'Hello', after: 'Bye' };
  await workbench.handlers['definition.edit']({ ...place, edits: [edit] });
  expect(await listVersions()).toEqual([
    { summary: 'Text changed: "Hello" → "Bye"', isCurrent: true },
    keptVersion,
    keptVersion,
    { ...original, isCurrent: false },
  ]);
  await workbench.handlers['history.step']({ direction: 'undo' });
  expect(await readFile(join(home, 'workspace', place.file), 'utf8')).toBe(greet);
});

test('a text for which the disk has no place is kept with the newest version that has one', async () => {
  await workbench.handlers['history.list'](place);
  await writeFile(join(home, 'workspace', place.file), 'Name: [');
  const { id = '' } = await keepTitle('Mine');
  expect(await workbench.handlers['history.read']({ ...place, id })).toMatchObject({
    text: greet.replace('Theirs', 'Mine'),
  });
});
