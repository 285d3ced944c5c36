/** Results as Markdown, for a comment at a pull request. */
import type { TestResult } from '../results.ts';
import { summaryText } from './text-report.ts';

/** Most failures that are written out: a comment has a limit of about 65,000 characters. */
const maxFailures = 50;

/** @param milliseconds of the whole run */
export function markdownReport(results: readonly TestResult[], milliseconds: number): string {
  const failed = results.filter(({ failures }) => failures.length > 0);
  const parts = failed.slice(0, maxFailures).map(({ server, name, test, failures }) => {
    const items = failures.map(({ expectation, client, message, detail }) => {
      const word = client === undefined ? expectation : `${expectation} as ${client}`;
      return `- ${code(word)}: ${plain(message)}${detail === undefined ? '' : `\n\n${fenced(detail)}`}`;
    });
    return `#### ${plain(`${server} › ${name} › ${test}`)}\n\n${items.join('\n')}`;
  });
  const left = failed.length - parts.length;
  return [
    `### Tests: ${failed.length === 0 ? 'all passed' : `${failed.length} failed`}`,
    summaryText(results, milliseconds),
    ...parts,
    ...(left > 0 ? [`… and ${left} more.`] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Text of a workspace on one line, with nothing in it that Markdown reads. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|!@~]/g, '\\$&');
}

function code(text: string): string {
  return `\`${text.replaceAll('`', '')}\``;
}

/** A difference in a fence that no line of it ends. */
export function fenced(detail: string): string {
  const longest = Math.max(2, ...[...detail.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${detail}\n${fence}`;
}
