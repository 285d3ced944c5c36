import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { NotAllowedError } from '../../base/errors.ts';
import type { SearchReport } from '../../contract/contract.ts';
import type { SandboxRunner } from '../../sandbox/sandbox.ts';
import type { LogLevel, ServerServices } from '../server/services.ts';

/** A line of the server's log during one call. */
export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** The events in the server during one call. */
export interface CallRecord {
  readonly log: LogLine[];
  /** In the order in which they ended. */
  readonly searches: SearchReport[];
  /** Ids of asks that were not allowed. */
  readonly needs: Set<string>;
}

/** An empty record for a new call. */
export function newCallRecord(): CallRecord {
  return { log: [], searches: [], needs: new Set() };
}

/** The record in the shape of the contract. */
export function callView({ log, searches, needs }: CallRecord) {
  return { log, searches, ...(needs.size > 0 && { needs: [...needs] }) };
}

/** Services that assign log lines and searches to calls. */
export interface CallLog {
  readonly services: ServerServices;
  /** Runs a call and adds its events to `record`; log lines also go to the services' own log. */
  record<T>(record: CallRecord, call: () => Promise<T>): Promise<T>;
}

/** The call of the current async context. One storage for all logs, for the reason that recording-transport.ts gives. */
const currentCall = new AsyncLocalStorage<{ readonly log: CallLog; readonly record: CallRecord }>();

/**
 * Both ends of an in-memory pair run in one async context, so the server answers in the caller's context. Messages of the
 * sandbox's worker come from outside, so a function's requests are bound to the context of its call.
 */
export function createCallLog(services: ServerServices): CallLog {
  const { wolfram, upstream } = services;

  function currentRecord(): CallRecord | undefined {
    const call = currentCall.getStore();
    return call?.log === callLog ? call.record : undefined;
  }

  /** Records the asks that the work needs and that are not allowed. */
  async function noteAsks<T>(work: Promise<T>): Promise<T> {
    const record = currentRecord();
    try {
      return await work;
    } catch (error) {
      if (error instanceof NotAllowedError) for (const id of error.needs) record?.needs.add(id);
      throw error;
    }
  }

  function bound(sandbox: SandboxRunner): SandboxRunner {
    return {
      ...sandbox,
      run: (call) => {
        const { log, search, page } = call.host;
        const host = {
          ...call.host,
          log: AsyncResource.bind(log),
          search: AsyncResource.bind(search),
          ...(page && { page: AsyncResource.bind(page) }),
        };
        return noteAsks(sandbox.run({ ...call, host }));
      },
    };
  }

  const callLog: CallLog = {
    services: {
      ...services,
      ...(wolfram && {
        wolfram: {
          call: (code, values, options) => noteAsks(wolfram.call(code, values, options)),
          callOwn: (code, values, options) => noteAsks(wolfram.callOwn(code, values, options)),
          evaluate: (evaluation, options) => noteAsks(wolfram.evaluate(evaluation, options)),
          isInstalled: () => wolfram.isInstalled(),
        },
      }),
      ...(upstream && {
        upstream: {
          describe: (source, tool) => noteAsks(upstream.describe(source, tool)),
          call: (request) => noteAsks(upstream.call(request)),
        },
      }),
      sandbox: async () => bound(await noteAsks(services.sandbox())),
      log(level, text) {
        currentRecord()?.log.push({ level, text });
        services.log(level, text);
      },
      // Each call counts as a session: a person who tries a search again wants to see what it finds.
      async search({ givenPassages: _, ...request }) {
        const answer = await noteAsks(services.search({ ...request, whileTyping: true }));
        const record = currentRecord();
        record?.searches.push(answer.account);
        for (const { needs = [] } of answer.account.sources) for (const id of needs) record?.needs.add(id);
        return answer;
      },
    },
    record: (record, call) => currentCall.run({ log: callLog, record }, call),
  };
  return callLog;
}
