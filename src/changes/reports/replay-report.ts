/** A replay for a person at a terminal. */
import type { Replay } from '../../contract/contract.ts';

/** Most differences that are printed. */
const maxShown = 50;

export function replayText({ server, calls, different, skipped, differences, against }: Replay): string {
  const firstDifferences = differences.slice(0, maxShown).map(differenceText);
  const moreCount = differences.length - firstDifferences.length;
  const than = against === undefined ? '' : ` than at ${against}`;
  const verb = calls === 1 ? 'call' : 'calls';
  return [
    ...firstDifferences,
    ...(moreCount > 0 ? [`… and ${moreCount} more differences: --json prints all.\n`] : []),
    `${calls} ${verb} of ${server}, ${different} would read differently${than}.\n${skipped.map(skippedText).join('')}`,
  ].join('\n');
}

function differenceText({
  kind,
  name,
  values,
  forms = 0,
  clients,
  calls,
  difference,
}: Replay['differences'][number]): string {
  const withValues = values === undefined ? 'with example values' : valuesText(values);
  const count = calls === 1 ? '' : `, ${calls} calls`;
  const what = kind === 'tool' ? `tool ${name}` : name;
  const afterForms = forms === 0 ? '' : `, after ${forms === 1 ? 'a form' : `${forms} forms`}`;
  return `${what} ${withValues}${afterForms}, read by ${clients.join(', ')}${count}:\n${difference.replace(/^/gm, '    ')}\n`;
}

function valuesText(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).map(([name, value]) => {
    const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : JSON.stringify(value);
    const line = text.length > 60 ? `${text.slice(0, 59)}…` : text;
    return `${name}=${typeof value === 'string' ? JSON.stringify(line) : line}`;
  });
  return pairs.length === 0 ? 'without values' : `with ${pairs.join(' ')}`;
}

function skippedText({ reason, calls }: Replay['skipped'][number]): string {
  return `${calls} ${calls === 1 ? 'was' : 'were'} not compared, because ${reason}.\n`;
}
