/** Connects to the database of all replicas. */
import pg from 'pg';
import { WorkbenchError } from '../../base/errors.ts';
import { inBackground } from '../../base/in-background.ts';
import type { Database, Queries, Row } from './database.ts';

/** Few: a replica asks rarely, and many replicas share one database. */
const maxConnections = 4;
const connectTimeoutMs = 3_000;
const statementTimeoutMs = 15_000;
/** Between two attempts to listen again. */
const listenAgainMs = 1_000;

/** Connects at the first use. @param url `postgres://user:password@host:port/name` */
export function openPostgres(url: string, log: (message: string) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: 'prompt-workbench',
    options: '-c search_path=prompt_workbench',
  });
  // A connection may end, as when the database restarts; the next query fails or opens another one. The pool itself listens
  // only while a connection is idle, so one that ends between two queries of a transaction would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const stopFunctions = new Set<() => void>();
  let backend: number | undefined;

  const queriesOf = (client: pg.Pool | pg.ClientBase): Queries => ({
    query: async <R extends Row>(sql: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query<R>(sql, [...values]).catch(asUnavailable);
      return rows;
    },
    execute: async (sql) => {
      await client.query(sql).catch(asUnavailable);
    },
  });

  return {
    ...queriesOf(pool),
    async transaction(run) {
      const client = await pool.connect().catch(asUnavailable);
      let failure: Error | undefined;
      try {
        await client.query('begin');
        const result = await run(queriesOf(client));
        await client.query('commit');
        return result;
      } catch (error) {
        failure = error as Error;
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        client.release(failure);
      }
    },
    listen(channel, listener) {
      const stop = listenTo(url, channel, listener, log, (process) => {
        backend = process;
      });
      stopFunctions.add(stop);
      return () => {
        stopFunctions.delete(stop);
        stop();
      };
    },
    listener: () => backend,
    async close() {
      for (const stop of stopFunctions) stop();
      await pool.end();
    },
  };
}

/** Keeps one connection for notices, outside the pool, which would give it to other queries. */
function listenTo(
  url: string,
  channel: string,
  listener: (payload?: string) => void,
  log: (message: string) => void,
  onConnected: (backend: number | undefined) => void,
): () => void {
  let isStopped = false;
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'prompt-workbench notices',
    });
    current = client;
    client.on('notification', ({ payload }) => listener(payload ?? ''));
    client.once('end', again);
    client.on('error', () => inBackground(client.end()));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      // A query, because a connection pooler in between reports its own process when it accepts a connection.
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      onConnected(rows[0]?.pid);
      listener();
    } catch (error) {
      log(`Couldn't listen for notifications from the database: ${(error as Error).message}.`);
      client.removeListener('end', again);
      client.end().catch(() => undefined);
      again();
    }
  }

  function again(): void {
    onConnected(undefined);
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => inBackground(connect()), listenAgainMs).unref();
  }

  inBackground(connect());
  return () => {
    isStopped = true;
    onConnected(undefined);
    clearTimeout(timer);
    current?.end().catch(() => undefined);
  };
}

function asUnavailable(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  // SQLSTATE of connections, of a database that starts or stops, and of too many connections; or no SQLSTATE at all.
  const isAway = code === undefined || /^(08|57P0|53300)|^E[A-Z]+$/.test(code);
  if (!isAway) throw error;
  throw new WorkbenchError('unavailable', `The database cannot be reached: ${message || code}.`, { cause: error });
}
