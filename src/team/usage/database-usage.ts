/** Keeps usage rows and counts of calls in PostgreSQL, and makes reports of them (database/migrations/0002_usage.sql and later). */
import * as z from 'zod';
import type { SharedLoad } from '../access/caller-load.ts';
import type { SharedCounts } from '../access/caller-rates.ts';
import type { UsageReport } from './report.ts';
import type { UsageStore } from './usage.ts';

/** Runs one statement. @param values of `$1`, `$2`, … */
export type Query = (sql: string, values: readonly unknown[]) => Promise<readonly object[]>;

/** One statement with one list of rows, however many. */
const insert = `
  insert into prompt_workbench.usage_rows
    (at, id, library, replica, subject, client, server, kind, name, commit_id, arguments, duration_ms, outcome, error,
     trace)
  select time, id, $2, replica, subject, client, server, kind, name, commit, arguments, "durationMs", outcome, error, trace
  from jsonb_to_recordset($1::jsonb) as given (
    time timestamptz, id uuid, replica text, subject text, client text, server text, kind text, name text, commit text,
    arguments jsonb, "durationMs" double precision, outcome text, error text, trace text)
  on conflict do nothing`;

/** @param library of all rows of this team server */
export function databaseUsageStore(query: Query, library: string, replica: string): UsageStore {
  return {
    async write(rows) {
      await query(insert, [JSON.stringify(rows), library]);
    },
    async writeLoss(rows) {
      const sql = 'insert into prompt_workbench.usage_losses (library, replica, rows) values ($1, $2, $3)';
      await query(sql, [library, replica, rows]);
    },
    async countStored(ids, since) {
      const sql = `select count(*) as stored from prompt_workbench.usage_rows
        where library = $1 and at >= $2 and id = any($3::uuid[])`;
      const [row] = z.array(z.object({ stored: z.coerce.number() })).parse(await query(sql, [library, since, ids]));
      return row?.stored ?? 0;
    },
  };
}

/** Makes partitions for the next days and drops old ones. Every replica calls it, every hour. */
export async function maintainUsage(query: Query, daysToKeep: number): Promise<void> {
  await query('select prompt_workbench.maintain_usage($1)', [daysToKeep]);
  const minute = Math.floor(Date.now() / 60_000) - 5;
  await query('delete from prompt_workbench.caller_counts where minute < $1', [minute]);
  await query("delete from prompt_workbench.caller_load where seen_at < now() - interval '1 hour'", []);
}

/** The order of the rows keeps two replicas from waiting for each other. */
const addCounts = `
  insert into prompt_workbench.caller_counts (minute, subject, calls)
  select $1::bigint, subject, calls from unnest($2::text[], $3::bigint[]) as given (subject, calls) order by subject
  on conflict (minute, subject) do update set calls = caller_counts.calls + excluded.calls
  returning subject, calls`;

const countRow = z.object({ subject: z.string(), calls: z.coerce.number() });

export function databaseCounts(query: Query): SharedCounts {
  return {
    async exchange(minute, calls) {
      const rows = await query(addCounts, [minute, [...calls.keys()], [...calls.values()]]);
      return new Map(
        z
          .array(countRow)
          .parse(rows)
          .map((row) => [row.subject, row.calls]),
      );
    },
  };
}

/** A replica writes its own rows alone; the rows of one that has ended count for some seconds more. */
const exchangeLoad = `
  with ended as (delete from prompt_workbench.caller_load where replica = $1 and subject <> all($2::text[])),
    own as (insert into prompt_workbench.caller_load (replica, subject, requests)
      select $1, subject, requests from unnest($2::text[], $3::integer[]) as given (subject, requests)
      on conflict (replica, subject) do update set requests = excluded.requests, seen_at = now())
  select subject, sum(requests) as requests from prompt_workbench.caller_load
  where replica <> $1 and seen_at > now() - interval '6 seconds' group by subject`;

const loadRow = z.object({ subject: z.string(), requests: z.coerce.number() });

export function databaseLoad(query: Query, replica: string): SharedLoad {
  return {
    async exchange(ownLoad) {
      const rows = await query(exchangeLoad, [replica, [...ownLoad.keys()], [...ownLoad.values()]]);
      return new Map(
        z
          .array(loadRow)
          .parse(rows)
          .map((row) => [row.subject, row.requests]),
      );
    },
  };
}

const summary = `
  select kind, name, count(*) as calls, count(distinct subject) as people, count(distinct client) as clients,
    count(*) filter (where outcome = 'error') as errors,
    percentile_disc(0.5) within group (order by duration_ms) as "medianMs",
    percentile_disc(0.95) within group (order by duration_ms) as "p95Ms",
    max(at) as "lastUse"
  from prompt_workbench.usage_rows where ($1::text is null or library = $1) and server = $2 and at >= $3
  group by kind, name order by calls desc, kind, name limit 10000`;

const countLosses =
  'select coalesce(sum(rows), 0) as lost from prompt_workbench.usage_losses where ($1::text is null or library = $1) and at >= $2';

const summaryRow = z.object({
  kind: z.enum(['prompt', 'tool', 'resource', 'skill']),
  name: z.string(),
  calls: z.coerce.number(),
  people: z.coerce.number(),
  clients: z.coerce.number(),
  errors: z.coerce.number(),
  medianMs: z.coerce.number(),
  p95Ms: z.coerce.number(),
  lastUse: z.coerce.date().transform((date) => date.toISOString()),
});

/** @param library undefined for all libraries of the database @param since ISO 8601 */
export async function databaseReport(
  query: Query,
  library: string | undefined,
  server: string,
  since: string,
): Promise<UsageReport> {
  const rows = await query(summary, [library ?? null, server, since]);
  const [losses] = z
    .array(z.object({ lost: z.coerce.number() }))
    .parse(await query(countLosses, [library ?? null, since]));
  return { server, since, lost: losses?.lost ?? 0, entries: z.array(summaryRow).parse(rows) };
}
