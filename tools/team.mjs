/**
 * Starts a whole team server on loopback (three replicas, PostgreSQL, nginx, HAProxy, a git remote over HTTP, an OAuth
 * issuer) and proves what it promises. Installs missing Debian packages.
 *
 *   npm run verify:team                    every proof
 *   npm run verify:team -- --short         smaller numbers, in about three minutes
 *   npm run verify:team -- --only NAME     the proofs whose names begin with NAME; separate several by commas
 *   npm run verify:team -- --patience 5    five times the time limits, for a busy computer
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { library } from './verify/team/library.mjs';
import { proofs } from './verify/team/proofs.mjs';
import { endServices, installServices, setPatience } from './verify/team/services.mjs';
import { startTeam } from './verify/team/team.mjs';
import { fixtureWorkspace } from './verify/tools.mjs';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    patience: { type: 'string', default: '1' },
  },
});

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

async function main() {
  if (!existsSync('/etc/debian_version')) {
    console.log('Not run here: the proofs of the team server need services from Debian packages.');
    process.exit(77);
  }
  const chosenProofs = proofs.filter(
    ({ name }) => values.only === undefined || values.only.split(',').some((start) => name.startsWith(start)),
  );
  if (chosenProofs.length === 0)
    throw new Error(`There is no proof "${values.only}": ${proofs.map(({ name }) => name).join(', ')}.`);
  await build(['node', 'languages', 'reference']);
  installServices();
  const team = await startTeam({ ...(await fixture()), ...library });
  setPatience(Number(values.patience));
  let failures = 0;
  try {
    for (const { name, title, run: prove } of chosenProofs) {
      const start = performance.now();
      const seconds = () => `${((performance.now() - start) / 1_000).toFixed(1)} s`;
      try {
        await team.repair();
        console.log(`✓ ${name}: ${title}\n    ${await prove(team, { short: values.short })} (${seconds()})`);
      } catch (error) {
        failures += 1;
        console.log(`✗ ${name}: ${title}\n    ${error instanceof Error ? error.message : error} (${seconds()})`);
      }
    }
  } finally {
    await team.stop();
  }
  const limits = values.patience === '1' ? '' : `, with ${values.patience} times the time limits`;
  console.log(`Team server: ${chosenProofs.length - failures} proofs hold, ${failures} do not${limits}.`);
  // A failed proof may have left connections open.
  process.exit(failures > 0 ? 1 : 0);
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    endServices().then(
      () => process.exit(130),
      () => process.exit(130),
    );
  });

main().catch(async (error) => {
  console.error(error instanceof Error ? error.stack : String(error));
  await endServices();
  process.exit(1);
});
