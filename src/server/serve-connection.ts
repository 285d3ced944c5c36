import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServerSource } from '../library/types.ts';
import { buildServer } from './build-server.ts';
import type { ServerServices } from './services.ts';

/**
 * Serves one long-lived connection (stdio, or one end of an in-memory pair). The client's opening decides the era: a
 * handshake (`initialize`) or the stateless revision (an envelope, usually `server/discover` first).
 */
export function serveConnection(
  source: ServerSource,
  services: ServerServices,
  transport: Transport,
): { close(): Promise<void> } {
  return serveStdio(() => buildServer(source, services), {
    transport,
    onerror: (error) => services.log('warning', error.message),
  });
}
