/** The SQL, in PostgreSQL as PGlite. */
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallerRates } from '../access/caller-rates.ts';
import {
  databaseCounts,
  databaseLoad,
  databaseReport,
  databaseUsageStore,
  maintainUsage,
  type Query,
} from './database-usage.ts';
import { reportOf } from './report.ts';
import { type UsageRow, usageRowOf } from './usage-row.ts';

let database: PGlite;
const query: Query = async (sql, values) => (await database.query<object>(sql, [...values])).rows;

// A busy computer needs a minute to start it.
beforeAll(async () => {
  database = await PGlite.create();
  await database.exec('create schema prompt_workbench');
  for (const name of ['0002_usage', '0003_caller_counts', '0005_caller_load'])
    await database.exec(await readFile(new URL(`../database/migrations/${name}.sql`, import.meta.url), 'utf8'));
}, 180_000);
afterAll(() => database.close());

const options = { replica: 'one', salt: 'salt', recordsValues: () => true };
function row(change: Partial<UsageRow> = {}): UsageRow {
  const params = { name: 'greet', arguments: { who: 'Ada \ud800 \0 "x"' } };
  const answeredCall = {
    server: 'Docs',
    request: { method: 'prompts/get', params },
    answer: {},
    commit: 'abc',
    durationMs: 2,
  };
  return { ...(usageRowOf(answeredCall, options) as UsageRow), ...change };
}

test('a batch that is sent twice is stored once, even while partitions are created', async () => {
  const store = databaseUsageStore(query, 'lib', 'one');
  const rows = [row({ subject: 'ada' }), row(), row({ time: '2020-05-05T05:05:05.000Z', name: 'old' })];
  await store.write(rows);
  await maintainUsage(query, 100_000);
  await store.write(rows);
  await maintainUsage(query, 100_000);
  const { rows: foundRows } = await database.query(
    'SELECT tableoid::regclass::text AS part, name FROM prompt_workbench.usage_rows ORDER BY 1, 2',
  );
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  expect(foundRows).toEqual([
    { part: `prompt_workbench.usage_rows_${today}`, name: 'greet' },
    { part: `prompt_workbench.usage_rows_${today}`, name: 'greet' },
    { part: 'prompt_workbench.usage_rows_rest', name: 'old' },
  ]);
});

test('days older than those to keep are dropped', async () => {
  await database.exec(
    `CREATE TABLE prompt_workbench.usage_rows_20200101 PARTITION OF prompt_workbench.usage_rows FOR VALUES FROM ('2020-01-01Z') TO ('2020-01-02Z')`,
  );
  await databaseUsageStore(query, 'lib', 'one').write([row({ time: '2020-01-01T10:00:00.000Z', name: 'older' })]);
  await maintainUsage(query, 30);
  const { rows } = await database.query('SELECT DISTINCT name FROM prompt_workbench.usage_rows');
  expect(rows).toEqual([{ name: 'greet' }]);
  const { rows: parts } = await database.query(`SELECT 1 FROM pg_class WHERE relname = 'usage_rows_20200101'`);
  expect(parts).toEqual([]);
});

test('the report of the database equals the report of the rows', async () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    row({
      server: 'Report',
      name: ['a', 'b', 'c'][index % 3] ?? '',
      subject: index % 4 === 0 ? null : `s${index % 5}`,
      client: `c${index % 2}`,
      durationMs: index * 1.5,
      ...(index % 7 === 0 && { outcome: 'error' as const, error: '-32602' }),
    }),
  );
  await databaseUsageStore(query, 'lib', 'one').write(rows);
  await databaseUsageStore(query, 'lib', 'one').writeLoss(7);
  const since = '2026-01-01T00:00:00.000Z';
  expect(await databaseReport(query, 'lib', 'Report', since)).toEqual(reportOf(rows, 'Report', since, 7));
});

test('the database counts how many of the given rows it has', async () => {
  const store = databaseUsageStore(query, 'lib', 'one');
  const rows = [row(), row()];
  await store.write(rows);
  const ids = [...rows.map(({ id }) => id), row().id];
  expect(await store.countStored(ids, '2026-01-01T00:00:00.000Z')).toBe(2);
  expect(await store.countStored(ids, '2099-01-01T00:00:00.000Z')).toBe(0);
  expect(await databaseUsageStore(query, 'other', 'one').countStored(ids, '2026-01-01T00:00:00.000Z')).toBe(0);
});

test('replicas share their counts of calls', async () => {
  const counts = databaseCounts(query);
  const [firstRates, secondRates] = [0, 1].map(() => new CallerRates({ perMinute: 5, now: () => 1 }));
  for (let call = 0; call < 3; call++)
    for (const rates of [firstRates, secondRates]) expect(rates?.take('ada')).toBeUndefined();
  await firstRates?.share(counts);
  await secondRates?.share(counts);
  expect(secondRates?.take('ada')).toMatchObject({ status: 429 });
  expect(secondRates?.take('grace')).toBeUndefined();
});

test('a replica learns how many requests are under way at other live replicas, and not at itself', async () => {
  const [firstLoad, secondLoad, thirdLoad] = ['one', 'two', 'three'].map((replica) => databaseLoad(query, replica));
  await firstLoad?.exchange(
    new Map([
      ['ada', 3],
      ['grace', 1],
    ]),
  );
  await secondLoad?.exchange(new Map([['ada', 4]]));
  expect(await thirdLoad?.exchange(new Map())).toEqual(
    new Map([
      ['ada', 7],
      ['grace', 1],
    ]),
  );
  expect(await firstLoad?.exchange(new Map([['ada', 1]]))).toEqual(new Map([['ada', 4]]));
  expect(await thirdLoad?.exchange(new Map())).toEqual(new Map([['ada', 5]]));
  await database.exec(
    "update prompt_workbench.caller_load set seen_at = now() - interval '7 seconds' where replica = 'two'",
  );
  expect(await thirdLoad?.exchange(new Map())).toEqual(new Map([['ada', 1]]));
  await database.exec("update prompt_workbench.caller_load set seen_at = now() - interval '2 hours'");
  await maintainUsage(query, 100_000);
  expect((await database.query('select 1 from prompt_workbench.caller_load')).rows).toEqual([]);
});
