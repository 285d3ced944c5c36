/** The fixture of the outside judges through SDK v2 and SDK v1; tools/inspector.mjs asks the same of MCP Inspector. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureCases } from '../../../tools/verify/fixture-cases.mjs';
import { openTrust } from '../../trust/open-trust.ts';
import {
  type HttpProcess,
  httpClients,
  type ServedWorkspace,
  startHttp,
  stdioClients,
  type TestClient,
} from './testing/clients.ts';

let servedServer: ServedWorkspace;
let http: HttpProcess;

beforeAll(async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'prompt-workbench-clients-'));
  const workspace = fileURLToPath(new URL('../../../tools/verify/conformance-workspace', import.meta.url));
  servedServer = { workspace, server: 'Conformance', stateDir };
  await openTrust({ workspaceDir: workspace, stateDir, log: () => {} }).allow([], { workspace: true });
  http = await startHttp(servedServer);
});

afterAll(async () => {
  await http.close();
  await rm(servedServer.stateDir, { recursive: true, force: true });
});

describe.each([
  ...stdioClients.map(({ name, connect }) => ({ name, connect: () => connect(servedServer) })),
  ...httpClients.map(({ name, connect }) => ({ name, connect: () => connect(http) })),
])('$name', ({ connect }) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  test.each(fixtureCases)('$name', async (fixtureCase) => {
    const answer = client.request(fixtureCase.method, fixtureCase.params);
    if (fixtureCase.error)
      await expect(answer).rejects.toMatchObject({
        code: fixtureCase.error.code,
        message: expect.stringMatching(fixtureCase.error.message),
      });
    else expect(fixtureCase.pick(await answer)).toEqual(fixtureCase.expected);
  });
});
