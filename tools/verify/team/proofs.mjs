/** What a team server promises, each as a proof with real parts. A proof returns what it measured, or throws. */
import { createHmac } from 'node:crypto';
import { Agent } from 'node:http';
import { LightClient, LightStream, Load, openClients } from './clients.mjs';
import { isReady, statusOf, until, webhookSecret } from './parts.mjs';

/** A server "Docs" with a prompt "greet". */
export const greeting = (word) => ({
  'servers/Docs.yaml': `Name: Docs\nMCPPrompts: [greet]\n`,
  'prompts/greet.yaml': `Name: greet\nTitle: ${word}\nArguments: [{Name: name}]\nContent:\n  StringTemplate: "${word}, \`name\`!"\n`,
});

let revision = 0;
/** Pushes a commit that changes the list, and tells one replica by a webhook, as a host of repositories does. */
async function pushChange(team) {
  revision += 1;
  const commit = team.remote.push(greeting(`Hello ${revision}`), `Change ${revision}`);
  await deliver(team).catch(() => undefined);
  return commit;
}

async function deliver(team) {
  const body = JSON.stringify({ ref: 'refs/heads/main' });
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-hub-signature-256': `sha256=${signature}`,
  };
  return fetch(`${team.nginx}/hooks/git`, { method: 'POST', headers, body });
}

function assert(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function describeLoad({ calls, retries, wrong, p99 }, seconds) {
  return `${calls} calls, ${wrong.length} wrong, ${retries} made twice, ${Math.round(calls / seconds)} a second, p99 ${Math.round(p99)} ms`;
}

/** @type {{ name: string, title: string, run(team: any, options: { short: boolean }): Promise<string> }[]} */
export const proofs = [
  {
    name: 'balancers',
    title: '30 of 30 calls of each era are answered through nginx and through HAProxy',
    async run(team) {
      const results = [];
      for (const base of [team.nginx, team.haproxy])
        for (const era of ['handshake', 'stateless']) {
          const client = await new LightClient(base, era).open();
          let right = 0;
          for (let call = 0; call < 30; call++) if ((await client.check(String(call))) === undefined) right += 1;
          client.close();
          assert(right === 30, `${right} of 30 calls of the ${era} era were answered at ${base}.`);
          results.push(`${right}/30`);
        }
      return results.join(', ');
    },
  },
  {
    name: 'host-name',
    title: 'the name of the company is answered, and another one is not',
    async run(team) {
      const statuses = [];
      for (const host of ['prompts.example.com', 'evil.example.com']) {
        const client = new LightClient(team.nginx, 'handshake');
        client.headers = { host };
        const { status } = await client.request('ping');
        statuses.push(status);
        client.close();
      }
      // Without a session, the right name gets as far as 400.
      assert(statuses[0] === 400 && statuses[1] === 403, `The statuses were ${statuses.join(' and ')}.`);
      return statuses.join(', ');
    },
  },
  {
    name: 'race',
    title: 'replicas that fetch the same commit at the same moment publish it once',
    async run(team, { short }) {
      const rounds = short ? 3 : 10;
      for (let round = 0; round < rounds; round++) {
        revision += 1;
        const commit = team.remote.push(greeting(`Race ${revision}`));
        await Promise.all(Array.from({ length: 9 }, () => deliver(team)));
        await team.served(commit, 10_000);
        const count = team.postgres.query(
          `select count(*) from prompt_workbench.publications where commit_id = '${commit}'`,
        );
        assert(count === '1', `Commit ${commit} was published ${count} times.`);
      }
      return `${rounds} commits, each published once`;
    },
  },
  {
    name: 'roll-back',
    title: 'one command publishes an older commit, at every replica within 2 s',
    async run(team) {
      const older = await pushChange(team);
      await team.served(older, 10_000);
      const newer = await pushChange(team);
      await team.served(newer, 10_000);
      team.operate('--publish', older.slice(0, 12));
      const ms = await team.served(older, 2_000);
      // It stays, although the ref has a newer commit.
      await pause(3_000);
      for (const status of await Promise.all(team.replicas.map(statusOf)))
        assert(status.commit === older, `A replica went back to ${status.commit}.`);
      const next = await pushChange(team);
      await team.served(next, 10_000);
      return `${Math.round(ms)} ms after the command`;
    },
  },
  {
    name: 'keys',
    title: 'keys rotate, and no session ends',
    async run(team) {
      const before = await new LightClient(team.nginx, 'handshake').open();
      const keyOf = ({ headers }) => headers['mcp-session-id'].split('.')[0];
      team.operate('--rotate-keys');
      await until(
        async () => {
          const after = await new LightClient(team.nginx, 'handshake').open();
          after.close();
          return keyOf(after) !== keyOf(before);
        },
        'a session with the new key',
        45_000,
      );
      for (let call = 0; call < 6; call++) {
        const wrong = await before.check();
        assert(wrong === undefined, `The older session ended: ${wrong}`);
      }
      before.close();
      return 'a session of the former key was continued by every replica';
    },
  },
  {
    name: 'clients',
    title: 'many clients, each with its own session, get right answers over 64 connections',
    async run(team, { short }) {
      const count = short ? 1_000 : 10_000;
      const workers = 64;
      const wrong = [];
      let done = 0;
      const start = performance.now();
      await Promise.all(
        Array.from({ length: workers }, async (_, worker) => {
          const agent = new Agent({ keepAlive: true, maxSockets: 1 });
          for (let index = worker; index < count; index += workers) {
            const client = await new LightClient(team.nginx, index % 2 === 0 ? 'handshake' : 'stateless', agent).open();
            const fault = await client.check(`client ${index}`);
            if (fault) wrong.push(fault);
            done += 1;
          }
          agent.destroy();
        }),
      );
      const seconds = (performance.now() - start) / 1_000;
      assert(wrong.length === 0, `${wrong.length} of ${count} answers were wrong: ${wrong[0]}`);
      return `${done} clients in ${Math.round(seconds)} s, ${Math.round(done / seconds)} a second, none wrong`;
    },
  },
  {
    name: 'streams',
    title: 'a change reaches every open stream within 10 s',
    async run(team, { short }) {
      const count = short ? 200 : 2_000;
      const agent = new Agent({ keepAlive: true });
      const streams = [];
      for (let index = 0; index < count; index++)
        streams.push(await new LightStream(team.nginx, index % 2 === 0 ? 'handshake' : 'stateless', agent).open());
      try {
        await until(() => streams.every(({ opened }) => opened > 0), `${count} streams`, 60_000);
        const before = streams.map(({ changes }) => changes);
        const commit = await pushChange(team);
        const behind = () => streams.filter(({ changes }, index) => changes === before[index]).length;
        await team.served(commit, 10_000);
        const ms = await until(() => behind() === 0, 'the change at every stream', 10_000).catch((error) => {
          throw new Error(`${error.message} ${behind()} of ${count} streams have not heard of it.`);
        });
        return `${count} streams, the last ${Math.round(ms)} ms after the last replica`;
      } finally {
        for (const stream of streams) stream.close();
        agent.destroy();
      }
    },
  },
  {
    name: 'kills',
    title: 'a replica is killed every 5 s under load: no call fails twice, and every change reaches every stream',
    async run(team, { short }) {
      const seconds = short ? 20 : 120;
      const load = new Load(await openClients(team.nginx, short ? 8 : 16));
      const agent = new Agent({ keepAlive: true });
      const streams = [];
      for (let index = 0; index < (short ? 20 : 100); index++)
        streams.push(await new LightStream(team.nginx, index % 2 === 0 ? 'handshake' : 'stateless', agent).open());
      const start = performance.now();
      let kills = 0;
      let slowest = 0;
      try {
        while (performance.now() - start < seconds * 1_000) {
          const index = kills % team.replicas.length;
          const before = streams.map(({ changes }) => changes);
          await team.kill(index);
          kills += 1;
          const [, commit] = await Promise.all([team.restart(index), pushChange(team)]);
          await team.served(commit, 10_000);
          const ms = await until(
            () => streams.every(({ changes, lastEventId }, each) => lastEventId === commit || changes > before[each]),
            `commit ${commit} at every stream`,
            10_000,
          );
          slowest = Math.max(slowest, ms);
          await pause(Math.max(0, kills * 5_000 - (performance.now() - start)));
        }
      } finally {
        for (const stream of streams) stream.close();
        agent.destroy();
      }
      const result = await load.stop();
      for (const client of load.clients) client.close();
      assert(result.wrong.length === 0, `${result.wrong.length} calls failed twice: ${result.wrong[0]}`);
      return `${kills} kills; ${describeLoad(result, (performance.now() - start) / 1_000)}; last stream after ${Math.round(slowest)} ms`;
    },
  },
  {
    name: 'rolling-update',
    title: 'all replicas are replaced under load, across a change of the stored format',
    async run(team, { short }) {
      const load = new Load(await openClients(team.nginx, short ? 8 : 16));
      const start = performance.now();
      // What a later version adds: the replicas that run do not know it.
      team.postgres.query(
        `alter table prompt_workbench.published add column if not exists later text not null default 'later';
         insert into prompt_workbench.migrations (number, name) values (9000, 'later') on conflict do nothing`,
      );
      for (const index of team.replicas.keys()) {
        await team.terminate(index);
        await team.restart(index);
        const commit = await pushChange(team);
        await team.served(commit, 10_000);
      }
      const result = await load.stop();
      for (const client of load.clients) client.close();
      assert(result.wrong.length === 0, `${result.wrong.length} calls failed twice: ${result.wrong[0]}`);
      return describeLoad(result, (performance.now() - start) / 1_000);
    },
  },
  {
    name: 'database-away',
    title: 'PostgreSQL is stopped: calls go on, and what was pushed meanwhile is served when it is back',
    async run(team, { short }) {
      const seconds = short ? 10 : 60;
      const load = new Load(await openClients(team.nginx, 8));
      const start = performance.now();
      await team.postgres.stop();
      revision += 1;
      const commit = team.remote.push(greeting(`Away ${revision}`));
      await pause(seconds * 1_000);
      for (const replica of team.replicas) {
        assert(await isReady(replica), 'A replica is not ready without its database.');
        const { failure } = await statusOf(replica);
        assert(/^The database cannot be reached/.test(failure ?? ''), `/status does not say it: ${failure}`);
      }
      await team.postgres.start();
      const ms = await team.served(commit, 20_000);
      const result = await load.stop();
      for (const client of load.clients) client.close();
      assert(result.wrong.length === 0, `${result.wrong.length} calls failed: ${result.wrong[0]}`);
      return `${seconds} s; ${describeLoad(result, (performance.now() - start) / 1_000)}; caught up in ${Math.round(ms)} ms`;
    },
  },
  {
    name: 'remote-away',
    title: 'the git remote is gone: the last commit is served, and /status says so',
    async run(team) {
      const commit = await pushChange(team);
      await team.served(commit, 10_000);
      await team.remote.stop();
      await until(
        async () =>
          (await Promise.all(team.replicas.map(statusOf))).every(({ fetchFailure }) => fetchFailure !== undefined),
        'all replicas to notice',
        15_000,
      );
      const client = await new LightClient(team.nginx, 'handshake').open();
      for (let call = 0; call < 6; call++) assert((await client.check()) === undefined, 'A call failed.');
      client.close();
      const { commit: served, fetchFailure } = await statusOf(team.replicas[0]);
      assert(served === commit, `A replica serves ${served}.`);
      await team.remote.start();
      await team.served(await pushChange(team), 15_000);
      return fetchFailure;
    },
  },
];
