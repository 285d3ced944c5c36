import type { ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** An open response that sends messages as server-sent events. */
export interface EventStream {
  send(message: JSONRPCMessage): void;
  /** Sends a comment, so that clients and proxies do not treat silence as a broken connection. */
  keepAlive(): void;
  end(): void;
}

export function openEventStream(
  response: ServerResponse,
  closed: () => void,
  headers: Readonly<Record<string, string>> = {},
): EventStream {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    ...headers,
  });
  response.flushHeaders();
  response.once('close', closed);
  const write = (text: string) => {
    if (!response.destroyed) response.write(text);
  };
  return {
    send: (message) => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    keepAlive: () => write(': keep-alive\n\n'),
    end: () => response.end(),
  };
}
