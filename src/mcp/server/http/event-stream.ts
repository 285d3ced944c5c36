import type { ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** An open response that sends messages as server-sent events. */
export interface EventStream {
  send(message: JSONRPCMessage): void;
  /** Sends the id of the present event without an event (MCP 2025-11-25, "Transports"; SEP-1699). */
  prime(): void;
  /** Sends a comment, so that clients and proxies do not treat silence as a broken connection. */
  keepAlive(): void;
  end(): void;
}

/** @param eventId the id of each event, for `Last-Event-ID` of a client that opens the stream again */
export function openEventStream(
  response: ServerResponse,
  onClosed: () => void,
  headers: Readonly<Record<string, string>> = {},
  eventId?: () => string,
): EventStream {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    // nginx would hold events back.
    'x-accel-buffering': 'no',
    ...headers,
  });
  response.flushHeaders();
  response.once('close', onClosed);
  const write = (text: string) => {
    if (!response.destroyed) response.write(text);
  };
  return {
    send: (message) =>
      write(`${eventId ? `id: ${eventId()}\n` : ''}event: message\ndata: ${JSON.stringify(message)}\n\n`),
    prime: () => write(`id: ${eventId?.() ?? ''}\ndata: \n\n`),
    keepAlive: () => write(': keep-alive\n\n'),
    end: () => response.end(),
  };
}
