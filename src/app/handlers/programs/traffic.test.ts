import { expect, test } from 'vitest';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../../../mcp/server/testing/fake-live-server.ts';
import { TrafficHub } from '../../../mcp/traffic/traffic-hub.ts';
import { describe as described } from '../../../mcp/traffic/traffic-message.ts';
import { trafficHandlers } from './traffic.ts';

const mail = prompt({
  name: 'write mail',
  arguments: [
    { name: 'group', required: true },
    { name: 'person', required: true, restOfLine: true },
  ],
  content: { kind: 'text', text: { kind: 'template', template: '`group`: `person`' } },
});
const docs = fakeLiveServer(resolvedServer([mail]));
const params = { name: 'write-mail', arguments: { '3': 'Son', group: 'G', person: 'Per' } };

/** The handlers of a log with one `prompts/get`. */
function logCall(application: string | undefined, isGone = false) {
  const trafficHub = new TrafficHub();
  const connection = trafficHub.connect({
    server: 'Docs',
    transport: 'stdio',
    since: 0,
    list: 'fresh',
    ...(application !== undefined && { application }),
  });
  const message = { jsonrpc: '2.0' as const, id: 1, method: 'prompts/get', params };
  connection.message(described({ direction: 'in', message, at: 0 }));
  const liveServerOf = () => {
    if (isGone) throw new Error('Docs is gone.');
    return docs;
  };
  return trafficHandlers({ trafficHub, services: fakeServices(), liveServerOf, addressOf: async () => undefined });
}

test('a request of Claude Code is shown as it was sent, beside the values that the prompt declares', async () => {
  const exchange = await logCall('claude-code')['traffic.open']({ id: 1 });
  expect(JSON.parse(exchange.request?.text ?? '').params).toEqual(params);
  expect(exchange.declared).toEqual({ name: 'write mail', values: { group: 'G', person: 'Per Son' } });
});

test.each([
  ['another client', undefined, false],
  ['a server that is gone', 'claude-code', true],
] as const)('a request of %s is only shown as it was sent', async (_, application, isGone) => {
  const exchange = await logCall(application, isGone)['traffic.open']({ id: 1 });
  expect(exchange.declared).toBeUndefined();
  expect(JSON.parse(exchange.request?.text ?? '').params).toEqual(params);
});

test('a request of Claude Code is sent again to the server as Claude Code gets it', async () => {
  const handlers = logCall('claude-code');
  const { id } = await handlers['traffic.resend']({ id: 1 });
  const { answer, declared } = await handlers['traffic.open']({ id });
  expect(answer?.text).toContain('G: Per Son');
  expect(declared?.values).toEqual({ group: 'G', person: 'Per Son' });
});
