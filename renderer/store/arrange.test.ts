/** Lists, the catalogue and servers arranged from the store, over the real core and real files. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHostClient } from '../../src/contract/host-client.ts';
import { createInProcessTransport } from '../../src/contract/in-process.ts';
import { openWorkbench, type Workbench } from '../../src/workbench.ts';
import { findServer, selectValues } from './selectors.ts';
import { createSettings } from './settings.ts';
import type { Selection } from './state.ts';
import { createWorkbenchStore, type WorkbenchStore } from './store.ts';

const docs = `Name: Docs
MCPPrompts:
  - Greet # by name
  # In place.
  - Name: Inline
    Arguments: [{ Name: a }]
    Content: As it is
  - WolframSearch
`;
const greet = `Name: Greet
Arguments:
  # Who.
  - Name: first
  - Name: second # or
Content: Hello
`;

let home: string;
let workbench: Workbench;
let store: WorkbenchStore;

const state = () => store.state.getState();
const disk = (file: string) => readFile(join(home, 'workspace', file), 'utf8');
const names = (server = 'Docs') =>
  findServer(state(), server)?.prompts.map(({ catalogueName, name }) => catalogueName ?? name);
const selection = () => state().selection;
const lastNotice = () => state().notices.at(-1);
const undoLast = () => store.actions.undoNotice(lastNotice()?.id ?? 0);

async function open(wanted: Selection): Promise<void> {
  store.actions.select(wanted);
  await vi.waitFor(() => expect(state().definition.status).toBe('open'));
}

const inline = (index: number): Selection => ({ kind: 'prompt', server: 'Docs', key: `MCPPrompts.${index}` });

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'arrange-store-'));
  await mkdir(join(home, 'workspace', 'servers'), { recursive: true });
  await mkdir(join(home, 'workspace', 'prompts'));
  await writeFile(join(home, 'workspace', 'servers/Docs.yaml'), docs);
  await writeFile(join(home, 'workspace', 'prompts/Greet.yaml'), greet);
  workbench = await openWorkbench({
    workspaceDir: join(home, 'workspace'),
    stateDir: join(home, 'state'),
    cliFile: join(home, 'cli.cjs'),
    samplesDir: join(home, 'samples'),
    log: () => {},
  });
  const settings = createSettings({ getItem: () => null, setItem: () => {} });
  store = createWorkbenchStore(createHostClient(createInProcessTransport(workbench)), settings);
  await vi.waitFor(() => expect(state().workspace.status).toBe('ready'));
});

afterEach(async () => {
  await store.close();
  await workbench.close();
  await rm(home, { recursive: true, force: true });
});

test('a moved entry is in its new place at once, then on the disk, and one press takes it back', async () => {
  const moved = store.actions.moveEntry('Docs', 1, 0);
  expect(names()).toEqual(['Inline', 'Greet', 'WolframSearch']);
  expect(await moved).toMatchObject({ label: 'Moved Inline', entry: { server: 'Docs', index: 0 } });
  expect(await disk('servers/Docs.yaml')).toMatch(/MCPPrompts:\n {2}# In place.\n {2}- Name: Inline/);
  expect(lastNotice()).toMatchObject({ message: 'Moved Inline.', undo: { label: 'Moved Inline' } });
  await undoLast();
  expect(names()).toEqual(['Greet', 'Inline', 'WolframSearch']);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('an entry that is moved on and on is taken back as a whole', async () => {
  await Promise.all([store.actions.moveEntry('Docs', 0, 1), store.actions.moveEntry('Docs', 1, 2)]);
  expect(names()).toEqual(['Inline', 'WolframSearch', 'Greet']);
  expect(state().notices).toHaveLength(1);
  await undoLast();
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('the prompt that is looked at stays so, with its values, wherever its entry goes', async () => {
  await open(inline(1));
  store.actions.setValue('a', 'typed');
  await store.actions.moveEntry('Docs', 1, 2);
  expect(selection()).toEqual(inline(2));
  expect(selectValues(state())).toEqual({ a: 'typed' });
  await vi.waitFor(() =>
    expect(state().definition).toMatchObject({
      status: 'open',
      view: { at: ['MCPPrompts', 2], value: { Name: 'Inline' } },
    }),
  );
  await undoLast();
  expect(selection()).toEqual(inline(1));
  expect(selectValues(state())).toEqual({ a: 'typed' });
});

test('when another program moves an entry, the prompt that is looked at is followed too', async () => {
  await open(inline(1));
  await writeFile(join(home, 'workspace', 'servers/Docs.yaml'), docs.replace('  - Greet # by name\n', ''));
  await vi.waitFor(() => expect(selection()).toEqual(inline(0)));
});

test('what is being typed is saved before its entry moves', async () => {
  await open(inline(1));
  store.actions.edit(['MCPPrompts', 1, 'Content'], 'Typed');
  await store.actions.shareEntry('Docs', 1, 'Shared');
  expect(await disk('prompts/Shared.yaml')).toContain('Content: Typed');
  expect(selection()).toEqual({ kind: 'prompt', server: 'Docs', key: 'Shared' });
});

test('a prompt made in place is shown; one removed while it is shown gives way to its server', async () => {
  await store.actions.createEntry('Docs', 'New', 1);
  expect(names()).toEqual(['Greet', 'New', 'Inline', 'WolframSearch']);
  expect(selection()).toEqual(inline(1));
  await store.actions.removeEntry('Docs', 1);
  expect(selection()).toEqual({ kind: 'server', server: 'Docs' });
  await undoLast();
  expect(names()).toEqual(['Greet', 'New', 'Inline', 'WolframSearch']);
});

test('a name that is taken is told to the dialog that asked; what nobody asked for is told as a notice', async () => {
  await expect(store.actions.createEntry('Docs', 'Inline')).rejects.toThrow('Inline-2 is free');
  expect(state().notices).toEqual([]);
  expect(await store.actions.removeEntry('Wolfram', 0)).toBeUndefined();
  expect(lastNotice()?.message).toMatch(/built in .* copy/);
});

test('a clash shows at both entries, each with the other’s place and a free name', async () => {
  await store.actions.addEntry('Docs', 'WolframAlphaSearch');
  const prompts = findServer(state(), 'Docs')?.prompts ?? [];
  expect(prompts.map(({ clash }) => clash)).toEqual([
    undefined,
    undefined,
    { keys: ['WolframAlphaSearch'], freeName: 'Search-2' },
    { keys: ['WolframSearch'], freeName: 'Search-2' },
  ]);
  for (const index of [2, 3]) expect(prompts[index]?.problems[0]?.message).toContain('the MCP name "Search"');
  await store.actions.localiseEntry('Docs', 3, 'Search-2');
  expect(findServer(state(), 'Docs')?.prompts.map(({ served }) => served)).toEqual([true, true, true, true]);
});

test('a renamed catalogue prompt stays the one that is looked at', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await store.actions.renameCatalogue('prompts/Greet.yaml', 'Hello');
  expect(selection()).toEqual({ kind: 'prompt', server: 'Docs', key: 'Hello' });
  await vi.waitFor(() => expect(state().definition).toMatchObject({ view: { file: 'prompts/Hello.yaml' } }));
  await undoLast();
  expect(selection()).toEqual({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('a server that is made is shown, and one that is deleted gives way to another', async () => {
  await store.actions.createServer('Mine');
  expect(selection()).toEqual({ kind: 'server', server: 'Mine' });
  await store.actions.deleteServer('servers/Mine.yaml');
  expect(selection()).toEqual({ kind: 'server', server: 'Docs' });
  await undoLast();
  expect(names('Mine')).toEqual([]);
});

test('a deleted catalogue prompt gives way to its server', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await store.actions.deleteCatalogue('prompts/Greet.yaml');
  expect(selection()).toEqual({ kind: 'server', server: 'Docs' });
  expect(names()).toEqual(['Inline', 'WolframSearch']);
});

test('a built-in server is changed in a copy of it', async () => {
  await store.actions.copyServer('Wolfram');
  await store.actions.removeEntry('Wolfram', 0);
  expect(findServer(state(), 'Wolfram')).toMatchObject({ builtin: false, prompts: [] });
});

test('what was changed since is not taken back, and a sentence says so', async () => {
  await store.actions.removeEntry('Docs', 0);
  const text = `${await disk('servers/Docs.yaml')}# mine\n`;
  await writeFile(join(home, 'workspace', 'servers/Docs.yaml'), text);
  await undoLast();
  expect(lastNotice()?.message).toContain('was changed after that');
  expect(await disk('servers/Docs.yaml')).toBe(text);
});

test('an item of a list is moved with its comments, as one step of undo', async () => {
  await open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await store.actions.moveItem(['Arguments'], 0, 1);
  expect(await disk('prompts/Greet.yaml')).toBe(
    greet.replace(
      '  # Who.\n  - Name: first\n  - Name: second # or\n',
      '  - Name: second # or\n  # Who.\n  - Name: first\n',
    ),
  );
  expect(state().definition).toMatchObject({ view: { value: { Arguments: [{ Name: 'second' }, { Name: 'first' }] } } });
  await store.actions.undo();
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('every prompt that can be listed is told, with who lists it', async () => {
  const catalogue = await store.actions.listCatalogue();
  expect(catalogue.map(({ catalogueName, name, builtin }) => [catalogueName, name, builtin])).toEqual([
    ['Greet', 'Greet', false],
    ['WolframSearch', 'Search', true],
    ['WolframLanguageSearch', 'Search', true],
    ['WolframAlphaSearch', 'Search', true],
  ]);
  expect(catalogue[1]?.listedBy.toSorted()).toEqual(['Docs', 'Wolfram']);
});
