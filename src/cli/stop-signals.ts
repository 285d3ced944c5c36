/** The signals that end a command: Ctrl+C, `kill`, and the end of the terminal. */
import { once } from 'node:events';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns an abort signal that these signals abort, so that a command can end what it started. */
export function createStopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of signals) process.once(name, () => stop.abort());
  return stop.signal;
}

/** Resolves at one of the signals. */
export async function waitForStop(): Promise<void> {
  await Promise.race(signals.map((signal) => once(process, signal)));
}
