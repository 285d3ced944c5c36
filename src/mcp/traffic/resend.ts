/** Resends a recorded request to a server in this process. */
import { InMemoryTransport, type JSONRPCMessage, type JSONRPCRequest } from '@modelcontextprotocol/server';
import { WorkbenchError } from '../../base/errors.ts';
import type { LiveServer } from '../../library/types.ts';
import { repeatableRequests } from '../../model/repeatable-requests.ts';
import { USUAL_REVISION } from '../../model/revisions.ts';
import { previewClient } from '../preview/preview-client.ts';
import { MODERN_REVISION } from '../server/revisions.ts';
import { serveConnection } from '../server/serve-connection.ts';
import type { ServerServices } from '../server/services.ts';
import type { TrafficEntry } from './traffic-entry.ts';
import type { TrafficHub } from './traffic-hub.ts';
import { describe, trafficTime } from './traffic-message.ts';

type Params = Readonly<Record<string, unknown>>;
type Request = { readonly method: string; readonly params?: Params };

/** A server as it is served to a client application. */
export type ServeTo = (
  server: string,
  application?: string,
) => { readonly liveServer: LiveServer; readonly services: ServerServices };

/**
 * Sends a client's recorded request to a server in this process, in that client's revision, and records the exchange as
 * one of the preview's. Resolves with the new entry's id after the server has responded.
 * @throws WorkbenchError `not-found`, or `refused` for a request that cannot be resent
 */
export async function resend(
  hub: TrafficHub,
  id: number,
  params: Params | undefined,
  serveTo: ServeTo,
): Promise<number> {
  const entry = hub.log.get(id);
  if (!entry) throw new WorkbenchError('not-found', 'This entry is no longer in the log; send a newer one.');
  const request = repeatableRequest(entry, params);
  const { server, application, revision = USUAL_REVISION } = entry;
  const { liveServer, services } = serveTo(server, application);
  const client = await connectRaw(liveServer, services, revision);
  const record = hub.connect({
    server,
    transport: 'preview',
    since: Date.now(),
    client: previewClient,
    ...(application !== undefined && { application }),
    revision,
    list: 'never',
  });
  try {
    const outgoing: JSONRPCRequest = { jsonrpc: '2.0', id: 1, ...request };
    record.message(describe({ direction: 'in', message: outgoing, at: trafficTime() }));
    const newId = hub.log.lastId;
    const message = await client.ask(outgoing);
    record.message(describe({ direction: 'out', message, at: trafficTime() }));
    return newId;
  } finally {
    record.closed();
    await client.close();
  }
}

function repeatableRequest({ method, request, direction }: TrafficEntry, params: Params | undefined): Request {
  if (direction === 'out' || !repeatableRequests.has(method))
    throw new WorkbenchError('refused', `"${method}" belongs to its client's connection and cannot be sent again.`);
  if (!request || (request.isCut && !params))
    throw new WorkbenchError('refused', 'The log has only a part of this long request, so it cannot be sent again.');
  const newParams = params ?? (JSON.parse(request.text) as { params?: Params }).params;
  return { method, ...(newParams && { params: newParams }) };
}

interface RawClient {
  ask(request: JSONRPCRequest): Promise<JSONRPCMessage>;
  close(): Promise<void>;
}

/** A client that sends recorded parameters unchanged, one request at a time. */
async function connectRaw(liveServer: LiveServer, services: ServerServices, revision: string): Promise<RawClient> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const connection = serveConnection(liveServer, services, theirs);
  let resolveAnswer: (message: JSONRPCMessage) => void = () => {};
  ours.onmessage = (message) => {
    if (!('method' in message)) resolveAnswer(message);
  };
  await ours.start();
  const ask = (request: JSONRPCRequest) =>
    new Promise<JSONRPCMessage>((resolve, reject) => {
      resolveAnswer = resolve;
      ours.onclose = () => reject(new WorkbenchError('unavailable', 'The server ended before it answered: try again.'));
      ours.send(request).catch(reject);
    });
  try {
    if (revision !== MODERN_REVISION) {
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: previewClient };
      await ask({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
      await ours.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }
  } catch (error) {
    await connection.close();
    throw error;
  }
  return { ask, close: () => connection.close() };
}
