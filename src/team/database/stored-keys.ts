/** The session keys in the database: the first replica makes one, and rotation adds another. */
import { maxSessionMs } from '../sessions/seal-session.ts';
import { createKey, type SessionKey } from '../sessions/session-keys.ts';
import type { Database, Queries } from './database.ts';

/** The time before a new key signs. By then every replica has read it, because they read the keys every five seconds. */
const noticeMs = 30_000;

/** Any number that no other program locks. */
const lockId = 7_706_196;

/** Reads the keys. Times are by the database's clock, so that a replica whose clock is ahead does not use a key too early. */
export async function readStoredKeys({ query }: Queries): Promise<readonly SessionKey[]> {
  const rows = await query<{ id: string; secret: Uint8Array; in_ms: number }>(
    `select id, secret, (extract(epoch from signs_from - clock_timestamp()) * 1000)::float8 as in_ms
     from prompt_workbench.session_keys order by signs_from`,
  );
  const now = Date.now();
  return rows.map(({ id, secret, in_ms }) => ({ id, secret: Buffer.from(secret), signsFrom: now + in_ms }));
}

/** Reads the keys; makes the first one if there is none. */
export function ensureKeys(database: Database): Promise<readonly SessionKey[]> {
  return database.transaction(async (queries) => {
    await queries.query('select pg_advisory_xact_lock($1)', [lockId]);
    const keys = await readStoredKeys(queries);
    if (keys.length > 0) return keys;
    const firstKey = createKey(Date.now());
    await insertKey(queries, firstKey);
    return [firstKey];
  });
}

/** Adds a key that signs soon, and removes those that no session can have any more. @returns the new key's id */
export function rotateKeys(database: Database, now = Date.now()): Promise<string> {
  return database.transaction(async (queries) => {
    await queries.query('select pg_advisory_xact_lock($1)', [lockId]);
    const keys = await readStoredKeys(queries);
    const next = createKey(now + noticeMs);
    await insertKey(queries, next);
    // A key is in use until its successor signs, and accepted as long as a session lasts.
    const oldKeys = keys.filter((_, index) => (keys[index + 1]?.signsFrom ?? next.signsFrom) < now - maxSessionMs);
    await queries.query('delete from prompt_workbench.session_keys where id = any($1)', [oldKeys.map(({ id }) => id)]);
    return next.id;
  });
}

async function insertKey({ query }: Queries, { id, secret, signsFrom }: SessionKey): Promise<void> {
  await query(
    `insert into prompt_workbench.session_keys (id, secret, signs_from)
     values ($1, $2, clock_timestamp() + $3::float8 * interval '1 millisecond')`,
    [id, secret, signsFrom - Date.now()],
  );
}
