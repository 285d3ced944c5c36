import { once } from 'node:events';

/** Resolves at Ctrl+C, `kill`, or when the terminal closes. */
export async function waitForStop(): Promise<void> {
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
}
