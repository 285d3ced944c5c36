/**
 * `npm run bench`: what a start, a call and a page cost, each beside the floor and a plain server on the SDK in the same
 * run. Milliseconds belong to this machine; the ratios are what counts. `--markdown` prints the table of
 * docs/performance.md, `--rounds N` sets how often each is measured, `--only server|window` leaves the other part out.
 * `--only search` measures search instead (with `--tune`, only its quality, over the tune halves of the judged questions),
 * `--only connect` what connecting does to configuration files, `--only npx` the start of an installation with npx; each
 * first installs what it is measured beside.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../build.mjs';
import { difference, interleave, medianOf, ratio } from './measure.mjs';
import { coldStart, commands, startHttp, startStdio, warmUp } from './servers.mjs';
import { toolCalls } from './tools.mjs';
import { firstList, openBrowser, scriptSizes, startWindow, typing } from './window.mjs';
import { writeLargePrompt, writeWorkspace } from './workspace.mjs';

const { values: options } = parseArgs({
  options: {
    markdown: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '11' },
    only: { type: 'string' },
    each: { type: 'boolean', default: false },
    tune: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
/** Short loads and many of them: what disturbs the machine then disturbs neighbours alike. Milliseconds. */
const LOAD = 400;
/** Keys typed in one round of the window. */
const KEYS = 40;

const folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-bench-'));
try {
  await build();
  const parts = {
    server: [starts, calls, tools, pages, sessions],
    window: [keys, scripts],
    search: [search],
    connect: [connect],
    npx: [npx],
  };
  const chosen = options.only === undefined ? ['server', 'window'] : [options.only];
  const rows = [];
  for (const measure of chosen.flatMap((part) => parts[part])) rows.push(...(await measure()));
  if (process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(60)}\r`);
  console.log(options.markdown ? asMarkdown(rows) : asText(rows));
  process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

async function search() {
  const { searchRows } = await import('./search.mjs');
  return await searchRows({ folder, rounds, tune: options.tune, row, progress });
}

async function npx() {
  const { npxRows } = await import('./npx.mjs');
  return await npxRows({ folder, row, progress });
}

async function connect() {
  const { connectRows } = await import('./connect.mjs');
  return await connectRows({ folder, row, progress, each: options.each });
}

/** From spawn to the first answer, and resident memory then. */
async function starts() {
  const { floor, sdk, product } = commands(join(folder, 'state'));
  const workspaces = {
    'product, 10 prompts': product(await workspace('ten', { files: 10, listed: 10 })),
    'product, 1,000 prompts': product(await workspace('thousand', { files: 1_000, listed: 1_000 })),
    'product, 20 of 10,000': product(await workspace('many', { files: 10_000, listed: 20 })),
  };
  for (const server of Object.values(workspaces)) await warmUp(server);
  const servers = { floor, sdk, ...workspaces };
  const results = await interleave(
    Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, () => coldStart(server)])),
    rounds,
    progress('cold starts'),
  );
  const start = (name, goal) =>
    row(`cold start, ${name}`, `${medianOf(results, name, 'milliseconds').toFixed(0)} ms`, {
      value: ratio(results, name, 'floor', 'milliseconds'),
      unit: '× the floor',
      atMost: goal,
    });
  const megabytes = (name) => `${medianOf(results, name, 'memory').toFixed(0)} MB`;
  return [
    start('floor'),
    start('sdk'),
    start('product, 10 prompts', 1.8),
    start('product, 20 of 10,000', 1.8),
    start('product, 1,000 prompts', 2.5),
    row('memory, floor', megabytes('floor')),
    row('memory, sdk', megabytes('sdk'), memoryOver(results, 'sdk')),
    row('memory, product, 10 prompts', megabytes('product, 10 prompts'), {
      ...memoryOver(results, 'product, 10 prompts'),
      atMost: 30,
    }),
  ];
}

function memoryOver(results, name) {
  return { value: difference(results, name, 'floor', 'memory'), unit: 'MB over the floor' };
}

/** `prompts/get`, 16 under way at any time. */
async function calls() {
  const { floor, sdk, product } = commands(join(folder, 'state'));
  const ten = product(join(folder, 'ten'));
  const thousand = product(join(folder, 'thousand'));
  const http = (options) => (server, prompts, path) => startHttp(server, prompts, { ...options, path });
  /** @type {Record<string, { start: (server: any, prompts: number, path?: string) => Promise<any>, sdkPath: string | undefined }>} */
  const groups = {
    stdio: { start: startStdio, sdkPath: undefined },
    'HTTP, session': { start: http({ stateless: false }), sdkPath: 'sessions' },
    'HTTP, stateless': { start: http({ stateless: true }), sdkPath: 'stateless' },
  };
  const rows = [];
  for (const [group, { start, sdkPath }] of Object.entries(groups)) {
    const servers = {
      floor: await start(floor, 10),
      sdk: await start(sdk, 10, sdkPath),
      product: await start(ten, 10),
      thousand: await start(thousand, 1_000),
    };
    const loads = Object.entries(servers).map(([name, server]) => [name, () => server.get(LOAD)]);
    const results = await interleave(Object.fromEntries(loads), 2 * rounds + 1, progress(`prompts/get over ${group}`));
    await Promise.all(Object.values(servers).map((server) => server.close()));
    const shown = (name) =>
      `${medianOf(results, name, 'rate').toFixed(0)}/s, p99 ${medianOf(results, name, 'p99').toFixed(1)} ms`;
    const against = (name, base, goal) => ({ value: ratio(results, name, base, 'rate'), ...goal });
    rows.push(
      row(`prompts/get over ${group}, floor`, shown('floor'), against('floor', 'sdk', { unit: '× the sdk' })),
      row(`prompts/get over ${group}, sdk`, shown('sdk')),
      row(
        `prompts/get over ${group}, product, 10 prompts`,
        shown('product'),
        against('product', 'sdk', { unit: '× the sdk', atLeast: 1 }),
      ),
      row(
        `prompts/get over ${group}, product, 1,000 prompts`,
        shown('thousand'),
        against('thousand', 'product', { unit: '× that of 10 prompts', atLeast: 1 / 1.2 }),
      ),
    );
  }
  return rows;
}

/** `tools/call` of templates. */
function tools() {
  const rest = { milliseconds: LOAD, progress: progress('tools/call'), row };
  return toolCalls({ folder, rounds: 2 * rounds + 1, ...rest });
}

/** The first page of `prompts/list`, one at a time. */
async function pages() {
  const { product } = commands(join(folder, 'state'));
  const servers = {
    hundred: await startStdio(product(await workspace('hundred', { files: 100, listed: 100 })), 100),
    tenThousand: await startStdio(product(await workspace('all', { files: 10_000, listed: 10_000 })), 10_000),
  };
  const loads = Object.entries(servers).map(([name, server]) => [name, () => server.listPage(LOAD)]);
  const results = await interleave(Object.fromEntries(loads), 2 * rounds + 1, progress('pages'));
  await Promise.all(Object.values(servers).map((server) => server.close()));
  const shown = (name) => `${(medianOf(results, name, 'p50') * 1_000).toFixed(0)} µs`;
  return [
    row('one page of prompts/list, 100 prompts', shown('hundred')),
    row('one page of prompts/list, 10,000 prompts', shown('tenThousand'), {
      value: ratio(results, 'tenThousand', 'hundred', 'p50'),
      unit: '× that of 100 prompts',
      atMost: 1.5,
    }),
  ];
}

/** The cost of a client that has connected and sends nothing more. */
async function sessions() {
  const { product } = commands(join(folder, 'state'));
  const server = await startHttp(product(join(folder, 'ten')), 10);
  await server.get(LOAD);
  const before = server.memory();
  await server.openSessions(1_000);
  const after = server.memory();
  await server.close();
  return [
    row('1,000 idle HTTP sessions', `${after.toFixed(0)} MB`, {
      value: after - before,
      unit: 'MB over none',
      atMost: 50,
    }),
  ];
}

/** From a key press to the preview that shows it, and what a page shows first, in a real Chromium. */
async function keys() {
  const browser = await openBrowser();
  const small = await workspace('window-small', { files: 10, listed: 10 });
  const large = await workspace('window-large', { files: 2_000, listed: 2_000 });
  await writeLargePrompt(large, 0, 200_000);
  const windows = {
    small: await startWindow(browser, small, join(folder, 'state')),
    large: await startWindow(browser, large, join(folder, 'state')),
  };
  const variants = Object.entries(windows).flatMap(([name, window]) => [
    [`list ${name}`, () => firstList(window)],
    [`typing ${name}`, () => typing(window, 0, KEYS)],
  ]);
  const results = await interleave(Object.fromEntries(variants), Math.ceil(rounds / 4), progress('the window'));
  await Promise.all(Object.values(windows).map((window) => window.close()));
  await browser.close();
  const value = (name, key) => medianOf(results, name, key);
  const beside = (key, name) => `${ratio(results, `${name} large`, `${name} small`, key).toFixed(2)} × the small one`;
  const shown = (what, name, key, atMost, from) =>
    row(what, from ?? `${value(name, key).toFixed(0)} ms`, { value: value(name, key), unit: 'ms', atMost });
  return [
    shown('first list, 10 prompts', 'list small', 'milliseconds', 1_000),
    shown('first list, 2,000 prompts', 'list large', 'milliseconds', 1_000, beside('milliseconds', 'list')),
    shown('key to preview, 300 B of 10 prompts, p50', 'typing small', 'p50'),
    shown('key to preview, 300 B of 10 prompts, p95', 'typing small', 'p95', 100),
    shown('key to preview, 200 kB of 2,000 prompts, p50', 'typing large', 'p50', undefined, beside('p50', 'typing')),
    shown('key to preview, 200 kB of 2,000 prompts, p95', 'typing large', 'p95', 100, beside('p95', 'typing')),
    shown('longest frame while typing, 200 kB of 2,000 prompts', 'typing large', 'longest', 50),
  ];
}

async function scripts() {
  const { first, editors } = await scriptSizes();
  const size = (what, kilobytes, atMost) =>
    row(what, `${kilobytes.toFixed(0)} kB`, { value: kilobytes, unit: 'kB gzipped', atMost });
  return [size('script of the first load', first, 280), size('script of the editors', editors, 230)];
}

async function workspace(name, size) {
  const dir = join(folder, name);
  await writeWorkspace(dir, size);
  return dir;
}

/**
 * @param {string} what
 * @param {string} measured
 * @param {{ value?: number, unit?: string, atMost?: number, atLeast?: number }} [goal] a goal needs a value
 */
function row(what, measured, { value, unit, atMost, atLeast } = {}) {
  const goal = atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${Number(atLeast.toFixed(2))}` : '';
  const isMet = value === undefined || (value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity));
  const compared = value === undefined ? '' : `${value.toFixed(2)} ${unit}`;
  return { what, measured, compared, goal, met: isMet };
}

function asText(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  return rows
    .map(({ what, measured, compared, goal, met }) =>
      [what.padEnd(width), measured.padEnd(24), compared.padEnd(28), goal && `${goal} ${met ? 'met' : 'MISSED'}`].join(
        '  ',
      ),
    )
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
      ({ what, measured, compared, goal, met }) =>
        `| ${what} | ${measured} | ${compared} | ${goal}${goal && (met ? ' ✓' : ' ✗')} |`,
    ),
  ].join('\n');
}

/** A line that says what is being measured, on a terminal only. */
function progress(what) {
  let done = 0;
  return () => {
    done += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${done} measured`.padEnd(60));
  };
}
