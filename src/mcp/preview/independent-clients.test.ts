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
  type Served,
  startHttp,
  stdioClients,
  type TestClient,
} from './testing/clients.ts';

let served: Served;
let http: HttpProcess;

beforeAll(async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'prompt-workbench-clients-'));
  const workspace = fileURLToPath(new URL('../../../tools/verify/conformance-workspace', import.meta.url));
  served = { workspace, server: 'Conformance', stateDir };
  await openTrust({ workspaceDir: workspace, stateDir, log: () => {} }).allow([], { workspace: true });
  http = await startHttp(served);
});

afterAll(async () => {
  await http.close();
  await rm(served.stateDir, { recursive: true, force: true });
});

describe.each([
  ...stdioClients.map(({ name, connect }) => ({ name, connect: () => connect(served) })),
  ...httpClients.map(({ name, connect }) => ({ name, connect: () => connect(http) })),
])('$name', ({ connect }) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  test.each(fixtureCases)('$name', async (one) => {
    const answer = client.request(one.method, one.params);
    if (one.error)
      await expect(answer).rejects.toMatchObject({
        code: one.error.code,
        message: expect.stringMatching(one.error.message),
      });
    else expect(one.pick(await answer)).toEqual(one.expected);
  });
});
