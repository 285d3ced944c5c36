import { UsageError } from './outcome.ts';

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A time ago, as `90m`, `12h`, `7d` and `2w`, or a date. @returns milliseconds since the epoch @throws UsageError */
export function readTime(text: string, now = Date.now()): number {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return now - Number(count) * (units[unit] ?? 0);
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new UsageError(`"${text}" is not a time: write 7d, 12h or a date such as 2026-11-20.`);
  return time;
}
