import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, type Transport } from '@modelcontextprotocol/server';
import { serveStdio as serveEras } from '@modelcontextprotocol/server/stdio';
import type { LiveServer } from '../../library/types.ts';
import { buildServer } from './build-server.ts';
import type { ServerServices } from './services.ts';

/** One client being served. */
export interface Connection {
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves one long-lived connection (stdio, or one end of an in-memory pair) in the era of the client's first message.
 * A handshake is given a server of its own straight away; whatever else comes (the stateless revision, a probe that may
 * still fall back) is the SDK's to sort out, which costs each message a detour.
 *
 * @param transport not started yet; starting it twice must do no harm
 */
export function serveConnection(source: LiveServer, services: ServerServices, transport: Transport): Connection {
  let end: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const report = (error: unknown) => services.log('warning', error instanceof Error ? error.message : String(error));
  let close = () => transport.close();

  transport.onclose = end;
  transport.onmessage = (first) => {
    transport.onmessage = undefined;
    if (isHandshake(first)) {
      const server = buildServer(source, services);
      server.onerror = report;
      server.connect(transport).catch(report);
      close = () => server.close();
    } else {
      close = serveEras(() => buildServer(source, services), { transport, onerror: report }).close;
      const ended = transport.onclose;
      transport.onclose = () => {
        ended?.();
        end();
      };
    }
    handOver(transport, first);
  };
  transport.start().catch(report);
  return { closed, close: () => close() };
}

/** To whoever listens by now. */
function handOver(transport: Transport, message: JSONRPCMessage): void {
  transport.onmessage?.(message);
}

/** `initialize` opens a handshake connection, unless it comes in the envelope of the stateless revision. */
function isHandshake(message: JSONRPCMessage): boolean {
  return (
    'method' in message &&
    message.method === 'initialize' &&
    message.params?._meta?.[PROTOCOL_VERSION_META_KEY] === undefined
  );
}
