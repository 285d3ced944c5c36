/** The services around a team server on loopback: PostgreSQL, nginx, HAProxy, and a git remote over HTTP. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
/** The Debian package of each program. */
const packages = {
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  postgresql: 'postgresql',
  git: 'git',
  faketime: 'faketime',
};

/** Installs missing packages. @throws if that is not possible */
export function installServices() {
  const isInstalled = (name) =>
    name === 'postgresql' ? postgresPrograms() !== undefined : findProgram(name) !== undefined;
  const missingPackages = Object.keys(packages).filter((name) => !isInstalled(name));
  if (missingPackages.length === 0) return;
  const names = missingPackages.map((name) => packages[name]);
  console.log(`Installing ${names.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  execFileSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...names], { stdio: 'inherit', env });
}

function findProgram(name) {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin'].map((dir) => join(dir, name)).find(existsSync);
}

/** Variables that give a process a wrong clock. As its parent, the program `faketime` would get the signals meant for it. */
export function wrongClock(offset) {
  if (offset === undefined) return {};
  const library = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketime.so.1'))
    .find(existsSync);
  if (library === undefined) throw new Error('libfaketime.so.1 is missing: install faketime.');
  return { LD_PRELOAD: library, FAKETIME: offset };
}

function postgresPrograms() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  return versions
    .map((version) => join('/usr/lib/postgresql', version, 'bin'))
    .find((dir) => existsSync(join(dir, 'postgres')));
}

export async function freePort() {
  const probe = createTcpServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

let patience = 1;

/** Multiplies all time limits, which prove nothing on a busy computer. */
export function setPatience(factor) {
  patience = factor;
}

/** Waits until `condition` holds. @returns the elapsed milliseconds @throws after `timeoutMs` */
export async function until(condition, what, timeoutMs = 60_000) {
  const start = performance.now();
  for (;;) {
    if (await condition()) return performance.now() - start;
    if (performance.now() - start > timeoutMs * patience)
      throw new Error(`Timed out after ${timeoutMs * patience} ms while waiting for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** Starts a program that ends with this process. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...options });
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.stderr?.setEncoding('utf8');
  return child;
}

/** Kills every started program. */
export async function endServices() {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
}

export async function end(child, signal) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** PostgreSQL refuses to run as root. */
const asPostgres =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'] : [];

export async function startPostgres(dir) {
  const programs = postgresPrograms() ?? '';
  const folder = join(dir, 'postgres');
  mkdirSync(folder);
  if (asPostgres.length > 0) execFileSync('chown', ['postgres:postgres', folder]);
  const run = (...words) => {
    const [command, ...args] = [...asPostgres, ...words];
    return execFileSync(command ?? '', args, { stdio: 'pipe', cwd: '/', encoding: 'utf8' });
  };
  const data = join(folder, 'data');
  run(join(programs, 'initdb'), '--pgdata', data, '--auth=trust', '--username=team', '--encoding=UTF8');
  const port = await freePort();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  const url = `postgres://team@127.0.0.1:${port}/postgres`;
  const part = {
    url,
    query: (sql) => run(join(programs, 'psql'), '-X', '-A', '-t', '-c', sql, url).trim(),
    async start() {
      if (server && server.exitCode === null) return;
      const settings = ['-c', `unix_socket_directories=${folder}`, '-c', 'max_connections=50'];
      const [command, ...args] = [
        ...asPostgres,
        join(programs, 'postgres'),
        '-D',
        data,
        '-p',
        String(port),
        ...settings,
      ];
      server = start(command, args);
      await until(() => {
        try {
          run(join(programs, 'pg_isready'), '-q', '-d', url);
          return true;
        } catch {
          return false;
        }
      }, 'PostgreSQL');
    },
    // SIGINT also ends the open connections.
    stop: () => end(server, 'SIGINT'),
  };
  await part.start();
  return part;
}

/** Serves a bare repository as repository hosts do, with `git http-backend` for each request. */
export async function startRemote(dir) {
  const path = join(dir, 'library.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path]);
  const port = await freePort();
  const open = async () => {
    const http = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const backend = spawn('git', ['http-backend'], {
        env: {
          ...process.env,
          GIT_PROJECT_ROOT: dir,
          GIT_HTTP_EXPORT_ALL: '1',
          REQUEST_METHOD: request.method,
          PATH_INFO: url.pathname,
          QUERY_STRING: url.search.slice(1),
          CONTENT_TYPE: request.headers['content-type'] ?? '',
          HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
          GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'safe.directory',
          GIT_CONFIG_VALUE_0: '*',
        },
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      request.pipe(backend.stdin);
      backend.stdin.on('error', () => undefined);
      /** @type {Buffer[]} */
      const chunks = [];
      backend.stdout.on('data', (chunk) => chunks.push(chunk));
      backend.on('close', () => {
        const answer = Buffer.concat(chunks);
        const splitIndex = answer.indexOf('\r\n\r\n');
        const headers = answer
          .subarray(0, splitIndex)
          .toString()
          .split('\r\n')
          .map((line) => line.split(/: (.*)/s));
        const status = Number.parseInt(headers.find(([name]) => name === 'Status')?.[1] ?? '200', 10);
        for (const [name = '', value = ''] of headers)
          if (name !== 'Status' && name !== '') response.setHeader(name, value);
        response.writeHead(status).end(answer.subarray(splitIndex + 4));
      });
    });
    await new Promise((resolve) => http.listen(port, '127.0.0.1', () => resolve(undefined)));
    return http;
  };
  let http = await open();
  const work = join(dir, 'work');
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', work]);
  const identity = ['-c', 'user.name=Team', '-c', 'user.email=team@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...args) =>
    execFileSync('git', [...identity, '-C', work, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  return {
    url: `http://127.0.0.1:${port}/library.git`,
    /** Commits and pushes files. @returns the commit's id */
    push(files, message = 'Change') {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(work, file)), { recursive: true });
        writeFileSync(join(work, file), text);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '-m', message);
      git('push', '--quiet', path, 'HEAD:main');
      return git('rev-parse', 'HEAD');
    },
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
    async start() {
      if (!http.listening) http = await open();
    },
  };
}

/** The sample configuration of the documentation, with the ports of this run. */
function nginxConfig(dir, port, ports) {
  const sample = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8');
  const server = sample
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace(/^ +server team:8080(.*;)$/gm, (_, options) =>
      ports.map((value) => `server 127.0.0.1:${value}${options}`).join('\n'),
    );
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
worker_rlimit_nofile 20000;
pid ${dir}/nginx.pid;
error_log ${dir}/nginx.log;
events { worker_connections 9000; }
http {
access_log off;
add_header X-Replica $upstream_addr always;
${folders.map((name) => `${name}_temp_path ${dir}/nginx-${name};`).join('\n')}
${server}
}
`;
}

/** The sample configuration of the documentation, with the ports of this run. */
function haproxyConfig(port, ports) {
  const sample = readFileSync(join(root, 'deploy', 'haproxy.cfg'), 'utf8');
  return ports.reduce(
    (text, replicaPort, index) => text.replace(`team${index + 1}:8080`, `127.0.0.1:${replicaPort}`),
    sample.replace('bind :80', `bind 127.0.0.1:${port}`).replace('maxconn 20000', 'maxconn 9000'),
  );
}

/** Starts nginx and HAProxy before the replicas. */
export async function startBalancers(dir, nginxPort, haproxyPort, ports) {
  writeFileSync(join(dir, 'nginx.conf'), nginxConfig(dir, nginxPort, ports));
  writeFileSync(join(dir, 'haproxy.cfg'), haproxyConfig(haproxyPort, ports));
  start(findProgram('nginx') ?? 'nginx', ['-c', join(dir, 'nginx.conf'), '-e', join(dir, 'nginx.log'), '-p', dir]);
  start(findProgram('haproxy') ?? 'haproxy', ['-f', join(dir, 'haproxy.cfg')]);
  for (const port of [nginxPort, haproxyPort])
    await until(
      () =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      `a balancer at port ${port}`,
    );
}
