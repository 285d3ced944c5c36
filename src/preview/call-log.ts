import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { SearchAccount } from '../contract/contract.ts';
import type { Sandbox } from '../functions/sandbox.ts';
import type { LogLevel, ServerServices } from '../server/services.ts';

/** A line that the server wrote while it answered one call. */
export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** What happened in the server during one call. */
export interface CallRecord {
  readonly log: LogLine[];
  /** In the order in which they ended. */
  readonly searches: SearchAccount[];
}

/** Services whose log and searches can be told apart by the call that they were for. */
export interface CallLog {
  readonly services: ServerServices;
  /** Runs a call and keeps in `record` what happens during it; the services' own log hears it too. */
  record<T>(record: CallRecord, call: () => Promise<T>): Promise<T>;
}

/**
 * Both ends of an in-memory pair run in one async context, so that the caller's is the server's while it answers. The
 * sandbox's worker speaks from outside of it: what a function asks for is bound to the context in which it was called.
 */
export function createCallLog(services: ServerServices): CallLog {
  const current = new AsyncLocalStorage<CallRecord>();

  function bound(sandbox: Pick<Sandbox, 'run'>): Pick<Sandbox, 'run'> {
    return {
      run: (call) => {
        const { log, search } = call.host;
        const host = { ...call.host, log: AsyncResource.bind(log), search: AsyncResource.bind(search) };
        return sandbox.run({ ...call, host });
      },
    };
  }

  return {
    services: {
      ...services,
      sandbox: async () => bound(await services.sandbox()),
      log(level, text) {
        current.getStore()?.log.push({ level, text });
        services.log(level, text);
      },
      async search(request) {
        const answer = await services.search({ ...request, whileTyping: true });
        current.getStore()?.searches.push(answer.account);
        return answer;
      },
    },
    record: (record, call) => current.run(record, call),
  };
}
