/** A whole team server on loopback: three replicas with a database, a git remote, an OAuth issuer and two balancers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../tools.mjs';
import { LightClient, LightStream } from './clients.mjs';
import { introspection, startIssuer } from './issuer.mjs';
import { pushChange, webhookSecret } from './library.mjs';
import {
  end,
  endServices,
  freePort,
  root,
  start,
  startBalancers,
  startPostgres,
  startRemote,
  until,
  wrongClock,
} from './services.mjs';

const cli = join(root, 'dist', 'cli.cjs');

/** @typedef {Awaited<ReturnType<typeof startTeam>>} Team */

/**
 * Starts everything.
 * @param {Record<string, string | Buffer>} files the files of the first commit
 */
export async function startTeam(files) {
  const dir = mkdtempSync(join(tmpdir(), 'prompt-workbench-verify-team-'));
  execFileSync('chmod', ['755', dir]);
  const postgres = await startPostgres(dir);
  const remote = await startRemote(dir);
  remote.push(files);
  const ports = [await freePort(), await freePort(), await freePort()];
  const [nginxPort, haproxyPort] = [await freePort(), await freePort()];
  const nginx = `http://127.0.0.1:${nginxPort}`;
  const issuer = await startIssuer(await freePort(), nginx);
  const env = {
    ...process.env,
    PROMPT_WORKBENCH_DATABASE: postgres.url,
    PROMPT_WORKBENCH_WEBHOOK_SECRET: webhookSecret,
    PROMPT_WORKBENCH_INTROSPECTION_CLIENT: introspection.clientId,
    PROMPT_WORKBENCH_INTROSPECTION_SECRET: introspection.clientSecret,
  };
  const signToken = (subject, moreClaims) => issuer.sign(issuer.claims(subject, moreClaims));
  // Issued so long ago that a replica with a wrong clock accepts it too, because it must report its status.
  const operator = await signToken('operator', { iat: Math.floor(Date.now() / 1_000) - 1_200 });

  /** @param {string | undefined} clock how far its clock is off, such as `+10m` */
  function startReplica(port, clock) {
    const words = ['--repository', remote.url, '--port', String(port), '--host-name', 'prompts.example.com'];
    const access = ['--public-url', nginx, '--issuer', issuer.url, '--calls-per-minute', '100000000'];
    const replicaEnv = { ...env, ...wrongClock(clock), PROMPT_WORKBENCH_STATE: join(dir, `state-${port}`) };
    const child = start(process.execPath, [cli, 'team', ...words, ...access, '--poll', '2'], { env: replicaEnv });
    const replica = { port, child, log: '' };
    child.stderr?.on('data', (text) => {
      replica.log = (replica.log + text).slice(-20_000);
    });
    return replica;
  }

  async function waitUntilReady(index, replica = team.replicas[index]) {
    await until(
      async () => {
        // If the replica has ended, another process could answer at its port.
        if (replica.child.exitCode !== null) throw new Error(`Replica ${index} ended.`);
        return isReady(replica);
      },
      `replica ${index}`,
      120_000,
    ).catch((error) => {
      throw new Error(`${error.message}\n${replica.log}`);
    });
  }

  async function readStatus({ port }) {
    return fetch(`http://127.0.0.1:${port}/status`, { headers: { authorization: `Bearer ${operator}` } }).then(
      (answer) => answer.json(),
      () => ({}),
    );
  }

  const team = {
    dir,
    postgres,
    remote,
    issuer,
    nginx,
    haproxy: `http://127.0.0.1:${haproxyPort}`,
    /** @type {ReturnType<typeof startReplica>[]} */
    replicas: [],
    /** A token of the issuer for a person. @param {object} [more] claims */
    signToken,
    /** Creates a client of an era with its own token; does not open it. */
    async createClient(
      era,
      {
        base = nginx,
        agent = /** @type {import('node:http').Agent | undefined} */ (undefined),
        server = 'Docs',
        subject = 'ada',
        claims = {},
      } = {},
    ) {
      return new LightClient(base, era, { agent, server, token: await signToken(subject, claims) });
    },
    /** Opens clients of both eras in turn, each of another person. @param {object} [claims] of their tokens */
    async openClients(count, base = nginx, claims = {}) {
      const clients = [];
      for (let index = 0; index < count; index++) {
        const era = index % 2 === 0 ? 'handshake' : 'stateless';
        clients.push(await (await team.createClient(era, { base, subject: `person ${index}`, claims })).open());
      }
      return clients;
    },
    /** Opens streams of both eras in turn, each of another person. @param {import('node:http').Agent} [requests] for the lists */
    async openStreams(count, agent, requests = agent) {
      /** @type {LightStream[]} */
      const streams = [];
      let next = 0;
      const open = async () => {
        for (let index = next++; index < count; index = next++) {
          const era = index % 2 === 0 ? 'handshake' : 'stateless';
          const client = await team.createClient(era, { agent: requests, subject: `reader ${index}` });
          streams.push(await new LightStream(client, agent).open());
        }
      };
      await Promise.all(Array.from({ length: 16 }, open));
      return streams;
    },
    readStatus,
    readStatuses: () => Promise.all(team.replicas.map(readStatus)),
    /** Starts the replica with this index, and waits until it is ready. @param {string} [clock] how far its clock is off */
    async restart(index, clock) {
      await waitUntilReady(index, team.startReplica(index, clock));
    },
    /** Starts the replica with this index. @param {string} [clock] how far its clock is off */
    startReplica(index, clock) {
      const replica = startReplica(ports[index] ?? 0, clock);
      team.replicas[index] = replica;
      return replica;
    },
    waitUntilReady,
    kill: async (index) => end(team.replicas[index]?.child, 'SIGKILL'),
    terminate: async (index) => end(team.replicas[index]?.child, 'SIGTERM'),
    /** Runs `prompt-workbench team` with options of a command that ends, such as `--rotate-keys`. */
    async runCommand(...options) {
      const commandEnv = { ...env, PROMPT_WORKBENCH_STATE: join(dir, 'operator') };
      const { code, stderr } = await run(
        process.execPath,
        [cli, 'team', '--repository', remote.url, '--database', postgres.url, ...options],
        { env: commandEnv },
      );
      if (code !== 0) throw new Error(`team ${options.join(' ')} ended with ${code}: ${stderr}`);
    },
    /** Waits until all replicas serve a commit. @returns milliseconds */
    async waitUntilServed(commit, timeoutMs) {
      let statuses = [];
      return until(
        async () => {
          statuses = await team.readStatuses();
          return statuses.every((status) => status.commit === commit);
        },
        `all replicas to serve ${commit}`,
        timeoutMs,
      ).catch((error) => {
        throw new Error(`${error.message} Their statuses: ${JSON.stringify(statuses)}`);
      });
    },
    /** The number of usage rows in the database, and of lost ones. */
    readUsage() {
      const number = (sql) => Number(postgres.query(sql));
      return {
        rows: number('select count(*) from prompt_workbench.usage_rows'),
        lost: number('select coalesce(sum(rows), 0) from prompt_workbench.usage_losses'),
      };
    },
    /** Starts what an earlier proof left stopped, and waits until all replicas serve the same commit. */
    async repair() {
      await remote.start();
      await issuer.start();
      await postgres.start();
      for (const [index, replica] of team.replicas.entries())
        if (!(await isReady(replica))) {
          await team.kill(index);
          await team.restart(index);
        }
      await team.waitUntilServed(await pushChange(team), 30_000);
    },
    async stop() {
      await endServices();
      await remote.stop();
      await issuer.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  await Promise.all(ports.map((_, index) => team.restart(index)));
  await startBalancers(dir, nginxPort, haproxyPort, ports);
  return team;
}

export async function isReady(replica) {
  return (await findUnreadiness(replica)) === undefined;
}

/** Why a replica is not ready, with its log; undefined if it is. */
export async function findUnreadiness({ port, child, log }) {
  const end =
    child.exitCode === null && child.signalCode === null ? '' : `; it ended: ${child.exitCode ?? child.signalCode}`;
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (answer) => (answer.status === 200 ? undefined : `${answer.status} ${await answer.text()}${end}\n${log}`),
    (error) => `${error.message} (${error.cause?.message})${end}\n${log}`,
  );
}
