/**
 * Cold starts with the requests that Claude Code sends: initialize, then the lists of prompts, tools and resources at once. A
 * start lasts from the spawn to the last of these answers. The floor, a plain SDK server and two other servers run beside it.
 */
import { mkdtempSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StdioClient } from './clients.mjs';
import { difference, interleave, medianOf, ratio } from './measure.mjs';
import { serverPeers } from './peers/installed.mjs';
import { commandsFor, dist } from './servers.mjs';
import { makeWorkspace } from './workspace.mjs';

/** Long enough for the product to write its caches after a start. */
const settleMs = 3_000;

/** @param {{ folder: string, rounds: number, row: Function, progress: Function }} bench */
export async function startRows({ folder, rounds, row, progress }) {
  const state = join(folder, 'state');
  const { floor, sdk, product, builtIn } = commandsFor(state);
  const ten = await makeWorkspace(folder, 'ten', { files: 10, listed: 10 });
  const emptyPath = join(folder, 'empty');
  await mkdir(emptyPath, { recursive: true });
  /** The same server without what earlier starts cached: each start has a state folder that nothing has used. */
  const firstStart = (server) => () => coldStart({ ...server, env: stateOf(mkdtempSync(join(folder, 'first-'))) });
  // As a package of npm, which is not compiled on this computer.
  const uncompiledFolder = join(folder, 'uncompiled', 'dist');
  for (const name of ['cli.cjs', 'program.chunks']) await cp(join(dist, name), join(uncompiledFolder, name));
  const later = {
    'product, 10 prompts': product(ten),
    'product, WolframLanguage for Claude Code': builtIn('WolframLanguage', emptyPath, ['--for', 'claude-code']),
    'product, 20 of 10,000': product(await makeWorkspace(folder, 'many', { files: 10_000, listed: 20 })),
    'product, 1,000 prompts': product(await makeWorkspace(folder, 'thousand', { files: 1_000, listed: 1_000 })),
  };
  for (const server of Object.values(later)) await warmUp(server);
  const variants = {
    ...mapValues({ floor, sdk, ...serverPeers(), ...later }, (server) => () => coldStart(server)),
    'first start ever, 10 prompts': firstStart(product(ten)),
    'first start ever, 10 prompts, not compiled by a build': firstStart(
      product(ten, join(uncompiledFolder, 'cli.cjs')),
    ),
    'first start ever, WolframLanguage': firstStart(later['product, WolframLanguage for Claude Code']),
  };
  const results = await interleave(variants, rounds, progress('cold starts'));
  const goals = {
    'product, 10 prompts': 1.5,
    'product, WolframLanguage for Claude Code': 1.5,
    'product, 1,000 prompts': 1.7,
    'first start ever, 10 prompts': 2.2,
    'first start ever, WolframLanguage': 2.2,
  };
  const times = (name) =>
    `${medianOf(results, name, 'milliseconds').toFixed(0)} ms, processor ${medianOf(results, name, 'cpuMs').toFixed(0)} ms`;
  const memory = (name, atMost) =>
    row(`memory after these requests, ${name}`, `${medianOf(results, name, 'memory').toFixed(0)} MB`, {
      value: difference(results, name, 'floor', 'memory'),
      unit: 'MB over the floor',
      atMost,
    });
  return [
    ...Object.keys(variants).map((name) =>
      row(`cold start, ${name}`, times(name), {
        value: ratio(results, name, 'floor', 'milliseconds'),
        unit: '× the floor',
        atMost: goals[name],
      }),
    ),
    memory('floor'),
    memory('sdk'),
    ...Object.keys(serverPeers()).map((name) => memory(name)),
    memory('product, 10 prompts', 20),
    memory('product, WolframLanguage for Claude Code', 20),
  ];
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function stateOf(state) {
  return { PROMPT_WORKBENCH_STATE: state };
}

/** Starts a server, asks for its lists, and ends it. Memory in MB, as resident after the last answer. */
async function coldStart({ command, env }) {
  const begin = performance.now();
  const client = new StdioClient(command, env);
  await askForLists(client);
  const milliseconds = performance.now() - begin;
  const result = { milliseconds, cpuMs: client.processorMs(), memory: client.memory() };
  await client.close();
  return result;
}

/** Starts a server, and gives it time to write its caches. */
async function warmUp({ command, env }) {
  const client = new StdioClient(command, env);
  await askForLists(client);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  await client.close();
}

/** Opens the connection and asks for the lists of what the server declares. */
async function askForLists(client) {
  const capabilities = await client.initialize();
  const lists = ['prompts', 'tools', 'resources'].filter((list) => list in capabilities);
  await Promise.all(lists.map((list) => client.request(`${list}/list`)));
}
