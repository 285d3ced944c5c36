import { setMaxListeners } from 'node:events';
import { tooSlow } from './limits.ts';

export interface Deadline {
  /** Aborted with the caller's reason, or with an `OutsideError` after the timeout. */
  readonly signal: AbortSignal;
  /** Ends the time limit alone: the caller can still abort. */
  lift(): void;
  /** Stops the time limit's clock until the returned function is called. */
  pause(): () => void;
  /** Call when the work is done. */
  end(): void;
}

export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  // Not `AbortSignal.any` with `AbortSignal.timeout`: Node 20 can garbage-collect such a timeout before it fires.
  const controller = new AbortController();
  const pauses = new Set<object>();
  let leftMs = timeoutMs;
  let runsFrom = performance.now();
  let isLifted = false;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    runsFrom = performance.now();
    timer = setTimeout(() => controller.abort(tooSlow(timeoutMs)), leftMs);
  };
  const lift = () => {
    isLifted = true;
    clearTimeout(timer);
  };
  start();
  const giveUp = () => controller.abort(caller?.reason);
  // All requests of a connection share a signal, so many listeners are not a leak.
  if (caller) setMaxListeners(0, caller);
  if (caller?.aborted) giveUp();
  else caller?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    lift,
    pause() {
      const pause = {};
      if (pauses.size === 0) {
        clearTimeout(timer);
        leftMs = Math.max(0, leftMs - (performance.now() - runsFrom));
      }
      pauses.add(pause);
      return () => {
        if (pauses.delete(pause) && pauses.size === 0 && !isLifted) start();
      };
    },
    end() {
      lift();
      caller?.removeEventListener('abort', giveUp);
    },
  };
}
