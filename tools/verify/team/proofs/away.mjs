/** Proofs of what a team server does while a service is unavailable, or a clock is wrong. */
import { Load } from '../clients.mjs';
import { assert, nextGreeting, pause, pushChange } from '../library.mjs';
import { until } from '../services.mjs';
import { findUnreadiness } from '../team.mjs';
import { countLostRows, describeLoad } from './load.mjs';

/** @type {import('../proofs.mjs').Proof[]} */
export const awayProofs = [
  {
    name: 'database-away',
    title: 'while PostgreSQL is stopped, calls go on, and no commit and no usage row of that time is lost',
    async run(team, { short }) {
      const seconds = short ? 10 : 60;
      const clients = await team.openClients(8);
      const before = team.readUsage();
      const load = new Load(clients);
      const start = performance.now();
      let ms = 0;
      try {
        await team.postgres.stop();
        const commit = team.remote.push(nextGreeting('Away'));
        await pause(seconds * 1_000);
        for (const replica of team.replicas) {
          const reason = await findUnreadiness(replica);
          assert(reason === undefined, `A replica is not ready without its database: ${reason}`);
          const { database } = await team.readStatus(replica);
          assert(/^The database cannot be reached/.test(database ?? ''), `/status does not say it: ${database}`);
        }
        await team.postgres.start();
        ms = await team.waitUntilServed(commit, 20_000);
      } finally {
        load.end();
      }
      const result = await load.stop();
      assert(result.wrong.length === 0, `${result.wrong.length} calls failed: ${result.wrong[0]}`);
      const elapsedSeconds = (performance.now() - start) / 1_000;
      const lostRows = await countLostRows(team, before, result);
      assert(lostRows === 0, `${lostRows} usage rows were lost.`);
      return `${seconds} s; ${describeLoad(result, elapsedSeconds)}; caught up in ${Math.round(ms)} ms; no usage row lost`;
    },
  },
  {
    name: 'remote-away',
    title: 'while the git remote is gone, the last commit is served, and /status says so',
    async run(team) {
      const commit = await pushChange(team);
      await team.waitUntilServed(commit, 10_000);
      await team.remote.stop();
      let message;
      try {
        await until(
          async () => (await team.readStatuses()).every(({ fetchFailure }) => fetchFailure !== undefined),
          'all replicas to notice',
          15_000,
        );
        const client = await (await team.createClient('handshake')).open();
        for (let call = 0; call < 6; call++) assert((await client.check()) === undefined, 'A call failed.');
        client.close();
        for (const { commit: servedCommit, fetchFailure } of await team.readStatuses()) {
          assert(servedCommit === commit, `A replica serves ${servedCommit}.`);
          message = fetchFailure;
        }
      } finally {
        await team.remote.start();
      }
      await team.waitUntilServed(await pushChange(team), 15_000);
      return message;
    },
  },
  {
    name: 'issuer-away',
    title: 'while the issuer is gone, its tokens still work, and a token that only it can check gets 503',
    async run(team) {
      const ask = async (authorization, port) => {
        const headers = { authorization: `Bearer ${authorization}`, accept: 'text/event-stream' };
        const answer = await fetch(`http://127.0.0.1:${port}/mcp/Docs`, { headers });
        const { error } = /** @type {{ error?: { message: string } }} */ (await answer.json());
        return { status: answer.status, message: error?.message };
      };
      const [knownText, opaque, laterText] = [
        await team.signToken('known'),
        await team.issuer.opaque(),
        await team.issuer.opaque(),
      ];
      // Let each replica ask the issuer first. With a good token, a GET without a session gets 400.
      for (const { port } of team.replicas)
        for (const token of [knownText, opaque]) {
          const { status, message } = await ask(token, port);
          assert(status === 400, `A good token was answered with ${status}: ${message}`);
        }
      await team.issuer.stop();
      let message;
      try {
        const freshToken = await team.signToken('fresh');
        for (const { port } of team.replicas) {
          for (const token of [knownText, freshToken]) {
            const { status, message } = await ask(token, port);
            assert(status === 400, `Without the issuer, a good token was answered with ${status}: ${message}`);
          }
          const uncheckedAnswer = await ask(laterText, port);
          assert(
            uncheckedAnswer.status === 503,
            `A token that cannot be checked was answered with ${uncheckedAnswer.status}.`,
          );
          message = uncheckedAnswer.message;
        }
        // A replica that starts now has no keys: it says so, and balancers skip it.
        await team.terminate(0);
        const lateReplica = team.startReplica(0);
        const reason = async () => {
          const answer = await fetch(`http://127.0.0.1:${lateReplica.port}/readyz`).catch(() => undefined);
          return /** @type {{ reason?: string } | undefined} */ (await answer?.json())?.reason;
        };
        await until(async () => /cannot be asked for its keys/.test((await reason()) ?? ''), 'a reason', 30_000);
        const refusal = await ask(knownText, lateReplica.port);
        assert(refusal.status === 503, `A replica without keys answered with ${refusal.status}: ${refusal.message}`);
      } finally {
        await team.issuer.start();
      }
      // It tries again by itself.
      await team.waitUntilReady(0);
      for (const { port } of team.replicas) {
        const { status } = await ask(laterText, port);
        assert(status === 400, `After the issuer was back, the answer was ${status}.`);
      }
      return message;
    },
  },
  {
    name: 'clock',
    title:
      'a replica whose clock is 10 minutes off continues sessions, serves changes, and says why it refuses a token',
    async run(team) {
      const results = [];
      try {
        for (const offset of ['+10m', '-10m']) {
          await team.terminate(0);
          await team.restart(0, offset);
          results.push(`${offset}: ${await useWrongClock(team, offset)}`);
        }
      } finally {
        await team.terminate(0);
        await team.restart(0);
      }
      return results.join('; ');
    },
  },
];

async function useWrongClock(team, offset) {
  const now = Math.floor(Date.now() / 1_000);
  const at = ({ port }) => `http://127.0.0.1:${port}`;
  // The claims of a person who logged in a while ago.
  const olderClaims = { iat: now - 1_200, exp: now + 3_600 };
  const bases = team.replicas.map(at);
  for (const base of bases) {
    const client = await team.createClient('handshake', { base, claims: olderClaims });
    await client.open();
    for (const otherBase of bases) {
      client.url = `${otherBase}/mcp/Docs`;
      const failure = await client.check();
      assert(failure === undefined, `A session of ${base} ended at ${otherBase}: ${failure}`);
    }
    client.close();
  }
  // A new key signs once all replicas know it, by the clock of the database.
  await team.runCommand('--rotate-keys');
  const until = Date.now() + 7_000;
  while (Date.now() < until) {
    const client = await (await team.createClient('handshake', { base: bases[0], claims: olderClaims })).open();
    client.url = `${bases[1]}/mcp/Docs`;
    const failure = await client.check();
    client.close();
    assert(failure === undefined, `After the rotation, a session of the wrong clock was refused: ${failure}`);
  }
  await team.waitUntilServed(await pushChange(team), 10_000);
  const before = team.readUsage();
  const clients = await team.openClients(4, team.nginx, olderClaims);
  const load = new Load(clients);
  await pause(2_000);
  const result = await load.stop();
  assert(result.wrong.length === 0, `${result.wrong.length} calls failed: ${result.wrong[0]}`);
  assert((await countLostRows(team, before, result)) === 0, 'Usage rows were lost.');
  const claims = offset === '+10m' ? { iat: now - 60, exp: now + 300 } : { iat: now, exp: now + 3_600 };
  const token = await team.signToken('new', claims);
  const answers = [];
  for (const base of bases) {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const answer = await fetch(`${base}/mcp/Docs`, { headers });
    const { error } = /** @type {{ error?: { message: string } }} */ (await answer.json());
    answers.push({ status: answer.status, message: error?.message ?? '' });
  }
  const [off, ...right] = answers;
  for (const { status } of right) assert(status === 400, `A replica with the right clock answered with ${status}.`);
  assert(off?.status === 401 && /clock/.test(off.message), `The wrong clock answered ${JSON.stringify(off)}`);
  return off.message;
}
