/** Real clients of the three kinds that tests use, each on one end of an in-memory pair. */
import { Client, type ClientCapabilities } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  InMemoryTransport,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { LiveServer } from '../../../library/types.ts';
import { MODERN_REVISION, type Revision } from '../revisions.ts';
import { serveConnection } from '../serve-connection.ts';
import type { ServerServices } from '../services.ts';
import { fakeServices } from './fake-live-server.ts';

const clientInfo = { name: 'test', version: '1.0.0' };

/** Options that restrict SDK v2's client to one revision. */
export function revisionOptions(revision: Revision) {
  return revision === MODERN_REVISION
    ? { versionNegotiation: { mode: { pin: revision } } }
    : { supportedProtocolVersions: [revision] };
}

/** SDK v2's client of one revision. */
export async function connectClient(
  liveServer: LiveServer,
  revision: Revision = '2025-11-25',
  services: ServerServices = fakeServices(),
  capabilities: ClientCapabilities = {},
): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveConnection(liveServer, services, theirs);
  const client = new Client(clientInfo, { ...revisionOptions(revision), capabilities });
  await client.connect(ours);
  return client;
}

/** SDK v1's client: 2025-11-25. */
export async function connectClientV1(liveServer: LiveServer, services: ServerServices = fakeServices()) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveConnection(liveServer, services, theirs);
  const client = new ClientV1(clientInfo);
  await client.connect(ours as TransportV1);
  return client;
}

export interface WireClient {
  /** The raw result or error of one request, without the fields that the transport adds to every result. */
  request(method: string, params?: object): Promise<Record<string, unknown>>;
  readonly initialize: Record<string, unknown>;
  /** Methods of the received notifications. */
  readonly notifications: string[];
  close(): Promise<void>;
}

/** A client without validation: a test sees exactly what the server sends. */
export async function connectWire(
  liveServer: LiveServer,
  revision: Revision,
  services: ServerServices = fakeServices(),
): Promise<WireClient> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveConnection(liveServer, services, theirs);
  const pendingAnswers = new Map<number, (answer: Record<string, unknown>) => void>();
  const notifications: string[] = [];
  let id = 0;
  ours.onmessage = (message) => {
    const { result, error, method } = message as Record<string, unknown>;
    if (typeof method === 'string') notifications.push(method);
    else pendingAnswers.get(Number((message as { id: unknown }).id))?.((result ?? error) as Record<string, unknown>);
  };
  await ours.start();
  const isModern = revision === MODERN_REVISION;
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  const request = (method: string, params: object = {}) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      id += 1;
      pendingAnswers.set(id, resolve);
      ours.send({ jsonrpc: '2.0', id, method, params: isModern ? { ...params, _meta } : { ...params } }).catch(reject);
    });
  const initialize = isModern
    ? await request('server/discover')
    : await request('initialize', { protocolVersion: revision, capabilities: {}, clientInfo });
  if (!isModern) await ours.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { request, initialize, notifications, close: () => ours.close() };
}

/** Resolves once `condition` holds; rejects after five seconds. */
export async function until(condition: () => boolean, description: string): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Still waiting for ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
