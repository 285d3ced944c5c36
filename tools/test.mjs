/**
 * `npm test`: everything that has to hold, on a fresh checkout, with its own set-up. Steps run in order, the first
 * failing one ends the run; a line every 30 seconds shows that a quiet step is alive.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, '.cache', 'test-results');
const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs a program; resolves with its exit code. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

async function step(name, work) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log(`\n── ${name}`);
  const alive = setInterval(() => console.log(`   … ${name}: ${seconds()} s`), 30_000);
  try {
    const code = await work();
    if (code !== 0) throw new Error(`${name} failed.`);
    console.log(`   ${name}: done in ${seconds()} s`);
  } finally {
    clearInterval(alive);
  }
}

function count(passed, failed, skipped) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

const readResult = (file) => JSON.parse(readFileSync(join(results, file), 'utf8'));

async function unitTests() {
  const code = await run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(results, 'unit.json')}`,
  ]);
  const result = readResult('unit.json');
  count(result.numPassedTests, result.numFailedTests, result.numPendingTests + result.numTodoTests);
  const where = `${process.platform}${process.getuid?.() === 0 ? ', as root' : ''}`;
  for (const { status, fullName } of result.testResults.flatMap((file) => file.assertionResults))
    if (status !== 'passed' && status !== 'failed') console.log(`   not to be tested here (${where}): ${fullName}`);
  return code;
}

async function endToEndTests() {
  const { ensureChromium } = await import('./chromium.mjs');
  const env = {
    PROMPT_WORKBENCH_CHROMIUM: await ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'e2e.json'),
  };
  const code = await run(bin('playwright'), ['test', '--reporter=list,json'], env);
  const { stats } = readResult('e2e.json');
  count(stats.expected + stats.flaky, stats.unexpected, stats.skipped);
  return code;
}

/** What a judge's script ends with where it cannot run on this machine, having said why. */
const SKIPPED = 77;

/** The outside judges: each script prints its own lines, and counts as one test here. */
async function verification(script, ...args) {
  const code = await run(process.execPath, [join('tools', script), ...args]);
  if (code === 0) count(1, 0, 0);
  else if (code === SKIPPED) count(0, 0, 1);
  else count(0, 1, 0);
  return code === SKIPPED ? 0 : code;
}

async function main() {
  const started = Date.now();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  await step('dependencies', async () => {
    ensureInstalled(root, 'all');
    return 0;
  });
  await step('build', async () => run(process.execPath, [join('tools', 'build.mjs')]));
  await step('lint', () => run(bin('biome'), ['check', '--error-on-warnings', '.']));
  await step('lint of imports', () => run(process.execPath, [join('tools', 'imports.mjs')]));
  await step('lint of promises', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings']));
  await step('types of the core', () => run(bin('tsc'), ['-p', 'tsconfig.json']));
  await step('types of the renderer', () => run(bin('tsc'), ['-p', 'renderer/tsconfig.json']));
  await step('types of the end-to-end tests', () => run(bin('tsc'), ['-p', 'e2e/tsconfig.json']));
  await step('unit, protocol and contract tests', unitTests);
  await step('conformance suite', () => verification('conformance.mjs'));
  await step('MCP Inspector', () => verification('inspector.mjs'));
  await step('bundle for Claude Desktop', () => verification('mcpb.mjs'));
  await step('fault campaigns, short', () => verification('faults.mjs', '--short'));
  await step('end-to-end tests in Chromium', endToEndTests);
  console.log(`\nEverything held, in ${Math.round((Date.now() - started) / 1000)} s.`);
}

main()
  .catch((error) => {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  })
  .finally(() => console.log(`tests: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`));
