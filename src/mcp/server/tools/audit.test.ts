/** The traffic log has every tool call: the client, the tool, the arguments and the answer. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { ObservedConnection } from '../../traffic/observed-connection.ts';
import { describe as describeMessage, type TrafficMessage } from '../../traffic/traffic-message.ts';
import { startHttpEndpoint } from '../http/endpoint.ts';
import { REVISIONS } from '../revisions.ts';
import { revisionOptions } from '../testing/clients.ts';
import { fakeLiveServer, fakeServices, resolvedServer, tool } from '../testing/fake-live-server.ts';

const wipingServer = fakeLiveServer(
  resolvedServer([], { tools: [tool({ name: 'wipe', content: { kind: 'function', code: '' } })] }),
);

test.each(REVISIONS)('a call at %s is logged with its name, arguments, messages and result', async (revision) => {
  const notedMessages: TrafficMessage[] = [];
  const sink = {
    message: (message: TrafficMessage) => notedMessages.push(message),
    changed() {},
    unanswered() {},
    missed() {},
    closed() {},
  };
  const services = fakeServices(async ({ host }) => {
    host.progress?.({ value: 1 });
    return 'done';
  });
  const endpoint = await startHttpEndpoint({
    findServer: () => wipingServer,
    services,
    token: 'secret',
    port: 0,
    observe(server, transport, liveServer) {
      const observedConnection = new ObservedConnection(server, transport, liveServer);
      observedConnection.listen(sink, describeMessage);
      return observedConnection;
    },
  });
  const client = new Client({ name: 'auditor', version: '1.0.0' }, revisionOptions(revision));
  const requestInit = { headers: { authorization: 'Bearer secret' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url('Docs')), { requestInit }));
  await client.callTool({ name: 'wipe', arguments: { disk: 'all of it' } }, { onprogress: () => {} });
  await client.close();
  await endpoint.close();

  const request = notedMessages.find(({ method }) => method === 'tools/call');
  expect(request).toMatchObject({ direction: 'in', kind: 'request', subject: 'wipe' });
  expect(request?.body.text).toContain('"disk":"all of it"');
  expect(notedMessages.find(({ method }) => method === 'notifications/progress')).toMatchObject({ direction: 'out' });
  // Clients without a session count separately for each name that they choose.
  const answer = notedMessages.findLast(({ kind, key }) => kind === 'answer' && key === request?.key);
  expect(answer?.body.text).toContain('"text":"done"');
});
