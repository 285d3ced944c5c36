/** Brings a database to the current form. Replicas that start at the same moment wait for each other. */
import type { Database } from './database.ts';
import { type Migration, migrations } from './migrations/migrations.ts';

/** Any number that no other program locks. */
const lockId = 7_706_195;

/** Runs the migrations that are missing. @returns their names */
export function migrate(
  database: Database,
  allMigrations: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  return database.transaction(async ({ query, execute }) => {
    await query('select pg_advisory_xact_lock($1)', [lockId]);
    await execute(`
      create schema if not exists prompt_workbench;
      create table if not exists prompt_workbench.migrations (
        number int primary key,
        name text not null,
        at timestamptz not null default now()
      );
      set local search_path to prompt_workbench;`);
    const appliedRows = await query<{ number: number }>('select number from prompt_workbench.migrations');
    const appliedNumbers = new Set(appliedRows.map(({ number }) => number));
    const pending = allMigrations.filter(({ number }) => !appliedNumbers.has(number));
    for (const { number, name, sql } of pending) {
      await execute(sql);
      await query('insert into prompt_workbench.migrations (number, name) values ($1, $2)', [number, name]);
    }
    return pending.map(({ name }) => name);
  });
}
