/** Summarizes how the prompts and tools of one server are used. */
import { getOrCreate } from '../../base/get-or-create.ts';
import type { UsageKind, UsageRow } from './usage-row.ts';

export interface UsageEntry {
  readonly kind: UsageKind;
  readonly name: string;
  readonly calls: number;
  /** Different subjects. */
  readonly people: number;
  readonly clients: number;
  readonly errors: number;
  /** Absent if no call has its duration. */
  readonly medianMs?: number;
  readonly p95Ms?: number;
  /** ISO 8601. */
  readonly lastUse: string;
}

export interface UsageReport {
  readonly server: string;
  /** ISO 8601. */
  readonly since: string;
  /** Rows of any server that could not be kept. */
  readonly lost: number;
  /** The most used first. */
  readonly entries: readonly UsageEntry[];
}

/** What a report needs of a row. */
export type ReportedCall = Pick<UsageRow, 'server' | 'kind' | 'name' | 'time' | 'subject' | 'client' | 'outcome'> & {
  readonly durationMs?: number | undefined;
};

/** Summarizes rows as the database does. @param since ISO 8601 */
export function reportOf(rows: readonly ReportedCall[], server: string, since: string, lostRows: number): UsageReport {
  const groups = new Map<string, ReportedCall[]>();
  for (const row of rows)
    if (row.server === server && Date.parse(row.time) >= Date.parse(since))
      getOrCreate(groups, JSON.stringify([row.kind, row.name]), () => []).push(row);
  const entries = [...groups.values()].flatMap(entryOf);
  entries.sort((a, b) => b.calls - a.calls || compare(a.kind, b.kind) || compare(a.name, b.name));
  return { server, since, lost: lostRows, entries };
}

function entryOf(rows: readonly ReportedCall[]): UsageEntry[] {
  const [first] = rows;
  if (!first) return [];
  const durations = rows.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b);
  const times = rows.map(({ time }) => time).sort();
  return [
    {
      kind: first.kind,
      name: first.name,
      calls: rows.length,
      people: countDistinct(rows.map(({ subject }) => subject)),
      clients: countDistinct(rows.map(({ client }) => client)),
      errors: rows.filter(({ outcome }) => outcome === 'error').length,
      ...(durations.length > 0 && { medianMs: percentile(durations, 0.5), p95Ms: percentile(durations, 0.95) }),
      lastUse: times.at(-1) ?? first.time,
    },
  ];
}

function countDistinct(values: readonly (string | null)[]): number {
  return new Set(values.filter((value) => value !== null)).size;
}

/** The smallest value that at least this part of the values does not exceed. @param sortedValues ascending, at least one */
function percentile(sortedValues: readonly number[], part: number): number {
  return sortedValues[Math.max(0, Math.ceil(part * sortedValues.length) - 1)] ?? 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
