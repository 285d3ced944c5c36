/** Recently deleted, over the real library and handlers. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../app/workbench.ts';

const docs = `Name: Docs
MCPPrompts:
  - Greet
  # The first of two.
  - Name: one
    Content: First   # of all
  - Name: two
    Content: Second
Tools:
  - Name: add
    Content: Added
`;
const otherText = 'Name: Other\nMCPPrompts: [Greet]\n';
const greet = 'Name: greet\nTitle: A greeting\nContent: Hello # said aloud\n';

let home: string;
let workbench: Workbench;

const path = (file: string) => join(home, 'workspace', file);
const disk = (file: string) => readFile(path(file), 'utf8');
const calls = () => workbench.handlers;
const undo = () => calls()['history.step']({ direction: 'undo' });
const list = () => calls()['deleted.list']({});

async function restore(name: string): Promise<void> {
  const deletedEntry = (await list()).find((candidate) => candidate.name === name);
  await calls()['deleted.restore']({ id: deletedEntry?.id ?? '' });
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

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'prompt-workbench-deleted-'));
  for (const folder of ['servers', 'prompts', 'sources']) await mkdir(path(folder), { recursive: true });
  await writeFile(path('servers/Docs.yaml'), docs);
  await writeFile(path('servers/Other.yaml'), otherText);
  await writeFile(path('prompts/Greet.yaml'), greet);
  await start();
});

afterEach(() => workbench.close());

test('a deleted prompt returns to its file and to the lists that had it, even after a restart', async () => {
  await calls()['catalogue.delete']({ file: 'prompts/Greet.yaml' });
  await restart();
  expect(await list()).toMatchObject([
    { kind: 'prompt', name: 'greet', title: 'A greeting', listedBy: ['Docs', 'Other'] },
  ]);
  await restore('greet');
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  expect(await disk('servers/Other.yaml')).toContain('- Greet');
  expect(await list()).toEqual([]);
});

test('a deleted skill returns to the lists that had it, even to a server that was deleted after it', async () => {
  const lister = 'Name: Lister\nSkills:\n  - notes # for releases\n  - other\n';
  const notes = 'Name: notes\nDescription: Writes notes\nContent: Write.\n';
  await mkdir(path('skills'), { recursive: true });
  await writeFile(path('skills/notes.yaml'), notes);
  await writeFile(path('servers/Lister.yaml'), lister);
  await calls()['definition.open']({ file: 'skills/notes.yaml', at: [] });
  await calls()['skill.delete']({ file: 'skills/notes.yaml' });
  expect(await list()).toMatchObject([{ kind: 'skill', name: 'notes', listedBy: ['Lister'] }]);
  await restore('notes');
  expect(await disk('skills/notes.yaml')).toBe(notes);
  expect(await disk('servers/Lister.yaml')).toBe(lister);
  await calls()['skill.delete']({ file: 'skills/notes.yaml' });
  await calls()['server.delete']({ file: 'servers/Lister.yaml' });
  await restore('notes');
  await restore('Lister');
  expect(await disk('servers/Lister.yaml')).toBe(lister);
});

test('a deleted server returns with the prompts and tools inside it', async () => {
  await calls()['server.delete']({ file: 'servers/Docs.yaml' });
  expect(await list()).toMatchObject([{ kind: 'server', name: 'Docs', contents: '2 prompts and 1 tool' }]);
  await restart();
  await restore('Docs');
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('a prompt that is restored before its server is listed again once the server is restored', async () => {
  const commentedText = docs.replace('- Greet', '- Greet   # first of all');
  await writeFile(path('servers/Docs.yaml'), commentedText);
  await calls()['definition.open']({ file: 'servers/Docs.yaml', at: [] });
  await calls()['catalogue.delete']({ file: 'prompts/Greet.yaml' });
  await calls()['server.delete']({ file: 'servers/Docs.yaml' });
  await restart();
  const [deletedEntry] = (await list()).filter(({ name }) => name === 'greet');
  const { note } = await calls()['deleted.restore']({ id: deletedEntry?.id ?? '' });
  expect(note).toBe('Docs is still deleted: restore it too, and it lists Greet again.');
  await restore('Docs');
  expect(await disk('servers/Docs.yaml')).toBe(commentedText);
});

test('a restored prompt returns to its list with the comment behind it', async () => {
  const commentedText = otherText.replace('[Greet]', '\n  - Greet # says hello\n  - absent');
  await writeFile(path('servers/Other.yaml'), commentedText);
  await calls()['definition.open']({ file: 'servers/Other.yaml', at: [] });
  await calls()['catalogue.delete']({ file: 'prompts/Greet.yaml' });
  expect(await disk('servers/Other.yaml')).not.toContain('says hello');
  await restore('greet');
  expect(await disk('servers/Other.yaml')).toBe(commentedText);
});

test('a removed inline prompt or tool returns to its place, and waits for its server', async () => {
  await calls()['list.remove']({ server: 'Docs', list: 'tools', index: 0 });
  await calls()['list.remove']({ server: 'Docs', index: 1 });
  await calls()['server.delete']({ file: 'servers/Docs.yaml' });
  expect((await list()).map(({ name, server }) => [name, server])).toEqual([
    ['Docs', undefined],
    ['one', 'Docs'],
    ['add', 'Docs'],
  ]);
  await expect(restore('one')).rejects.toThrow('one was part of the server Docs: restore that first.');
  for (const name of ['Docs', 'one', 'add']) await restore(name);
  const text = await disk('servers/Docs.yaml');
  expect(text.indexOf('Name: one')).toBeLessThan(text.indexOf('Name: two'));
  expect(text).toContain('  - Name: one\n    Content: First   # of all\n');
  expect(text).toContain('Tools:\n  - Name: add\n    Content: Added\n');
});

test('a listed prompt that is removed from a server is not deleted', async () => {
  await calls()['list.remove']({ server: 'Docs', index: 0 });
  expect(await list()).toEqual([]);
});

test('a rename and a sharing delete nothing', async () => {
  await calls()['catalogue.rename']({ file: 'prompts/Greet.yaml', name: 'Welcome' });
  await calls()['list.share']({ server: 'Docs', index: 1, catalogueName: 'One' });
  await undo();
  await undo();
  expect(await list()).toMatchObject([]);
});

test('a prompt whose creation was undone is listed with all that was typed, until it is redone', async () => {
  const { location } = await calls()['prompt.create']({ server: 'Docs', name: 'hello' });
  const file = location?.file ?? '';
  const edit = (before: string, after: string) =>
    calls()['definition.edit']({ file, at: [], edits: [{ at: ['Title'], before, after, isStep: true }] });
  await calls()['definition.edit']({ file, at: [], edits: [{ at: ['Title'], after: 'First', isStep: true }] });
  await edit('First', 'Second');
  for (const _ of ['second', 'first', 'creation']) await undo();
  expect(await list()).toMatchObject([{ kind: 'prompt', name: 'hello', title: 'Second', listedBy: ['Docs'] }]);
  await calls()['history.step']({ direction: 'redo' });
  expect(await list()).toEqual([]);
  await undo();
  await calls()['server.create']({ name: 'Another' });
  await restart();
  await restore('hello');
  expect(await disk(file)).toContain('Title: Second');
  expect(await disk('servers/Docs.yaml')).toBe(
    docs.replace('    Content: Second\n', '    Content: Second\n  - hello\n'),
  );
  expect(await list()).toEqual([]);
});

test('an undone copy, server and sharing are listed only if they deleted something', async () => {
  await calls()['server.create']({ name: 'Another' });
  await undo();
  await calls()['list.duplicate']({ server: 'Docs', index: 0 });
  await undo();
  await calls()['list.share']({ server: 'Docs', index: 1, catalogueName: 'One' });
  await undo();
  expect((await list()).map(({ kind, name }) => [kind, name])).toEqual([
    ['prompt', 'greet-2'],
    ['server', 'Another'],
  ]);
});

test('an undone deletion is not listed, and an undone restore is listed again', async () => {
  await calls()['catalogue.delete']({ file: 'prompts/Greet.yaml' });
  await undo();
  expect(await list()).toEqual([]);
  await calls()['history.step']({ direction: 'redo' });
  expect(await list()).toMatchObject([{ name: 'greet', listedBy: ['Docs', 'Other'] }]);
  await restore('greet');
  await undo();
  expect(await list()).toMatchObject([{ name: 'greet' }]);
});

test('undo continues through a restoration and the deletion before it, and redo brings both back', async () => {
  await writeFile(path('servers/Docs.yaml'), docs.replace('  - Greet\n', ''));
  await writeFile(path('servers/Other.yaml'), 'Name: Other\n');
  await workbench.close();
  await start();
  await calls()['catalogue.delete']({ file: 'prompts/Greet.yaml' });
  await restore('greet');
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  await undo();
  await expect(disk('prompts/Greet.yaml')).rejects.toThrow('ENOENT');
  await undo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  const redo = () => calls()['history.step']({ direction: 'redo' });
  await redo();
  await expect(disk('prompts/Greet.yaml')).rejects.toThrow('ENOENT');
  await redo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('a deleted prompt whose name is taken by now returns under a free name', async () => {
  await calls()['catalogue.delete']({ file: 'prompts/Greet.yaml' });
  await calls()['prompt.create']({ server: 'Docs', name: 'Greet' });
  await restore('greet');
  expect(await disk('prompts/Greet-2.yaml')).toBe(greet);
  expect(await disk('servers/Other.yaml')).toContain('Greet-2');
});

test('a deleted source returns', async () => {
  const source = 'Name: Manual\nType: Documentation\nInclude: [docs/*.md]\n';
  await writeFile(path('sources/Manual.yaml'), source);
  await calls()['definition.open']({ file: 'sources/Manual.yaml', at: [] });
  await calls()['source.delete']({ file: 'sources/Manual.yaml' });
  await restart();
  await restore('Manual');
  expect(await disk('sources/Manual.yaml')).toBe(source);
});
