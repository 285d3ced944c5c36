/** Measures calls of running servers: rate, latency, and the server's processor time for a call. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interleave, medianOf, ratio } from './measure.mjs';
import { serverPeers } from './peers/installed.mjs';
import { commandsFor, startHttp, startStdio } from './servers.mjs';
import { makeWorkspace } from './workspace.mjs';

/** Many short loads: what disturbs the machine then disturbs neighbouring loads alike. */
const loadMs = 400;
const warmUpMs = 3_000;

/** @typedef {{ folder: string, rounds: number, row: Function, progress: Function }} Bench */

/** @param {Bench} bench */
export async function callRows(bench) {
  return [
    ...(await textPrompts(bench, 'stdio', { start: startStdio, atLeast: 0.6, withPeers: true })),
    ...(await textPrompts(bench, 'HTTP, session', { start: startHttp, sdk: { path: 'sessions' }, atLeast: 0.4 })),
    ...(await textPrompts(bench, 'HTTP, stateless', {
      start: (server, options) => startHttp(server, { ...options, isStateless: true }),
      sdk: { path: 'stateless' },
      atLeast: 0.35,
    })),
    ...(await newestRevision(bench)),
    ...(await searchAndFunction(bench)),
  ];
}

/** Prompts with a template of one line, 16 calls at a time. */
async function textPrompts({ folder, rounds, row, progress }, group, { start, sdk = {}, atLeast, withPeers = false }) {
  const { floor, sdk: sdkServer, product } = commandsFor(join(folder, 'state'));
  const ten = await makeWorkspace(folder, 'ten', { files: 10, listed: 10 });
  const thousand = await makeWorkspace(folder, 'thousand', { files: 1_000, listed: 1_000 });
  const servers = {
    floor: await start(floor, {}),
    sdk: await start(sdkServer, sdk),
    'product, 10 prompts': await start(product(ten), {}),
    'product, 1,000 prompts': await start(product(thousand), { prompts: 1_000 }),
  };
  if (withPeers) {
    const [[everything, everythingServer], [fastmcp, fastmcpServer]] = Object.entries(serverPeers());
    const call = { name: 'args-prompt', arguments: { city: 'x'.repeat(200) } };
    servers[everything] = await start(everythingServer, { call });
    servers[fastmcp] = await start(fastmcpServer, {});
  }
  const results = await measure(servers, 2 * rounds + 1, progress(`prompts/get over ${group}`));
  const of = (name, base, goal) =>
    row(`prompts/get over ${group}, ${name}`, describeLoad(results, name), {
      value: ratio(results, name, base, 'rate'),
      unit: `× ${base === 'floor' ? 'the floor' : `that of ${base.replace('product, ', '')}`}`,
      ...goal,
    });
  return Object.keys(servers).map((name) => {
    if (name === 'product, 1,000 prompts') return of(name, 'product, 10 prompts', { atLeast: 1 / 1.2 });
    return of(name, 'floor', name.startsWith('product') ? { atLeast } : {});
  });
}

/** 2026-07-28 beside the handshake, both on stdio with 16 calls at a time. */
async function newestRevision({ folder, rounds, row, progress }) {
  const { product } = commandsFor(join(folder, 'state'));
  const ten = product(await makeWorkspace(folder, 'ten', { files: 10, listed: 10 }));
  const servers = { handshake: await startStdio(ten), newest: await startStdio(ten, { isStateless: true }) };
  const results = await measure(servers, 2 * rounds + 1, progress('2026-07-28 over stdio'));
  return [
    row('prompts/get over stdio, 2026-07-28, product, 10 prompts', describeLoad(results, 'newest'), {
      value: ratio(results, 'newest', 'handshake', 'cpuMs'),
      unit: '× the processor time of a handshake client',
      atMost: 1.4,
    }),
  ];
}

/** A Search prompt of the built-in server, one call at a time, and a function prompt, one and 16 at a time. */
async function searchAndFunction({ folder, rounds, row, progress }) {
  const state = join(folder, 'state');
  const { product, builtIn } = commandsFor(state);
  const functions = await functionWorkspace(folder, state);
  const search = { name: 'Search', arguments: { query: 'solve a differential equation numerically' } };
  const call = { name: 'hello', arguments: { topic: 'x'.repeat(200) } };
  const wolfram = builtIn('WolframLanguage', functions);
  const goals = {
    'Search prompt over stdio': 0.6,
    'Search prompt over HTTP': 0.9,
    'function prompt over stdio': 1.1,
  };
  const servers = {
    'Search prompt over stdio': await startStdio(wolfram, { call: search, concurrency: 1 }),
    'Search prompt over HTTP': await startHttp(wolfram, { call: search, concurrency: 1 }),
    'function prompt over stdio': await startStdio(product(functions), { call, concurrency: 1 }),
    'function prompt over stdio, 16 at a time': await startStdio(product(functions), { call }),
  };
  // A short load has so few calls that V8 would still be optimising the code.
  for (const server of Object.values(servers)) await server.get(warmUpMs);
  const results = await measure(servers, rounds, progress('searches and functions'));
  return Object.keys(servers).map((name) =>
    name in goals
      ? row(name, describeLoad(results, name), {
          value: medianOf(results, name, 'cpuMs'),
          unit: 'ms of processor time a call',
          atMost: goals[name],
        })
      : row(name, describeLoad(results, name), {
          value: medianOf(results, name, 'rate'),
          unit: 'calls a second',
          atLeast: 1_500,
        }),
  );
}

/** A trusted workspace with one function prompt, `hello`. */
async function functionWorkspace(folder, state) {
  const dir = join(folder, 'functions');
  await mkdir(join(dir, 'servers'), { recursive: true });
  await writeFile(
    join(dir, 'servers', 'Bench.yaml'),
    [
      'Name: Bench',
      'MCPPrompts:',
      '  - Name: hello',
      '    Arguments: [{Name: topic, Required: true}]',
      '    Content:',
      `      Function: "({topic}) => 'Write about ' + topic + '.'"`,
      '',
    ].join('\n'),
  );
  const { command, env } = commandsFor(state).trust(dir);
  execFileSync(command[0], command.slice(1), { env: { ...process.env, ...env } });
  return dir;
}

/** One page of `prompts/list`, one at a time. @param {Bench} bench */
export async function pageRows({ folder, rounds, row, progress }) {
  const { product } = commandsFor(join(folder, 'state'));
  const servers = {
    hundred: await startStdio(product(await makeWorkspace(folder, 'hundred', { files: 100, listed: 100 }))),
    tenThousand: await startStdio(product(await makeWorkspace(folder, 'all', { files: 10_000, listed: 10_000 }))),
  };
  const loads = Object.entries(servers).map(([name, server]) => [name, () => server.listPage(loadMs)]);
  const results = await interleave(Object.fromEntries(loads), 2 * rounds + 1, progress('pages'));
  await Promise.all(Object.values(servers).map((server) => server.close()));
  const microseconds = (name) => `${(medianOf(results, name, 'p50') * 1_000).toFixed(0)} µs`;
  return [
    row('one page of prompts/list, 100 prompts', microseconds('hundred')),
    row('one page of prompts/list, 10,000 prompts', microseconds('tenThousand'), {
      value: ratio(results, 'tenThousand', 'hundred', 'p50'),
      unit: '× that of 100 prompts',
      atMost: 1.5,
    }),
  ];
}

/** The cost of a client that has connected and sends nothing more. @param {Bench} bench */
export async function sessionRows({ folder, row }) {
  const { product } = commandsFor(join(folder, 'state'));
  const server = await startHttp(product(await makeWorkspace(folder, 'ten', { files: 10, listed: 10 })));
  await server.get(loadMs);
  const before = server.memory();
  for (let count = 0; count < 1_000; count++) await server.openSession();
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

/** Loads each server in turn, and ends all of them. */
async function measure(servers, rounds, onMeasured) {
  const loads = Object.entries(servers).map(([name, server]) => [name, () => server.get(loadMs)]);
  const results = await interleave(Object.fromEntries(loads), rounds, onMeasured);
  await Promise.all(Object.values(servers).map((server) => server.close()));
  return results;
}

function describeLoad(results, name) {
  const rate = Math.round(medianOf(results, name, 'rate')).toLocaleString('en');
  const microseconds = (medianOf(results, name, 'cpuMs') * 1_000).toFixed(0);
  return `${rate}/s, p99 ${medianOf(results, name, 'p99').toFixed(1)} ms, processor ${microseconds} µs`;
}
