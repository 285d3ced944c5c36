import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Sandbox } from '../functions/sandbox.ts';
import type { LogLevel, ServerServices } from '../server/services.ts';

/** A line that the server wrote while it answered one call. */
export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** Services whose log can be told apart by the call that it was written for. */
export interface CallLog {
  readonly services: ServerServices;
  /** Runs a call and keeps in `lines` what is logged for it; the services' own log hears it too. */
  record<T>(lines: LogLine[], call: () => Promise<T>): Promise<T>;
}

/**
 * Both ends of an in-memory pair run in one async context, so that the caller's is the server's while it answers. The
 * sandbox's worker speaks from outside of it: a function's log is bound to the context in which the function was called.
 */
export function createCallLog(services: ServerServices): CallLog {
  const current = new AsyncLocalStorage<LogLine[]>();

  function bound(sandbox: Pick<Sandbox, 'run'>): Pick<Sandbox, 'run'> {
    return {
      run: (call) => sandbox.run({ ...call, host: { ...call.host, log: AsyncResource.bind(call.host.log) } }),
    };
  }

  return {
    services: {
      ...services,
      sandbox: async () => bound(await services.sandbox()),
      log(level, text) {
        current.getStore()?.push({ level, text });
        services.log(level, text);
      },
    },
    record: (lines, call) => current.run(lines, call),
  };
}
