/** `usage`: prints how the prompts and tools of a server are used, by the usage rows of a team server. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { stateDir } from '../../../state/paths.ts';
import type { UsageReport } from '../../../team/usage/report.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';
import { readTime } from '../../time-arguments.ts';
import { openDatabase } from './open-database.ts';

interface UsageOptions {
  /** As `readTime` takes it. */
  readonly since: string;
  readonly database?: string;
  readonly folder?: string;
  readonly json?: boolean;
}

export async function usage(server: string, options: UsageOptions): Promise<void> {
  const since = new Date(readTime(options.since)).toISOString();
  const report = await readReport(server, since, options);
  if (options.json) printJson(report);
  else print(asTable(report));
  if (report.lost > 0)
    printError(`${report.lost} rows of this period could not be kept, so the figures are too low.\n`);
  if (report.entries.length === 0)
    printError(`Nothing in ${onOneLine(server)} has been used since ${since.slice(0, 16)}Z.\n`);
}

async function readReport(server: string, since: string, options: UsageOptions): Promise<UsageReport> {
  const address = options.database ?? process.env.PROMPT_WORKBENCH_DATABASE;
  if (!address || options.folder !== undefined) {
    const { localReport } = await import('../../../team/usage/local-usage.ts');
    const folder = resolve(options.folder ?? join(stateDir(), 'usage'));
    if (!existsSync(folder))
      throw new WorkbenchError(
        'not-found',
        `There are no usage rows of a team server at ${folder}: name their folder with --folder, or their database with --database.`,
      );
    return localReport(folder, server, since);
  }
  const database = await openDatabase(address, () => undefined);
  try {
    const { databaseReport } = await import('../../../team/usage/database-usage.ts');
    return await databaseReport((sql, values) => database.query(sql, values), undefined, server, since);
  } finally {
    await database.close();
  }
}

const headings = ['', 'calls', 'people', 'clients', 'errors', 'median', '95 %', 'last use'];

function asTable({ entries }: UsageReport): string {
  if (entries.length === 0) return '';
  const rows = entries.map((entry) => [
    onOneLine(`${entry.kind} ${entry.name}`),
    String(entry.calls),
    String(entry.people),
    String(entry.clients),
    String(entry.errors),
    duration(entry.medianMs),
    duration(entry.p95Ms),
    `${entry.lastUse.slice(0, 16).replace('T', ' ')}Z`,
  ]);
  const widths = headings.map((_, column) => Math.max(...[headings, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return `${[headings, ...rows].map(line).join('\n')}\n`;
}

function duration(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}
