/** The wire log in the store, over the real core. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WireEntry } from '../../src/contract/contract.ts';
import { createHostClient } from '../../src/contract/host-client.ts';
import { createInProcessTransport } from '../../src/contract/in-process.ts';
import { openWorkbench, type Workbench } from '../../src/workbench.ts';
import { createSettings } from './settings.ts';
import { createWorkbenchStore, type WorkbenchStore } from './store.ts';

const docs = `Name: Docs
MCPPrompts:
  - Greet
  - {Name: Inline, Content: As it is}
`;
const greet = `# Kept as it is.
Name: Greet
Arguments: [{Name: name, Required: true}]
Content: {StringTemplate: "Hello, \`name\`!"}
`;

let home: string;
let workbench: Workbench;
let store: WorkbenchStore;
let unfollow: () => void;

const wire = () => store.state.getState().wire;
const disk = (file: string) => readFile(join(home, 'workspace', file), 'utf8');
const ask = (prompt: string, values: Record<string, string> = {}) =>
  workbench.handlers['prompt.preview']({ server: 'Docs', prompt, arguments: values });
const entryOf = (subject: string, state: WireEntry['state'] = 'answered') =>
  vi.waitFor(
    () => {
      const entry = wire().entries.findLast((each) => each.subject === subject && each.state === state);
      if (!entry) throw new Error(`no ${state} entry about ${subject} yet`);
      return entry;
    },
    { timeout: 5_000 },
  );

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wire-store-'));
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
  await vi.waitFor(() => expect(store.state.getState().workspace.status).toBe('ready'));
  unfollow = store.actions.followWire();
});
afterEach(async () => {
  unfollow();
  await store.close();
  await workbench.close();
  await rm(home, { recursive: true });
});

test('what is asked appears, each message once, and opens with what was said', async () => {
  await ask('Greet', { name: 'Ada' });
  const { id } = await entryOf('Greet');
  await store.actions.openWireEntry(id);
  const { details } = wire();
  if (details.status !== 'open') throw new Error(details.status);
  expect(details.exchange.answer?.text).toContain('Hello, Ada!');
  expect(new Set(wire().entries.map((entry) => entry.id)).size).toBe(wire().entries.length);
});

test('nothing is read while the log is not looked at; what was missed comes when it is', async () => {
  unfollow();
  const before = wire().entries.length;
  await ask('Greet', { name: 'Ada' });
  await vi.waitFor(async () => {
    const { seq } = await workbench.handlers['wire.list']({ after: 0, limit: 5_000 });
    expect(seq).toBeGreaterThan(wire().seq);
  });
  expect(wire().entries).toHaveLength(before);
  unfollow = store.actions.followWire();
  await entryOf('Greet');
});

test('a search also finds what comes later, and goes with its query', async () => {
  await ask('Greet', { name: 'Ada' });
  const first = await entryOf('Greet');
  store.actions.searchWire('hello, gr');
  await vi.waitFor(() => expect(wire().matches).toEqual(new Set()));
  await ask('Greet', { name: 'Grace' });
  await vi.waitFor(() => expect(wire().matches?.size).toBe(1));
  expect(wire().matches?.has(first.id)).toBe(false);
  store.actions.searchWire('');
  expect(wire().matches).toBeUndefined();
});

test('arguments are kept as a sample of a prompt that is not open, and taken back from the notice', async () => {
  await ask('Greet', { name: 'Ada' });
  store.actions.select({ kind: 'server', server: 'Docs' });
  await store.actions.keepAsSample(await entryOf('Greet'), 'The first', { name: 'Ada' });
  const kept = await disk('prompts/Greet.yaml');
  expect(kept).toContain('# Kept as it is.');
  expect(kept).toMatch(/Samples:\n\s+- Name: The first\n\s+Arguments:\n\s+name: Ada/);
  await store.actions.keepAsSample(await entryOf('Greet'), 'The second', { name: 'Grace' });
  expect(await disk('prompts/Greet.yaml')).toMatch(/The first[\s\S]+The second/);
  for (const notice of [...store.state.getState().notices].reverse()) await store.actions.undoNotice(notice.id);
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('arguments are kept as a sample of the open prompt together with what is being typed', async () => {
  await ask('Greet', { name: 'Ada' });
  store.actions.select({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await vi.waitFor(() => expect(store.state.getState().definition.status).toBe('open'));
  store.actions.edit(['Description'], 'Typed a moment ago');
  await store.actions.keepAsSample(await entryOf('Greet'), 'The first', { name: 'Ada' });
  const kept = await disk('prompts/Greet.yaml');
  expect(kept).toContain('Typed a moment ago');
  expect(kept).toContain('The first');
  expect(store.state.getState().saves).toEqual({});
});

test('a request is sent again, and the new answer is shown', async () => {
  await ask('Greet', { name: 'Ada' });
  const { id } = await entryOf('Greet');
  await store.actions.resendWireEntry(id, { name: 'Greet', arguments: { name: 'Grace' } });
  const { details, selected } = wire();
  expect(selected).toBeGreaterThan(id);
  if (details.status !== 'open') throw new Error(details.status);
  expect(details.exchange.answer?.text).toContain('Hello, Grace!');
});

test('cleared, the log is empty, and what is said next is there', async () => {
  await ask('Greet', { name: 'Ada' });
  await store.actions.openWireEntry((await entryOf('Greet')).id);
  await store.actions.clearWire();
  expect(wire()).toMatchObject({ entries: [], selected: undefined, details: { status: 'none' } });
  await ask('Nobody');
  await entryOf('Nobody', 'error');
});

test('an entry that is not kept any more says so', async () => {
  await store.actions.openWireEntry(12_345);
  expect(wire().details).toMatchObject({ status: 'failed', message: expect.stringContaining('not kept any more') });
});
