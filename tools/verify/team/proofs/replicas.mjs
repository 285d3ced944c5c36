/** Any replica answers, and all of them serve the same. */
import { LightClient } from '../clients.mjs';
import { assert, deliver, nextGreeting, pause, pushChange } from '../library.mjs';
import { until } from '../parts.mjs';

/** @type {import('../proofs.mjs').Proof[]} */
export const replicaProofs = [
  {
    name: 'balancers',
    title: '30 of 30 calls of each era are answered through nginx and through HAProxy',
    async run(team) {
      const results = [];
      for (const base of [team.nginx, team.haproxy])
        for (const era of ['handshake', 'stateless']) {
          const client = await (await team.client(era, { base })).open();
          let right = 0;
          let fault;
          for (let call = 0; call < 30; call++) {
            const wrong = await client.check(String(call));
            if (wrong === undefined) right += 1;
            else fault ??= wrong;
          }
          client.close();
          assert(right === 30, `${right} of 30 calls of the ${era} era were answered at ${base}: ${fault}`);
          results.push(`${right}/30`);
        }
      return results.join(', ');
    },
  },
  {
    name: 'host-name',
    title: 'the name of the company is answered, and another one is not',
    async run(team) {
      const token = await team.token('ada');
      const statuses = [];
      for (const host of ['prompts.example.com', 'evil.example.com']) {
        const client = new LightClient(team.nginx, 'handshake', { token });
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
        const commit = team.remote.push(nextGreeting('Race'));
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
      await team.operate('--publish', older.slice(0, 12));
      const ms = await team.served(older, 2_000);
      // It stays, although the ref has a newer commit.
      await pause(3_000);
      for (const status of await team.statuses())
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
      // HAProxy's sample sends each request to the next replica.
      const base = team.haproxy;
      const before = await (await team.client('handshake', { base })).open();
      const keyOf = ({ headers }) => headers['mcp-session-id'].split('.')[0];
      await team.operate('--rotate-keys');
      await until(
        async () => {
          const after = await (await team.client('handshake', { base })).open();
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
];
