import { randomUUID } from 'node:crypto';
import { WorkbenchError } from '../../base/errors.ts';
import type { Handlers, Output } from '../../contract/contract.ts';
import type { ServerSource } from '../../library/types.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { WireHub } from '../../mcp/traffic/wire-hub.ts';
import type { WireEntry } from '../../mcp/traffic/wire-log.ts';

export interface WireParts {
  readonly wire: WireHub;
  readonly services: ServerServices;
  /** @throws WorkbenchError `not-found` */
  readonly sourceOf: (server: string) => ServerSource;
  /** Where programs reach a server over HTTP and what they must show there; nothing while it is not served so. */
  readonly addressOf: (server: string) => Promise<{ readonly url: string; readonly token: string } | undefined>;
}

type WireCall = Extract<keyof Handlers, `wire.${string}` | `connections.${string}`>;

/** The verbs of the wire log and of the connected clients. */
export function wireHandlers({ wire, services, sourceOf, addressOf }: WireParts): Pick<Handlers, WireCall> {
  const { log } = wire;
  const logName = randomUUID();
  return {
    async 'wire.list'({ after, limit }) {
      const entries = log.changedAfter(after, limit);
      const seq = entries.length === limit ? (entries.at(-1)?.seq ?? log.seq) : log.seq;
      return { entries: entries.map(entryView), seq, more: seq < log.seq, log: logName, firstId: log.firstId };
    },
    async 'wire.search'({ query, after }) {
      const { searchLog } = await import('../../mcp/traffic/search-log.ts');
      return searchLog(log, query, after);
    },
    async 'wire.open'({ id }) {
      const entry = log.get(id);
      if (!entry)
        throw new WorkbenchError('not-found', 'This entry is not kept any more; look at one of the newer ones.');
      const { request, answer } = entry;
      return { entry: entryView(entry), ...(request && { request }), ...(answer && { answer }) };
    },
    async 'wire.clear'() {
      log.clear();
      return {};
    },
    async 'wire.resend'({ id, params }) {
      const { resend } = await import('../../mcp/traffic/resend.ts');
      return { id: await resend(wire, id, params, { sourceOf, services }) };
    },
    async 'connections.address'({ server }) {
      sourceOf(server);
      const address = await addressOf(server);
      if (!address)
        throw new WorkbenchError(
          'unavailable',
          `${server} is not served over HTTP at the moment: the log of the workbench says why.`,
        );
      return { url: address.url, token: address.token };
    },
    'connections.get': async () => wire.connections().map((connection) => ({ ...connection })),
  };
}

/** An entry without what was said. */
function entryView({ seq: _, request, answer, ...entry }: WireEntry): Output<'wire.list'>['entries'][number] {
  return { ...entry, size: (answer ?? request)?.size ?? 0 };
}
