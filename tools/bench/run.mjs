/**
 * `npm run bench` measures a start, a call and a page, each beside the floor and a plain SDK server in the same run. The
 * milliseconds depend on the machine; the ratios are what counts. `--markdown` prints the table of docs/performance.md,
 * `--rounds N` sets how often each variant is measured, and `--only starts,calls,tests,window` chooses parts. Further parts:
 * `--only scale` measures large workspaces and long use (about twenty minutes, ten of them edits: `--minutes N`; `--only prompts`
 * only its 100,000 prompts), `--only search` search (with `--tune`, only its quality, over the tune halves of the judged
 * questions), `--only connect` the editing of configuration files, `--only npx` the start with npx. Each part first installs the
 * programs that it compares with.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../build.mjs';
import { callRows, pageRows, sessionRows } from './calls.mjs';
import { interleave, medianOf, ratio } from './measure.mjs';
import { startRows } from './starts.mjs';
import { toolRows } from './tools.mjs';
import { measureFirstList, measureTyping, openBrowser, scriptSizes, startWindow } from './window.mjs';
import { makeWorkspace, writeLargePrompt } from './workspace.mjs';

const { values: options } = parseArgs({
  options: {
    markdown: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '11' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    each: { type: 'boolean', default: false },
    tune: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
/** Keys typed in one round of the window. */
const KEYS = 40;

const folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-bench-'));
try {
  await build();
  const bench = { folder, rounds, row, progress };
  const parts = {
    starts: [startRows],
    calls: [callRows, toolRows, pageRows, sessionRows],
    window: [windowRows, scriptRows],
    scale: [async (part) => (await import('./scale.mjs')).scaleRows({ ...part, minutes: Number(options.minutes) })],
    prompts: [async (part) => (await import('./scale.mjs')).promptRows(part)],
    search: [async (part) => (await import('./search.mjs')).searchRows({ ...part, tune: options.tune })],
    connect: [async (part) => (await import('./connect.mjs')).connectRows({ ...part, each: options.each })],
    tests: [async (part) => (await import('./tests.mjs')).testRows(part)],
    npx: [async (part) => (await import('./npx.mjs')).npxRows(part)],
  };
  const partNames = options.only === undefined ? ['starts', 'calls', 'tests', 'window'] : options.only.split(',');
  const rows = [];
  for (const measure of partNames.flatMap((part) => parts[part])) rows.push(...(await measure(bench)));
  if (process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(60)}\r`);
  console.log(options.markdown ? asMarkdown(rows) : asText(rows));
  process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

/** The time from a key press to the preview that shows it, and to the first list of a page, in a real Chromium. */
async function windowRows() {
  const browser = await openBrowser();
  const smallWorkspace = await makeWorkspace(folder, 'window-small', { files: 10, listed: 10 });
  const largeWorkspace = await makeWorkspace(folder, 'window-large', { files: 2_000, listed: 2_000 });
  await writeLargePrompt(largeWorkspace, 0, 200_000);
  const windows = {
    small: await startWindow(browser, smallWorkspace, join(folder, 'state')),
    large: await startWindow(browser, largeWorkspace, join(folder, 'state')),
  };
  const variants = Object.entries(windows).flatMap(([name, window]) => [
    [`list ${name}`, () => measureFirstList(window)],
    [`typing ${name}`, () => measureTyping(window, 0, KEYS)],
    [`panel ${name}`, () => measureTyping(window, 0, KEYS, true)],
  ]);
  const results = await interleave(Object.fromEntries(variants), Math.ceil(rounds / 4), progress('the window'));
  await Promise.all(Object.values(windows).map((window) => window.close()));
  await browser.close();
  const value = (name, key) => medianOf(results, name, key);
  const beside = (key, name) => `${ratio(results, `${name} large`, `${name} small`, key).toFixed(2)} × the small one`;
  const withPanel = (name, key) => `${ratio(results, `panel ${name}`, `typing ${name}`, key).toFixed(2)} × without it`;
  const timeRow = (what, name, key, atMost, from) =>
    row(what, from ?? `${value(name, key).toFixed(0)} ms`, { value: value(name, key), unit: 'ms', atMost });
  return [
    timeRow('first list, 10 prompts', 'list small', 'milliseconds', 1_000),
    timeRow('first list, 2,000 prompts', 'list large', 'milliseconds', 1_000, beside('milliseconds', 'list')),
    timeRow('key to preview, 300 B of 10 prompts, p50', 'typing small', 'p50'),
    timeRow('key to preview, 300 B of 10 prompts, p95', 'typing small', 'p95', 100),
    timeRow('key to preview, 200 kB of 2,000 prompts, p50', 'typing large', 'p50', undefined, beside('p50', 'typing')),
    timeRow('key to preview, 200 kB of 2,000 prompts, p95', 'typing large', 'p95', 100, beside('p95', 'typing')),
    row('the same with the panel for runs, 300 B, p50', withPanel('small', 'p50')),
    row('the same with the panel for runs, 300 B, p95', withPanel('small', 'p95')),
    row('the same with the panel for runs, 200 kB, p50', withPanel('large', 'p50')),
    row('the same with the panel for runs, 200 kB, p95', withPanel('large', 'p95')),
    timeRow('longest frame while typing, 200 kB of 2,000 prompts', 'typing large', 'longest', 50),
  ];
}

async function scriptRows() {
  const { first, editors } = await scriptSizes();
  const size = (what, kilobytes, atMost) =>
    row(what, `${kilobytes.toFixed(0)} kB`, { value: kilobytes, unit: 'kB gzipped', atMost });
  return [size('script of the first load', first, 280), size('script of the editors', editors, 230)];
}

/**
 * @param {string} what
 * @param {string} measuredText
 * @param {{ value?: number, unit?: string, atMost?: number, atLeast?: number }} [goal] a goal needs a value
 */
function row(what, measuredText, { value, unit, atMost, atLeast } = {}) {
  const goal = atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${Number(atLeast.toFixed(2))}` : '';
  const isMet = value === undefined || (value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity));
  const comparison = value === undefined ? '' : `${value.toFixed(2)} ${unit}`;
  return { what, measured: measuredText, compared: comparison, goal, isMet };
}

function asText(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  return rows
    .map(({ what, measured, compared, goal, isMet }) => {
      const result = goal && `${goal} ${isMet ? 'met' : 'MISSED'}`;
      return [what.padEnd(width), measured.padEnd(24), compared.padEnd(28), result].join('  ');
    })
    .join('\n');
}

function asMarkdown(rows) {
  const model = cpus()[0]?.model ?? 'unknown processor';
  return [
    `Node ${process.version}, ${cpus().length} × ${model}, ${rounds} rounds, medians.`,
    '',
    '| what | measured | comparison | target |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ what, measured, compared, goal, isMet }) =>
        `| ${what} | ${measured} | ${compared} | ${goal}${goal && (isMet ? ' ✓' : ' ✗')} |`,
    ),
  ].join('\n');
}

/** Reports what is being measured: each count on the same line of a terminal, elsewhere one line a minute. */
function progress(what) {
  let doneCount = 0;
  let reportedAt = performance.now();
  return () => {
    doneCount += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${doneCount} measured`.padEnd(60));
    else if (performance.now() - reportedAt > 60_000) {
      reportedAt = performance.now();
      process.stderr.write(`${what}: ${doneCount} measured\n`);
    }
  };
}
