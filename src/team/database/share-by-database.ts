/** Shares state between replicas through a database. A replica starts and continues without it, and catches up when it is back. */
import { sentence } from '../../base/errors.ts';
import { inBackground } from '../../base/in-background.ts';
import type { LogLevel } from '../../mcp/server/services.ts';
import { readKeys, SessionKeys } from '../sessions/session-keys.ts';
import type { ReplicaSharing } from '../sharing.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { databaseStore } from './published-store.ts';
import { databaseRelay } from './reply-relay.ts';
import { ensureKeys } from './stored-keys.ts';

/** How often keys are read again. */
const pollIntervalMs = 5_000;

export interface DatabaseSharingOptions {
  readonly database: Database;
  /** `libraryKey`. */
  readonly library: string;
  /** The operator's own keys, as text of `readKeys`; by default those of the database. */
  readonly keys?: string | undefined;
  readonly log: (level: LogLevel, message: string) => void;
}

export function shareByDatabase({ database, library, keys: ownKeys, log }: DatabaseSharingOptions): ReplicaSharing {
  const keys = new SessionKeys(ownKeys === undefined ? [] : readKeys(ownKeys));
  const relay = databaseRelay(database);
  let failure: string | undefined;
  let preparing: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    for (const name of await migrate(database)) log('info', `Changed the database: ${name}.`);
    if (ownKeys === undefined) keys.update(await ensureKeys(database));
  }

  function ready(): Promise<void> {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  }

  async function poll(): Promise<void> {
    try {
      await ready();
      if (ownKeys === undefined) keys.update(await ensureKeys(database));
      await relay.sweep();
      if (failure !== undefined) log('info', 'The database is back.');
      failure = undefined;
    } catch (error) {
      if (failure === undefined) log('warning', sentence(error));
      failure = sentence(error);
    }
  }

  const timer = setInterval(() => inBackground(poll()), pollIntervalMs).unref();
  return {
    store: databaseStore(database, library, ready),
    relay,
    keys,
    failure: () => failure,
    async close() {
      clearInterval(timer);
      relay.close();
      await database.close();
    },
  };
}
