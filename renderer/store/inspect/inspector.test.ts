/** The inspected servers of a window, with a core that answers from a table. */
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { HostClient } from '../../../src/contract/host-client.ts';
import { inBackground } from '../../in-background.ts';
import { createOrNotice, type StoreContext } from '../context.ts';
import { createSettings, withoutInspected } from '../settings.ts';
import { initialState, type WorkbenchState } from '../state.ts';
import { createInspector } from './inspector.ts';
import type { InspectPlan } from './inspector-state.ts';

const server = {
  id: '',
  name: 'fixture',
  title: 'Fixture',
  version: '1',
  revision: '2025-11-25',
  capabilities: { prompts: {} },
  listChanges: 0,
  declinedMethods: [],
};
const target = { kind: 'command', command: 'node s.mjs', variables: { KEY: 'secret-value' } } as const;
const plan: InspectPlan = { kind: 'command', command: 'node', args: [], folder: '/', variables: ['KEY'], digest: 'd' };
const item = { list: 'prompts', name: 'p' } as const;

function createWorld(answers: Record<string, (input: never) => unknown> = {}) {
  const storedTexts = new Map<string, string>();
  const settings = createSettings({
    getItem: (key) => storedTexts.get(key) ?? null,
    setItem: (key, value) => storedTexts.set(key, value),
  });
  const main = createStore<WorkbenchState>()(() => initialState);
  const notices: string[] = [];
  const calls: string[] = [];
  let announce = () => {};
  const usualAnswers: Record<string, (input: never) => unknown> = {
    'inspect.open': ({ id }: { id: string }) => ({ ...server, id }),
    'inspect.list': ({ list }: { list: string }) => ({
      items: list === 'prompts' ? [{ name: 'p' }] : [],
      isCut: false,
    }),
    'inspect.connections': () => [],
    'inspect.log': () => ({ messages: [], stderr: '' }),
    'inspect.close': () => ({}),
    'inspect.cancel': () => ({}),
  };
  const host = {
    call: async (name: string, input: never) => {
      calls.push(name);
      return (answers[name] ?? usualAnswers[name])?.(input);
    },
    on: (_: string, listener: () => void) => {
      announce = listener;
      return () => {};
    },
  } as unknown as HostClient;
  const notify = (message: string) => notices.push(message);
  const context: StoreContext = {
    host,
    settings,
    get: main.getState,
    set: (change) => main.setState(change),
    subscribe: main.subscribe,
    notify,
    inform: notify,
    refuse: notify,
    orNotice: createOrNotice(notify),
  };
  let selectedText = '';
  const inspector = createInspector({ context, select: (id) => (selectedText = id) });
  return {
    inspector,
    settings,
    main,
    calls,
    announce: () => announce(),
    id: () => selectedText,
    now: () => inspector.state.getState().inspections[selectedText],
  };
}

test('a new server is remembered without its secrets, selected and opened, and gets the name that it gives itself', async () => {
  const { inspector, settings, main, id, now } = createWorld();
  inspector.add(target, plan);
  expect(now()?.connection.status).toBe('opening');
  await vi.waitFor(() => expect(now()?.lists.prompts?.status).toBe('ready'));
  expect(main.getState().inspectedServers).toEqual([
    { id: id(), name: 'Fixture', target: { kind: 'command', command: 'node s.mjs', variables: ['KEY'] } },
  ]);
  expect(JSON.stringify(settings.read())).not.toContain('secret-value');
});

test('a server that another window has added and opened is open here too', async () => {
  const { inspector, main, calls } = createWorld({ 'inspect.connections': () => [{ ...server, id: 'theirs' }] });
  expect(calls).toEqual(['inspect.connections']);
  await setImmediate();
  expect(inspector.state.getState().inspections).toEqual({});
  main.setState({
    inspectedServers: [{ id: 'theirs', name: 'Fixture', target: { kind: 'url', url: 'https://a.b/mcp', headers: [] } }],
  });
  await vi.waitFor(() =>
    expect(inspector.state.getState().inspections.theirs?.connection).toMatchObject({ status: 'open' }),
  );
});

test('a server that cannot be opened keeps its error, and nothing is open', async () => {
  const { inspector, now } = createWorld({
    'inspect.open': () => {
      throw new Error('It does not answer.');
    },
  });
  inspector.add(target, plan);
  await vi.waitFor(() => expect(now()?.connection).toEqual({ status: 'closed', failure: 'It does not answer.' }));
});

test('a mistyped command is corrected in place: the text, the variables and the name follow, and its output is read', async () => {
  let isBroken = true;
  const { inspector, main, id, now } = createWorld({
    'inspect.open': () => {
      if (isBroken) throw new Error('It does not answer.');
      return server;
    },
    'inspect.log': () => ({ messages: [], stderr: 'SyntaxError: no' }),
  });
  inspector.add({ ...target, command: 'node t.mjs' }, plan);
  await vi.waitFor(() => expect(now()?.stderr).toBe('SyntaxError: no'));
  expect(main.getState().inspectedServers[0]).toMatchObject({ name: 't.mjs', target: { command: 'node t.mjs' } });
  await inspector.open(id(), { ...target, command: 'node u.mjs' }, plan);
  expect(main.getState().inspectedServers[0]).toMatchObject({ name: 'u.mjs', target: { command: 'node u.mjs' } });
  expect(now()?.target).toMatchObject({ command: 'node u.mjs', variables: { KEY: 'secret-value' } });
  isBroken = false;
  await inspector.open(id(), target, plan);
  expect(main.getState().inspectedServers[0]).toMatchObject({ name: 'Fixture', target: { command: 'node s.mjs' } });
});

test('a server that ends keeps its lists; a list that a server announces is read again', async () => {
  let connections: unknown[] = [];
  const world = createWorld({ 'inspect.connections': () => connections });
  const { inspector, id, now, announce, calls } = world;
  inspector.add(target, plan);
  await vi.waitFor(() => expect(now()?.lists.prompts?.status).toBe('ready'));

  const reads = () => calls.filter((name) => name === 'inspect.list').length;
  const before = reads();
  connections = [{ ...server, id: id(), listChanges: 1 }];
  announce();
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(before));

  connections = [{ ...server, id: id(), listChanges: 1, endReason: 'The connection ended. Connect again.' }];
  announce();
  await vi.waitFor(() => expect(now()?.connection.status).toBe('ended'));
  expect(now()?.lists.prompts?.status).toBe('ready');

  connections = [];
  await inspector.close(id());
  expect(now()?.connection).toEqual({ status: 'closed' });
});

test('an older answer about connections or lists does not replace a newer one', async () => {
  const pending: { name: string; answer: unknown; resolve(answer: unknown): void }[] = [];
  let isHeld = false;
  let connection: object = { ...server, listChanges: 1 };
  let items = [{ name: 'old' }];
  const answerLater = (name: string, answer: unknown) =>
    isHeld ? new Promise((resolve) => pending.push({ name, answer, resolve })) : answer;
  const { inspector, id, now, announce } = createWorld({
    'inspect.connections': () => answerLater('connections', id() === '' ? [] : [{ ...connection, id: id() }]),
    'inspect.list': () => answerLater('list', { items, isCut: false }),
  });
  const releaseNewestFirst = async (name: string) => {
    for (const { answer, resolve } of pending.filter((call) => call.name === name).reverse()) {
      resolve(answer);
      await setImmediate();
    }
  };
  inspector.add(target, plan);
  await vi.waitFor(() => expect(now()?.lists.prompts?.status).toBe('ready'));
  isHeld = true;
  announce();
  connection = { ...connection, endReason: 'The connection ended. Connect again.' };
  announce();
  await releaseNewestFirst('connections');
  expect(now()?.connection.status).toBe('ended');

  inBackground(inspector.refreshLists(id()));
  items = [{ name: 'new' }];
  inBackground(inspector.refreshLists(id()));
  await releaseNewestFirst('list');
  expect(now()?.lists.prompts).toMatchObject({ items: [{ name: 'new' }] });
});

test('a server that lists slowly does not delay the news of another one', async () => {
  const connections = [
    { ...server, id: 'slow', listChanges: 1 },
    { ...server, id: 'quick', listChanges: 1 },
  ];
  const { inspector, main } = createWorld({
    'inspect.connections': () => [...connections],
    'inspect.list': ({ id }: { id: string }) => (id === 'slow' ? new Promise(() => {}) : { items: [], isCut: false }),
  });
  const statusOf = (id: string) => inspector.state.getState().inspections[id]?.connection.status;
  const inspectedServers = connections.map(({ id }) => ({ id, name: id, target: { ...target, variables: [] } }));
  await setImmediate();
  main.setState({ inspectedServers });
  await vi.waitFor(() => expect(statusOf('slow')).toBe('open'));
  await vi.waitFor(() => expect(statusOf('quick')).toBe('open'));
});

test('typed values survive the window; an answer that a newer request has replaced is dropped', async () => {
  const replies: ((value: unknown) => void)[] = [];
  const world = createWorld({ 'inspect.request': () => new Promise((resolve) => replies.push(resolve)) });
  const { inspector, settings, id, now } = world;
  inspector.add(target, plan);
  inspector.type(id(), item, 'code', 'x = 1');
  expect(settings.read().inspectedValues[id()]).toEqual({ 'prompts/p': { code: 'x = 1' } });

  const firstRequest = inspector.send(id(), item, 'prompts/get', { name: 'p' });
  const secondRequest = inspector.send(id(), item, 'prompts/get', { name: 'p' });
  await vi.waitFor(() => expect(replies).toHaveLength(2));
  replies[1]?.({ kind: 'result', remarks: ['second'] });
  await secondRequest;
  replies[0]?.({ kind: 'result', remarks: ['first'] });
  await firstRequest;
  expect(now()?.answers['prompts/p']).toMatchObject({ status: 'answered', answer: { remarks: ['second'] } });
});

test('a removed server is put back, and opens nothing', () => {
  const { inspector, settings, main, calls, id } = createWorld();
  settings.change({
    removedInspected: [{ id: 'old', name: 'Old', target: { kind: 'url', url: 'https://a.b', headers: [] } }],
  });
  inspector.restore('old');
  expect([id(), main.getState().inspectedServers[0]?.name, inspector.removed()]).toEqual(['old', 'Old', []]);
  expect(calls).not.toContain('inspect.open');
});

test('a removed server is put back or forgotten, and a forgotten one leaves nothing in the settings', async () => {
  const { inspector, settings, id } = createWorld();
  inspector.add(target, plan);
  inspector.type(id(), item, 'code', 'x = 1');
  settings.change(withoutInspected(settings.read(), id()));
  expect(inspector.removed()).toHaveLength(1);
  inspector.forget(id());
  expect(inspector.removed()).toEqual([]);
  expect(JSON.stringify(settings.read())).not.toMatch(/node s\.mjs|x = 1/);
});
