import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { until } from '../../mcp/server/testing/clients.ts';
import { openSession, sealSession } from '../sessions/seal-session.ts';
import { SessionKeys } from '../sessions/session-keys.ts';
import { postgresPrograms, startPostgres, type TestPostgres } from '../testing/postgres.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { databaseStore, publications, publishCommit } from './published-store.ts';
import { databaseRelay } from './reply-relay.ts';
import { ensureKeys, readStoredKeys, rotateKeys } from './stored-keys.ts';

const programs = postgresPrograms();
if (!programs) console.log('Not tested here: PostgreSQL itself, because /usr/lib/postgresql has no programs.');
const ready = async () => undefined;

describe.each(programs ? (['PGlite', 'PostgreSQL'] as const) : (['PGlite'] as const))('%s', (kind) => {
  let postgres: TestPostgres | undefined;
  let database: Database;
  /** Another replica's; PGlite has one process. */
  let otherDatabase: Database;
  beforeAll(async () => {
    if (kind === 'PostgreSQL' && programs) {
      postgres = await startPostgres(programs);
      database = openPostgres(postgres.url, () => undefined);
      otherDatabase = openPostgres(postgres.url, () => undefined);
    } else {
      database = await openPglite(undefined);
      otherDatabase = database;
    }
    const outcome = await Promise.all([migrate(database), migrate(otherDatabase)]);
    expect(outcome.flat()).toEqual(migrations.map(({ name }) => name));
  });
  afterAll(async () => {
    await database.close();
    if (otherDatabase !== database) await otherDatabase.close();
    await postgres?.stop();
  });

  it('is changed by a migration once, all of it or nothing', async () => {
    const brokenMigrations = [
      ...migrations,
      { number: 9999, name: 'broken', sql: 'create table half (x int); create tabel oops;' },
    ];
    await expect(migrate(database, brokenMigrations)).rejects.toThrow('syntax error');
    expect(await migrate(database)).toEqual([]);
    const [row] = await database.query<{ name: unknown }>("select to_regclass('half') as name");
    expect(row).toEqual({ name: null });
  });

  it('lets one of two replicas publish, and records it', async () => {
    const stores = [databaseStore(database, 'race', ready), databaseStore(otherDatabase, 'race', ready)];
    expect(await stores[0]?.read()).toBeUndefined();
    const replaceInBoth = async (before: string | undefined, ...tips: string[]) =>
      (
        await Promise.all(
          stores.map((store, index) => store.replace(before, at(tips[index] ?? ''), `replica ${index}`)),
        )
      ).filter(Boolean).length;
    expect(await replaceInBoth(undefined, 'a', 'a')).toBe(1);
    expect(await replaceInBoth('a', 'b', 'c')).toBe(1);
    expect(await replaceInBoth('a', 'd', 'e')).toBe(0);
    const publishedRow = await stores[1]?.read();
    expect(['b', 'c']).toContain(publishedRow?.tip);
    await publishCommit(database, 'race', 'a', 'operator');
    expect(await stores[0]?.read()).toEqual({ tip: publishedRow?.tip, commit: 'a' });
    const record = await publications(otherDatabase, 'race', 10);
    expect(record.map(({ commit, by }) => [commit, by.split(' ')[0]])).toEqual([
      ['a', 'operator'],
      [publishedRow?.tip, 'replica'],
      ['a', 'replica'],
    ]);
    await expect(publishCommit(database, 'nothing', 'a', 'operator')).rejects.toThrow('Nothing is published yet');
  });

  it('tells the replicas of a library what is published, and no others', async () => {
    const events: string[] = [];
    const stops = ['unheard', 'heard'].map((library) =>
      databaseStore(otherDatabase, library, ready).subscribe(() => events.push(library)),
    );
    // When it begins to listen, each replica looks at what it may have missed.
    await until(() => events.length === 2, 'both to listen');
    expect(events.splice(0).toSorted()).toEqual(['heard', 'unheard']);
    await databaseStore(database, 'heard', ready).replace(undefined, at('a'), 'replica');
    await until(() => events.length > 0, 'a notice');
    await databaseStore(database, 'unheard', ready).replace(undefined, at('a'), 'replica');
    await until(() => events.length > 1, 'another notice');
    expect(events).toEqual(['heard', 'unheard']);
    for (const stop of stops) stop();
  });

  it('knows which replicas serve a commit, and when one changed to it last', async () => {
    const [firstStore, secondStore] = [
      databaseStore(database, 'replicas', ready),
      databaseStore(otherDatabase, 'replicas', ready),
    ];
    await firstStore.reportCommit('one', 'a', true);
    await secondStore.reportCommit('two', 'a', true);
    expect(await firstStore.isServedByAll('a')).toBe(true);
    // Replicas that have started with it have not changed to it.
    expect(await firstStore.lastChange('a')).toBe(0);
    await firstStore.reportCommit('one', 'b', true);
    expect(await firstStore.isServedByAll('b')).toBe(false);
    const changeTime = await secondStore.lastChange('b');
    expect(changeTime).toBeGreaterThan(0);
    await firstStore.reportCommit('one', 'b', true);
    expect(await secondStore.lastChange('b')).toBe(changeTime);
    await secondStore.reportCommit('two', 'b', true);
    expect(await firstStore.isServedByAll('b')).toBe(true);
    expect(await firstStore.lastChange('b')).toBeGreaterThan(changeTime);
    // A replica that starts has shown no client the previous commit.
    await firstStore.reportCommit('three', 'a', false);
    await firstStore.reportCommit('three', 'c', false);
    expect(await firstStore.lastChange('c')).toBe(0);
    await Promise.all(['one', 'two', 'three'].map((replica) => firstStore.leave(replica)));
  });

  it.runIf(kind === 'PostgreSQL')(
    'does not wait for a replica whose connection has ended, as after SIGKILL',
    async () => {
      const killedDatabase = openPostgres(postgres?.url ?? '', () => undefined);
      const [firstStore, secondStore] = [
        databaseStore(database, 'killed', ready),
        databaseStore(killedDatabase, 'killed', ready),
      ];
      const stop = database.listen('killed', () => undefined);
      secondStore.subscribe(() => undefined);
      await until(
        () => killedDatabase.listener?.() !== undefined && database.listener?.() !== undefined,
        'both to listen',
      );
      await secondStore.reportCommit('two', 'a', true);
      await firstStore.reportCommit('one', 'b', true);
      expect(await firstStore.isServedByAll('b')).toBe(false);
      await killedDatabase.close();
      await expect.poll(() => firstStore.isServedByAll('b'), { timeout: 4_000 }).toBe(true);
      stop();
      await firstStore.leave('one');
    },
  );

  it('brings an answer to the replica that waits for it, once', async () => {
    const [firstRelay, secondRelay] = [databaseRelay(database), databaseRelay(otherDatabase)];
    const answers: unknown[] = [];
    secondRelay.receive('form', (answer) => answers.push(answer));
    firstRelay.receive('form', (answer) => answers.push(['wrong', answer]));
    const answer = { jsonrpc: '2.0', id: 'form', result: { action: 'accept' } } as const;
    await firstRelay.send(secondRelay.name, 'form', answer);
    await until(() => answers.length > 0, 'the answer');
    expect(answers).toEqual([answer]);
    firstRelay.close();
    secondRelay.close();
  });

  it('has one first key for all replicas, and a later one ends no session', async () => {
    const [myKeys, theirs] = await Promise.all([ensureKeys(database), ensureKeys(otherDatabase)]);
    const namedKeys = (allKeys: typeof myKeys) => allKeys.map(({ id, secret }) => [id, secret.toString('hex')]);
    expect(namedKeys(myKeys)).toEqual(namedKeys(theirs));
    const keys = new SessionKeys(myKeys);
    const state = { revision: '2025-11-25', client: { name: 'test', version: '1' }, position: 'abc' };
    const before = sealSession(state, 'Docs', undefined, keys);
    const now = Date.now();
    const next = await rotateKeys(database, now);
    keys.update(await readStoredKeys(otherDatabase));
    expect(keys.signing(now).id).toBe(myKeys[0]?.id);
    expect(keys.signing(now + 31_000).id).toBe(next);
    const after = sealSession(state, 'Docs', undefined, keys, now + 31_000);
    expect(after).not.toBe(before);
    for (const id of [before, after]) expect(openSession(id, 'Docs', undefined, keys, now + 31_000)).toEqual(state);
    await rotateKeys(database, now + 40 * 24 * 3_600_000);
    expect((await readStoredKeys(database)).map(({ id }) => id)).not.toContain(myKeys[0]?.id);
    expect((await readStoredKeys(database)).map(({ id }) => id)).toContain(next);
  });

  // PGlite has the clock of this process.
  it.runIf(kind === 'PostgreSQL')(
    'says by its own clock when a key signs, whatever those of replicas say',
    async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
      try {
        const next = await rotateKeys(database);
        const fastKeys = new SessionKeys(await readStoredKeys(otherDatabase));
        expect(fastKeys.signing().id).not.toBe(next);
        vi.setSystemTime(Date.now() + 31_000);
        expect(fastKeys.signing().id).toBe(next);
        vi.useRealTimers();
        const punctualKeys = new SessionKeys(await readStoredKeys(otherDatabase));
        expect(punctualKeys.signing().id).not.toBe(next);
        expect(punctualKeys.signing(Date.now() + 31_000).id).toBe(next);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it.runIf(kind === 'PostgreSQL')('survives a connection that ends between two queries of a transaction', async () => {
    const transaction = database.transaction(async (queries) => {
      const [ownSession] = await queries.query<{ pid: number }>('select pg_backend_pid() as pid');
      await otherDatabase.query('select pg_terminate_backend($1)', [ownSession?.pid]);
      await expect
        .poll(() => otherDatabase.query('select from pg_stat_activity where pid = $1', [ownSession?.pid]))
        .toEqual([]);
      await queries.query('select 1');
    });
    await expect(transaction).rejects.toThrow(/^The database cannot be reached: /);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.runIf(kind === 'PostgreSQL')('says that it is away, and is used again when it is back', async () => {
    const store = databaseStore(database, 'restart', ready);
    await store.replace(undefined, at('a'), 'replica');
    let lookCount = 0;
    const stop = store.subscribe(() => lookCount++);
    await until(() => lookCount === 1, 'the first look');
    await postgres?.stop();
    await expect(store.read()).rejects.toThrow(/^The database cannot be reached: /);
    await postgres?.start();
    await expect.poll(() => store.read().catch(() => undefined)).toEqual(at('a'));
    // Nothing is published meanwhile, and yet the replica looks, because it would not have heard of it.
    await until(() => lookCount === 2, 'the look after the database is back');
    stop();
  });
});

function at(tip: string) {
  return { tip, commit: tip };
}
