import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { WorkbenchError } from '../../../base/errors.ts';
import { parseJson } from '../../../base/json.ts';
import type { Handlers, Output } from '../../../contract/contract.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { ServerServices } from '../../../mcp/server/services.ts';
import type { TrafficEntry } from '../../../mcp/traffic/traffic-entry.ts';
import type { TrafficHub } from '../../../mcp/traffic/traffic-hub.ts';

export interface TrafficParts {
  readonly trafficHub: TrafficHub;
  readonly services: ServerServices;
  /** @throws WorkbenchError `not-found` */
  readonly liveServerOf: (server: string) => LiveServer;
  /** The server's HTTP address and bearer token; undefined if it is not served over HTTP. */
  readonly addressOf: (server: string) => Promise<{ readonly url: string; readonly token: string } | undefined>;
}

type TrafficCall = Extract<keyof Handlers, `traffic.${string}` | `connections.${string}`>;

export function trafficHandlers({
  trafficHub,
  services,
  liveServerOf,
  addressOf,
}: TrafficParts): Pick<Handlers, TrafficCall> {
  const { log } = trafficHub;
  const logName = randomUUID();
  return {
    async 'traffic.list'({ after, limit }) {
      const entries = log.changedAfter(after, limit);
      const seq = entries.length === limit ? (entries.at(-1)?.seq ?? log.seq) : log.seq;
      return { entries: entries.map(entryView), seq, more: seq < log.seq, log: logName, firstId: log.firstId };
    },
    async 'traffic.search'({ query, after }) {
      const { searchLog } = await import('../../../mcp/traffic/search-log.ts');
      return searchLog(log, query, after);
    },
    async 'traffic.open'({ id }) {
      const entry = log.get(id);
      if (!entry) throw new WorkbenchError('not-found', 'This entry is no longer in the log. Choose a newer one.');
      const { request, answer, steps } = entry;
      const asDeclared = await declaredRequest(entry, liveServerOf);
      return {
        entry: entryView(entry),
        ...(request && { request }),
        ...(answer && { answer }),
        ...(steps && { steps: steps.map(({ at: _, ...step }) => step) }),
        ...(asDeclared && { declared: asDeclared }),
      };
    },
    async 'traffic.clear'() {
      log.clear();
      return {};
    },
    async 'traffic.resend'({ id, params }) {
      const { resend } = await import('../../../mcp/traffic/resend.ts');
      const { adaptFor } = await import('../../../clients/adapters/adapt-for.ts');
      const serve = (server: string, application?: string) =>
        application === undefined
          ? { liveServer: liveServerOf(server), services }
          : adaptFor(application, liveServerOf(server), services);
      return { id: await resend(trafficHub, id, params, serve) };
    },
    async 'connections.address'({ server }) {
      liveServerOf(server);
      const address = await addressOf(server);
      if (!address)
        throw new WorkbenchError('unavailable', `${server} isn't served over HTTP. The workbench's log says why.`);
      return { url: address.url, token: address.token };
    },
    'connections.get': async () => trafficHub.connections().map((connection) => ({ ...connection })),
  };
}

async function declaredRequest(
  { method, server, application, request }: TrafficEntry,
  liveServerOf: TrafficParts['liveServerOf'],
): Promise<Output<'traffic.open'>['declared']> {
  if (method !== 'prompts/get' || application === undefined || !request || request.isCut) return undefined;
  const { name, arguments: givenArguments } = promptParams.safeParse(parseJson(request.text)).data?.params ?? {};
  if (name === undefined) return undefined;
  const values = Object.entries(givenArguments ?? {}).filter(
    (item): item is [string, string] => typeof item[1] === 'string',
  );
  const { asDeclared } = await import('../../../clients/adapters/adapt-for.ts');
  try {
    return asDeclared(application, liveServerOf(server).current(), { name, values: Object.fromEntries(values) });
  } catch {
    // The server is gone.
    return undefined;
  }
}

const promptParams = z.object({
  params: z.object({ name: z.string(), arguments: z.exactOptional(z.record(z.string(), z.unknown())) }),
});

/** An entry without its messages. */
function entryView(entry: TrafficEntry): Output<'traffic.list'>['entries'][number] {
  const { seq: _, application: _application, request, answer, steps, ...facts } = entry;
  const last = steps?.findLast(({ direction }) => direction === 'in') ?? { request, answer };
  return { ...facts, ...(steps && { steps: steps.length }), size: (last.answer ?? last.request)?.size ?? 0 };
}
