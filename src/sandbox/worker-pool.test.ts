import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultLimits } from './limits.ts';
import { createSandbox, type FunctionSearch, type Sandbox } from './sandbox.ts';
import { createDeferred, found, openSandboxFixture, type SandboxFixture } from './testing/sandbox.ts';
import { WorkerPool } from './worker-pool.ts';

const SPIN = '() => { for (;;); }';
const LOOP = '() => { const all = Array(3e6).fill("x"); for (;;) all.join(","); }';

let fixture: SandboxFixture;
let sandbox: Sandbox;
beforeAll(async () => {
  fixture = await openSandboxFixture();
  sandbox = createSandbox({ workerFile: fixture.workerFile, limits: { cpuMs: 500 }, workers: 2 });
});
afterAll(async () => {
  await sandbox.close();
  await fixture.close();
});

const silentHost = { search: async () => found(''), log: () => {} };
const run = (client: string, code: string) => sandbox.run({ code, args: [], host: silentHost, client });
/** Calls back with each client's name when a call of it ends, whichever way. */
const ends = (order: string[], client: string, code: string) =>
  run(client, code).then(
    () => order.push(client),
    () => order.push(client),
  );

it('an endless computation of one client does not delay other clients', async () => {
  const order: string[] = [];
  const spins = Array.from({ length: 5 }, () => ends(order, 'hostile', SPIN));
  await ends(order, 'other', '() => 1');
  expect(order.filter((name) => name === 'hostile').length).toBeLessThan(5);
  await Promise.all(spins);
});

it('a client whose native loops end their worker each time does not delay others either', async () => {
  const order: string[] = [];
  const loops = Array.from({ length: 3 }, () => ends(order, 'hostile', LOOP));
  for (let call = 0; call < 3; call++) await ends(order, 'other', '() => 1');
  await Promise.all(loops);
  expect(order.filter((name) => name === 'other')).toHaveLength(3);
  expect(order.slice(-1)).toEqual(['hostile']);
});

it('with more clients than workers, no client has its last turn before every other has one', async () => {
  const pool = new WorkerPool(fixture.workerFile, defaultLimits, 2);
  const starts: string[] = [];
  const start = (client: string) =>
    new Promise<void>((resolve) =>
      pool.add({
        client,
        start(call) {
          starts.push(client);
          return { kind: 'run', call, code: '() => 1', args: '[]' };
        },
        hear() {},
        end: () => resolve(),
        whyEnded: (_cause, reason) => reason,
      }),
    );
  await Promise.all(['a', 'a', 'a', 'b', 'b', 'b', 'c', 'd'].map(start));
  await pool.close('The test is over.');
  expect(starts.indexOf('c')).toBeLessThan(starts.lastIndexOf('a'));
  expect(starts.indexOf('d')).toBeLessThan(starts.lastIndexOf('b'));
});

it('calls that wait for searches occupy no worker, and delay no other client', async () => {
  const answer = createDeferred<FunctionSearch>();
  const host = { search: () => answer.promise, log: () => {} };
  const code = '(context) => context.search("s", "q")';
  const pendingRuns = Array.from({ length: 10 }, () => sandbox.run({ code, args: [], host, client: 'hostile' }));
  expect(await run('other', '() => 1')).toBe(1);
  answer.resolve(found('found'));
  expect(await Promise.all(pendingRuns)).toEqual(Array(10).fill('found'));
});

it('a client computes on all workers but one, which is left for the others', async () => {
  const threeWorkers = createSandbox({ workerFile: fixture.workerFile, limits: { cpuMs: 20_000 }, workers: 3 });
  const stop = new AbortController();
  let endedCount = 0;
  const call = (client: string, code: string) =>
    threeWorkers.run({ code, args: [], host: silentHost, client, signal: stop.signal });
  const spin = () => call('busy', SPIN).finally(() => endedCount++);
  const firstRun = expect(spin()).rejects.toThrow('cancelled');
  expect(await call('busy', '() => 1')).toBe(1);
  const secondRun = expect(spin()).rejects.toThrow('cancelled');
  expect(await call('other', '() => 2')).toBe(2);
  expect(endedCount).toBe(0);
  stop.abort();
  await Promise.all([firstRun, secondRun]);
  await threeWorkers.close();
});
