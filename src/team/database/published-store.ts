/** Keeps the published commit in the database. */
import { WorkbenchError } from '../../base/errors.ts';
import type { Publication, PublishedStore } from '../publication.ts';
import type { Database } from './database.ts';

/** NOTIFY takes a lock of the whole database at commit, so it is used for this alone. */
const channel = 'prompt_workbench_published';

/**
 * Whether a row of `replicas` is of a running process. Each replica reports every two seconds. A slow one must still count as
 * running; a killed one must not delay the others, and is recognised by its closed connection to the database.
 */
const isRunning = `(case when backend is null then seen_at > now() - interval '5 seconds'
  else seen_at > now() - interval '15 seconds'
    and exists (select 1 from pg_stat_activity where pid = replicas.backend) end)`;

type PublishedRow = { readonly tip: string; readonly commit_id: string; readonly refusal: string | null };

/** @param ready rejects while the database cannot be used */
export function databaseStore(database: Database, library: string, ready: () => Promise<void>): PublishedStore {
  return {
    async read() {
      await ready();
      const [row] = await database.query<PublishedRow>(
        'select tip, commit_id, refusal from prompt_workbench.published where library = $1',
        [library],
      );
      return row && publishedIn(row);
    },
    async replace(expectedTip, { tip, commit, refusal }, by) {
      await ready();
      const values = [library, tip, commit, refusal ?? null, by];
      const change =
        expectedTip === undefined
          ? `insert into prompt_workbench.published (library, tip, commit_id, refusal, changed_by)
             values ($1, $2, $3, $4, $5) on conflict do nothing returning *`
          : `update prompt_workbench.published
             set tip = $2, commit_id = $3, refusal = $4, changed_by = $5, changed_at = now()
             where library = $1 and tip = $6 returning *`;
      return record(database, change, expectedTip === undefined ? values : [...values, expectedTip]);
    },
    async publish(commit, by) {
      await ready();
      await publishCommit(database, library, commit, by);
    },
    async reportCommit(replica, commit, isOpen) {
      await ready();
      await database.query(
        `insert into prompt_workbench.replicas as former (library, name, commit_id, backend) values ($1, $2, $3, $4)
         on conflict (library, name) do update set commit_id = excluded.commit_id, backend = excluded.backend,
           seen_at = now(), changed_at = case when $5 and former.commit_id <> excluded.commit_id
             then clock_timestamp() else former.changed_at end`,
        [library, replica, commit, database.listener?.() ?? null, isOpen],
      );
    },
    async isServedByAll(commit) {
      await ready();
      const [row] = await database.query(
        `select 1 from prompt_workbench.replicas
         where library = $1 and commit_id <> $2 and ${isRunning} limit 1`,
        [library, commit],
      );
      return row === undefined;
    },
    async lastChange(commit) {
      await ready();
      const [row] = await database.query<{ last: number | null }>(
        `select extract(epoch from max(changed_at))::float8 as last from prompt_workbench.replicas
         where library = $1 and commit_id = $2`,
        [library, commit],
      );
      return row?.last ?? 0;
    },
    async leave(replica) {
      await database.query(
        `delete from prompt_workbench.replicas
         where library = $1 and (name = $2 or seen_at < now() - interval '1 hour')`,
        [library, replica],
      );
    },
    subscribe: (listener) =>
      database.listen(channel, (payload) => {
        if (payload === undefined || payload === library) listener();
      }),
  };
}

/**
 * Publishes a commit that is not the tip, such as an older one. It stays published until the ref moves.
 * @throws WorkbenchError `not-found` before the first replica has published
 */
export async function publishCommit(database: Database, library: string, commit: string, by: string): Promise<void> {
  const change = `update prompt_workbench.published
    set commit_id = $2, refusal = null, changed_by = $3, changed_at = now() where library = $1 returning *`;
  if (!(await record(database, change, [library, commit, by])))
    throw new WorkbenchError('not-found', 'Nothing is published yet: start a replica with the same repository first.');
}

/** Lists what was published, newest first. */
export async function publications(
  database: Database,
  library: string,
  limit: number,
): Promise<readonly (Publication & { readonly at: Date; readonly by: string })[]> {
  const rows = await database.query<PublishedRow & { readonly at: Date; readonly by: string }>(
    `select tip, commit_id, refusal, at, by from prompt_workbench.publications
     where library = $1 order by id desc limit $2`,
    [library, limit],
  );
  return rows.map((row) => ({ ...publishedIn(row), at: row.at, by: row.by }));
}

/** Changes the row, keeps a record, and notifies, in one statement. @returns whether there was a row to change */
async function record(database: Database, change: string, values: readonly unknown[]): Promise<boolean> {
  const rows = await database.query(
    `with changed as (${change}),
       kept as (insert into prompt_workbench.publications (library, tip, commit_id, refusal, by)
         select library, tip, commit_id, refusal, changed_by from changed)
     select pg_notify('${channel}', library) from changed`,
    values,
  );
  return rows.length > 0;
}

function publishedIn({ tip, commit_id, refusal }: PublishedRow): Publication {
  return { tip, commit: commit_id, ...(refusal !== null && { refusal }) };
}
