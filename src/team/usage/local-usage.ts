/** Keeps usage rows of a team server without a database, in one file a day. */
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { getOrCreate } from '../../base/get-or-create.ts';
import { reportOf, type UsageReport } from './report.ts';
import type { UsageStore } from './usage.ts';
import { type UsageRow, usageRow } from './usage-row.ts';

const form = /^usage-(\d{4}-\d{2}-\d{2})\.jsonl$/;
const line = z.union([usageRow, z.object({ time: z.iso.datetime(), lost: z.number() })]);
type Line = z.output<typeof line>;

export function localStore(folder: string): UsageStore {
  const append = async (lines: readonly Line[]) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const byDay = new Map<string, Line[]>();
    for (const line of lines) getOrCreate(byDay, line.time.slice(0, 10), () => []).push(line);
    for (const [day, ofDay] of byDay) {
      const text = ofDay.map((dayRow) => `${JSON.stringify(dayRow)}\n`).join('');
      await appendFile(join(folder, `usage-${day}.jsonl`), text, { mode: 0o600 });
    }
  };
  return {
    write: append,
    writeLoss: (rows) => append([{ time: new Date().toISOString(), lost: rows }]),
    async countStored(ids, since) {
      const idSet = new Set(ids);
      let storedCount = 0;
      for await (const entry of linesSince(folder, since)) if ('id' in entry && idSet.has(entry.id)) storedCount++;
      return storedCount;
    },
  };
}

/** Removes the files of days before the days to keep. */
export async function maintainLocalUsage(folder: string, daysToKeep: number, now = Date.now()): Promise<void> {
  const oldestDay = new Date(now - daysToKeep * 86_400_000).toISOString().slice(0, 10);
  for (const name of await readdir(folder).catch(() => [])) {
    const [, day] = form.exec(name) ?? [];
    if (day !== undefined && day < oldestDay) await rm(join(folder, name), { force: true });
  }
}

/** @param since ISO 8601 */
export async function localReport(folder: string, server: string, since: string): Promise<UsageReport> {
  const rows: UsageRow[] = [];
  let lostCount = 0;
  for await (const entry of linesSince(folder, since)) {
    if ('lost' in entry) lostCount += entry.lost;
    else if (entry.server === server) rows.push(entry);
  }
  return reportOf(rows, server, since, lostCount);
}

async function* linesSince(folder: string, since: string): AsyncGenerator<Line> {
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const [, day] = form.exec(name) ?? [];
    if (day === undefined || day < since.slice(0, 10)) continue;
    for (const text of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      const line = readLine(text);
      if (line && line.time >= since) yield line;
    }
  }
}

/** Undefined for a line that a killed process left incomplete. */
function readLine(text: string): Line | undefined {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
