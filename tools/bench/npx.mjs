/**
 * The npx part of the bench: the time from `npx PROGRAM` to the address of its window, with an empty and a filled npm cache,
 * and the size of the installation on disk, beside those of MCP Inspector. It needs the npm registry.
 * `npm run bench -- --only npx`
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, medianOf, ratio } from './measure.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const inspector = '@modelcontextprotocol/inspector@2.12.0';

/** Installations over a network take long, and a few show the order of magnitude. */
const rounds = 3;
const startTimeoutMs = 300_000;

/** @param {{ folder: string, row: Function, progress: Function }} bench */
export async function npxRows({ folder, row, progress }) {
  const [packed] = Object.values(
    JSON.parse(
      execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
        cwd: root,
        encoding: 'utf8',
      }),
    ),
  );
  const programs = {
    'prompt-workbench': [`--package=${join(folder, packed.filename)}`, '--', 'prompt-workbench', '--no-browser'],
    'MCP Inspector': [inspector],
  };
  const variants = Object.entries(programs).map(([name, args]) => [name, () => startTwice(folder, args)]);
  const results = await interleave(Object.fromEntries(variants), rounds, progress('npx'));
  const seconds = (name, key) => `${(medianOf(results, name, key) / 1000).toFixed(1)} s`;
  const beside = (key) => ({
    value: ratio(results, 'prompt-workbench', 'MCP Inspector', key),
    unit: '× MCP Inspector',
  });
  return Object.keys(programs).flatMap((name) => {
    const isOurs = name === 'prompt-workbench';
    return [
      row(`npx, empty cache, ${name}`, seconds(name, 'coldMs'), isOurs ? beside('coldMs') : {}),
      row(`npx, filled cache, ${name}`, seconds(name, 'warmMs'), isOurs ? beside('warmMs') : {}),
      row(
        `installed, ${name}`,
        `${Math.round(medianOf(results, name, 'bytes') / 1e6)} MB`,
        isOurs ? beside('bytes') : {},
      ),
    ];
  });
}

/** Starts a program with an empty npm cache, and again with the cache that the first start filled. */
async function startTwice(folder, args) {
  const home = await mkdtemp(join(folder, 'npx-'));
  const cache = join(home, 'cache');
  await mkdir(cache);
  const coldMs = await startOnce(home, cache, args);
  const warmMs = await startOnce(home, cache, args);
  const bytes = sizeOf(join(cache, '_npx'));
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return { coldMs, warmMs, bytes };
}

/** @returns {Promise<number>} milliseconds until the program prints the address of its window */
function startOnce(home, cache, args) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn('npx', ['--yes', `--cache=${cache}`, ...args], {
      cwd: home,
      // npx starts a shell, which starts the program: a process group ends all of them.
      detached: true,
      env: {
        ...process.env,
        HOME: home,
        PROMPT_WORKBENCH_STATE: join(home, 'state'),
        PROMPT_WORKBENCH_WORKSPACE: join(home, 'workspace'),
        MCP_AUTO_OPEN_ENABLED: 'false',
        BROWSER: 'none',
      },
    });
    let output = '';
    let printedAfterMs;
    const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
    const timer = setTimeout(end, startTimeoutMs);
    const read = (chunk) => {
      output += chunk;
      if (printedAfterMs !== undefined || !/http:\/\/[\w.]+:\d+/.test(output)) return;
      printedAfterMs = performance.now() - begin;
      end();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', () => {
      clearTimeout(timer);
      if (printedAfterMs === undefined) reject(new Error(`npx ${args.join(' ')} printed no address: ${output}`));
      else resolve(printedAfterMs);
    });
  });
}

/** @returns {number} bytes of all files in a folder */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
