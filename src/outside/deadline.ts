import { setMaxListeners } from 'node:events';
import { tooSlow } from './limits.ts';

export interface Deadline {
  /** Aborted with the caller's reason, or with an `OutsideError` after the timeout. */
  readonly signal: AbortSignal;
  /** Ends the time limit alone: the caller can still abort. */
  lift(): void;
  /** Call when the work is done. */
  end(): void;
}

export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  // Not `AbortSignal.any` with `AbortSignal.timeout`: Node 20 can garbage-collect such a timeout before it fires.
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(tooSlow(timeoutMs)), timeoutMs);
  const giveUp = () => over.abort(caller?.reason);
  // All requests of a connection share a signal, so many listeners are not a leak.
  if (caller) setMaxListeners(0, caller);
  if (caller?.aborted) giveUp();
  else caller?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: over.signal,
    lift: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}
