import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConnectionFacts } from './observed-connection.ts';
import { searchLog } from './search-log.ts';
import { TrafficLog, unreadable } from './traffic-log.ts';
import { describe, type MessageKey } from './traffic-message.ts';

const facts: ConnectionFacts = {
  server: 'Docs',
  transport: 'stdio',
  since: 0,
  client: { name: 'tester', version: '1.0.0' },
  revision: '2025-11-25',
  list: 'never',
};

const ask = (
  id: string | number,
  method = 'prompts/get',
  params: Record<string, unknown> = { name: 'Greet' },
  at = 0,
) => describe({ direction: 'in', message: { jsonrpc: '2.0', id, method, params }, at });
const answer = (id: MessageKey, result: Record<string, unknown> = {}, at = 0) =>
  describe({ direction: 'out', message: { jsonrpc: '2.0', id, result } as never, at });
const failure = (id: MessageKey, at = 0) =>
  describe({
    direction: 'out',
    message: { jsonrpc: '2.0', id, error: { code: -32602, message: 'No such prompt.' } } as never,
    at,
  });

const allEntries = (log: TrafficLog) => log.changedAfter(0, Number.POSITIVE_INFINITY);

test('a request and its answer are one entry, with the time between them', () => {
  const log = new TrafficLog();
  log.add(1, facts, ask(7, 'prompts/get', { name: 'Greet' }, 1000));
  expect(allEntries(log)).toMatchObject([
    { state: 'waiting', method: 'prompts/get', subject: 'Greet', server: 'Docs' },
  ]);
  log.add(1, facts, answer(7, { messages: [] }, 1012.5));
  expect(allEntries(log)).toMatchObject([{ id: 1, state: 'answered', milliseconds: 12.5, revision: '2025-11-25' }]);
});

test('an error is kept with its code and sentence', () => {
  const log = new TrafficLog();
  log.add(1, facts, ask(1));
  log.add(1, facts, failure(1));
  expect(allEntries(log)).toMatchObject([{ state: 'error', error: { code: -32602, message: 'No such prompt.' } }]);
});

test('answers find their requests by connection, by id and its type, in any order', () => {
  const log = new TrafficLog();
  log.add(1, facts, ask(1, 'first'));
  log.add(1, facts, ask('1', 'second'));
  log.add(2, facts, ask(1, 'third'));
  log.add(2, facts, answer(1));
  log.add(1, facts, answer('1'));
  const states = () => [1, 2, 3].map((id) => `${log.get(id)?.method} ${log.get(id)?.state}`);
  expect(states()).toEqual(['first waiting', 'second answered', 'third answered']);
  log.add(1, facts, answer(1));
  expect(states()[0]).toBe('first answered');
});

test('a request that was cancelled, or whose client is gone, has no answer', () => {
  const log = new TrafficLog();
  log.add(1, facts, ask(1));
  log.add(1, facts, ask(2));
  const params = { requestId: 1 };
  log.add(
    1,
    facts,
    describe({ direction: 'in', message: { jsonrpc: '2.0', method: 'notifications/cancelled', params }, at: 0 }),
  );
  log.allUnanswered(1);
  expect(
    allEntries(log)
      .map(({ id, state }) => `${id} ${state}`)
      .sort(),
  ).toEqual(['1 unanswered', '2 unanswered', '3 notification']);
});

test('the rounds of a call that asks are one entry with its steps, whatever connection they come by', async () => {
  const log = new TrafficLog();
  const asks = (state: string) => ({ resultType: 'input_required', inputRequests: {}, requestState: state });
  log.add(1, facts, ask(1, 'prompts/get', { name: 'Greet' }, 1000));
  log.add(1, facts, answer(1, asks('s1'), 1010));
  expect(allEntries(log)).toMatchObject([{ id: 1, state: 'asking', milliseconds: 10 }]);
  log.add(2, facts, ask(1, 'prompts/get', { name: 'Greet', requestState: 's1' }, 5000));
  expect(allEntries(log)).toMatchObject([{ id: 1, state: 'waiting', steps: [{ state: 'waiting', at: 5000 }] }]);
  log.add(2, facts, answer(1, asks('s2'), 5005));
  expect(allEntries(log)).toMatchObject([{ id: 1, state: 'asking', steps: [{ state: 'asking', milliseconds: 5 }] }]);
  log.add(3, facts, ask(9, 'prompts/get', { name: 'Greet', requestState: 's2' }, 7000));
  log.add(3, facts, answer(9, { messages: ['last words'] }, 7001));
  expect(allEntries(log)).toMatchObject([
    { id: 1, state: 'answered', milliseconds: 6001, steps: [{ state: 'asking' }, { state: 'answered' }] },
  ]);
  expect((await searchLog(log, 'last words', 0)).ids).toEqual([1]);
  // A state without a known answer begins another entry, and so does one of another server.
  log.add(3, facts, ask(10, 'prompts/get', { name: 'Greet', requestState: 's3' }));
  log.add(3, { ...facts, server: 'Other' }, ask(11, 'prompts/get', { name: 'Greet', requestState: 's2' }));
  expect(allEntries(log).map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('a form that the server shows while a call waits is a step of that call', () => {
  const log = new TrafficLog();
  const form = (id: number, within: number) => {
    const message = { jsonrpc: '2.0' as const, id, method: 'elicitation/create', params: { message: 'Which?' } };
    return describe({ direction: 'out', message, at: 20, within });
  };
  const reply = (id: number, at: number) =>
    describe({ direction: 'in', message: { jsonrpc: '2.0', id, result: { action: 'accept' } } as never, at });
  log.add(1, facts, ask(5, 'prompts/get', { name: 'Greet' }, 10));
  log.add(1, facts, ask(6, 'prompts/get', { name: 'Other' }, 11));
  log.add(1, facts, form(5, 6));
  // Both sides have a request 5.
  log.add(1, facts, reply(5, 30));
  expect(log.get(2)).toMatchObject({
    state: 'waiting',
    steps: [{ method: 'elicitation/create', direction: 'out', state: 'answered', milliseconds: 10 }],
  });
  log.add(1, facts, answer(6, { messages: [] }, 31));
  expect(log.get(2)).toMatchObject({ state: 'answered', milliseconds: 20, steps: [{ state: 'answered' }] });
  expect(log.get(1)).toMatchObject({ state: 'waiting' });
  log.add(1, facts, form(7, 5));
  log.allUnanswered(1);
  expect(log.get(1)).toMatchObject({ state: 'unanswered', steps: [{ state: 'unanswered' }] });
  expect(allEntries(log)).toHaveLength(2);
});

test('the answer to an invalid message is a separate entry; the answer to an unseen request is left out', () => {
  const log = new TrafficLog();
  log.add(1, facts, failure(null));
  log.add(1, facts, answer(99));
  expect(allEntries(log)).toMatchObject([{ method: unreadable, state: 'error' }]);
});

test('the log has at most its limit of entries and bytes; the oldest go first', () => {
  const log = new TrafficLog(undefined, { entries: 3, bytes: 100_000 });
  for (let id = 1; id <= 5; id++) log.add(1, facts, ask(id));
  expect(allEntries(log).map(({ id }) => id)).toEqual([3, 4, 5]);
  expect(log.firstId).toBe(3);
  log.add(1, facts, ask(6, 'prompts/get', { text: 'x'.repeat(99_600) }));
  expect(allEntries(log).map(({ id }) => id)).toEqual([6]);
});

test('a very long message keeps only its beginning, with its full size', () => {
  const log = new TrafficLog();
  const text = 'é'.repeat(1_500_000);
  log.add(1, facts, ask(1));
  log.add(1, facts, answer(1, { text }));
  const body = log.get(1)?.answer;
  expect(body).toMatchObject({ isCut: true });
  expect(body?.text.length).toBe(64 * 1024);
  expect(body?.size).toBeGreaterThan(3_000_000);
});

test('after clearing, the log is empty, and its numbers continue', () => {
  const log = new TrafficLog();
  log.add(1, facts, ask(1));
  log.clear();
  expect({ entries: allEntries(log), firstId: log.firstId }).toEqual({ entries: [], firstId: 2 });
  log.add(1, facts, answer(1));
  log.add(1, facts, ask(2));
  expect(allEntries(log)).toMatchObject([{ id: 2, state: 'waiting' }]);
});

test('reading page after page gives the whole log, despite changes meanwhile', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), id: fc.nat(5) }),
    fc.record({ kind: fc.constant('answer' as const), id: fc.nat(5) }),
    fc.record({ kind: fc.constant('read' as const), id: fc.nat(3) }),
    fc.record({ kind: fc.constant('clear' as const), id: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const log = new TrafficLog(undefined, { entries: 4, bytes: 1_000_000 });
      const copies = new Map<number, string>();
      let seq = 0;
      const read = (limit: number) => {
        const changedEntries = log.changedAfter(seq, limit);
        seq = changedEntries.length === limit ? (changedEntries.at(-1)?.seq ?? log.seq) : log.seq;
        for (const entry of changedEntries) copies.set(entry.id, entry.state);
        for (const id of copies.keys()) if (id < log.firstId) copies.delete(id);
      };
      for (const { kind, id } of steps) {
        if (kind === 'ask') log.add(1, facts, ask(id));
        if (kind === 'answer') log.add(1, facts, answer(id));
        if (kind === 'clear') log.clear();
        if (kind === 'read') read(id + 1);
      }
      while (seq < log.seq) read(2);
      expect([...copies].sort()).toEqual(
        allEntries(log)
          .map((entry) => [entry.id, entry.state])
          .sort(),
      );
    }),
  );
});

test('a search finds names, methods, errors and message text, in any case', async () => {
  const log = new TrafficLog();
  log.add(1, facts, ask(1, 'prompts/get', { name: 'Greet', arguments: { text: 'say "hello"\nÄrger' } }));
  log.add(1, facts, failure(1));
  log.add(1, facts, ask(2, 'prompts/list', {}));
  const find = async (query: string, after = 0) => (await searchLog(log, query, after)).ids;
  expect(await find('GREET')).toEqual([1]);
  expect(await find('say "hello"')).toEqual([1]);
  expect(await find('ärger')).toEqual([1]);
  expect(await find('no such')).toEqual([1]);
  expect(await find('prompts/')).toEqual([1, 2]);
  expect(await find('tester')).toEqual([1, 2]);
  expect(await find('.*')).toEqual([]);
  expect(await find('prompts/', log.get(1)?.seq)).toEqual([2]);
});

test('letters that a client escaped are found as letters', async () => {
  const log = new TrafficLog();
  const text = '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"Gr\\u00fc\\u00dfe"}}';
  log.add(1, facts, describe({ direction: 'in', message: JSON.parse(text), at: 0, text }));
  expect((await searchLog(log, 'grüße', 0)).ids).toEqual([1]);
});
