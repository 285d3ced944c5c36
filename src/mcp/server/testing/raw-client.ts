/** A client that writes JSON-RPC itself, over stdio or HTTP, and keeps every message of the server as it came. */
import { PassThrough } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { startHttpEndpoint } from '../http/endpoint.ts';
import { MODERN_REVISION, type Revision } from '../revisions.ts';
import { serveConnection } from '../serve-connection.ts';
import type { ServerServices } from '../services.ts';
import { LineTransport } from '../stdio/stdio-transport.ts';
import { until } from './clients.ts';
import { type FakeLiveServer, fakeServices } from './fake-live-server.ts';

export type Message = Record<string, unknown>;
export type TransportName = 'stdio' | 'HTTP';

export interface RawClient {
  /** The answer to `initialize`, or to `server/discover`. */
  readonly opening: Message;
  /** Messages without an answer's id, in order. */
  readonly notifications: readonly Message[];
  /** Sends one request; resolves with its whole answer. */
  request(method: string, params?: object): Promise<Message>;
  /** Sends a request without waiting for an answer. @returns its id */
  send(method: string, params?: object): number;
  notify(method: string, params?: object): Promise<void>;
  /** Sends JSON as it is; resolves with the next message of the server, whatever it is. */
  sendRaw(message: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Carries messages; `receive` gets each message of the server. */
interface Wire {
  send(message: Message | readonly unknown[]): Promise<void>;
  /** After the handshake: opens what notifications come on. */
  listen?(): Promise<void>;
  close(): Promise<void>;
}

type Receive = (message: unknown) => void;

export async function openRawClient(
  transport: TransportName,
  revision: Revision,
  liveServer: FakeLiveServer,
  services: ServerServices = fakeServices(),
): Promise<RawClient> {
  const receivedMessages: unknown[] = [];
  const pendingAnswers = new Map<unknown, (answer: Message) => void>();
  const notifications: Message[] = [];
  const receive: Receive = (message) => {
    receivedMessages.push(message);
    const { id, method } = message as Message;
    if (typeof method === 'string') notifications.push(message as Message);
    else pendingAnswers.get(id)?.(message as Message);
  };
  const wire =
    transport === 'stdio' ? openLines(liveServer, services, receive) : await openHttp(liveServer, services, receive);
  const isModern = revision === MODERN_REVISION;
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: { name: 'raw', version: '1' },
    [CLIENT_CAPABILITIES_META_KEY]: {},
    [LOG_LEVEL_META_KEY]: 'info',
  };
  let lastId = 0;
  const messageFor = (method: string, params: object | undefined) => {
    const { _meta: ownMeta, ...rest } = { ...params } as { _meta?: object };
    const meta = { ...(isModern && _meta), ...ownMeta };
    return {
      jsonrpc: '2.0',
      method,
      params: { ...rest, ...(Object.keys(meta).length > 0 && { _meta: meta }) },
    };
  };
  const send = (method: string, params?: object) => {
    lastId += 1;
    wire.send({ id: lastId, ...messageFor(method, params) }).catch((error: unknown) => {
      receive({ id: lastId, failed: String(error) });
    });
    return lastId;
  };
  const client: RawClient = {
    opening: {},
    notifications,
    send,
    request(method, params) {
      return new Promise((resolve) => {
        pendingAnswers.set(send(method, params), resolve);
      });
    },
    notify: (method, params) => wire.send(messageFor(method, params)),
    async sendRaw(message) {
      const count = receivedMessages.length;
      await wire.send(message as Message);
      await until(() => receivedMessages.length > count, 'a message');
      return receivedMessages[count];
    },
    close: () => wire.close(),
  };
  const openingMessage = isModern
    ? await client.request('server/discover')
    : await client.request('initialize', {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      });
  if (!isModern) {
    await client.notify('notifications/initialized');
    await wire.listen?.();
  }
  return { ...client, opening: openingMessage };
}

function openLines(liveServer: FakeLiveServer, services: ServerServices, receive: Receive): Wire {
  const input = new PassThrough();
  const output = new PassThrough();
  let unfinishedLine = '';
  output.on('data', (chunk) => {
    const lines = `${unfinishedLine}${chunk}`.split('\n');
    unfinishedLine = lines.pop() ?? '';
    for (const line of lines) receive(JSON.parse(line));
  });
  const connection = serveConnection(liveServer, services, new LineTransport(input, output));
  return {
    async send(message) {
      input.write(`${JSON.stringify(message)}\n`);
    },
    close: () => connection.close(),
  };
}

async function openHttp(liveServer: FakeLiveServer, services: ServerServices, receive: Receive): Promise<Wire> {
  const endpoint = await startHttpEndpoint({ findServer: () => liveServer, services, token: 'secret', port: 0 });
  const url = endpoint.url('Docs');
  const closingController = new AbortController();
  const headers: Record<string, string> = {
    authorization: 'Bearer secret',
    accept: 'application/json, text/event-stream',
  };
  const take = async (response: Response) => {
    if (response.headers.get('content-type')?.includes('text/event-stream')) return takeEvents(response, receive);
    const text = await response.text();
    if (text === '') return;
    const body: unknown = JSON.parse(text);
    for (const message of Array.isArray(body) ? [body] : [body]) receive(message);
  };
  return {
    async send(message) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...headersOf(message) },
        body: JSON.stringify(message),
        signal: closingController.signal,
      });
      const session = response.headers.get('mcp-session-id');
      if (session !== null) headers['mcp-session-id'] = session;
      await take(response);
    },
    async listen() {
      const response = await fetch(url, { headers, signal: closingController.signal });
      take(response).catch(() => {});
    },
    async close() {
      closingController.abort();
      await endpoint.close();
    },
  };
}

/** The headers that a request of the stateless revision repeats. */
function headersOf(message: Message | readonly unknown[]): Record<string, string> {
  const { method, params = {} } = message as { method?: string; params?: Message };
  const revision = (params._meta as Message | undefined)?.[PROTOCOL_VERSION_META_KEY];
  if (typeof revision !== 'string' || method === undefined) return {};
  const name = method === 'resources/read' ? params.uri : params.name;
  return {
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

async function takeEvents(response: Response, receive: Receive): Promise<void> {
  let unfinishedEvent = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      const events = `${unfinishedEvent}${decoder.decode(chunk as Uint8Array, { stream: true })}`.split('\n\n');
      unfinishedEvent = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined && data !== '') receive(JSON.parse(data));
      }
    }
  } catch {
    // The client closed the stream.
  }
}
