import type { Readable, Writable } from 'node:stream';
import { inBackground } from '../../base/in-background.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ObservedConnection } from '../traffic/observed-connection.ts';
import { serveConnection } from './serve-connection.ts';
import type { ServerServices } from './services.ts';
import { LineTransport } from './stdio-transport.ts';

/** How often the parent process is looked for. Milliseconds. */
const PARENT_CHECK = 300;

export interface StdioOptions {
  readonly input?: Readable;
  readonly output?: Writable;
  /** Hears every message that passes. */
  readonly tap?: ObservedConnection['tap'];
}

/**
 * Serves one MCP client over stdin and stdout. Resolves when the client is gone: the end of input, a closed stdout, a
 * parent process that died, SIGTERM, SIGINT or SIGHUP. The caller then ends the process, since a function that still
 * runs must not hold it.
 */
export async function serveStdio(
  source: LiveServer,
  services: ServerServices,
  { input = process.stdin, output = process.stdout, tap }: StdioOptions = {},
): Promise<void> {
  const connection = serveConnection(source, services, new LineTransport(input, output, tap));
  const stop = onProcessEnd(() => inBackground(connection.close()));
  await connection.closed;
  stop();
}

/** Calls back once the process is told to stop or has lost its parent. Returns what stops looking. */
function onProcessEnd(end: () => void): () => void {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) end();
  }, PARENT_CHECK);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, end);
  };
}
