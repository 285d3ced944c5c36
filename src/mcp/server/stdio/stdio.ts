import type { Readable, Writable } from 'node:stream';
import { inBackground } from '../../../base/in-background.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { ObservedConnection } from '../../traffic/observed-connection.ts';
import { serveConnection } from '../serve-connection.ts';
import type { ServerServices } from '../services.ts';
import { LineTransport } from './stdio-transport.ts';

/** Milliseconds between two checks of the parent process. */
const parentCheckMs = 300;

export interface StdioOptions {
  readonly input?: Readable;
  readonly output?: Writable;
  /** Receives every message in both directions. */
  readonly tap?: ObservedConnection['tap'];
}

/**
 * Serves one MCP client over stdin and stdout. Resolves when the client is gone: end of input, closed stdout, dead parent
 * process, SIGTERM, SIGINT or SIGHUP. The caller then ends the process, because a running function must not keep it alive.
 */
export async function serveStdio(
  liveServer: LiveServer,
  services: ServerServices,
  { input = process.stdin, output = process.stdout, tap }: StdioOptions = {},
): Promise<void> {
  const connection = serveConnection(liveServer, services, new LineTransport(input, output, tap));
  const stop = onProcessEnd(() => inBackground(connection.close()));
  await connection.closing;
  stop();
}

/** Calls back when the process gets a signal to stop or its parent has ended. Returns the unsubscriber. */
function onProcessEnd(end: () => void): () => void {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) end();
  }, parentCheckMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, end);
  };
}
