/** The whole transaction over HTTP, for every application that supports it, with a real endpoint. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '../../contract/contract.ts';
import { type HttpEndpoint, startHttpEndpoint } from '../../mcp/server/http/endpoint.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../../mcp/server/testing/fake-live-server.ts';
import { clientAdapter } from '../adapters/adapt-for.ts';
import { adaptationsOf, listedNames } from '../adapters/adaptations.ts';
import { adaptedId, applications, scopesOf } from '../applications/applications.ts';
import { formats } from '../config-files/edit.ts';
import { type SystemFolders, systemFolders } from '../config-files/system-folders.ts';
import { createConnections } from './connections.ts';
import { examine } from './doctor.ts';
import { proveHttp } from './prove.ts';
import { createConnectionStore } from './record/connection-store.ts';

const hostileServer = fileURLToPath(new URL('../../../tools/verify/faults/hostile-server.mjs', import.meta.url));
const token = 'the-secret';
const prompts = [
  prompt({ name: 'Greet' }),
  prompt({ name: 'Find it', arguments: [{ name: 'query', required: true, restOfLine: true }] }),
];

let root: string;
let project: string;
let folders: SystemFolders;
let endpoint: HttpEndpoint;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'over http ü-')));
  project = join(root, 'my project');
  folders = systemFolders({ PATH: '' }, 'linux', join(root, 'home'));
  await mkdir(project);
  await mkdir(join(root, 'home'));
  endpoint = await startServer();
});
afterEach(() => endpoint.close());

function startServer(): Promise<HttpEndpoint> {
  const liveServer = fakeLiveServer(resolvedServer(prompts));
  return startHttpEndpoint({
    findServer: (name) => (name === 'Docs' ? liveServer : undefined),
    services: fakeServices(),
    adapter: clientAdapter,
    token,
    port: 0,
  });
}

const addressOf = async (server: string, client: string | undefined) => ({
  url: endpoint.url(server, client),
  token,
  file: join(root, 'token'),
});

function openConnections() {
  return createConnections({
    stateDir: join(root, 'state'),
    folders,
    serveCommand: () => ({ command: '/nowhere', args: [] }),
    errorOf: () => undefined,
    promptsOf: () => prompts,
    addressOf,
  });
}

type Application = (typeof applications)[number];

function request(application: Application) {
  const scope = scopesOf(application)[0] ?? 'user';
  return { server: 'Docs', application: application.id, scope, projectDir: project, transport: 'http' } as const;
}

async function connect(application: Application) {
  const connections = openConnections();
  const plan = calls['connect.plan'].output.parse(await connections.plan(request(application)));
  if (plan.kind === 'refused') throw new Error(plan.message);
  return { plan, ...calls['connect.apply'].output.parse(await connections.apply(plan.planId)) };
}

function findings() {
  return examine({
    project,
    workspaceDir: root,
    servers: ['Docs'],
    addressOf,
    store: createConnectionStore(join(root, 'state')),
    folders,
  });
}

const httpApplications = applications.filter(({ http }) => http);

describe.each(httpApplications.map((application) => [application.name, application] as const))(
  '%s',
  (_, application) => {
    it('is connected to the adapted address, and gets its prompts there', async () => {
      const { plan, proof } = await connect(application);
      expect(plan.after).toContain(`"${endpoint.url('Docs', adaptedId(application))}"`);
      const names = listedNames(
        adaptationsOf(application),
        prompts.map(({ name }) => name),
      );
      expect(proof).toEqual({ kind: 'answered', prompts: names, milliseconds: expect.any(Number) });
    });

    it('gets the name of a variable, and no secret', async () => {
      const { plan } = await connect(application);
      expect(plan.after).toContain('PROMPT_WORKBENCH_TOKEN');
      expect(plan.after).not.toContain(token);
      expect(plan.notes.join('\n')).toContain(`set PROMPT_WORKBENCH_TOKEN to the content of ${join(root, 'token')}`);
    });

    it('leaves no trace when it is disconnected', async () => {
      const { journalId = '' } = await connect(application);
      await openConnections().undo(journalId);
      expect(await readdir(join(root, 'home'))).toEqual([]);
      expect(await readdir(project)).toEqual([]);
    });

    it('is reported with an outdated port, and works after connecting again', async () => {
      const { plan, journalId = '' } = await connect(application);
      const errors = async () => (await findings()).filter(({ severity }) => severity === 'error');
      expect(await errors()).toEqual([]);
      // While the old server listens, the system can't give its port to the new one.
      const oldEndpoint = endpoint;
      endpoint = await startServer();
      await oldEndpoint.close();
      expect(await errors()).toMatchObject([
        {
          application: application.name,
          file: plan.file,
          message: expect.stringContaining('connect the server again'),
        },
      ]);
      const connections = openConnections();
      const secondPlan = await connections.again(journalId);
      if (secondPlan.kind === 'refused') throw new Error(secondPlan.message);
      expect((await connections.apply(secondPlan.planId)).proof).toMatchObject({ kind: 'answered' });
      expect(await errors()).toEqual([]);
    });
  },
);

describe.each(applications.filter(({ http }) => !http).map((application) => [application.name, application] as const))(
  '%s',
  (_, application) => {
    it('is refused HTTP, as the token would have to be in its file', async () => {
      expect(await openConnections().plan(request(application))).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('Connect without HTTP'),
      });
    });
  },
);

it('an entry that was written without its application in the address is found, and changed by the next connect', async () => {
  const codex = httpApplications.find(({ id }) => id === 'codex') as Application;
  const { plan } = await connect(codex);
  await writeFile(plan.file, plan.after.replace('?for=codex', ''));
  expect((await findings()).map(({ message }) => message)).toContainEqual(
    expect.stringContaining(`The server is now at ${endpoint.url('Docs', 'codex')}:`),
  );
  const secondConnection = await connect(codex);
  expect(
    formats.toml(await readFile(secondConnection.plan.file, 'utf8'), codex.place).find('Docs')?.value,
  ).toMatchObject({
    url: endpoint.url('Docs', 'codex'),
  });
});

describe('testing an address', () => {
  it('fails with a sentence if the token is wrong, the server is gone, or no program listens', async () => {
    const unusedUrl = 'http://127.0.0.1:9/mcp/Docs';
    const failures = [
      [endpoint.url('Docs'), 'another', 'rejected the token'],
      [endpoint.url('Gone'), token, 'the server is no longer at this address'],
      [unusedUrl, token, 'workbench is open'],
    ] as const;
    for (const [url, sentText, sentence] of failures) {
      const proof = await proveHttp(url, sentText);
      expect(proof).toEqual({ kind: 'failed', message: expect.stringContaining(sentence) });
      expect(proof).toEqual({ kind: 'failed', message: expect.stringContaining(url) });
    }
  });

  it('gives up on a server that never answers a request', async () => {
    const silentServer = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const { port } = silentServer.address() as AddressInfo;
    expect(await proveHttp(`http://127.0.0.1:${port}/mcp/Docs`, token, 300)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('did not answer prompts/list within 0.3 seconds'),
    });
    silentServer.closeAllConnections();
    silentServer.close();
  });

  it.each([
    ['endless JSON', 'it sent more than 10 MB'],
    ['endless events', 'it sent more than 2,000 messages'],
    ['a gzip bomb', 'it sent more than 10 MB'],
    ['requests back', 'it sent more than 100 requests to the client'],
    ['a reconnect storm', 'it ended its stream more than 10 times before the answer'],
    ['a million content blocks', 'it sent more than 200,000 values'],
  ])('gives up on a server that answers with %s', async (behaviour, limit) => {
    const server = spawn(process.execPath, [hostileServer, 'http', behaviour]);
    onTestFinished(() => void server.kill('SIGKILL'));
    const [port] = await once(server.stdout, 'data');
    const url = `http://127.0.0.1:${Number(port)}/mcp`;
    expect(await proveHttp(url, token)).toEqual({
      kind: 'failed',
      message: `The server at ${url} gave no valid answer to prompts/list (${limit}); another program may use its port, so check the address.`,
    });
  });

  it('gives up on a server whose answer never ends', async () => {
    const server = spawn(process.execPath, [hostileServer, 'http', 'one byte a second']);
    onTestFinished(() => void server.kill('SIGKILL'));
    const [port] = await once(server.stdout, 'data');
    expect(await proveHttp(`http://127.0.0.1:${Number(port)}/mcp`, token, 1_500)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('did not answer prompts/list within 1.5 seconds'),
    });
  });

  it('does not send the token to a redirect', async () => {
    let arrivedCount = 0;
    const thief = createServer((_, response) => {
      arrivedCount++;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(thief, 'listening');
    const { port: thiefPort } = thief.address() as AddressInfo;
    const server = createServer((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${thiefPort}/` }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    onTestFinished(() => {
      for (const httpServer of [thief, server]) httpServer.close().closeAllConnections();
    });
    expect(await proveHttp(`http://127.0.0.1:${port}/mcp/Docs`, token)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('it redirects to'),
    });
    expect(arrivedCount).toBe(0);
  });
});
