/**
 * `npm test`: every check, on a fresh checkout, with its own set-up. The checks that mostly wait for processes run beside
 * the tests that keep the cores busy.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './chromium.mjs';
import { runSteps } from './test/run-steps.mjs';
import { readPlaywrightReport, readVitestReport } from './test/test-results.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, '.cache', 'test-results');
const unitReport = join(results, 'unit.json');
const endToEndReport = join(results, 'e2e.json');

const { NODE_EXTRA_CA_CERTS } = process.env;
/** What npm needs behind a proxy with certificates of its company. @type {Record<string, string>} */
const certificates = NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };

/** How many of the slowest tests are listed at the end. */
const slowestShown = 10;

/** How many lines of a failure are repeated at the end. */
const errorLinesShown = 12;

/** @typedef {import('./test/run-steps.mjs').Step} Step */

/**
 * A program of the development dependencies.
 * @param {string} name
 * @param {string} program
 * @param {...string} args
 * @returns {Step}
 */
function tool(name, program, ...args) {
  const file = process.platform === 'win32' ? `${program}.cmd` : program;
  return { name, command: join(root, 'node_modules', '.bin', file), args };
}

/**
 * A script of this folder.
 * @param {string} name
 * @param {string} file
 * @param {...string} args
 * @returns {Step}
 */
const script = (name, file, ...args) => ({ name, command: process.execPath, args: [join('tools', file), ...args] });

/**
 * One checker: several of them check the types that they share more than once, and the other lane uses the other core.
 * @param {string} name
 * @param {string} project
 */
const types = (name, project) => tool(name, 'tsc', '-p', project, '--checkers', '1');

/**
 * A step that takes the processor only where the tests leave it idle.
 * @param {Step} step
 * @returns {Step}
 */
const inBackground = (step) => ({ ...step, isBackground: true });

const campaigns = script('fault campaigns, short', 'faults.mjs', '--short');

const conformance = script('conformance suite', 'conformance.mjs');

const outsidePrograms = [script('MCP Inspector', 'inspector.mjs'), script('bundle for Claude Desktop', 'mcpb.mjs')].map(
  inBackground,
);

/** The independent programs and campaigns that check the built product. Each counts as one test. */
const verifications = [campaigns, conformance, ...outsidePrograms];

const installation = [[{ ...script('dependencies', 'install.mjs'), isRequired: true }]];

/** What the checks need, and beside it the lint, which needs none of it. */
const preparation = [
  [{ ...script('build', 'build.mjs'), isRequired: true }],
  [tool('lint', 'biome', 'check', '--error-on-warnings', '.'), script('lint of imports', 'imports.mjs')],
];

const checks = [
  [
    tool('unit tests', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`),
    {
      ...tool('end-to-end tests', 'playwright', 'test', '--reporter=list,json'),
      env: async () => ({
        PROMPT_WORKBENCH_CHROMIUM: await ensureChromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: endToEndReport,
      }),
    },
  ],
  [
    script('Chromium', 'chromium.mjs'),
    inBackground({
      ...script('dependencies of the verifications', 'install.mjs', join('tools', 'verify')),
      env: async () => certificates,
    }),
    ...outsidePrograms,
    // These have limits of time, so they get their share of the processor.
    conformance,
    campaigns,
    // What the end-to-end tests leave idle is enough for these.
    inBackground(tool('lint of promises', 'oxlint', '--type-aware', '--deny-warnings')),
    inBackground(types('types of the core', 'tsconfig.json')),
    inBackground(types('types of the renderer', 'renderer/tsconfig.json')),
    inBackground(types('types of the end-to-end tests', 'e2e/tsconfig.json')),
    inBackground(types('types of the scripts', 'tools/tsconfig.json')),
  ],
];

/**
 * @param {readonly import('./test/run-steps.mjs').Outcome[]} outcomes
 * @returns {import('./test/test-results.mjs').TestResult[]} every test of the run, each verification as one
 */
function readResults(outcomes) {
  const reports = [
    ...(existsSync(unitReport) ? readVitestReport(unitReport, root) : []),
    ...(existsSync(endToEndReport) ? readPlaywrightReport(endToEndReport) : []),
  ];
  const verificationOutcomes = outcomes.filter(({ step }) => verifications.includes(step));
  return [
    ...reports,
    ...verificationOutcomes.map(({ step, status, seconds }) => ({
      name: step.name,
      status,
      seconds,
      isRepeated: false,
    })),
  ];
}

/**
 * @param {string} text
 * @returns {string[]} its lines without colour, indented
 */
function indentedLines(text) {
  const lines = stripVTControlCharacters(text).trim().split('\n');
  return lines.map((line) => `   ${line.slice(0, 500)}`);
}

/** @param {import('./test/run-steps.mjs').Outcome} outcome @returns {string} the failures that its log marks, or else its end */
function failureOf({ log }) {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const markedLines = lines.filter((line) => line.includes('✗'));
  return (markedLines.length > 0 ? markedLines : lines.slice(-errorLinesShown)).join('\n');
}

/** @param {string} heading @param {readonly string[]} lines */
function printList(heading, lines) {
  if (lines.length > 0) console.log(`\n${heading}\n${lines.map((line) => `   ${line}`).join('\n')}`);
}

async function main() {
  const startMs = Date.now();
  rmSync(results, { recursive: true, force: true });
  const options = { root, logs: results };
  /** @param {readonly import('./test/run-steps.mjs').Outcome[]} outcomes */
  const areReady = (outcomes) => outcomes.every(({ step, status }) => !step.isRequired || status === 'passed');
  const preparationOutcomes = await runSteps(installation, options);
  if (areReady(preparationOutcomes)) preparationOutcomes.push(...(await runSteps(preparation, options)));
  const isReady = areReady(preparationOutcomes);
  // Each Node process takes 30 ms to read the certificates of a system, and of the checks only npm needs them.
  delete process.env.NODE_EXTRA_CA_CERTS;
  const outcomes = [...preparationOutcomes, ...(isReady ? await runSteps(checks, options) : [])];

  const tests = readResults(outcomes);
  const slowestTests = tests.toSorted((left, right) => right.seconds - left.seconds).slice(0, slowestShown);
  const where = `${process.platform}${process.getuid?.() === 0 ? ', as root' : ''}`;
  /** @param {(test: typeof tests[number]) => boolean} isWanted */
  const namesOf = (isWanted) => tests.filter(isWanted).map(({ name }) => name);
  printList(
    `Skipped on this machine (${where}):`,
    namesOf(({ status }) => status === 'skipped'),
  );
  printList(
    'The slowest tests:',
    slowestTests.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(5)} s  ${name}`),
  );
  /** @param {(test: typeof tests[number]) => boolean} isWanted */
  const failuresOf = (isWanted) =>
    tests.filter(isWanted).flatMap(({ name, error = '' }) => [name, ...indentedLines(error).slice(0, errorLinesShown)]);
  printList(
    'FLAKY, passed only at the second attempt:',
    failuresOf(({ isRepeated, status }) => isRepeated && status === 'passed'),
  );
  printList(
    'FAILED tests:',
    failuresOf(({ status }) => status === 'failed'),
  );
  const failedSteps = outcomes.filter(({ status }) => status === 'failed');
  printList(
    'FAILED steps:',
    failedSteps.flatMap((outcome) => [outcome.step.name, ...indentedLines(failureOf(outcome))]),
  );

  const seconds = Math.round((Date.now() - startMs) / 1000);
  const hasReports = existsSync(unitReport) && existsSync(endToEndReport);
  if (isReady && !hasReports) console.error('\nA report is missing: Vitest or Playwright ended before it wrote one.');
  const isGreen = isReady && failedSteps.length === 0 && hasReports && tests.every(({ status }) => status !== 'failed');
  console.log(isGreen ? `\nEverything passed in ${seconds} s.` : `\nFailed after ${seconds} s.`);
  /** @param {string} wantedStatus */
  const count = (wantedStatus) => tests.filter(({ status }) => status === wantedStatus).length;
  console.log(`tests: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  process.exitCode = isGreen ? 0 : 1;
}

await main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
