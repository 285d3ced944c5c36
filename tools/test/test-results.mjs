/** Reads the JSON reports of Vitest and Playwright. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * @typedef {object} TestResult
 * @property {string} name file and title
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {number} seconds all attempts together
 * @property {boolean} isRepeated whether it took more than one attempt
 * @property {string} [error] message of the first attempt that failed
 */

/**
 * @param {string} file Vitest's JSON report
 * @param {string} root the folder that file names are relative to
 * @returns {TestResult[]}
 */
export function readVitestReport(file, root) {
  /** @type {{ testResults: { name: string, assertionResults: { fullName: string, status: string, duration?: number, failureMessages?: string[] }[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return report.testResults.flatMap((module) =>
    module.assertionResults.map(({ fullName, status, duration = 0, failureMessages = [] }) => ({
      name: `${relative(root, module.name)} › ${fullName}`,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      seconds: duration / 1000,
      isRepeated: false,
      error: failureMessages[0],
    })),
  );
}

/**
 * @typedef {object} Suite
 * @property {string} title
 * @property {{ title: string, file: string, tests: { status: string, results: AttemptResult[] }[] }[]} [specs]
 * @property {Suite[]} [suites]
 */

/** @typedef {{ duration: number, error?: { message?: string, location?: { line: number } } }} AttemptResult */

/**
 * @param {string} file Playwright's JSON report
 * @returns {TestResult[]}
 */
export function readPlaywrightReport(file) {
  /** @type {{ suites: Suite[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  /** @type {(suite: Suite) => TestResult[]} */
  const read = (suite) => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ status, results }) => ({
        name: `e2e/${file} › ${title}`,
        status: endToEndStatus(status),
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        isRepeated: results.length > 1,
        error: results.map(errorOf).find(Boolean),
      })),
    ),
    ...(suite.suites ?? []).flatMap(read),
  ];
  return report.suites.flatMap(read);
}

/** @param {AttemptResult} result @returns {string | undefined} the message, and the line where the test failed */
function errorOf({ error }) {
  return error && `${error.location ? `Line ${error.location.line}: ` : ''}${error.message ?? ''}`;
}

/** @param {string} status of Playwright @returns {TestResult['status']} */
function endToEndStatus(status) {
  if (status === 'unexpected') return 'failed';
  return status === 'skipped' ? 'skipped' : 'passed';
}
