/** The state of the traffic log in this window, and pure functions on its entries. */
import type { LiveConnection, Output, TrafficEntryView, TrafficExchange } from '../../../src/contract/contract.ts';
import { USUAL_REVISION } from '../../../src/model/revisions.ts';

export interface TrafficEntries {
  /** The log's id, which changes when the workbench restarts. */
  readonly log: string | undefined;
  /** The number of the newest change included. */
  readonly seq: number;
  /** Oldest first. */
  readonly entries: readonly TrafficEntryView[];
}

export const noTrafficEntries: TrafficEntries = { log: undefined, seq: 0, entries: [] };

/** The log with a page of changes applied; undefined if the page belongs to another log, which is then read from its start. */
export function withPage(current: TrafficEntries, page: Output<'traffic.list'>): TrafficEntries | undefined {
  if (current.log !== undefined && current.log !== page.log) return undefined;
  const keptEntries = current.entries.slice(placeOf(current.entries, page.firstId));
  for (const entry of page.entries) {
    if (entry.id < page.firstId) continue;
    const place = placeOf(keptEntries, entry.id);
    keptEntries.splice(place, keptEntries[place]?.id === entry.id ? 1 : 0, entry);
  }
  return { log: page.log, seq: page.seq, entries: keptEntries };
}

/** The index where the entry with this id is, or would be inserted. */
export function placeOf(entries: readonly { readonly id: number }[], id: number): number {
  let [low, high] = [0, entries.length];
  // Nearly all changes are at the end.
  if ((entries.at(-1)?.id ?? 0) < id) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface TrafficFilter {
  /** `''` for all. */
  readonly client: string;
  readonly server: string;
  readonly onlyErrors: boolean;
  /** Of the preview's repeated requests during typing, shows only the newest. */
  readonly foldsPreview: boolean;
}

export const noTrafficFilter: TrafficFilter = { client: '', server: '', onlyErrors: false, foldsPreview: true };

/** The messages of the selected entry; the previous entry's stay until they arrive. */
export type TrafficDetails =
  | { readonly status: 'none' }
  | { readonly status: 'open'; readonly exchange: TrafficExchange }
  | { readonly status: 'failed'; readonly message: string };

export interface TrafficState extends TrafficEntries {
  readonly query: string;
  /** Ids of entries that match the query; undefined without a query. */
  readonly matches: ReadonlySet<number> | undefined;
  readonly filter: TrafficFilter;
  /** Id of the selected entry. */
  readonly selectedId: number | undefined;
  readonly details: TrafficDetails;
  /** Other programs' clients that are connected now. */
  readonly connections: readonly LiveConnection[];
}

export const initialTraffic: TrafficState = {
  ...noTrafficEntries,
  query: '',
  matches: undefined,
  filter: noTrafficFilter,
  selectedId: undefined,
  details: { status: 'none' },
  connections: [],
};

/** The visible entries. `matches` are the ids of a search; undefined means all. `selectedId` is never folded. */
export function filterEntries(
  entries: readonly TrafficEntryView[],
  { client, server, onlyErrors, foldsPreview }: TrafficFilter,
  matches: ReadonlySet<number> | undefined,
  selectedId?: number,
): readonly TrafficEntryView[] {
  const rows = foldsPreview && !matches ? withoutRepeats(entries, selectedId) : entries;
  if (client === '' && server === '' && !onlyErrors && !matches) return rows;
  return rows.filter(
    (entry) =>
      (client === '' || clientName(entry) === client) &&
      (server === '' || entry.server === server) &&
      (!onlyErrors || entry.state === 'error') &&
      (!matches || matches.has(entry.id)),
  );
}

/** Preview requests about the same prompt within this time count as repeats during typing. */
const repeatMs = 10_000;

/** The entries without preview requests that a later one repeats. */
function withoutRepeats(
  entries: readonly TrafficEntryView[],
  selectedId: number | undefined,
): readonly TrafficEntryView[] {
  const next = new Map<string, number>();
  const distinct: TrafficEntryView[] = [];
  for (const entry of entries.toReversed()) {
    const { id, at, server, transport, method, subject = '' } = entry;
    if (transport === 'preview') {
      const about = JSON.stringify([server, method, subject]);
      const repeat = next.get(about);
      next.set(about, at);
      if (repeat !== undefined && repeat - at <= repeatMs && id !== selectedId) continue;
    }
    distinct.push(entry);
  }
  return distinct.length === entries.length ? entries : distinct.reverse();
}

/** The display name of a client. */
export function clientName({ client, transport }: Pick<TrafficEntryView, 'client' | 'transport'>): string {
  return transport === 'preview' ? 'Preview' : (client?.name ?? 'Unknown client');
}

/** The protocol revision of a preview client; undefined for the usual one and for other clients. */
export function otherRevision({
  transport,
  revision,
}: Pick<TrafficEntryView, 'transport' | 'revision'>): string | undefined {
  return transport === 'preview' && revision !== USUAL_REVISION ? revision : undefined;
}
