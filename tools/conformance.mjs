/**
 * Runs the official MCP conformance suite against `serve --http` with a workspace of ordinary YAML files, once for every
 * revision that the suite knows, and prints a line per scenario. tools/verify/conformance-scope.mjs says what must pass.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAuthorizingProxy } from './verify/authorizing-proxy.mjs';
import { leftOutChecks, ofExtensions, omittedScenarios, requiredScenarios } from './verify/conformance-scope.mjs';
import { installJudges, judgesNode, run, skipWithoutNode, startHttpServer, temporaryState } from './verify/tools.mjs';

/** The handshake revisions and the stateless one. */
const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'];
const results = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'conformance');

/**
 * @param {string} name of the folder of the results
 * @param {readonly string[]} scenarioOptions options that choose the scenarios
 * @returns {Promise<Map<string, object[]>>} the checks of each scenario
 */
async function runSuite(node, suite, url, name, scenarioOptions) {
  const folder = join(results, name);
  await mkdir(folder, { recursive: true });
  const args = ['server', '--url', url, ...scenarioOptions, '--timeout', '10000', '-o', folder];
  const { stdout, stderr } = await run(node, [suite, ...args], { timeout: 300_000 });
  const scenarios = new Map();
  for (const entry of await readdir(folder)) {
    const scenario = /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(entry)?.[1];
    if (scenario) scenarios.set(scenario, JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8')));
  }
  if (scenarios.size === 0) throw new Error(`The suite ran no scenario for ${name}:\n${stdout}\n${stderr}`);
  return scenarios;
}

/** @returns {{ verdict: 'passed' | 'failed', note: string } | { verdict: 'left out', reason: string }} */
function judge(scenario, checks) {
  if (!requiredScenarios.includes(scenario) && !ofExtensions.includes(scenario)) {
    const reason = omittedScenarios.find(([pattern]) => pattern.test(scenario))?.[1];
    return reason
      ? { verdict: 'left out', reason }
      : { verdict: 'failed', note: 'an undecided scenario: add it to tools/verify/conformance-scope.mjs' };
  }
  const bad = (check) => check.status === 'FAILURE' || check.status === 'WARNING';
  const isExcused = (check) => leftOutChecks[`${scenario}:${check.id}`] !== undefined;
  const unexpectedChecks = checks.filter((check) => bad(check) && !isExcused(check));
  const stale = checks.filter((check) => check.status === 'SUCCESS' && isExcused(check));
  const passedCount = checks.filter((check) => check.status === 'SUCCESS').length;
  if (unexpectedChecks.length > 0)
    return {
      verdict: 'failed',
      note: unexpectedChecks.map((check) => `${check.id}: ${check.errorMessage}`).join('; '),
    };
  if (stale.length > 0)
    return { verdict: 'failed', note: `passes although left out: ${stale.map((check) => check.id).join(', ')}` };
  if (passedCount === 0) return { verdict: 'failed', note: 'not one check was made' };
  const omittedCount = checks.filter(bad).length;
  return { verdict: 'passed', note: `${passedCount} checks${omittedCount > 0 ? `, ${omittedCount} left out` : ''}` };
}

/** Runs every revision, printing each scenario that counts. @returns {Promise<{ passed: number, failed: number }>} */
async function judgeAll(node, suite, url) {
  const totals = { passed: 0, failed: 0 };
  const say = (revision, scenario, verdict, note) => {
    totals[verdict] += 1;
    console.log(`${revision}  ${verdict}  ${scenario}: ${note}`);
  };
  const unseenScenarios = new Set([...requiredScenarios, ...ofExtensions]);
  /** The left-out scenarios by reason. */
  const omittedChecks = new Map();
  const omit = (what, reason) => omittedChecks.set(reason, (omittedChecks.get(reason) ?? new Set()).add(what));
  const judgeRun = async (name, scenarioOptions) => {
    for (const [scenario, checks] of await runSuite(node, suite, url, name, scenarioOptions)) {
      unseenScenarios.delete(scenario);
      const judgement = judge(scenario, checks);
      if (judgement.verdict === 'left out') omit(scenario, judgement.reason);
      else say(name, scenario, judgement.verdict, judgement.note);
    }
  };
  for (const revision of revisions) await judgeRun(revision, ['--suite', 'all', '--spec-version', revision]);
  for (const scenario of ofExtensions) await judgeRun('extensions', ['--scenario', scenario]);
  for (const scenario of unseenScenarios) say('no revision', scenario, 'failed', 'the suite did not run it');
  for (const [check, reason] of Object.entries(leftOutChecks)) omit(check, reason);
  for (const [reason, names] of omittedChecks) console.log(`Left out, because it ${reason}: ${[...names].join(', ')}.`);
  return totals;
}

async function main() {
  const judgesFolder = installJudges();
  const node = judgesNode();
  if (!node) return skipWithoutNode('The conformance suite');
  await rm(results, { recursive: true, force: true });
  const state = await temporaryState();
  const server = await startHttpServer(state.dir);
  const proxy = await startAuthorizingProxy(server);
  try {
    const suite = judgesFolder('@modelcontextprotocol/conformance/dist/index.js');
    const { passed, failed } = await judgeAll(node, suite, proxy.url.href);
    console.log(`Conformance: ${passed} scenarios passed, ${failed} failed.`);
    process.exitCode = failed > 0 ? 1 : 0;
  } finally {
    proxy.close();
    await server.stop();
    await state.remove();
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
