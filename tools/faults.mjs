/**
 * Runs the fault campaigns against the built command line and prints a table: how many cases each tries, how many fail.
 *
 *   npm run verify:faults                        every campaign in its long form
 *   npm run verify:faults -- --short             what `npm test` runs
 *   npm run verify:faults -- --only NAME --seed N
 *
 * A campaign is a file of `tools/verify/faults/campaigns/` that exports `title` and
 * `run({ short, seed, log })`, which resolves with `{ cases, failures, facts }`: the number of cases, a line for each
 * failure, and one line of measurements.
 */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'tools', 'verify', 'faults', 'campaigns');

/** Failures of one campaign that are printed. */
const maxPrintedFailures = 20;

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' }, seed: { type: 'string' } },
});
/** `npm test` judges the product, not the luck of a seed: the short campaigns try the same cases in every run. */
const shortSeed = 1;
const seed = Number(values.seed ?? (values.short ? shortSeed : Date.now() % 1_000_000));

const names = (await readdir(folder))
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -'.mjs'.length))
  .filter((name) => values.only === undefined || name === values.only);
if (names.length === 0) {
  console.error(`No campaign is named ${values.only}.`);
  process.exit(2);
}

const rows = [];
for (const name of names.sort()) {
  const { title, run } = await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
  const startMs = performance.now();
  console.log(`── ${name}: ${title}`);
  const log = (line) => console.log(`   ${line}`);
  const result = await run({ short: values.short, seed, log }).catch((error) => ({
    cases: 0,
    failures: [`The campaign itself failed: ${error instanceof Error ? error.stack : String(error)}`],
    facts: '',
  }));
  if (result.cases === 0 && result.failures.length === 0) result.failures.push('The campaign tried no case.');
  for (const line of result.failures.slice(0, maxPrintedFailures)) log(`✗ ${line}`);
  if (result.failures.length > maxPrintedFailures) log(`✗ … and ${result.failures.length - maxPrintedFailures} more`);
  rows.push({ name, seconds: Math.round((performance.now() - startMs) / 1000), ...result });
}

console.log(`\n| campaign | cases | failures | measured | s |\n| --- | ---: | ---: | --- | ---: |`);
for (const { name, cases, failures, facts, seconds } of rows)
  console.log(`| ${name} | ${cases} | ${failures.length} | ${facts ?? ''} | ${seconds} |`);
console.log(`Seed: ${seed}`);
process.exitCode = rows.some(({ failures }) => failures.length > 0) ? 1 : 0;
