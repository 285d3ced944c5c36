/** Team servers that a person adds, against a real replica and a real issuer (oidc-provider) on this computer. */

import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startIssuer } from '../../tools/verify/team/issuer.mjs';
import { fileSecrets } from '../state/secrets.ts';
import { freePort } from '../team/testing/free-port.ts';
import { shareInProcess, startReplica } from '../team/testing/replicas.ts';
import { createRepository, greeting } from '../team/testing/repository.ts';
import { openLogins } from './logins.ts';
import { teamAddress } from './records.ts';
import { createTeamServers } from './team-servers.ts';
import { followRedirects } from './testing/browser.ts';
import { type Answers, metadataAnswers, startTeamStandIn } from './testing/team-stand-in.ts';

let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  issuer = await startIssuer(await freePort(), 'http://127.0.0.1');
});
afterAll(() => issuer.stop());

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'prompt-workbench-teams-'));
  return folder;
}

function openTeams() {
  const stateDir = temporaryFolder();
  const secrets = fileSecrets(stateDir);
  const changes: number[] = [];
  const teams = createTeamServers({ stateDir, secrets, onChange: () => changes.push(Date.now()) });
  onTestFinished(() => teams.close());
  return { stateDir, teams, logins: openLogins(secrets), changes };
}

/** A team server whose callers log in. */
async function startTeam(options = {}) {
  const repository = createRepository();
  const commit = repository.push(
    { ...greeting('Hello'), 'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n' },
    'Greet',
  );
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const replica = await startReplica(repository.path, shareInProcess()(), {
    port,
    access: { publicUrl: address, issuers: [{ url: issuer.url }] },
    usage: { library: 'lib', folder: temporaryFolder(), daysToKeep: 90 },
    ...options,
  });
  return { address, commit, repository, replica };
}

async function startStub(answers: (address: string) => Answers): Promise<string> {
  const { address, close } = await startTeamStandIn(answers);
  onTestFinished(close);
  return address;
}

it('logs a person in, reads what they may see, renews the login, and logs out', async () => {
  const { address, commit } = await startTeam();
  const { stateDir, teams, logins, changes } = openTeams();
  const { id, ...added } = await teams.add({ address: `${address}/`, name: 'Acme' });
  expect(added).toEqual({ name: 'Acme', address, login: { kind: 'none' } });
  await expect(teams.read(id)).rejects.toThrow('Acme needs a login: log in.');

  const { url, outcome } = await teams.logIn(id);
  expect(url).toContain('code_challenge_method=S256');
  expect(await teams.list()).toMatchObject([{ login: { kind: 'waiting', url } }]);
  const { text, url: end } = await followRedirects(url);
  expect(end).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
  expect(text).toContain('You can close this page');
  await outcome;
  expect(changes).toHaveLength(1);
  expect(await teams.list()).toMatchObject([{ login: { kind: 'done' } }]);
  expect(await teams.read(id)).toMatchObject({
    subject: 'ada',
    commit: { id: commit, subject: 'Greet' },
    servers: [{ name: 'Docs', prompts: 1, commit }],
  });
  expect(await teams.usage({ id, server: 'Docs', days: 7 })).toEqual({ entries: [], unused: ['greet'] });
  expect(await teams.reach(id, 'Docs')).toMatchObject({ url: `${address}/mcp/Docs`, token: expect.any(String) });

  const firstRecord = await logins.read(id);
  const { login } = firstRecord ?? expect.fail('There is no login.');
  const secretFile = join(stateDir, 'secrets', `team-${id}`);
  expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  for (const file of readdirSync(stateDir).filter((name) => name.endsWith('.json')))
    expect(readFileSync(join(stateDir, file), 'utf8')).not.toContain(login.accessToken.slice(0, 20));

  await logins.write(id, { ...login, expiresAtMs: Date.now() - 1 });
  const bothAnswers = await Promise.all([teams.read(id), teams.read(id)]);
  expect(bothAnswers).toMatchObject([{ subject: 'ada' }, { subject: 'ada' }]);
  const renewedLogin = (await logins.read(id))?.login ?? expect.fail('There is no login.');
  expect(renewedLogin.accessToken).not.toBe(login.accessToken);

  // A token that the team server refuses although it has not expired.
  await logins.write(id, { ...renewedLogin, accessToken: `${renewedLogin.accessToken.slice(0, -8)}AAAAAAAA` });
  expect(await teams.read(id)).toMatchObject({ subject: 'ada' });

  const lastLogin = (await logins.read(id))?.login ?? expect.fail('There is no login.');
  expect(await teams.logOut(id)).toBeUndefined();
  await expect(teams.read(id)).rejects.toThrow('Acme needs a login: log in.');

  // The issuer does not know the login any more, so it cannot be renewed.
  await logins.write(id, { ...lastLogin, refreshToken: 'of-yesterday', expiresAtMs: Date.now() - 1 });
  await expect(teams.read(id)).rejects.toThrow('Your login to Acme is no longer valid: log in again.');
  expect(await teams.list()).toMatchObject([{ login: { kind: 'failed' } }]);
  expect(await logins.read(id)).toBeUndefined();

  await teams.remove(id);
  expect(await teams.list()).toEqual([]);
});

it('needs no login where the team server needs none', async () => {
  const { address } = await startTeam({ access: undefined });
  const { teams } = openTeams();
  const { id, name, login } = await teams.add({ address });
  expect([name, login]).toEqual([address.replace('http://', ''), { kind: 'open' }]);
  expect(await teams.read(id)).toMatchObject({ servers: [{ name: 'Docs' }] });
  await expect(teams.add({ address })).rejects.toThrow(`${address} was added already, as "${name}".`);
});

it('needs a login again after a logout that comes while the team server answers', async () => {
  const { teams, logins } = openTeams();
  const commit = { id: '3f9c1b2aa0d94e7c8f1d2e3b4a5968778695a4b3', time: '2026-11-20T10:00:00.000Z', subject: 'Greet' };
  const page = { ref: 'main', commit, since: '2026-11-20T10:00:30.000Z', servers: [] };
  const http = createServer(async ({ headers }, response) => {
    const isLoggedIn = headers.authorization !== undefined;
    if (isLoggedIn) await logins.remove(id);
    response.writeHead(isLoggedIn ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isLoggedIn ? page : { error: 'Log in.' }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { id } = await teams.add({ address, name: 'Acme' });
  await logins.write(id, { issuer: address, resource: address, clientId: 'workbench', accessToken: 'token' });
  expect(await teams.read(id)).toMatchObject({ ref: 'main' });
  expect(await teams.list()).toMatchObject([{ login: { kind: 'none' } }]);
});

it('ends a login that the issuer refuses, and ignores what others send to its port', async () => {
  const { address } = await startTeam();
  const { teams } = openTeams();
  const { id } = await teams.add({ address, name: 'Acme' });
  const { url, outcome } = await teams.logIn(id);
  const redirect = new URL(url).searchParams.get('redirect_uri') ?? '';
  const state = new URL(url).searchParams.get('state') ?? '';
  expect((await fetch(`${redirect}?code=stolen&state=guessed`)).status).toBe(404);
  expect(await teams.list()).toMatchObject([{ login: { kind: 'waiting' } }]);
  await fetch(`${redirect}?error=access_denied&error_description=Not+for+you&state=${state}`);
  const message = `${new URL(issuer.url).host} did not log you in (Not for you): try again, or ask your administrator.`;
  await expect(outcome).rejects.toThrow(message);
  expect(await teams.list()).toMatchObject([{ login: { kind: 'failed', message } }]);

  const secondLogin = await teams.logIn(id);
  teams.cancelLogIn(id);
  await expect(secondLogin.outcome).rejects.toThrow('The login was cancelled.');
  expect(await teams.list()).toMatchObject([{ login: { kind: 'none' } }]);
});

it('refuses a login that would not be safe, or not possible, in one sentence', async () => {
  const failureOf = async (answers: Parameters<typeof startStub>[0]) => {
    const address = await startStub(answers);
    const { teams } = openTeams();
    const { id } = await teams.add({ address });
    return teams.logIn(id).then(
      () => 'none',
      (error: Error) => error.message,
    );
  };
  const metadataWith = (ownFields: object) => (address: string) => metadataAnswers(address, ownFields);
  expect(await failureOf(metadataWith({}))).toContain(
    'does not register programs automatically: ask your administrator for a client id with the redirect address http://127.0.0.1:47563/callback',
  );
  expect(await failureOf(metadataWith({ resource: 'https://other.example.com' }))).toBe(
    'This team server has the address https://other.example.com: add it by that address.',
  );
  expect(await failureOf(metadataWith({ authorization_servers: ['http://login.example.com'] }))).toBe(
    'The issuer of its tokens, http://login.example.com, must begin with https:// before you log in: a token would be sent in clear text.',
  );
  expect(await failureOf(metadataWith({ authorization_servers: [] }))).toContain('does not say who issues its tokens');
  const otherIssuer = (address: string) => ({
    ...metadataAnswers(address),
    '/.well-known/oauth-authorization-server': { issuer: address },
  });
  expect(await failureOf(otherIssuer)).toContain('its answer does not follow the specification');
});

it('adds only what answers as a team server', async () => {
  const { teams } = openTeams();
  const otherStub = await startStub(() => ({ '/servers': { hello: 'world' } }));
  await expect(teams.add({ address: otherStub })).rejects.toThrow('its answer is not that of a team server');
  await expect(teams.add({ address: `http://127.0.0.1:${await freePort()}` })).rejects.toThrow('nothing listens there');
  await expect(teams.add({ address: 'ftp://example.com' })).rejects.toThrow(
    'ftp://example.com is not the address of a team server: write it as https://prompts.example.com.',
  );
  expect(await teams.list()).toEqual([]);
});

it('says that a team server has nothing to serve yet', async () => {
  const http = createServer((_, response) => response.writeHead(503).end('{"error":"No commit is published yet."}'));
  onTestFinished(() => void http.close());
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  await expect(openTeams().teams.add({ address: `http://${address}` })).rejects.toThrow(
    `${address} cannot answer now (No commit is published yet): try again later.`,
  );
});

it('reads addresses as people write them', () => {
  expect(teamAddress(' prompts.example.com ')).toBe('https://prompts.example.com');
  expect(teamAddress('https://example.com/prompts/')).toBe('https://example.com/prompts');
  expect(teamAddress('https://example.com/prompts/mcp/Docs')).toBe('https://example.com/prompts');
  expect(teamAddress('http://localhost:8080/mcp/Docs')).toBe('http://localhost:8080');
});
