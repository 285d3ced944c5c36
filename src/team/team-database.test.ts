import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from './database/postgres.ts';
import { shareByDatabase } from './database/share-by-database.ts';
import { publishOlder } from './operate.ts';
import { libraryKey } from './repository/mirror.ts';
import { postgresPrograms, startPostgres, type TestPostgres } from './testing/postgres.ts';
import { startReplica } from './testing/replicas.ts';
import { createRepository, greeting, type TestRepository } from './testing/repository.ts';

const programs = postgresPrograms();
if (!programs)
  console.log('Not tested here: replicas that share PostgreSQL, because /usr/lib/postgresql has no programs.');

describe.runIf(programs)('Replicas that share a database', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
  });
  afterAll(() => postgres.stop());

  const placeOf = (repository: TestRepository) => ({ repository: repository.path, ref: 'main', prefix: '' });
  const start = (repository: TestRepository, options = {}) => {
    const database = openPostgres(postgres.url, () => undefined);
    const library = libraryKey(placeOf(repository));
    return startReplica(repository.path, shareByDatabase({ database, library, log: () => undefined }), options);
  };
  const statusOf = async ({ port }: { readonly port: number }) =>
    (await fetch(`http://127.0.0.1:${port}/status`)).json() as Promise<Record<string, unknown>>;
  const commitsOf = async (replicas: readonly { readonly port: number }[]) =>
    (await Promise.all(replicas.map(statusOf))).map(({ commit }) => commit);

  it('all serve a commit that one of them has fetched, or that an operator publishes', async () => {
    const repository = createRepository(greeting('Hello'));
    const replicas = await Promise.all([start(repository), start(repository), start(repository)]);
    const firstCommit = repository.git('rev-parse', 'HEAD');
    expect(await commitsOf(replicas)).toEqual([firstCommit, firstCommit, firstCommit]);
    const secondCommit = repository.push(greeting('Welcome'));
    await replicas[1]?.fetch();
    await expect
      .poll(() => commitsOf(replicas), { timeout: 8_000 })
      .toEqual([secondCommit, secondCommit, secondCommit]);
    const database = openPostgres(postgres.url, () => undefined);
    onTestFinished(() => database.close());
    await publishOlder(database, placeOf(repository), firstCommit.slice(0, 10));
    await expect.poll(() => commitsOf(replicas), { timeout: 8_000 }).toEqual([firstCommit, firstCommit, firstCommit]);
    // It stays published, until the ref has a new commit.
    await Promise.all(replicas.map((replica) => replica.fetch()));
    expect(await commitsOf(replicas)).toEqual([firstCommit, firstCommit, firstCommit]);
    const thirdCommit = repository.push(greeting('Hi'));
    await Promise.all(replicas.map((replica) => replica.fetch()));
    expect(await commitsOf(replicas)).toEqual([thirdCommit, thirdCommit, thirdCommit]);
  });

  it('answer while the database is away, and catch up', async () => {
    const repository = createRepository(greeting('Hello'));
    const replicas = await Promise.all([start(repository), start(repository)]);
    const firstCommit = repository.git('rev-parse', 'HEAD');
    await postgres.stop();
    const secondCommit = repository.push(greeting('Welcome'));
    await Promise.all(replicas.map((replica) => replica.fetch()));
    for (const replica of replicas) {
      expect(await statusOf(replica)).toMatchObject({
        commit: firstCommit,
        failure: expect.stringMatching(/^The database cannot be reached: /),
      });
      expect((await fetch(`http://127.0.0.1:${replica.port}/readyz`)).status).toBe(200);
    }
    const lateReplica = await start(repository);
    expect((await fetch(`http://127.0.0.1:${lateReplica.port}/readyz`)).status).toBe(503);
    await postgres.start();
    await replicas[0]?.fetch();
    await expect
      .poll(() => commitsOf([...replicas, lateReplica]), { timeout: 15_000 })
      .toEqual([secondCommit, secondCommit, secondCommit]);
  });
});
