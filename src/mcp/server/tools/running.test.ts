/** Calls while they run, with the real sandbox: how far they are, and how they end when the caller gives up. */
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture } from '../../../sandbox/testing/sandbox.ts';
import { type HttpEndpoint, startHttpEndpoint } from '../http/endpoint.ts';
import { REVISIONS, type Revision } from '../revisions.ts';
import { serveConnection } from '../serve-connection.ts';
import { revisionOptions, until } from '../testing/clients.ts';
import { fakeLiveServer, fakeServices, resolvedServer, tool } from '../testing/fake-live-server.ts';

const steps = `async ({ n }, context) => {
  for (let step = 1; step <= n; step++) context.progress(step, n, 'Step ' + step);
  context.progress(1, n, 'does not go back');
  return 'done';
}`;
const functionTool = (name: string, code: string) => tool({ name, content: { kind: 'function', code } });
const liveServer = fakeLiveServer(
  resolvedServer([], {
    rateLimit: { perSecond: 1_000, burst: 1_000 },
    tools: [
      functionTool('steps', steps),
      functionTool('endless', "(_, context) => { context.log('running'); for (;;) {} }"),
      functionTool('fast', '() => 1'),
    ],
  }),
);

let fixture: SandboxFixture;
let services: ReturnType<typeof fakeServices>;
let endpoint: HttpEndpoint;
beforeAll(async () => {
  fixture = await openSandboxFixture();
  services = { ...fakeServices(), sandbox: async () => fixture.sandbox };
  endpoint = await startHttpEndpoint({ findServer: () => liveServer, services, token: 'secret', port: 0 });
});
afterAll(async () => {
  await endpoint.close();
  await fixture.close();
});

async function connect(transport: string, revision: Revision): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, revisionOptions(revision));
  if (transport === 'HTTP') {
    const requestInit = { headers: { authorization: 'Bearer secret' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url('Docs')), { requestInit }));
  } else {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    serveConnection(liveServer, services, theirs);
    await client.connect(ours);
  }
  return client;
}

describe.each(['HTTP', 'a pipe'])('over %s', (transport) => {
  describe.each(REVISIONS)('a client of %s', (revision) => {
    it('gets the progress of a call before the answer', async () => {
      const client = await connect(transport, revision);
      const events: object[] = [];
      const result = await client.callTool(
        { name: 'steps', arguments: { n: 3 } },
        { onprogress: (progress) => events.push(progress) },
      );
      expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
      expect(events).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3, message: `Step ${progress}` })));
      await client.close();
    });

    it('that cancels a call has it stopped within 100 ms, and the next one runs', async () => {
      const client = await connect(transport, revision);
      await client.callTool({ name: 'fast' });
      const times: number[] = [];
      for (let attempt = 0; attempt < 5; attempt++) {
        const startMs = performance.now();
        await client.callTool({ name: 'fast' });
        const usualMs = performance.now() - startMs;
        const controller = new AbortController();
        const call = client
          .callTool({ name: 'endless' }, { signal: controller.signal })
          .catch((error: unknown) => error);
        const isRunning = () => services.lines.splice(0).some(({ message }) => message === 'running');
        await until(isRunning, 'the function to run');
        const start = performance.now();
        controller.abort();
        // The sandbox has one thread: this is answered once the other call is off it.
        await client.callTool({ name: 'fast' });
        times.push(performance.now() - start - usualMs);
        expect(await call).toBeInstanceOf(Error);
      }
      // Beyond what a call takes by itself, the best of five: what else the machine does is not part of it.
      expect(Math.min(...times)).toBeLessThan(100);
      await client.close();
    });
  });
});
