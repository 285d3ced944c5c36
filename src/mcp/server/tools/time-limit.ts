/** Stops synchronous work that takes too long. */
import { createContext, Script } from 'node:vm';

/** The watchdog of `node:vm` is the only one that also interrupts regular expressions. */
const watched = createContext({ work: undefined as unknown });
const script = new Script('work()');

/**
 * Returns the result of `work`, which blocks the thread. Overhead: about 0.1 ms.
 * @param late creates the error for a timeout
 */
export function withinTime<T>(milliseconds: number, work: () => T, late: () => Error): T {
  watched.work = work;
  try {
    return script.runInContext(watched, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw late();
    throw error;
  } finally {
    watched.work = undefined;
  }
}
