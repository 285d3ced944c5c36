/** PostgreSQL inside this process: PGlite, an optional package. For one replica. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { makePrivateFolder } from '../../files/make-folder.ts';
import type { Database, Queries, Row } from './database.ts';

interface PGliteQueries {
  query<R>(sql: string, values?: unknown[]): Promise<{ readonly rows: R[] }>;
  exec(sql: string): Promise<unknown>;
}

/** The part of that package's interface that is used here. */
interface PGlite extends PGliteQueries {
  readonly waitReady: Promise<void>;
  transaction<T>(run: (queries: PGliteQueries) => Promise<T>): Promise<T>;
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * @param folder of the data; undefined keeps them in memory
 * @throws WorkbenchError `unavailable` if the package is not installed
 */
export async function openPglite(folder: string | undefined): Promise<Database> {
  if (folder !== undefined) await makePrivateFolder(folder);
  const Constructor = loadPackage();
  const database = new Constructor(folder);
  await database.waitReady;
  await database.exec('set search_path to prompt_workbench');
  const queriesOf = (queries: PGliteQueries): Queries => ({
    query: async <R extends Row>(sql: string, values: readonly unknown[] = []) =>
      (await queries.query<R>(sql, [...values])).rows,
    execute: async (sql) => {
      await queries.exec(sql);
    },
  });
  return {
    ...queriesOf(database),
    transaction: (run) => database.transaction((queries) => run(queriesOf(queries))),
    listen(channel, listener) {
      const stopListening = database.listen(channel, listener);
      stopListening.then(() => listener()).catch(() => undefined);
      return () => {
        stopListening.then((stop) => stop()).catch(() => undefined);
      };
    },
    close: () => database.close(),
  };
}

/** Loads the package from beside this one, or from the folder in which the command runs. */
function loadPackage(): new (folder?: string) => PGlite {
  for (const from of [process.argv[1], join(process.cwd(), 'package.json')]) {
    if (from === undefined) continue;
    try {
      return createRequire(from)('@electric-sql/pglite').PGlite;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new WorkbenchError(
    'unavailable',
    'The database inside this process needs a package: run npm install --global @electric-sql/pglite, or name a database with --database.',
  );
}
