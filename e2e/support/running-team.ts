/** A real team server on this computer, started by the built command line, with a real OAuth issuer (oidc-provider). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { freePort } from '../../src/team/testing/free-port.ts';
import { startIssuer } from '../../tools/verify/team/issuer.mjs';
import { cliFile, type World } from './world.ts';

export interface RunningTeam {
  readonly address: string;
  /** The path of the bare repository. */
  readonly repository: string;
  /** Commits and pushes files. @returns the commit's id */
  push(files: Readonly<Record<string, string>>, message: string): string;
  /** Gets a prompt as a colleague. */
  getPrompt(person: string, prompt: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param files the files of the first commit */
export async function startTeam(world: World, files: Readonly<Record<string, string>>): Promise<RunningTeam> {
  const home = dirname(world.workspace);
  const [repository, work] = [join(home, 'library.git'), join(home, 'colleague')];
  const identity = ['-c', 'user.name=Grace Hopper', '-c', 'user.email=g@example.com', '-c', 'commit.gpgSign=false'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...identity, '-C', work, ...args], { encoding: 'utf8', stdio: 'pipe', env: world.env }).trim();
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  mkdirSync(work);
  git('init', '--quiet', '--initial-branch=main');
  const push: RunningTeam['push'] = (changes, message) => {
    for (const [file, text] of Object.entries(changes)) {
      mkdirSync(dirname(join(work, file)), { recursive: true });
      writeFileSync(join(work, file), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '-m', message);
    git('push', '--quiet', repository, 'HEAD:main');
    return git('rev-parse', 'HEAD');
  };
  push(files, 'Greet people');

  const [port, issuerPort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const issuer = await startIssuer(issuerPort, address);
  const options = ['--public-url', address, '--issuer', issuer.url, '--port', String(port), '--poll', '1'];
  const replica = spawn(
    process.execPath,
    [cliFile, 'team', '--repository', repository, '--refuse-errors', ...options],
    {
      env: { ...world.env, PROMPT_WORKBENCH_STATE: join(home, 'team-state') },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  await waitUntilReady(replica, `${address}/readyz`);
  return {
    address,
    repository,
    push,
    async getPrompt(person, prompt) {
      const client = new Client({ name: 'a colleague', version: '1.0.0' });
      const token = await issuer.sign(issuer.claims(person));
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp/Docs`), { requestInit }));
      await client.getPrompt({ name: prompt });
      await client.close();
    },
    async stop() {
      const end = new Promise((resolve) => replica.once('exit', resolve));
      replica.kill('SIGTERM');
      await end;
      await issuer.stop();
    },
  };
}

async function waitUntilReady(replica: ChildProcess, address: string): Promise<void> {
  let output = '';
  replica.stderr?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  while (replica.exitCode === null) {
    const isReady = await fetch(address).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The team server ended:\n${output}`);
}
