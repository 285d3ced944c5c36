/**
 * Runs the official MCP conformance suite against `serve --http` with a workspace of ordinary YAML files, once for every
 * revision that the suite knows, and prints a line per scenario. verify/conformance-scope.mjs says what must pass.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAuthorizingProxy } from '../verify/authorizing-proxy.mjs';
import { leftOut, leftOutChecks, required } from '../verify/conformance-scope.mjs';
import { endForLackOfNode, installJudges, judgesNode, run, startHttpServer, temporaryState } from '../verify/tools.mjs';

/** The handshake revisions and the stateless one. */
const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'];
const results = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'conformance');

/** Runs all scenarios of one revision. @returns {Promise<Map<string, object[]>>} the checks of each scenario */
async function runSuite(node, suite, url, revision) {
  const folder = join(results, revision);
  await mkdir(folder, { recursive: true });
  const args = [
    'server',
    '--url',
    url,
    '--suite',
    'all',
    '--spec-version',
    revision,
    '--timeout',
    '10000',
    '-o',
    folder,
  ];
  const { stdout, stderr } = await run(node, [suite, ...args], { timeout: 300_000 });
  const scenarios = new Map();
  for (const entry of await readdir(folder)) {
    const name = /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(entry)?.[1];
    if (name) scenarios.set(name, JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8')));
  }
  if (scenarios.size === 0) throw new Error(`The suite ran no scenario at ${revision}:\n${stdout}\n${stderr}`);
  return scenarios;
}

/** @returns {{ verdict: 'passed' | 'failed' | 'left out', note: string }} */
function judge(scenario, checks) {
  if (!required.includes(scenario)) {
    const reason = leftOut.find(([pattern]) => pattern.test(scenario))?.[1];
    return reason
      ? { verdict: 'left out', note: reason }
      : { verdict: 'failed', note: 'a scenario that nobody has decided about: add it to verify/conformance-scope.mjs' };
  }
  const bad = (check) => check.status === 'FAILURE' || check.status === 'WARNING';
  const excused = (check) => leftOutChecks[`${scenario}:${check.id}`];
  const unexpected = checks.filter((check) => bad(check) && !excused(check));
  const stale = checks.filter((check) => check.status === 'SUCCESS' && excused(check));
  const passed = checks.filter((check) => check.status === 'SUCCESS').length;
  if (unexpected.length > 0)
    return { verdict: 'failed', note: unexpected.map((check) => `${check.id}: ${check.errorMessage}`).join('; ') };
  if (stale.length > 0)
    return { verdict: 'failed', note: `passes although left out: ${stale.map((check) => check.id).join(', ')}` };
  if (passed === 0) return { verdict: 'failed', note: 'not one check was made' };
  const omitted = checks.filter((check) => bad(check)).map((check) => `without ${check.id}, which ${excused(check)}`);
  return { verdict: 'passed', note: [`${passed} checks`, ...omitted].join(', ') };
}

async function main() {
  const installed = installJudges();
  const node = judgesNode();
  if (!node) return endForLackOfNode('The conformance suite');
  await rm(results, { recursive: true, force: true });
  const state = await temporaryState();
  const server = await startHttpServer(state.dir);
  const proxy = await startAuthorizingProxy(server);
  const totals = { passed: 0, failed: 0, 'left out': 0 };
  try {
    for (const revision of revisions) {
      const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
      for (const [scenario, checks] of await runSuite(node, suite, proxy.url.href, revision)) {
        const { verdict, note } = judge(scenario, checks);
        totals[verdict] += 1;
        console.log(`${revision}  ${verdict.padEnd(8)}  ${scenario}: ${note}`);
      }
    }
  } finally {
    proxy.close();
    await server.stop();
    await state.remove();
  }
  console.log(`Conformance: ${totals.passed} passed, ${totals.failed} failed, ${totals['left out']} left out.`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
