import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { NotAllowedError } from '../../base/errors.ts';
import type { SearchReport } from '../../contract/contract.ts';
import type { Computing } from '../../sandbox/sandbox.ts';
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
  readonly searches: SearchReport[];
  /** Ids of asks that were not allowed. */
  readonly needs: Set<string>;
}

/** A record of a call that is about to be made. */
export function newCallRecord(): CallRecord {
  return { log: [], searches: [], needs: new Set() };
}

/** The record in the words of the contract. */
export function callView({ log, searches, needs }: CallRecord) {
  return { log, searches, ...(needs.size > 0 && { needs: [...needs] }) };
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
  const { wolfram, upstream } = services;

  /** Takes note of what the work needs and may not do. */
  async function noting<T>(work: Promise<T>): Promise<T> {
    const record = current.getStore();
    try {
      return await work;
    } catch (error) {
      if (error instanceof NotAllowedError) for (const id of error.needs) record?.needs.add(id);
      throw error;
    }
  }

  function bound(sandbox: Computing): Computing {
    return {
      ...sandbox,
      run: (call) => {
        const { log, search } = call.host;
        const host = { ...call.host, log: AsyncResource.bind(log), search: AsyncResource.bind(search) };
        return noting(sandbox.run({ ...call, host }));
      },
    };
  }

  return {
    services: {
      ...services,
      ...(wolfram && { wolfram: (code, values, signal) => noting(wolfram(code, values, signal)) }),
      ...(upstream && {
        upstream: {
          describe: (source, tool) => noting(upstream.describe(source, tool)),
          call: (request) => noting(upstream.call(request)),
        },
      }),
      sandbox: async () => bound(await noting(services.sandbox())),
      log(level, text) {
        current.getStore()?.log.push({ level, text });
        services.log(level, text);
      },
      async search(request) {
        const answer = await noting(services.search({ ...request, whileTyping: true }));
        const record = current.getStore();
        record?.searches.push(answer.account);
        for (const { needs = [] } of answer.account.sources) for (const id of needs) record?.needs.add(id);
        return answer;
      },
    },
    record: (record, call) => current.run(record, call),
  };
}
