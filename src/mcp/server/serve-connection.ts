import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, type Transport } from '@modelcontextprotocol/server';
import { serveStdio as serveEras } from '@modelcontextprotocol/server/stdio';
import type { LiveServer } from '../../library/types.ts';
import { buildServer, type PromptServer } from './build-server.ts';
import { followListening, ResourceUpdates } from './resource-updates.ts';
import { connectionFault } from './sdk-internals.ts';
import type { ServerServices } from './services.ts';

/** The connection of one client. */
export interface Connection {
  /** Resolves when either side has ended the connection. */
  readonly closing: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves one long-lived connection (stdio, or one end of an in-memory pair) in the era of the client's first message.
 * A handshake gets its own server immediately. The SDK handles all other openings (the stateless revision, a probe that
 * may fall back to a handshake).
 *
 * @param transport not started yet; a second `start` must be harmless
 */
export function serveConnection(liveServer: LiveServer, services: ServerServices, transport: Transport): Connection {
  let end: () => void = () => {};
  const closing = new Promise<void>((resolve) => {
    end = resolve;
  });
  const report = (error: unknown) => services.log('warning', connectionFault(error));
  let close = () => transport.close();

  transport.onclose = end;
  transport.onmessage = (firstMessage) => {
    transport.onmessage = undefined;
    if (isHandshake(firstMessage)) {
      const server = buildServer(liveServer, services);
      server.onerror = report;
      server.connect(transport).catch(report);
      close = () => server.close();
    } else {
      let server: PromptServer | undefined;
      const build = () => {
        server = buildServer(liveServer, services);
        return server;
      };
      close = serveEras(build, { transport, onerror: report }).close;
      const updates = new ResourceUpdates(liveServer, (uri) => server?.announceUpdate(uri));
      handleFirst(transport, (message) => {
        followListening(updates, message);
        return server?.answerDirectly(message, transport) ?? false;
      });
      const onClosed = transport.onclose;
      transport.onclose = () => {
        onClosed?.();
        updates.close();
        end();
      };
    }
    handOver(transport, firstMessage);
  };
  transport.start().catch(report);
  return { closing, close: () => close() };
}

/** Passes a message to the transport's present listener. */
function handOver(transport: Transport, message: JSONRPCMessage): void {
  transport.onmessage?.(message);
}

/** Offers each message to `handle`; the transport's present listener gets those for which it returns false. */
function handleFirst(transport: Transport, handle: (message: JSONRPCMessage) => boolean): void {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if (!handle(message)) onmessage?.(message, extra);
  };
}

/** `initialize` opens a handshake connection, unless it has the envelope of the stateless revision. */
function isHandshake(message: JSONRPCMessage): boolean {
  return (
    'method' in message &&
    message.method === 'initialize' &&
    message.params?._meta?.[PROTOCOL_VERSION_META_KEY] === undefined
  );
}
