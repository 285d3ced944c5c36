/** Words for a version. */

import type { HistoryVersion } from '../../../src/contract/contract.ts';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const minute = 60_000;
const hour = 60 * minute;

const originWords: Readonly<Record<HistoryVersion['origin'], string>> = {
  form: 'Edited in the form',
  source: 'Edited in the YAML view',
  structure: 'Edited in a list',
  undo: 'Undo',
  redo: 'Redo',
  restore: 'Restore',
  outside: 'Changed outside the workbench',
};

/** By the first word of the summary, for changes that are not one of a list. */
const structureWords: Readonly<Record<string, string>> = { Created: 'New', Imported: 'Import', Renamed: 'Rename' };

/** How a version came about. The oldest one is the text that the file had before the first change here. */
export function originOf({ origin, summary }: Pick<HistoryVersion, 'origin' | 'summary'>, isOldest: boolean): string {
  if (isOldest && origin === 'outside') return 'Before the first change';
  const [word = ''] = summary.split(' ');
  return (origin === 'structure' && structureWords[word]) || originWords[origin];
}

/** Date and time to the second. */
export function exactTime(when: string): string {
  return exact.format(new Date(when));
}

/** Minutes ago within the last hour, then the time today or yesterday, then the date. */
export function relativeTime(when: string, now: number): string {
  const date = new Date(when);
  const ageMs = Math.max(0, now - date.getTime());
  if (ageMs < minute) return 'just now';
  if (ageMs < hour) return ago.format(-Math.floor(ageMs / minute), 'minute');
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (date.getTime() >= midnight) return `today, ${clock.format(date)}`;
  if (date.getTime() >= midnight - 24 * hour) return `yesterday, ${clock.format(date)}`;
  return `${day.format(date)}, ${clock.format(date)}`;
}

/** A summary without the name of its definition: `Undone: greet: title changed` becomes `Undone: title changed`. */
export function summaryWithout(name: string | undefined, summary: string): string {
  const [, step = '', rest = summary] = /^((?:(?:Undone|Redone): )*)(.*)$/s.exec(summary) ?? [];
  if (name === undefined || !rest.startsWith(`${name}: `)) return summary;
  const change = rest.slice(name.length + 2);
  return step === '' ? change.charAt(0).toUpperCase() + change.slice(1) : step + change;
}
