/** A repository on this computer, and a server that offers it over HTTP with the installed `git http-backend`. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

export interface Repository {
  /** Absolute. */
  readonly folder: string;
  git(...args: string[]): string;
  put(file: string, text: string | Uint8Array): void;
  /** Commits everything. */
  commit(message: string): void;
}

export function createRepository(folder: string): Repository {
  mkdirSync(folder, { recursive: true });
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], {
      cwd: folder,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  git('init', '--quiet', '--initial-branch=main');
  return {
    folder,
    git,
    put(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    commit(message) {
      git('add', '--all');
      git('commit', '--quiet', '-m', message);
    },
  };
}

export interface GitServer {
  /** Without a slash at its end; repositories are below it. */
  readonly origin: string;
  readonly requests: string[];
  close(): void;
}

/** @param folder the parent of the repositories */
export async function startGitServer(folder: string): Promise<GitServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(pathname);
    const backend = spawn(
      'git',
      ['-c', 'http.receivepack=false', '-c', 'uploadpack.allowFilter=true', 'http-backend'],
      {
        env: {
          ...process.env,
          GIT_PROJECT_ROOT: folder,
          GIT_HTTP_EXPORT_ALL: '1',
          PATH_INFO: decodeURIComponent(pathname),
          QUERY_STRING: search.slice(1),
          REQUEST_METHOD: request.method,
          CONTENT_TYPE: request.headers['content-type'] ?? '',
          HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
          GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
          REMOTE_ADDR: '127.0.0.1',
        },
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    request.pipe(backend.stdin);
    backend.stdin.on('error', () => {});
    let head: Buffer | undefined = Buffer.alloc(0);
    backend.stdout.on('data', (chunk: Buffer) => {
      if (!head) {
        response.write(chunk);
        return;
      }
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const headers = head.subarray(0, end).toString('latin1').split('\r\n');
      const fields = headers.map(
        (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const,
      );
      const status = fields.find(([name]) => name === 'Status')?.[1] ?? '200';
      response.writeHead(Number.parseInt(status, 10), Object.fromEntries(fields.filter(([name]) => name !== 'Status')));
      response.write(head.subarray(end + 4));
      head = undefined;
    });
    backend.on('close', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
