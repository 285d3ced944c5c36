/** Proofs with many clients, many streams, and replicas that die or are replaced under load. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { LightClient, Load } from '../clients.mjs';
import { assert, pause, pushChange } from '../library.mjs';
import { root, until } from '../services.mjs';

const workers = 64;

/** A client of the plain SDK server in `tools/bench/peers/sdk.mjs`. */
class SdkClient extends LightClient {
  constructor(base, era, agent) {
    super(base, era, { agent });
    this.url = `${base}/${era === 'handshake' ? 'sessions' : 'stateless'}`;
  }

  /** @override */
  async check(topic) {
    const { status, message } = await this.request('prompts/get', { name: 'prompt-00000', arguments: { topic } });
    const text = message?.result?.messages?.[0]?.content?.text;
    const isRight = status === 200 && message.id === this.lastId && text?.startsWith(`Write about ${topic},`);
    return isRight ? undefined : `${this.era}: ${status} ${JSON.stringify(message)}`;
  }
}

/**
 * Opens each client and makes one call, over 64 connections that stay open.
 * @param {number} count
 * @param {(index: number, era: string, agent: Agent) => LightClient} create
 */
async function runClients(count, create) {
  /** @type {string[]} */
  const failures = [];
  /** @type {number[]} */
  const times = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let index = worker; index < count; index += workers) {
        const client = await create(index, index % 2 === 0 ? 'handshake' : 'stateless', agent).open();
        const began = performance.now();
        const fault = await client.check(`client ${index}`);
        times.push(performance.now() - began);
        if (fault) failures.push(fault);
      }
      agent.destroy();
    }),
  );
  const seconds = (performance.now() - start) / 1_000;
  assert(failures.length === 0, `${failures.length} of ${count} answers were wrong: ${failures[0]}`);
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  return `${Math.round(count / seconds)} clients a second, p99 of a call ${Math.round(p99)} ms`;
}

async function withSdkServer(use) {
  const child = spawn(process.execPath, [join(root, 'tools/bench/peers/sdk.mjs'), '--http'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    return await use(line.trim().replace(/\/$/, ''));
  } finally {
    child.kill('SIGKILL');
  }
}

export function describeLoad({ calls, retries, wrong, p99 }, seconds) {
  return `${calls} calls, ${wrong.length} wrong, ${retries} made twice, ${Math.round(calls / seconds)} a second, p99 ${Math.round(p99)} ms`;
}

/** Waits until each answered call has a usage row or is counted as lost. @returns the number of lost rows */
export async function countLostRows(team, before, { calls, retries }) {
  let usage = { rows: 0, lost: 0 };
  const missing = () => calls - (usage.rows - before.rows) - (usage.lost - before.lost);
  await until(
    async () => {
      await pause(500);
      usage = team.readUsage();
      return missing() <= 0;
    },
    'each call to have a row or to be counted as lost',
    30_000,
  ).catch((error) => {
    throw new Error(`${error.message} ${missing()} of ${calls} calls are neither.`);
  });
  // A call that was made twice may have two rows.
  assert(
    -missing() <= retries,
    `There are ${-missing()} more rows and losses than calls, but only ${retries} calls were made twice.`,
  );
  return usage.lost - before.lost;
}

/**
 * Pushes a change, and waits until every stream has the notification and every client the new list.
 * @param {boolean} isReadingPostponed whether lists are read only after the last notice
 */
async function measureChange(team, streams, isReadingPostponed) {
  const before = new Map(streams.map((stream) => [stream, stream.notices]));
  for (const stream of streams) stream.isReadingPostponed = isReadingPostponed;
  const commit = await pushChange(team);
  const start = performance.now();
  const servedAt = team.waitUntilServed(commit, 10_000).then(() => performance.now());
  const countUnaware = () => streams.filter((stream) => stream.notices === before.get(stream)).length;
  await until(() => countUnaware() === 0, 'the notification at every stream', 10_000).catch((error) => {
    throw new Error(`${error.message} ${countUnaware()} of ${streams.length} clients have not heard of the change.`);
  });
  const delays = streams.map(({ heardAt }) => heardAt - start).toSorted((a, b) => a - b);
  const release = performance.now();
  for (const stream of streams)
    if (stream.isReadingPostponed) {
      stream.isReadingPostponed = false;
      stream.read().catch(() => undefined);
    }
  const ms = (value) => `${Math.round(value)} ms`;
  const [first = 0, last = 0] = [delays[0], delays.at(-1)];
  const notices = `all replicas served the commit ${ms((await servedAt) - start)} after the push, and the notices came after ${ms(first)} to ${ms(last)}`;
  const behind = () => streams.filter((stream) => stream.commit !== commit);
  await until(() => behind().length === 0, 'the new list at every client', 60_000).catch((error) => {
    const faults = new Set(behind().map(({ fault }) => fault));
    throw new Error(`${error.message} ${behind().length} clients have an older list: ${[...faults]}. ${notices}`);
  });
  const rest = performance.now() - (isReadingPostponed ? release : start + first);
  return `${notices}; ${streams.length} lists in ${ms(rest)}, each the new one`;
}

/** @type {import('../proofs.mjs').Proof[]} */
export const loadProofs = [
  {
    name: 'clients',
    title: 'many clients, each with its own token and session, get right answers over 64 connections',
    async run(team, { short }) {
      const count = short ? 1_000 : 10_000;
      /** @type {string[]} */
      const tokens = [];
      for (let index = 0; index < count; index++) tokens.push(await team.signToken(`client ${index}`));
      const measure = (base) =>
        runClients(count, (index, era, agent) => new LightClient(base, era, { agent, token: tokens[index] }));
      const three = await measure(team.nginx);
      const singleText = await measure(`http://127.0.0.1:${team.replicas[0].port}`);
      const sdk = await withSdkServer((base) => runClients(count, (_, era, agent) => new SdkClient(base, era, agent)));
      return `${count} clients, none wrong, on ${cpus().length} cores with all parts; three replicas behind nginx: ${three}; one replica: ${singleText}; plain SDK server without tokens: ${sdk}`;
    },
  },
  {
    name: 'streams',
    title:
      'the notification of a change reaches every open stream within 10 s, and each client then reads the new list',
    async run(team, { short }) {
      const count = short ? 200 : 2_000;
      const agent = new Agent({ keepAlive: true });
      // All clients are in this process.
      const requests = new Agent({ keepAlive: true, maxSockets: workers });
      const streams = await team.openStreams(count, agent, requests);
      try {
        // First without the lists: all clients are in this process, and thousands of lists would slow it down.
        const notificationsOnly = await measureChange(team, streams, true);
        const withLists = await measureChange(team, streams, false);
        return `${count} streams. Lists held back: ${notificationsOnly}. Lists read at once: ${withLists}`;
      } finally {
        for (const stream of streams) stream.close();
        for (const resource of [agent, requests]) resource.destroy();
      }
    },
  },
  {
    name: 'kills',
    title:
      'a replica is killed every 5 s under load: no call fails twice, every change reaches every stream, and lost rows are counted',
    async run(team, { short }) {
      const seconds = short ? 20 : 120;
      const agent = new Agent({ keepAlive: true });
      const streams = await team.openStreams(short ? 20 : 100, agent);
      const clients = await team.openClients(short ? 8 : 16);
      const before = team.readUsage();
      const load = new Load(clients);
      const start = performance.now();
      const isOver = () => performance.now() - start > seconds * 1_000;
      let isFailed = false;
      let kills = 0;
      let changes = 0;
      let slowestMs = 0;
      // Only one replica is away at a time, because a start takes longer than 5 s on a busy computer.
      const killAll = async () => {
        while (!isOver() && !isFailed) {
          const index = kills % team.replicas.length;
          await team.kill(index);
          kills += 1;
          await team.restart(index);
          await pause(Math.max(0, kills * 5_000 - (performance.now() - start)));
        }
      };
      const changeAll = async () => {
        while (!isOver()) {
          const commit = await pushChange(team);
          const behind = () => streams.filter((stream) => stream.commit !== commit);
          const ms = await until(() => behind().length === 0, `commit ${commit} at every stream`, 10_000).catch(
            async (error) => {
              isFailed = true;
              const statuses = JSON.stringify(await team.readStatuses());
              const lateStreams = behind();
              const eventLists = lateStreams
                .slice(0, 3)
                .map(({ client, events }) => `${client.era}:\n  ${events.join('\n  ')}`);
              const logs = team.replicas.map(({ port, log }) => `${port}:\n${log.slice(-2_500)}`);
              throw new Error(
                `${error.message} ${lateStreams.length} are behind. ${statuses}\n${[...eventLists, ...logs].join('\n')}`,
              );
            },
          );
          slowestMs = Math.max(slowestMs, ms);
          changes += 1;
        }
      };
      try {
        const outcomes = await Promise.allSettled([killAll(), changeAll()]);
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      } finally {
        for (const stream of streams) stream.close();
        agent.destroy();
        load.end();
      }
      const result = await load.stop();
      const elapsedSeconds = (performance.now() - start) / 1_000;
      assert(result.wrong.length === 0, `${result.wrong.length} calls failed twice: ${result.wrong[0]}`);
      const lostRows = await countLostRows(team, before, result);
      // The calls of one replica in 250 ms, and as many in the batch that is being written.
      const perKill = result.calls / elapsedSeconds / team.replicas.length / 2;
      assert(lostRows <= kills * perKill + kills, `${lostRows} rows were lost by ${kills} kills.`);
      return `${kills} kills in ${Math.round(elapsedSeconds)} s; ${changes} changes, the slowest at every stream after ${Math.round(slowestMs)} ms; ${describeLoad(result, elapsedSeconds)}; ${lostRows} usage rows lost, all of them counted`;
    },
  },
  {
    name: 'rolling-update',
    title: 'all replicas are replaced under load, across a change of the stored format',
    async run(team, { short }) {
      const clients = await team.openClients(short ? 8 : 16);
      const before = team.readUsage();
      const load = new Load(clients);
      const start = performance.now();
      // Columns of a later version, which the running replicas do not know.
      team.postgres.query(
        `alter table prompt_workbench.published add column if not exists later text not null default 'later';
         alter table prompt_workbench.session_keys add column if not exists later text not null default 'later';
         alter table prompt_workbench.usage_rows add column if not exists later text not null default 'later';
         insert into prompt_workbench.migrations (number, name) values (9000, 'later') on conflict do nothing`,
      );
      try {
        for (const index of team.replicas.keys()) {
          await team.terminate(index);
          await team.restart(index);
          const commit = await pushChange(team);
          await team.waitUntilServed(commit, 10_000);
        }
      } finally {
        load.end();
      }
      const result = await load.stop();
      assert(result.wrong.length === 0, `${result.wrong.length} calls failed twice: ${result.wrong[0]}`);
      const elapsedSeconds = (performance.now() - start) / 1_000;
      const lostRows = await countLostRows(team, before, result);
      assert(lostRows === 0, `${lostRows} usage rows were lost.`);
      return `${describeLoad(result, elapsedSeconds)}; no usage row lost`;
    },
  },
];
