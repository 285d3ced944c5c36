import { once } from 'node:events';

/** Resolves when a person or the system asks the process to end: Ctrl+C, `kill`, or a terminal that closes. */
export async function untilToldToStop(): Promise<void> {
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
}
