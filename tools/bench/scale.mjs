/**
 * Large workspaces and long use: 100,000 prompts in files, thousands of HTTP clients that get one change, 5,000 edits a minute,
 * and a window that stays open. `npm run bench -- --only scale`; `--minutes N` sets how long the edits go on.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { StdioClient } from './clients.mjs';
import { median } from './measure.mjs';
import { commandsFor, startHttp } from './servers.mjs';
import { openBrowser, startWindow } from './window.mjs';
import { makeWorkspace, promptName } from './workspace.mjs';

const editsPerMinute = 5_000;
/** Long enough for the work after a start: watching the files, and comparing each once more. */
const settleMs = 20_000;

/** @typedef {{ folder: string, row: Function, progress: Function, minutes: number }} Bench */

/** @param {Bench} bench */
export async function scaleRows(bench) {
  return [
    ...(await promptRows(bench)),
    ...(await clientRows(bench, 1_000, 2)),
    ...(await clientRows(bench, 5_000)),
    ...(await editRows(bench)),
    ...(await windowRows(bench)),
  ];
}

/** A server that lists 100,000 prompts, beside one of 1,000. @param {Bench} bench */
export async function promptRows({ folder, row, progress }) {
  const state = join(folder, 'state');
  const { product } = commandsFor(state);
  const countOne = progress('100,000 prompts');
  const measures = {};
  for (const count of [1_000, 100_000]) {
    const dir = await makeWorkspace(folder, `prompts-${count}`, { files: count, listed: count });
    const { command, env } = product(dir);
    const start = async () => {
      const begin = performance.now();
      const client = new StdioClient(command, env);
      await client.initialize();
      await client.request('prompts/list');
      return { client, startMs: performance.now() - begin };
    };
    const firstServer = await start();
    await waitForCache(state, count);
    await firstServer.client.close();
    const { client, startMs } = await start();
    await wait(settleMs);
    const pageMs = [];
    for (let at = 0; at < 200; at++) {
      const begin = performance.now();
      await client.request('prompts/list');
      pageMs.push(performance.now() - begin);
    }
    const noticeMs = [];
    for (let at = 0; at < 5; at++) noticeMs.push(await measureEdit(client, dir, at));
    measures[count] = {
      first: firstServer.startMs,
      start: startMs,
      page: median(pageMs),
      notice: median(noticeMs),
      memory: client.memory(),
    };
    await client.close();
    countOne();
  }
  const [small, large] = [measures[1_000], measures[100_000]];
  const comparisonRow = (what, key, format = (value) => `${value.toFixed(0)} ms`) =>
    row(`${what}, 100,000 prompts`, format(large[key]), {
      value: large[key] / small[key],
      unit: `× that of 1,000 (${format(small[key])})`,
    });
  return [
    comparisonRow('first start', 'first'),
    comparisonRow('later start', 'start'),
    comparisonRow('one page of prompts/list', 'page', (value) => `${(value * 1_000).toFixed(0)} µs`),
    comparisonRow('edit to notice', 'notice'),
    comparisonRow('memory', 'memory', (value) => `${value.toFixed(0)} MB`),
  ];
}

/** Waits until the product has written its cache of a workspace's files, which may take long on a busy machine. */
async function waitForCache(state, count) {
  const catalogues = join(state, 'cache', 'catalogues');
  const hasCache = async () => {
    const folders = await readdir(catalogues).catch(() => []);
    const ownFolder = folders.find((name) => name.startsWith(`prompts-${count}-`));
    return (
      ownFolder !== undefined && (await readdir(join(catalogues, ownFolder))).some((name) => name.endsWith('.json'))
    );
  };
  while (!(await hasCache())) await wait(500);
}

/** Changes the description of a prompt. @returns milliseconds until the notification that the list has changed */
async function measureEdit(client, dir, index) {
  const notice = new Promise((resolve) => client.child.stdout.on('data', onListChanged(resolve)));
  const begin = performance.now();
  await edit(dir, index, `edited at ${begin}`);
  await notice;
  return performance.now() - begin;
}

/** A listener that resolves at the notification that the list of prompts has changed. */
function onListChanged(resolve) {
  return (chunk) => {
    if (chunk.includes('notifications/prompts/list_changed')) resolve(performance.now());
  };
}

async function edit(dir, index, description) {
  const file = join(dir, 'prompts', `${promptName(index)}.yaml`);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^Description: .*$/m, `Description: ${description}`));
}

/** How long one change takes to reach all sessions, each with an open stream. */
async function clientRows({ folder, row, progress }, count, atMost) {
  const { product } = commandsFor(join(folder, 'state'));
  const dir = await makeWorkspace(folder, 'clients', { files: 10, listed: 10 });
  const server = await startHttp(product(dir));
  const countOne = progress(`${count} HTTP clients`);
  const before = server.memory();
  const streams = [];
  for (let at = 0; at < count; at += 50) {
    const sessions = await Promise.all(Array.from({ length: 50 }, () => server.openSession()));
    streams.push(...(await Promise.all(sessions.map((headers) => openStream(server.url, headers)))));
    countOne();
  }
  const memory = server.memory();
  const seconds = [];
  for (let round = 0; round < 5; round++) {
    const notices = streams.map((stream) => stream.nextNotice());
    const begin = performance.now();
    await edit(dir, 0, `edited at ${begin}`);
    await Promise.all(notices);
    seconds.push((performance.now() - begin) / 1_000);
    countOne();
  }
  for (const stream of streams) stream.close();
  await server.close();
  const of = count.toLocaleString('en');
  return [
    row(`edit until all of ${of} HTTP clients have the notice`, `${median(seconds).toFixed(2)} s`, {
      value: median(seconds),
      unit: 's',
      atMost,
    }),
    row(`memory, ${of} HTTP clients with open streams`, `${memory.toFixed(0)} MB`, {
      value: ((memory - before) * 1_000) / count,
      unit: 'kB a client',
    }),
  ];
}

/** Opens the stream of a session's notifications. */
async function openStream(url, headers) {
  const { hostname, port, host, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const lines = Object.entries({ host, accept: 'text/event-stream', ...headers }).map(
    ([key, value]) => `${key}: ${value}\r\n`,
  );
  const isOpen = new Promise((resolve, reject) =>
    socket.once('data', (chunk) =>
      /^HTTP\/1\.1 200/.test(String(chunk)) ? resolve(undefined) : reject(new Error(`${chunk}`)),
    ),
  );
  socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await isOpen;
  return {
    nextNotice: () => new Promise((resolve) => socket.on('data', onListChanged(resolve))),
    close: () => socket.destroy(),
  };
}

/** Saves a file 83 times a second, while a client lists the prompts after each notification. */
async function editRows({ folder, row, progress, minutes }) {
  const { product } = commandsFor(join(folder, 'state'));
  const dir = await makeWorkspace(folder, 'edits', { files: 100, listed: 100 });
  const { command, env } = product(dir);
  const client = new StdioClient(command, env);
  await client.initialize();
  await client.request('prompts/list');
  let lists = 0;
  client.child.stdout.on(
    'data',
    onListChanged(() => {
      lists += 1;
      client.request('prompts/list').catch(() => {});
    }),
  );
  const countOne = progress('edits');
  const intervalMs = 60_000 / editsPerMinute;
  const begin = performance.now();
  const memory = [];
  let edits = 0;
  while (performance.now() - begin < minutes * 60_000) {
    await edit(dir, edits % 100, `edit ${edits}`);
    edits += 1;
    if (edits % 500 === 0) {
      memory.push(client.memory());
      countOne();
    }
    const restMs = begin + edits * intervalMs - performance.now();
    if (restMs > 0) await wait(restMs);
  }
  await client.close();
  const third = Math.ceil(memory.length / 3);
  const earlyMedian = median(memory.slice(0, third));
  const lateMemory = median(memory.slice(-third));
  const rate = edits / ((performance.now() - begin) / 60_000);
  return [
    row(
      `${edits.toLocaleString('en')} edits, ${rate.toFixed(0)} a minute, ${lists} new lists`,
      `${earlyMedian.toFixed(0)} MB, then ${lateMemory.toFixed(0)} MB`,
      { value: lateMemory / earlyMedian, unit: '× the memory of the first third', atMost: 1.1 },
    ),
  ];
}

/** A page after 5,000 keys and 500 changes of prompt, beside the same page after a tenth of them. */
async function windowRows({ folder, row, progress }) {
  const browser = await openBrowser();
  const dir = await makeWorkspace(folder, 'long-window', { files: 20, listed: 20 });
  const window = await startWindow(browser, dir, join(folder, 'state'));
  const page = await window.open();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const countOne = progress('a long session in the window');
  let changes = 0;
  /** Opens a prompt and types ten letters into it. */
  const editNext = async () => {
    await page
      .getByRole('row', { name: promptName(changes++ % 20), exact: true })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Prompt text' }).click();
    await page.keyboard.type('abcdefghij');
    countOne();
  };
  const measure = async () => {
    await page.getByText('Saved', { exact: true }).first().waitFor();
    for (let at = 0; at < 3; at++) await devTools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devTools.send('Performance.getMetrics');
    const value = (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    const { detachedNodes } = await devTools.send('DOM.getDetachedDomNodes');
    return { heap: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes'), detached: detachedNodes.length };
  };
  while (changes < 50) await editNext();
  const earlyMeasure = await measure();
  while (changes < 500) await editNext();
  const lateMemory = await measure();
  await window.close();
  await browser.close();
  const describe = ({ heap, nodes, detached }) => `${heap.toFixed(0)} MB, ${nodes} nodes, ${detached} detached trees`;
  return [
    row('window after 500 edits and 50 changes of prompt', describe(earlyMeasure)),
    row('window after 5,000 edits and 500 changes of prompt', describe(lateMemory), {
      value: lateMemory.heap / earlyMeasure.heap,
      unit: '× that heap',
      atMost: 1.3,
    }),
  ];
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
