/** The command `team-servers`, and `connect --team`. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { startIssuer } from '../../../../tools/verify/team/issuer.mjs';
import { freePort } from '../../../team/testing/free-port.ts';
import { shareInProcess, startReplica } from '../../../team/testing/replicas.ts';
import { createRepository, greeting } from '../../../team/testing/repository.ts';
import { followRedirects } from '../../../teams/testing/browser.ts';
import { createWorld, type World } from '../../testing/command-line.ts';

let world: World;
afterEach(() => world.dispose());

test('a person adds a team server, logs in, reads what it serves, connects to it, and leaves', async () => {
  world = await createWorld({}, { DISPLAY: '', WAYLAND_DISPLAY: '' });
  const repository = createRepository();
  const docs = { 'servers/Docs.yaml': 'Name: Docs\nVersion: 2.0.0\nMCPPrompts: [greet]\n' };
  const commit = repository.push({ ...greeting('Hello'), ...docs }, 'Greet people');
  const [port, issuerPort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const issuer = await startIssuer(issuerPort, address);
  onTestFinished(() => issuer.stop());
  const access = { publicUrl: address, issuers: [{ url: issuer.url }] };
  await startReplica(repository.path, shareInProcess()(), { port, access });

  const addedOutcome = await world.run('team-servers', '--add', address, '--name', 'Acme');
  expect(addedOutcome.stdout).toBe(`Acme: not logged in\n  ${address}\n`);
  const outcomeWithoutLogin = await world.run('team-servers', 'Acme');
  expect([outcomeWithoutLogin.code, outcomeWithoutLogin.stderr]).toEqual([
    1,
    expect.stringContaining('Acme needs a login: log in.'),
  ]);

  const login = world.start('team-servers', '--log-in', 'Acme');
  let output = '';
  login.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/^http\S+$/m);
  await followRedirects(/^http\S+$/m.exec(output)?.[0] ?? '');
  if (login.exitCode === null) await once(login, 'exit');
  expect(login.exitCode).toBe(0);

  const page = await world.run('team-servers', 'Acme');
  expect(page.stdout).toContain(`serves ${commit.slice(0, 9)} (Greet people, `);
  expect(page.stdout).toContain(`Docs 2.0.0: 1 prompt, 0 tools, ${commit.slice(0, 9)}\n`);
  expect((await world.run('team-servers', 'Acne')).stderr).toContain('did you mean "Acme"?');

  const connectedOutcome = await world.run(
    'connect',
    'Docs',
    '--team',
    'Acme',
    '--to',
    'cursor',
    '--project',
    world.project,
  );
  expect([connectedOutcome.stderr, connectedOutcome.code]).toEqual([expect.any(String), 0]);
  const text = await readFile(join(world.project, '.cursor', 'mcp.json'), 'utf8');
  expect(JSON.parse(text).mcpServers.Docs).toEqual({ url: `${address}/mcp/Docs` });
  expect((await world.run('connections')).stdout).toContain('Docs of Acme in Cursor (project)');
  expect((await world.run('disconnect')).code).toBe(0);
  const wrongOutcome = await world.run('connect', 'Docs', '--team', 'Acme', '--to', 'cursor', '--http');
  expect(wrongOutcome.stderr).toContain('--team is for an entry with an address');

  expect((await world.run('team-servers', '--log-out', 'Acme')).stdout).toContain('Acme: not logged in');
  expect((await world.run('team-servers', '--remove', 'Acme')).stdout).toContain('There are no team servers');
}, 60_000);
