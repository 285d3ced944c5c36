/** The traffic log in the store, with a core whose answers come in any order. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LiveConnection, TrafficEntryView } from '../../../src/contract/contract.ts';
import type { HostClient } from '../../../src/contract/host-client.ts';
import { createOrNotice, type StoreContext } from '../context.ts';
import { initialState, type WorkbenchState } from '../state.ts';
import { createTrafficActions } from './traffic.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A core whose log has the entries 1 to `seq`. Each answer waits for its release. */
function createWorld() {
  const log = { seq: 1, states: {} as Record<number, TrafficEntryView['state']>, clients: [] as string[] };
  const heldAnswers: { name: string; release(): void }[] = [];
  const isHeld = new Set<string>();
  const entryOf = (id: number): TrafficEntryView => ({
    id,
    at: 0,
    direction: 'in',
    server: 'Docs',
    transport: 'http',
    method: 'prompts/get',
    state: log.states[id] ?? 'answered',
    size: 1,
  });
  const idsAfter = (after: number) =>
    Array.from({ length: log.seq }, (_, index) => index + 1).filter((id) => id > after);
  const answers: Record<string, (input: never) => unknown> = {
    'traffic.list': () => ({
      entries: idsAfter(0).map(entryOf),
      seq: log.seq,
      more: false,
      log: 'log',
      firstId: 1,
    }),
    'traffic.search': ({ after }: { after: number }) => ({ ids: idsAfter(after), seq: log.seq }),
    'traffic.open': ({ id }: { id: number }) => ({ entry: entryOf(id) }),
    'connections.get': () => log.clients.map((name) => ({ client: { name } }) as unknown as LiveConnection),
  };
  const host = {
    async call(name: string, input: never) {
      const answer = answers[name]?.(input);
      if (isHeld.has(name)) await new Promise<void>((release) => heldAnswers.push({ name, release }));
      return answer;
    },
  } as unknown as HostClient;
  const main = createStore<WorkbenchState>()(() => initialState);
  const context = {
    host,
    get: main.getState,
    set: (change: Partial<WorkbenchState>) => main.setState(change),
    orNotice: createOrNotice(() => {}),
  } as unknown as StoreContext;
  const actions = createTrafficActions(context);
  actions.followTraffic();
  return {
    actions,
    log,
    traffic: () => main.getState().traffic,
    hold: (name: string) => isHeld.add(name),
    async release(name: string, order: 'oldest first' | 'newest first' = 'newest first') {
      isHeld.delete(name);
      const answers = heldAnswers.filter((answer) => answer.name === name);
      for (const { release } of order === 'newest first' ? answers.reverse() : answers) {
        release();
        await setImmediate();
      }
    },
    /** Adds an entry, and tells the window. */
    async add() {
      actions.trafficChanged(++log.seq);
      await setImmediate();
    },
  };
}

test.each([
  ['the first searches of a query', 'newest first', false],
  ['searches of new entries', 'oldest first', true],
] as const)('%s show all entries if they are answered %s', async (_, order, isAnswered) => {
  const { actions, traffic, hold, release, add } = createWorld();
  if (!isAnswered) hold('traffic.search');
  actions.searchTraffic('greet');
  await vi.runAllTimersAsync();
  await setImmediate();
  hold('traffic.search');
  await add();
  await add();
  await release('traffic.search', order);
  expect(traffic().matches).toEqual(new Set([1, 2, 3]));
});

test('an entry whose response comes while its messages are read shows the response', async () => {
  const { actions, log, traffic, hold, release, add } = createWorld();
  log.states[2] = 'waiting';
  await add();
  hold('traffic.open');
  const opened = actions.openTrafficEntry(2);
  delete log.states[2];
  await add();
  await release('traffic.open');
  await opened;
  await setImmediate();
  expect(traffic().details).toMatchObject({ status: 'open', exchange: { entry: { state: 'answered' } } });
});

test('the connected clients are those of the newest answer', async () => {
  const { actions, log, traffic, hold, release } = createWorld();
  hold('connections.get');
  for (const name of ['Zed', 'Claude Code']) {
    log.clients.push(name);
    actions.connectionsChanged();
    await vi.runAllTimersAsync();
  }
  await release('connections.get');
  expect(traffic().connections.map(({ client }) => client?.name)).toEqual(['Zed', 'Claude Code']);
});
