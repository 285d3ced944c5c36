import { appendFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { localReport, localStore, maintainLocalUsage } from './local-usage.ts';
import { Spool } from './spool.ts';
import { readRemains, Tally } from './tally.ts';
import { Usage, type UsageOptions, type UsageStore } from './usage.ts';
import { type AnsweredCall, type UsageRow, usageRowOf } from './usage-row.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usage-'));
});

const options = { replica: 'one', salt: 'salt', recordsValues: (server: string) => server === 'Open' };

function call(change: Partial<AnsweredCall> = {}): AnsweredCall {
  return {
    server: 'Docs',
    request: { method: 'prompts/get', params: { name: 'greet', arguments: { who: 'Ada Lovelace' } } },
    answer: { jsonrpc: '2.0', id: 1, result: { messages: [] } },
    subject: 'ada',
    client: { name: 'claude-code', version: '2.1.330' },
    commit: 'abc',
    durationMs: 1.23456,
    ...change,
  };
}

function row(change: Partial<UsageRow> = {}): UsageRow {
  return { ...(usageRowOf(call(), options) as UsageRow), ...change };
}

/** A database that can be away. */
function fakeStore() {
  const storedRows = new Map<string, UsageRow>();
  const store = {
    isAway: false,
    losses: 0,
    batches: 0,
    stored: storedRows,
    async write(rows: readonly UsageRow[]) {
      if (store.isAway) throw new Error('the connection was refused');
      store.batches++;
      for (const row of rows) storedRows.set(row.id, row);
    },
    async writeLoss(rows: number) {
      if (store.isAway) throw new Error('the connection was refused');
      store.losses += rows;
    },
    countStored: async (ids: readonly string[]) => ids.filter((id) => storedRows.has(id)).length,
  } satisfies UsageStore & Record<string, unknown>;
  return store;
}

function open(store: UsageStore, change: Partial<UsageOptions> = {}) {
  return new Usage({ store, log: () => undefined, flushMs: 5, retryMs: [1, 4], ...change });
}

test('a row has the names of the arguments and salted hashes of their values', () => {
  const recordedRow = row();
  expect(recordedRow).toMatchObject({
    subject: 'ada',
    client: 'claude-code 2.1.330',
    server: 'Docs',
    kind: 'prompt',
    name: 'greet',
    commit: 'abc',
    durationMs: 1.235,
    outcome: 'ok',
    error: null,
    arguments: { who: { hash: expect.stringMatching(/^[\w-]{22}$/) } },
  });
  expect(JSON.stringify(recordedRow)).not.toContain('Lovelace');
  const secondRow = usageRowOf(call(), options);
  expect(secondRow?.arguments).toEqual(recordedRow.arguments);
  const otherRow = usageRowOf(call({ server: 'Other' }), options);
  expect(otherRow?.arguments).not.toEqual(recordedRow.arguments);
  expect(usageRowOf(call(), { ...options, salt: 'other' })?.arguments).not.toEqual(recordedRow.arguments);
});

test('values are in the rows only of a server whose file says so', () => {
  expect(usageRowOf(call({ server: 'Open' }), options)?.arguments).toEqual({ who: { value: 'Ada Lovelace' } });
});

test('only a request that names something becomes a row', () => {
  expect(usageRowOf(call({ request: { method: 'prompts/list' } }), options)).toBeUndefined();
  expect(usageRowOf(call({ request: { method: 'prompts/get', params: { name: 7 } } }), options)).toBeUndefined();
  expect(usageRowOf(call({ request: { method: 'constructor', params: { name: 'x' } } }), options)).toBeUndefined();
  const rowRead = usageRowOf(call({ request: { method: 'resources/read', params: { uri: 'docs://a' } } }), options);
  expect(rowRead).toMatchObject({ kind: 'resource', name: 'docs://a' });
});

test.each([
  [{ error: { code: -32602, message: '' } }, 'error', '-32602'],
  [{ result: { isError: true } }, 'error', 'tool_error'],
  [{ result: { resultType: 'input_required' } }, 'asked', null],
  [undefined, 'abandoned', null],
])('the answer %j has the outcome %s', (answer, outcome, error) => {
  expect(usageRowOf(call({ answer }), options)).toMatchObject({ outcome, error });
});

test('rows are stored in batches', async () => {
  const store = fakeStore();
  const usage = open(store, { flushMs: 250 });
  for (let index = 0; index < 1_200; index++) usage.record(row());
  await usage.close();
  expect(store.stored.size).toBe(1_200);
  expect(store.batches).toBe(3);
  expect(usage.state).toEqual({ recorded: 1_200, written: 1_200, lost: 0, spooledBytes: 0 });
});

test('while the database is away, rows go to the disk, and later each goes to the database once', async () => {
  const store = fakeStore();
  const log = vi.fn();
  const usage = open(store, { spool: await Spool.open(folder, 1_000_000), log });
  store.isAway = true;
  for (let index = 0; index < 700; index++) usage.record(row());
  await usage.flush();
  expect(usage.state).toMatchObject({
    written: 0,
    lost: 0,
    failure: expect.stringContaining('the connection was refused'),
  });
  expect(usage.state.spooledBytes).toBeGreaterThan(100_000);
  store.isAway = false;
  await vi.waitFor(() => expect(store.stored.size).toBe(700));
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
  expect(usage.state).toEqual({ recorded: 700, written: 700, lost: 0, spooledBytes: 0 });
  expect(log.mock.calls).toEqual([
    ['warning', 'Usage rows cannot be stored (the connection was refused). They wait on the disk.'],
    ['info', 'Usage rows are stored again.'],
  ]);
  await usage.close();
});

test('rows without a place on the disk are counted, and the count is stored', async () => {
  const store = fakeStore();
  const usage = open(store, { spool: await Spool.open(folder, 5_000) });
  store.isAway = true;
  for (let index = 0; index < 100; index++) usage.record(row());
  await usage.flush();
  const { lost } = usage.state;
  expect(lost).toBeGreaterThan(50);
  store.isAway = false;
  await vi.waitFor(() => expect(store.losses).toBe(lost));
  await vi.waitFor(() => expect(store.stored.size).toBe(100 - lost));
  await usage.close();
});

test('the next process stores the rows that a killed one left on the disk, without the torn line', async () => {
  const firstUsage = open(
    { write: () => Promise.reject(new Error('away')), writeLoss: async () => undefined, countStored: async () => 0 },
    { spool: await Spool.open(folder, 1e6) },
  );
  for (let index = 0; index < 3; index++) firstUsage.record(row());
  await firstUsage.close();
  const [file = ''] = await readdir(folder);
  await appendFile(join(folder, file), '{"id":"torn');
  const store = fakeStore();
  const secondUsage = open(store, { spool: await Spool.open(folder, 1e6) });
  await vi.waitFor(() => expect(store.stored.size).toBe(3));
  await vi.waitFor(() => expect(store.losses).toBe(1));
  await secondUsage.close();
  expect(await readdir(folder)).toEqual([]);
});

test('the rows that a killed process had in memory are counted once, without those already stored', async () => {
  const store = fakeStore();
  const firstUsage = open(store, { tally: Tally.open(folder), flushMs: 1e6 });
  for (let index = 0; index < 5; index++) firstUsage.record(row());
  await firstUsage.flush();
  // The database has the next batch, and its answer never comes.
  const write = store.write.bind(store);
  store.write = async (rows) => {
    await write(rows);
    return new Promise(() => undefined);
  };
  for (let index = 0; index < 2; index++) firstUsage.record(row());
  firstUsage.flush().catch(() => undefined);
  for (let index = 0; index < 3; index++) firstUsage.record(row());
  await vi.waitFor(() => expect(store.stored.size).toBe(7));
  store.write = write;
  const secondUsage = open(store, { tally: Tally.open(folder), remains: readRemains(folder) });
  await vi.waitFor(() => expect(store.losses).toBe(3));
  expect(secondUsage.state).toMatchObject({ recorded: 0, lost: 3 });
  await secondUsage.close();
  expect(readRemains(folder)).toEqual([]);
  await open(store, { remains: readRemains(folder) }).close();
  expect(store.losses).toBe(3);
});

test('the next process counts the rows that one leaves uncounted while the database is away', async () => {
  const store = fakeStore();
  store.isAway = true;
  const firstUsage = open(store, { tally: Tally.open(folder) });
  for (let index = 0; index < 4; index++) firstUsage.record(row());
  await firstUsage.close();
  expect(firstUsage.state.lost).toBe(4);
  store.isAway = false;
  const secondUsage = open(store, { remains: readRemains(folder) });
  await vi.waitFor(() => expect(store.losses).toBe(4));
  await secondUsage.close();
  expect(await readdir(folder)).toEqual([]);
});

test('a process that is still closing is not counted by the one that takes its place', async () => {
  Tally.open(folder).record();
  const [name = ''] = await readdir(folder);
  const file = join(folder, name);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(`process ${process.pid}`, `process ${process.ppid}`));
  expect(readRemains(folder)).toEqual([]);
});

test('files of rows count how many of the given rows they have', async () => {
  const store = localStore(folder);
  const rows = [row(), row(), row({ time: '2026-01-01T00:00:00.000Z' })];
  await store.write(rows);
  await store.writeLoss(1);
  const ids = [...rows.map(({ id }) => id), 'another'];
  expect(await store.countStored(ids, '2025-12-31T00:00:00.000Z')).toBe(3);
  expect(await store.countStored(ids, '2026-01-02T00:00:00.000Z')).toBe(2);
});

test('a team server without a database keeps its rows in files, for as many days as it is to keep', async () => {
  const usage = open(localStore(folder));
  const oldTime = '2026-01-01T00:00:00.000Z';
  for (let index = 0; index < 4; index++) usage.record(row({ durationMs: index, client: index < 2 ? 'a' : 'b' }));
  usage.record(row({ name: 'rare', outcome: 'error', subject: 'grace', time: oldTime }));
  usage.record(row({ server: 'Other' }));
  await usage.close();
  const report = await localReport(folder, 'Docs', '2025-12-01T00:00:00.000Z');
  expect(report.entries).toMatchObject([
    { kind: 'prompt', name: 'greet', calls: 4, people: 1, clients: 2, errors: 0, medianMs: 1, p95Ms: 3 },
    { kind: 'prompt', name: 'rare', calls: 1, people: 1, errors: 1, lastUse: oldTime },
  ]);
  expect((await localReport(folder, 'Docs', '2026-01-01T00:00:01.000Z')).entries).toHaveLength(1);
  await maintainLocalUsage(folder, 30);
  expect((await localReport(folder, 'Docs', '2025-12-01T00:00:00.000Z')).entries).toHaveLength(1);
});
