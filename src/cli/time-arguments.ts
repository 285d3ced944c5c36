import { UsageError } from './outcome.ts';

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A time ago, as `90m`, `12h`, `7d` and `2w`, or a date. @returns milliseconds since the epoch @throws UsageError */
export function readTime(text: string, now = Date.now()): number {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  const isDuration = count !== undefined && unit !== undefined;
  const time = new Date(
    isDuration ? now - Number(count) * (units[unit] ?? 0) : startsWithDay(text) ? text : Number.NaN,
  );
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`"${text}" is not a time: write 7d, 12h or a date such as 2026-11-20.`);
  return time.getTime();
}

/** `Date` takes 30 February for 2 March. */
function startsWithDay(text: string): boolean {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
}
