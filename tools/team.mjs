/**
 * Starts a whole team server on loopback (three replicas, PostgreSQL, nginx, HAProxy, a git remote over HTTP) and proves
 * what it promises. Installs Debian's packages if they are missing.
 *
 *   npm run verify:team                    every proof
 *   npm run verify:team -- --short         smaller numbers, in about three minutes
 *   npm run verify:team -- --only NAME
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { leftOut, leftOutChecks, ofExtensions, required } from './verify/conformance-scope.mjs';
import { endParts, installParts, startTeam } from './verify/team/parts.mjs';
import { greeting, proofs } from './verify/team/proofs.mjs';
import { fixtureServer, fixtureWorkspace, installJudges, judgesNode, run } from './verify/tools.mjs';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string' } } });

/** The files of the fixture that the conformance suite expects. */
async function fixture() {
  /** @type {Record<string, Buffer>} */
  const files = {};
  for (const entry of await readdir(fixtureWorkspace, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile()) files[path.slice(fixtureWorkspace.length + 1)] = await readFile(path);
  }
  return files;
}

/** Runs the official conformance suite of one revision through the balancer. */
async function conform(team, revision) {
  const installed = installJudges();
  const node = judgesNode();
  if (!node) return 'left out: the suite needs Node 22.19';
  const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'conformance-team', revision);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
  const url = `${team.nginx}/mcp/${fixtureServer}`;
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
  let passed = 0;
  const failed = [];
  for (const entry of await readdir(folder)) {
    const scenario = /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(entry)?.[1];
    if (!scenario || (!required.includes(scenario) && !ofExtensions.includes(scenario))) continue;
    const checks = JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8'));
    const bad = checks.filter(
      ({ status, id }) => /^(FAILURE|WARNING)$/.test(status) && leftOutChecks[`${scenario}:${id}`] === undefined,
    );
    if (bad.length === 0) passed += 1;
    else failed.push(`${scenario}: ${bad.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).join('; ')}`);
  }
  if (passed + failed.length === 0) throw new Error(`The suite ran no scenario: ${stdout}\n${stderr}`);
  if (failed.length > 0) throw new Error(`${failed.length} scenarios failed: ${failed.join('\n')}`);
  return `${passed} scenarios passed (${leftOut.length} kinds of scenarios are left out, as in npm test)`;
}

const conformance = ['2025-11-25', '2026-07-28'].map((revision) => ({
  name: `conformance-${revision}`,
  title: `the conformance suite of ${revision} through the balancer`,
  run: (team) => conform(team, revision),
}));

async function main() {
  await build(['node', 'languages', 'reference']);
  if (!existsSync('/etc/debian_version')) {
    console.log('Not run here: the proofs of the team server take their parts from Debian packages.');
    process.exit(77);
  }
  installParts();
  const all = [...proofs, ...conformance];
  const chosen = all.filter(({ name }) => values.only === undefined || name.startsWith(values.only));
  if (chosen.length === 0)
    throw new Error(`There is no proof "${values.only}": ${all.map(({ name }) => name).join(', ')}.`);
  const team = await startTeam({ ...(await fixture()), ...greeting('Hello') });
  let failures = 0;
  try {
    for (const { name, title, run: prove } of chosen) {
      const start = performance.now();
      const seconds = () => `${((performance.now() - start) / 1_000).toFixed(1)} s`;
      try {
        console.log(`✓ ${name}: ${title}\n    ${await prove(team, { short: values.short })} (${seconds()})`);
      } catch (error) {
        failures += 1;
        console.log(`✗ ${name}: ${title}\n    ${error instanceof Error ? error.message : error} (${seconds()})`);
      }
    }
  } finally {
    await team.stop();
  }
  console.log(`Team server: ${chosen.length - failures} proofs hold, ${failures} do not.`);
  process.exitCode = failures > 0 ? 1 : 0;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.stack : String(error));
  endParts();
  process.exit(1);
});
