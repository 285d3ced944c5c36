/** Usage rows and limits of replicas that share a real PostgreSQL. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMachineToken } from './access/machine-tokens.ts';
import type { Database } from './database/database.ts';
import { openPostgres } from './database/postgres.ts';
import { shareByDatabase } from './database/share-by-database.ts';
import { libraryKey } from './repository/mirror.ts';
import { postgresPrograms, startPostgres, type TestPostgres } from './testing/postgres.ts';
import { startReplica } from './testing/replicas.ts';
import { createRepository, greeting, type TestRepository } from './testing/repository.ts';
import { databaseReport, maintainUsage } from './usage/database-usage.ts';

const programs = postgresPrograms();
if (!programs) console.log('Not tested here: usage rows in PostgreSQL, because /usr/lib/postgresql has no programs.');

const since = '2020-01-01T00:00:00.000Z';

describe.runIf(programs)('Replicas that share a database', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
  });
  afterAll(() => postgres.stop());

  const open = () => openPostgres(postgres.url, () => undefined);
  const queryOf = (database: Database) => (sql: string, values: readonly unknown[]) => database.query(sql, values);
  const libraryOf = ({ path }: TestRepository) => libraryKey({ repository: path, ref: 'main', prefix: '' });

  async function start(repository: TestRepository, options = {}) {
    const database = open();
    const library = libraryOf(repository);
    const folder = mkdtempSync(join(tmpdir(), 'prompt-workbench-usage-'));
    return startReplica(repository.path, shareByDatabase({ database, library, log: () => undefined }), {
      usage: { query: queryOf(database), library, folder, daysToKeep: 90 },
      ...options,
    });
  }

  async function callsOf(repository: TestRepository) {
    const database = open();
    try {
      const { entries, lost } = await databaseReport(queryOf(database), libraryOf(repository), 'Docs', since);
      return { calls: entries.reduce((sum, { calls }) => sum + calls, 0), lost };
    } finally {
      await database.close();
    }
  }

  it('store each call once, even calls made while the database is away', async () => {
    const repository = createRepository(greeting('Hello'));
    const replicas = await Promise.all([start(repository), start(repository)]);
    const clients = await Promise.all(
      replicas.map(async ({ port }) => {
        const client = new Client({ name: 'tester', version: '1' });
        await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp/Docs`)));
        return client;
      }),
    );
    const callAll = async (times: number) => {
      for (let call = 0; call < times; call++)
        for (const client of clients) await client.getPrompt({ name: 'greet', arguments: { name: String(call) } });
    };
    await callAll(5);
    await expect.poll(() => callsOf(repository), { timeout: 20_000 }).toEqual({ calls: 10, lost: 0 });
    await postgres.stop();
    await callAll(10);
    await postgres.start();
    await callAll(5);
    await expect.poll(() => callsOf(repository), { timeout: 40_000 }).toEqual({ calls: 40, lost: 0 });
    // Partitions are made while rows come.
    const database = open();
    onTestFinished(() => database.close());
    await Promise.all([callAll(5), maintainUsage(queryOf(database), 90), maintainUsage(queryOf(database), 90)]);
    await expect.poll(() => callsOf(repository), { timeout: 20_000 }).toEqual({ calls: 50, lost: 0 });
    for (const client of clients) await client.close();
  });

  it('limit a program together', async () => {
    const { token, hash } = createMachineToken();
    const repository = createRepository({
      ...greeting('Hello'),
      'access.yaml': `Everyone: ["*"]\nTokens: [{Name: loop, Hash: "${hash}"}]\n`,
    });
    const access = { publicUrl: 'https://prompts.example.com', issuers: [] };
    const replicas = await Promise.all([0, 1].map(() => start(repository, { access, callsPerMinute: 20 })));
    const ask = async (port: number) =>
      (await fetch(`http://127.0.0.1:${port}/mcp/Docs`, { headers: { authorization: `Bearer ${token}` } })).status;
    const [firstReplica, secondReplica] = replicas;
    // Alone, the second replica would allow 20 calls: it learns of those of the first one.
    await expect
      .poll(
        async () => {
          for (let call = 0; call < 25; call++) await ask(firstReplica?.port ?? 0);
          return ask(secondReplica?.port ?? 0);
        },
        { timeout: 40_000, interval: 3_000 },
      )
      .toBe(429);
  });
});
