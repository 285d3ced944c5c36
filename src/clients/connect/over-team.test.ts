/** The whole transaction with a server of a team server, for every application that logs in by itself. */
import { mkdir, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../team/testing/free-port.ts';
import { startIssuer, type TestIssuer } from '../../team/testing/issuer.ts';
import { shareInProcess, startReplica } from '../../team/testing/replicas.ts';
import { createRepository, greeting } from '../../team/testing/repository.ts';
import { adaptedId, applicationOf, applications, scopeFileOf } from '../applications/applications.ts';
import { type SystemFolders, systemFolders } from '../config-files/system-folders.ts';
import { createConnections } from './connections.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer({ ada: [] });
});
afterAll(() => issuer.stop());

let root: string;
let folders: SystemFolders;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'over team-')));
  folders = systemFolders({ PATH: '' }, 'linux', join(root, 'home'));
  await mkdir(join(root, 'home'));
});

async function startTeam() {
  const repository = createRepository({
    ...greeting('Hello'),
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
  });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  await startReplica(repository.path, shareInProcess()(), {
    port,
    access: { publicUrl: address, issuers: [{ url: issuer.url }] },
  });
  return { address, token: await issuer.token({ resource: address }) };
}

function openConnections(team: { readonly address: string; readonly token: string | undefined }) {
  return createConnections({
    stateDir: join(root, 'state'),
    folders,
    serveCommand: () => ({ command: join(root, 'nowhere'), args: [] }),
    errorOf: () => undefined,
    promptsOf: () => [],
    teamReach: async (id, server) => ({
      kind: 'remote',
      url: `${team.address}/mcp/${server}`,
      token: team.token,
      team: { id, name: 'Acme' },
    }),
  });
}

const target = { server: 'Docs', team: 'abcd0123', scope: 'user' as const };

it('every application that logs in gets the address without a token, answers, and is undone to the byte', async () => {
  const team = await startTeam();
  const connections = openConnections(team);
  const remoteApplications = applications.filter(({ remote }) => remote !== undefined);
  expect(remoteApplications.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['claude-code', 'vscode', 'cursor', 'codex']),
  );
  for (const application of remoteApplications) {
    const file = scopeFileOf(application, 'user').files(folders, '')[0] ?? '';
    const plan = await connections.plan({ ...target, application: application.id });
    if (plan.kind !== 'ready') expect.fail(`${application.id}: ${plan.message}`);
    expect(plan).toMatchObject({ team: 'Acme', transport: 'http', file });
    expect(plan.notes.join(' ')).toMatch(/log in|login/);
    const { proof, journalId = '' } = await connections.apply(plan.planId);
    expect(proof, application.id).toMatchObject({ kind: 'answered' });
    const text = await readFile(file, 'utf8');
    const client = adaptedId(application);
    expect(text).toContain(`${team.address}/mcp/Docs${client === undefined ? '' : `?for=${client}`}`);
    expect(text).not.toMatch(/Bearer|TOKEN|Authorization/i);
    expect(text).not.toContain(team.token);
    await connections.undo(journalId);
    await expect(readFile(file, 'utf8')).rejects.toThrow('ENOENT');
  }
});

describe('a connection to a team server', () => {
  it('takes the place of the entry of a workspace that has the same name, until it is undone', async () => {
    const team = await startTeam();
    const connections = openConnections(team);
    const file = scopeFileOf(applicationOf('cursor'), 'user').files(folders, '')[0] ?? '';
    const before = '{\n  "mcpServers": { "Docs": { "command": "node", "args": ["serve", "Docs"] } }\n}\n';
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, before);
    const plan = await connections.plan({ ...target, application: 'cursor' });
    if (plan.kind !== 'ready') expect.fail(plan.message);
    expect(plan.warnings).toContain('This replaces the entry "Docs" in the file.');
    const { journalId = '' } = await connections.apply(plan.planId);
    const cursorTarget = { ...target, application: 'cursor' };
    const counts = async (request: { team?: string }) =>
      (await connections.applications(request)).find(({ id }) => id === cursorTarget.application)?.connections.length;
    expect(await counts({ team: target.team })).toBe(1);
    expect(await counts({})).toBe(0);
    expect(await connections.history()).toMatchObject([{ server: 'Docs', team: { name: 'Acme' } }]);
    await writeFile(file, '{"mcpServers": {}}');
    expect(await connections.again(journalId)).toMatchObject({ kind: 'ready', team: 'Acme' });
    await writeFile(file, plan.after);
    await connections.undo(journalId);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('says why the server does not answer, and stays for the person to undo', async () => {
    const team = await startTeam();
    const connections = openConnections({ ...team, token: 'of-yesterday' });
    const plan = await connections.plan({ ...target, application: 'codex' });
    if (plan.kind !== 'ready') expect.fail(plan.message);
    const { proof, journalId } = await connections.apply(plan.planId);
    expect(proof).toMatchObject({ kind: 'failed', message: expect.stringContaining('; log in to Acme again.') });
    expect(journalId).toBeDefined();
  });

  it('is refused for an application that may be unable to log in, and with a ref', async () => {
    const connections = openConnections({ address: 'https://prompts.example.com', token: undefined });
    const refusal = await connections.plan({ ...target, application: 'claude-desktop' });
    expect(refusal).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Add https://prompts.example.com/mcp/Docs in its own settings.'),
    });
    await expect(connections.plan({ ...target, ref: 'main' })).rejects.toThrow('A team server decides which commit');
  });
});
