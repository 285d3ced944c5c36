/** Proofs that any replica can answer, and that all replicas serve the same commit. */
import { LightClient } from '../clients.mjs';
import { assert, deliver, nextGreeting, pause, pushChange } from '../library.mjs';
import { until } from '../services.mjs';

/** @type {import('../proofs.mjs').Proof[]} */
export const replicaProofs = [
  {
    name: 'balancers',
    title: '30 of 30 calls of each era are answered through nginx and through HAProxy',
    async run(team) {
      const results = [];
      for (const base of [team.nginx, team.haproxy])
        for (const era of ['handshake', 'stateless']) {
          const client = await (await team.createClient(era, { base })).open();
          let right = 0;
          let fault;
          for (let call = 0; call < 30; call++) {
            const wrongText = await client.check(String(call));
            if (wrongText === undefined) right += 1;
            else fault ??= wrongText;
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
    title: 'requests for the company’s host name are answered, and those for another name are refused',
    async run(team) {
      const token = await team.signToken('ada');
      const statuses = [];
      for (const host of ['prompts.example.com', 'evil.example.com']) {
        const client = new LightClient(team.nginx, 'handshake', { token });
        client.headers = { host };
        const { status } = await client.request('ping');
        statuses.push(status);
        client.close();
      }
      // Without a session, the right name gets 400.
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
        await team.waitUntilServed(commit, 10_000);
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
      const olderChange = await pushChange(team);
      await team.waitUntilServed(olderChange, 10_000);
      const newerChange = await pushChange(team);
      await team.waitUntilServed(newerChange, 10_000);
      await team.runCommand('--publish', olderChange.slice(0, 12));
      const ms = await team.waitUntilServed(olderChange, 2_000);
      // The older commit stays published, although the ref has a newer one.
      await pause(3_000);
      for (const status of await team.readStatuses())
        assert(status.commit === olderChange, `A replica went back to ${status.commit}.`);
      const next = await pushChange(team);
      await team.waitUntilServed(next, 10_000);
      return `${Math.round(ms)} ms after the command`;
    },
  },
  {
    name: 'keys',
    title: 'keys rotate, and no session ends',
    async run(team) {
      // The sample configuration of HAProxy sends each request to the next replica.
      const base = team.haproxy;
      const before = await (await team.createClient('handshake', { base })).open();
      const keyOf = ({ headers }) => headers['mcp-session-id'].split('.')[0];
      await team.runCommand('--rotate-keys');
      await until(
        async () => {
          const after = await (await team.createClient('handshake', { base })).open();
          after.close();
          return keyOf(after) !== keyOf(before);
        },
        'a session with the new key',
        45_000,
      );
      for (let call = 0; call < 6; call++) {
        const wrongText = await before.check();
        assert(wrongText === undefined, `The older session ended: ${wrongText}`);
      }
      before.close();
      return 'every replica continued a session of the former key';
    },
  },
];
