/** The wire log as this window holds it: pure steps from page to page. */
import type { Output, WireEntry } from '../../../src/contract/contract.ts';
import { USUAL_REVISION } from '../../../src/model/revisions.ts';

export interface TrafficEntries {
  /** Which log it is; another one after the workbench was started anew. */
  readonly log: string | undefined;
  /** The newest change that is in it. */
  readonly seq: number;
  /** Oldest first. */
  readonly entries: readonly WireEntry[];
}

export const noTrafficEntries: TrafficEntries = { log: undefined, seq: 0, entries: [] };

/** The log with what has changed since; nothing when the page is of another log, which then is read from its start. */
export function withPage(held: TrafficEntries, page: Output<'traffic.list'>): TrafficEntries | undefined {
  if (held.log !== undefined && held.log !== page.log) return undefined;
  const kept = held.entries.slice(placeOf(held.entries, page.firstId));
  for (const entry of page.entries) {
    if (entry.id < page.firstId) continue;
    const place = placeOf(kept, entry.id);
    kept.splice(place, kept[place]?.id === entry.id ? 1 : 0, entry);
  }
  return { log: page.log, seq: page.seq, entries: kept };
}

/** The index of the first entry that is not older, where it is or would be. */
export function placeOf(entries: readonly { readonly id: number }[], id: number): number {
  let [low, high] = [0, entries.length];
  // Nearly all that changes is at the end.
  if ((entries.at(-1)?.id ?? 0) < id) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface TrafficFilter {
  /** `''` for every one. */
  readonly client: string;
  readonly server: string;
  readonly onlyErrors: boolean;
  /** Of what the preview says again and again while somebody types, only the newest. */
  readonly foldsPreview: boolean;
}

export const noTrafficFilter: TrafficFilter = { client: '', server: '', onlyErrors: false, foldsPreview: true };

/** What is to be seen. `matches` are the ids that a search found; without a search, all. `selected` is never folded. */
export function filterEntries(
  entries: readonly WireEntry[],
  { client, server, onlyErrors, foldsPreview }: TrafficFilter,
  matches: ReadonlySet<number> | undefined,
  selected?: number,
): readonly WireEntry[] {
  const unfolded = foldsPreview && !matches ? withoutRepeats(entries, selected) : entries;
  if (client === '' && server === '' && !onlyErrors && !matches) return unfolded;
  return unfolded.filter(
    (entry) =>
      (client === '' || clientName(entry) === client) &&
      (server === '' || entry.server === server) &&
      (!onlyErrors || entry.state === 'error') &&
      (!matches || matches.has(entry.id)),
  );
}

/** Milliseconds between two questions of the preview that are taken for one, asked while somebody types. */
const pause = 10_000;

/** The entries without those of the preview that it repeated soon after, about the same. */
function withoutRepeats(entries: readonly WireEntry[], selected: number | undefined): readonly WireEntry[] {
  const next = new Map<string, number>();
  const kept: WireEntry[] = [];
  for (const entry of entries.toReversed()) {
    const { id, at, server, transport, method, subject = '' } = entry;
    if (transport === 'preview') {
      const about = JSON.stringify([server, method, subject]);
      const again = next.get(about);
      next.set(about, at);
      if (again !== undefined && again - at <= pause && id !== selected) continue;
    }
    kept.push(entry);
  }
  return kept.length === entries.length ? entries : kept.reverse();
}

/** What a client is called; the workbench's own preview by what it is for. */
export function clientName({ client, transport }: Pick<WireEntry, 'client' | 'transport'>): string {
  return transport === 'preview' ? 'Preview' : (client?.name ?? 'Unknown client');
}

/** The preview has a client for each revision that it was asked in: which one this is; nothing for the usual one. */
export function otherRevision({ transport, revision }: Pick<WireEntry, 'transport' | 'revision'>): string | undefined {
  return transport === 'preview' && revision !== USUAL_REVISION ? revision : undefined;
}
