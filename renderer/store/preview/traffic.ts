/** The traffic log and the connected clients. */

import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { JsonObject } from '../definition/json.ts';
import {
  initialTraffic,
  placeOf,
  type TrafficDetails,
  type TrafficFilter,
  type TrafficState,
  withPage,
} from './traffic-entries.ts';

export interface TrafficActions {
  /** Follows the log until the returned function is called. */
  followTraffic(): () => void;
  searchTraffic(query: string): void;
  filterTraffic(change: Partial<TrafficFilter>): void;
  /** Shows an entry's messages; undefined closes them. */
  openTrafficEntry(id: number | undefined): Promise<void>;
  clearTraffic(): Promise<void>;
  /** Sends a request again, optionally with other params, and shows the new entry. */
  resendTrafficEntry(id: number, params?: JsonObject): Promise<void>;
  /** A server's HTTP address and authorization header, as lines to paste. @throws the core's error */
  addressWithToken(server: string): Promise<string>;
}

/** Adds the event listeners, which only the store calls. */
interface TrafficListeners extends TrafficActions {
  trafficChanged(seq: number): void;
  connectionsChanged(): void;
}

/** Entries per page; the window shows each page as it arrives. */
const pageSize = 2_000;
/** Delay between the last key in the search field and the search. */
const searchDelayMs = 120;
/** Every key in a prompt notifies each client: their state is read once no event came for this long. */
const connectionsDelayMs = 250;

/** What a search reads: the whole log, or only its new entries. */
type SearchExtent = 'all' | 'new';

export function createTrafficActions({ host, get, set, orNotice }: StoreContext): TrafficListeners {
  const change = (part: Partial<TrafficState>) => set({ traffic: { ...get().traffic, ...part } });
  let followers = 0;
  let isReading = false;
  let isChanged = false;
  let searchedSeq = 0;
  let isSearching = false;
  /** The search that follows the one under way. */
  let nextSearch: SearchExtent | undefined;
  let newestConnections = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let connectionsTimer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    isChanged = true;
    if (isReading || followers === 0) return;
    isReading = true;
    try {
      for (let hasMore = true; hasMore && followers > 0; ) {
        isChanged = false;
        const page = await host.call('traffic.list', { after: get().traffic.seq, limit: pageSize });
        const next = withPage(get().traffic, page);
        change(next ?? ofAnotherLog(get().traffic));
        hasMore = page.more || !next || isChanged;
      }
    } catch {
      // The connection is lost; the next event continues.
    } finally {
      isReading = false;
    }
    followDetails(true);
    await search('new');
  }

  /** Searches after the search that is under way. The latest query wins. */
  async function search(wantedExtent: SearchExtent): Promise<void> {
    if (nextSearch !== 'all') nextSearch = wantedExtent;
    if (isSearching) return;
    isSearching = true;
    while (nextSearch !== undefined) {
      const extent = nextSearch;
      nextSearch = undefined;
      await searchOnce(extent);
    }
    isSearching = false;
  }

  async function searchOnce(extent: SearchExtent): Promise<void> {
    const { query, matches: before, log } = get().traffic;
    if (query === '') return;
    const after = extent === 'all' || !before ? 0 : searchedSeq;
    const answer = await host.call('traffic.search', { query, after }).catch(() => undefined);
    const now = get().traffic;
    if (!answer || now.query !== query || now.log !== log || now.matches !== before) return;
    searchedSeq = answer.seq;
    if (after > 0 && answer.ids.length === 0) return;
    change({ matches: new Set([...(after > 0 && before ? before : []), ...answer.ids]) });
  }

  async function openTrafficEntry(id: number | undefined): Promise<void> {
    if (id === undefined) return change({ selectedId: undefined, details: { status: 'none' } });
    change({ selectedId: id });
    const details = await host.call('traffic.open', { id }).then(
      (exchange): TrafficDetails => ({ status: 'open', exchange }),
      (error: unknown): TrafficDetails => ({ status: 'failed', message: sentence(error) }),
    );
    if (get().traffic.selectedId !== id) return;
    change({ details });
    // The response may have come before its request was shown.
    followDetails(false);
  }

  /** Shows the response of the selected entry once it arrives. */
  function followDetails(hasNewEntries: boolean): void {
    const { details, entries } = get().traffic;
    if (details.status !== 'open' || details.exchange.entry.state !== 'waiting') return;
    const { id } = details.exchange.entry;
    // A new entry is not in the list yet; in the place of one that is gone there is another, and opening it says so.
    const entry = entries[placeOf(entries, id)];
    const isGone = hasNewEntries && entry !== undefined && entry.id !== id;
    const isAnswered = entry?.id === id && entry.state !== 'waiting';
    if (isGone || isAnswered) inBackground(openTrafficEntry(id));
  }

  return {
    followTraffic() {
      followers++;
      inBackground(read());
      return () => {
        followers--;
      };
    },
    searchTraffic(query) {
      clearTimeout(timer);
      change({ query, ...(query === '' ? { matches: undefined } : {}) });
      if (query !== '') timer = setTimeout(() => inBackground(search('all')), searchDelayMs);
    },
    filterTraffic: (part) => change({ filter: { ...get().traffic.filter, ...part } }),
    openTrafficEntry,
    async clearTraffic() {
      if (!(await orNotice(host.call('traffic.clear', {})))) return;
      await openTrafficEntry(undefined);
      await read();
    },
    async resendTrafficEntry(id, params) {
      const { selectedId } = get().traffic;
      const newEntry = await orNotice(host.call('traffic.resend', { id, ...(params ? { params } : {}) }));
      // Keep the selection if the person chose another entry meanwhile.
      if (newEntry && get().traffic.selectedId === selectedId) await openTrafficEntry(newEntry.id);
    },
    async addressWithToken(server) {
      const { url, token } = await host.call('connections.address', { server });
      return `${url}\nAuthorization: Bearer ${token}\n`;
    },
    trafficChanged(seq) {
      if (seq !== get().traffic.seq) inBackground(read());
    },
    connectionsChanged() {
      clearTimeout(connectionsTimer);
      connectionsTimer = setTimeout(async () => {
        const number = ++newestConnections;
        const connections = await host.call('connections.get', {}).catch(() => undefined);
        if (connections && number === newestConnections) change({ connections });
      }, connectionsDelayMs);
    },
  };
}

/** The state for another log: matches and selection of the old one do not apply. */
function ofAnotherLog({ query, filter, connections }: TrafficState): TrafficState {
  return { ...initialTraffic, query, filter, connections };
}
