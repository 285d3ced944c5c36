/** Writes results for a person at a terminal. */
import { formatCount } from '../../base/text/format-count.ts';
import { testsOutcome } from '../../model/tests/tests-outcome.ts';
import type { TestResult } from '../results.ts';

/** A failed test: its place, and each difference below it. */
export function failureText(result: TestResult): string {
  const { server, name, test, file } = result;
  const lines = result.failures.flatMap(({ expectation, client, message, detail }) => [
    `  ${expectation}${client === undefined ? '' : ` as ${client}`}: ${message}`,
    ...(detail === undefined ? [] : detail.split('\n').map((line) => `    ${line}`)),
  ]);
  const place = file === undefined ? '' : ` (${file})`;
  return `✗ ${server} › ${name} › ${test}${place}\n${lines.join('\n')}\n`;
}

/** `12 tests of 5 definitions: 8 passed, 3 samples answered, 1 failed, in 0.4 s. 2 snapshots written.` */
export function summaryText(results: readonly TestResult[], milliseconds: number): string {
  const definitions = new Set(results.map(({ server, kind, name }) => JSON.stringify([server, kind, name]))).size;
  const snapshotCount = results.reduce((sum, result) => sum + result.written.length, 0);
  const time = `in ${(milliseconds / 1000).toFixed(1)} s`;
  const snapshots = snapshotCount === 0 ? '' : ` ${formatCount(snapshotCount, 'snapshot')} written.`;
  return `${formatCount(results.length, 'test')} of ${formatCount(definitions, 'definition')}: ${testsOutcome(results)}, ${time}.${snapshots}`;
}
