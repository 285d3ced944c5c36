/** Writes results as Markdown, for a comment on a pull request. */
import { codeMarkdown, fencedDifference, plainMarkdown } from '../../base/text/markdown.ts';
import { testsOutcome } from '../../model/tests/tests-outcome.ts';
import type { TestResult } from '../results.ts';
import { summaryText } from './text-report.ts';

/** The failures that are written out: a comment has a limit of about 65,000 characters. */
const maxFailures = 50;

/** @param milliseconds of the whole run */
export function markdownReport(results: readonly TestResult[], milliseconds: number): string {
  const failedTests = results.filter(({ failures }) => failures.length > 0);
  const parts = failedTests.slice(0, maxFailures).map(({ server, name, test, failures }) => {
    const items = failures.map(({ expectation, client, message, detail }) => {
      const word = client === undefined ? expectation : `${expectation} as ${client}`;
      return `- ${codeMarkdown(word)}: ${plainMarkdown(message)}${detail === undefined ? '' : `\n\n${fencedDifference(detail)}`}`;
    });
    return `#### ${plainMarkdown(`${server} › ${name} › ${test}`)}\n\n${items.join('\n')}`;
  });
  const moreCount = failedTests.length - parts.length;
  return [
    `### Tests: ${failedTests.length === 0 ? testsOutcome(results) : `${failedTests.length} failed`}`,
    summaryText(results, milliseconds),
    ...parts,
    ...(moreCount > 0 ? [`… and ${moreCount} more.`] : []),
  ]
    .join('\n\n')
    .concat('\n');
}
