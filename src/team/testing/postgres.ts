/** A real PostgreSQL for tests, where its programs are installed. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** The folder of the programs; undefined where they are missing. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const folders = versions.map((version) => join('/usr/lib/postgresql', version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres')));
}

/** PostgreSQL refuses to run as root. */
const asPostgres =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'] : [];

export async function startPostgres(programs: string): Promise<TestPostgres> {
  const dir = mkdtempSync(join(tmpdir(), 'prompt-workbench-postgres-'));
  const run = (...command: string[]) => {
    const [program = '', ...args] = [...asPostgres, ...command];
    execFileSync(program, args, { stdio: 'pipe', cwd: '/' });
  };
  if (asPostgres.length > 0) execFileSync('chown', ['postgres:postgres', dir]);
  const data = join(dir, 'data');
  run(join(programs, 'initdb'), '--pgdata', data, '--auth=trust', '--username=test', '--no-sync', '--encoding=UTF8');
  const port = await freePort();
  let server: ReturnType<typeof spawn> | undefined;
  const start = async () => {
    const options = ['-c', 'fsync=off', '-c', `unix_socket_directories=${dir}`, '-c', 'shared_buffers=16MB'];
    const [program = '', ...args] = [
      ...asPostgres,
      join(programs, 'postgres'),
      '-D',
      data,
      '-p',
      String(port),
      ...options,
    ];
    server = spawn(program, args, { stdio: 'ignore', cwd: '/' });
    for (;;) {
      try {
        run(join(programs, 'pg_isready'), '--quiet', '-h', '127.0.0.1', '-p', String(port), '-d', 'postgres');
        return;
      } catch {
        if (server.exitCode !== null) throw new Error('PostgreSQL did not start.');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const stop = async () => {
    if (!server || server.exitCode !== null) return;
    const end = new Promise((resolve) => server?.once('exit', resolve));
    // "Fast" shutdown: it ends connections.
    server.kill('SIGINT');
    await end;
  };
  await start();
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    stop,
    start,
  };
}
