/** Records the calls of one replica, in the database of the replicas or in files, and counts calls with the others. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sentence } from '../../base/errors.ts';
import { inBackground } from '../../base/in-background.ts';
import type { AnsweredRequest } from '../../mcp/server/http/replica.ts';
import { type SharedCallerLoad, shareLoadMs } from '../access/caller-load.ts';
import type { CallerRates } from '../access/caller-rates.ts';
import {
  databaseCounts,
  databaseLoad,
  databaseReport,
  databaseUsageStore,
  maintainUsage,
  type Query,
} from './database-usage.ts';
import { localReport, localStore, maintainLocalUsage } from './local-usage.ts';
import type { UsageReport } from './report.ts';
import { Spool } from './spool.ts';
import { readRemains, Tally } from './tally.ts';
import { traceContext } from './trace-context.ts';
import { Usage, type UsageState } from './usage.ts';
import { type UsageRow, usageRowOf } from './usage-row.ts';

const hourMs = 3_600_000;
/** After a failure, such as a database that is away. */
const againMs = 60_000;
/** The time between two exchanges of counts. Within it, a subject may exceed its limit at each replica. */
const shareMs = 2_000;
const maxSpoolBytes = 64_000_000;

export interface OpenUsageOptions {
  /** The database of the replicas. Absent: rows go to files. */
  readonly query?: Query | undefined;
  readonly library: string;
  readonly replica: string;
  /** For the rows while the database is away, or without one: `usage/` and `usage-spool/`. */
  readonly folder: string;
  /** Names the subfolder of this replica, by its address: the same after a restart, and never used by two processes at once. */
  readonly slot: string;
  /** Of hashes. Absent: hashes of different processes cannot be compared. */
  readonly salt?: string | undefined;
  readonly daysToKeep: number;
  readonly rates?: readonly CallerRates[] | undefined;
  readonly load?: SharedCallerLoad | undefined;
  recordsValues(server: string): boolean;
  /** Gets every row too, for a log of calls. */
  readonly observe?: ((row: UsageRow, span: string) => void) | undefined;
  readonly log: (level: 'info' | 'warning', message: string) => void;
}

export interface OpenUsage {
  record(server: string, answeredRequest: AnsweredRequest): void;
  readonly state: UsageState;
  /** @param since ISO 8601 @throws WorkbenchError `unavailable` while the database is away */
  report(server: string, since: string): Promise<UsageReport>;
  close(): Promise<void>;
}

/** @throws if the folder cannot be made */
export async function openUsage(options: OpenUsageOptions): Promise<OpenUsage> {
  const { query, library, replica, folder, slot, rates, load, observe, log, daysToKeep } = options;
  const rows = join(folder, 'usage');
  const place = join(folder, 'usage-spool', slot.replace(/[^\w.-]/g, '_'));
  const spool = await Spool.open(place, maxSpoolBytes);
  const remains = readRemains(place);
  const usage = new Usage({
    store: query ? databaseUsageStore(query, library, replica) : localStore(rows),
    spool,
    tally: Tally.open(place),
    remains,
    log,
  });
  const salt = options.salt ?? randomBytes(32).toString('hex');
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function maintain(): Promise<void> {
    let next = hourMs;
    try {
      await (query ? maintainUsage(query, daysToKeep) : maintainLocalUsage(rows, daysToKeep));
    } catch {
      // Writing rows already logs that the database is away; old days can wait.
      next = againMs;
    }
    if (!isClosed) timer = setTimeout(() => inBackground(maintain()), next).unref();
  }

  inBackground(maintain());
  const counts = query && databaseCounts(query);
  const sharing =
    counts && rates
      ? setInterval(() => {
          for (const rate of rates) inBackground(rate.share(counts), () => undefined);
        }, shareMs).unref()
      : undefined;
  const sharedLoad = query && databaseLoad(query, replica);
  const sharingLoad =
    sharedLoad && load
      ? setInterval(() => inBackground(load.share(sharedLoad), () => undefined), shareLoadMs).unref()
      : undefined;

  return {
    record(server, { request, answer, caller, client, position, durationMs }) {
      const { trace, span } = traceContext(request.params, caller?.traceparent);
      const row = usageRowOf(
        { server, request, answer, subject: caller?.subject, client, commit: position, durationMs, trace },
        { replica, salt, recordsValues: options.recordsValues },
      );
      if (!row) return;
      usage.record(row);
      observe?.(row, span);
    },
    get state() {
      return usage.state;
    },
    report: (server, since) =>
      query ? databaseReport(query, library, server, since) : localReport(rows, server, since),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(sharing);
      clearInterval(sharingLoad);
      await usage.close().catch((error: unknown) => log('warning', sentence(error)));
    },
  };
}
