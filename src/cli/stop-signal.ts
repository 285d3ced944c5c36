/** A signal that Ctrl+C, `kill` and the end of the terminal abort, so that a command ends what it has started. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}
