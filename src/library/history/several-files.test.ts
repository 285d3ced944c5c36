/** Changes of several files as one step of undo: the real library and handlers, in their own workspace. */
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
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
`;
const otherText = `Name: Other
MCPPrompts: [Greet]
`;
const greet = `Name: greet
Content: Hello
`;
const server = { file: 'servers/Docs.yaml', at: [] };
const sharedPlace = { file: 'prompts/One.yaml', at: [] };

type Place = { file: string; at: (string | number)[] };

let home: string;
let workbench: Workbench;

const disk = (file: string) => readFile(join(home, 'workspace', file), 'utf8');
const prompts = () => readdir(join(home, 'workspace', 'prompts'));
const calls = () => workbench.handlers;
const undo = () => calls()['history.step']({ direction: 'undo' });
const redo = () => calls()['history.step']({ direction: 'redo' });
const share = () => calls()['list.share']({ server: 'Docs', index: 1, catalogueName: 'One' });

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

async function type(place: Place, key: string, after: string): Promise<void> {
  const view = await calls()['definition.open'](place);
  const before = (view.value as Record<string, string> | undefined)?.[key];
  const edit = { at: [key], ...(before === undefined ? {} : { before }), after };
  expect(await calls()['definition.edit']({ ...place, edits: [edit] })).toMatchObject({ kind: 'saved' });
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'prompt-workbench-several-files-'));
  for (const folder of ['servers', 'prompts']) await mkdir(join(home, 'workspace', folder), { recursive: true });
  await writeFile(join(home, 'workspace/servers/Docs.yaml'), docs);
  await writeFile(join(home, 'workspace/servers/Other.yaml'), otherText);
  await writeFile(join(home, 'workspace/prompts/Greet.yaml'), greet);
  await start();
});

afterEach(() => workbench.close());

test('the history undoes the sharing of a prompt in both files, even after a restart, and redoes it', async () => {
  await share();
  const [list, file] = [await disk('servers/Docs.yaml'), await disk('prompts/One.yaml')];
  await restart();
  expect(await nextLabels()).toEqual({ undo: 'Shared one as One' });
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Shared one as One' } });
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  expect(await prompts()).toEqual(['Greet.yaml']);
  await restart();
  expect(await nextLabels()).toEqual({ redo: 'Shared one as One' });
  expect(await redo()).toMatchObject({ kind: 'done' });
  expect([await disk('servers/Docs.yaml'), await disk('prompts/One.yaml')]).toEqual([list, file]);
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('the history undoes a rename in the catalogue in every list, with the moved history', async () => {
  await type({ file: 'prompts/Greet.yaml', at: [] }, 'Content', 'Hello!');
  await calls()['catalogue.rename']({ file: 'prompts/Greet.yaml', name: 'Welcome' });
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Renamed Greet to Welcome' } });
  expect(await prompts()).toEqual(['Greet.yaml']);
  expect([await disk('servers/Docs.yaml'), await disk('servers/Other.yaml')]).toEqual([docs, otherText]);
  expect(await nextLabels()).toEqual({
    undo: expect.stringMatching(/^Text changed/),
    redo: 'Renamed Greet to Welcome',
  });
  expect(await redo()).toMatchObject({ kind: 'done' });
  expect(await prompts()).toEqual(['Welcome.yaml']);
  expect(await disk('servers/Other.yaml')).toBe('Name: Other\nMCPPrompts: [Welcome]\n');
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: expect.stringMatching(/^Text changed/) } });
});

test('the history undoes a step and keeps what another program changed in the same file', async () => {
  await share();
  const text = await disk('servers/Docs.yaml');
  await writeFile(join(home, 'workspace/servers/Docs.yaml'), text.replace('Second', 'Second, changed'));
  await calls()['definition.open'](server);
  expect(await undo()).toMatchObject({ kind: 'done' });
  expect(await disk('servers/Docs.yaml')).toBe(docs.replace('Second', 'Second, changed'));
});

test('the history never overwrites what another program typed: it names that file, and changes none', async () => {
  await share();
  const typedText = (await disk('prompts/One.yaml')).replace('First', 'Typed since');
  await writeFile(join(home, 'workspace/prompts/One.yaml'), typedText);
  await calls()['definition.open'](sharedPlace);
  const list = await disk('servers/Docs.yaml');
  expect(await undo()).toEqual({
    kind: 'refused',
    message: `Can't undo "Shared one as One": prompts/One.yaml has changed since. Choose a version in History instead.`,
  });
  expect(await disk('servers/Docs.yaml')).toBe(list);
  expect(await disk('prompts/One.yaml')).toBe(typedText);
  // The step is given up in all its files.
  expect(await undo()).toEqual({ kind: 'nothing' });
});

test('the history treats the undo of the notice as the same step', async () => {
  const { changes } = await share();
  await calls()['changes.revert']({ changes });
  expect(await nextLabels()).toEqual({ redo: 'Shared one as One' });
  expect(await redo()).toMatchObject({ kind: 'done' });
  expect(await prompts()).toEqual(['Greet.yaml', 'One.yaml']);
});

test('the history brings a deleted prompt back into the lists that had it', async () => {
  await calls()['catalogue.delete']({ file: 'prompts/Greet.yaml' });
  expect(await disk('servers/Other.yaml')).not.toContain('Greet');
  expect(await undo()).toMatchObject({ kind: 'done', step: { label: 'Deleted greet' } });
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
  expect([await disk('servers/Docs.yaml'), await disk('servers/Other.yaml')]).toEqual([docs, otherText]);
});

test('the history refuses to undo in a file that another program has recreated, and overwrites nothing', async () => {
  await share();
  await undo();
  await writeFile(join(home, 'workspace/prompts/One.yaml'), 'Name: mine\nContent: Mine\n');
  await calls()['definition.open'](sharedPlace);
  expect(await redo()).toMatchObject({ kind: 'refused' });
  expect(await disk('prompts/One.yaml')).toBe('Name: mine\nContent: Mine\n');
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});
