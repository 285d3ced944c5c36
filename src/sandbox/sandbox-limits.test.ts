import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionSearch } from './sandbox.ts';
import { createDeferred, found, heartbeat, openSandboxFixture, type SandboxFixture } from './testing/sandbox.ts';

const CPU = 'The function computed for more than 0.5 s and was stopped; look for a loop that does not end.';
const MEMORY = 'The function needed more than 64 MB of memory and was stopped; work on less at a time.';
const DEEP = /^The function recurses or nests too deeply.* and was stopped\.$/;
const OUTPUT = "The function's result is larger than 1 MB; return less.";
const CANCELLED = 'The function was cancelled.';
const NEVER = 'The function returned a promise that never settles: no remaining code can resolve it.';

const SEARCH = '(a, c) => c.search("s", "q")';

let strictSandbox: SandboxFixture;
/** Enough time for memory to be the first limit that is met, even on a busy machine. */
let patientSandbox: SandboxFixture;
beforeAll(async () => {
  [strictSandbox, patientSandbox] = await Promise.all([
    openSandboxFixture({ cpuMs: 500 }),
    openSandboxFixture({ cpuMs: 10_000 }),
  ]);
});
afterAll(() => Promise.all([strictSandbox.close(), patientSandbox.close()]));

/** Runs what must fail, sees that this thread's event loop went on meanwhile, and that the next call works. */
async function failsAlone(fixture: SandboxFixture, code: string): Promise<string> {
  await fixture.run('() => 1');
  const beat = heartbeat();
  const sentence = await fixture.failure(code);
  expect(beat.isSteady()).toBe(true);
  expect(await fixture.run('(args) => args.name')).toBe('Ada');
  return sentence;
}

describe('computing time', () => {
  it.each([
    ['an endless loop', '() => { for (;;); }'],
    ['an endless loop outside the function', 'for (;;);\nexport default () => 1;'],
    ['a loop that catches and goes on', '() => { for (;;) try { for (;;); } catch {} finally { for (;;); } }'],
    ['endless promise jobs', 'async () => { for (;;) await null; }'],
    ['a regular expression that backtracks', '() => /^(a+)+$/.test("a".repeat(60) + "b")'],
    ['a getter of the result', '() => ({ get text() { for (;;); } })'],
    ['a toJSON of the result', '() => ({ toJSON() { for (;;); } })'],
    ['a proxy as the result', '() => new Proxy({}, { ownKeys() { for (;;); } })'],
    ['a thenable as the result', '() => ({ then() { for (;;); } })'],
    ['a getter of the error', '() => { throw Object.create(Error.prototype, { stack: { get() { for (;;); } } }); }'],
    ['a loop in what is logged', '(a, c) => c.log({ toJSON() { for (;;); } })'],
    [
      'a set without an end that is logged',
      '(a, c) => c.log(new (class extends Set { *[Symbol.iterator]() { for (;;); } })())',
    ],
  ])('ends %s', async (_, code) => {
    expect(await failsAlone(strictSandbox, code)).toBe(CPU);
  });

  it('ends even one native operation that nothing can interrupt', async () => {
    expect(await failsAlone(strictSandbox, '() => (7n ** 370000n).toString()')).toBe(CPU);
  });

  it('restarts the other calls of a worker that one call took down', async () => {
    const answer = new Promise<FunctionSearch>((resolve) => setTimeout(resolve, 200, found('found')));
    const pendingSearch = strictSandbox.run(SEARCH, { host: { search: () => answer, log: () => {} } });
    const stuckRun = strictSandbox.failure('() => (7n ** 370000n).toString()');
    expect(await Promise.all([pendingSearch, stuckRun])).toEqual(['found', CPU]);
  });

  it('does not count waiting for a search', async () => {
    const searchSlowly = (text: string) =>
      new Promise<FunctionSearch>((resolve) => setTimeout(resolve, 700, found(text)));
    expect(await strictSandbox.run(SEARCH, { host: { search: () => searchSlowly('found'), log: () => {} } })).toBe(
      'found',
    );
  });
});

describe('memory', () => {
  it.each([
    ['arrays', '() => { const all = []; for (;;) all.push(new Array(1000).fill(1)); }'],
    ['strings', '() => { const all = []; for (let n = 0; ; n++) all.push("x".repeat(100_000) + n); }'],
    ['typed arrays', '() => { const all = []; for (;;) all.push(new Uint8Array(1_000_000).fill(1)); }'],
    ['objects', '() => { let all = {}; for (;;) all = { all }; }'],
  ])('stops a bomb of %s', async (_, code) => {
    expect(await failsAlone(patientSandbox, code)).toBe(MEMORY);
  });

  it('is fully available again after a call that used it up', async () => {
    const code =
      '() => { try { const all = []; for (;;) all.push(new Array(1000).fill(1)); } catch { return "still here"; } }';
    expect(await patientSandbox.run(code)).toBe('still here');
    expect(await patientSandbox.run('() => new Uint8Array(40_000_000).length')).toBe(40_000_000);
  });

  it('is separate for each call', async () => {
    const fill = '() => new Uint8Array(40_000_000).fill(1).length';
    expect(await Promise.all([patientSandbox.run(fill), patientSandbox.run(fill), patientSandbox.run(fill)])).toEqual(
      Array(3).fill(40_000_000),
    );
  });
});

describe('depth', () => {
  it.each([
    ['recursion', '() => { const f = () => 1 + f(); return f(); }'],
    ['recursion through natives', '() => { const f = () => [1].map(f); return f(); }'],
    ['code that nests', `() => ${'['.repeat(100_000)}`],
    ['a result that nests', '() => { let all = []; for (let n = 0; n < 20_000; n++) all = [all]; return all; }'],
    [
      'a chain of proxies',
      '() => { let all = {}; for (let n = 0; n < 20_000; n++) all = new Proxy(all, {}); return all.x; }',
    ],
  ])('ends %s', async (_, code) => {
    expect(await failsAlone(patientSandbox, code)).toMatch(DEEP);
  });
});

describe('amounts', () => {
  it.each([
    ['characters', '() => "x".repeat(1_100_000)'],
    ['bytes', '() => "é".repeat(600_000)'],
  ])('refuses a result with too many %s', async (_, code) => {
    expect(await failsAlone(patientSandbox, code)).toBe(OUTPUT);
  });

  it('passes a result just under the limit', async () => {
    expect(await patientSandbox.run('() => "x".repeat(1_048_574)')).toHaveLength(1_048_574);
  });

  it('cuts a long log off and says so', async () => {
    patientSandbox.logs.length = 0;
    expect(await patientSandbox.run('(a, c) => { for (let n = 0; n < 50_000; n++) c.log("line", n); return 1; }')).toBe(
      1,
    );
    expect(patientSandbox.logs).toHaveLength(1_000);
    expect(patientSandbox.logs.at(-1)).toBe('line 999 … (what the function logs after this is left out)');
    patientSandbox.logs.length = 0;
    await patientSandbox.run('(a, c) => { c.log("x".repeat(5_000_000)); c.log("more"); return 1; }');
    expect(patientSandbox.logs.map((line) => line.length < 70_000)).toEqual([true]);
    for (const value of [
      '["x".repeat(5_000_000)]',
      'new Array(1e9)',
      'new Map(Array.from({ length: 100_000 }, (_, n) => [n, n]))',
    ]) {
      patientSandbox.logs.length = 0;
      await patientSandbox.run(`(a, c) => { c.log(${value}); return 1; }`);
      expect(patientSandbox.logs.map((line) => line.length < 70_000)).toEqual([true]);
    }
  });

  it('bounds the searches of one call, and how long one is', async () => {
    const count =
      '(a, c) => Promise.allSettled(Array.from({ length: 40 }, () => c.search("s", "q"))).then((all) => all.filter((one) => one.status === "fulfilled").length)';
    expect(await patientSandbox.run(count)).toBe(32);
    expect(await patientSandbox.failure('(a, c) => c.search("s", "x".repeat(20_000))')).toContain(
      'at most 10000 characters',
    );
  });

  it('refuses to fill a template into more than a result can hold', async () => {
    const code = '(a, c) => c.template("`a`".repeat(300_000), { a: "x".repeat(1_000_000) }).length';
    expect(await failsAlone(patientSandbox, code)).toContain('the filled template would be too long');
  });
});

describe('promises that never settle', () => {
  it.each([
    ['nothing holds', '() => new Promise(() => {})'],
    ['a search came before', 'async (a, c) => { await c.search("s", "q"); await new Promise(() => {}); }'],
    ['the module waits for', 'await new Promise(() => {});\nexport default () => 1;'],
  ])('are reported at once when %s', async (_, code) => {
    expect(await failsAlone(patientSandbox, code)).toBe(NEVER);
  });

  it('end with the time for the whole call while a search does not answer', async () => {
    const fixture = await openSandboxFixture({ wallMs: 3_000 });
    const host = { search: () => new Promise<FunctionSearch>(() => {}), log: () => {} };
    expect(await fixture.failure(SEARCH, { host })).toBe('The function did not finish within 3 s and was stopped.');
    expect(await fixture.run('(args) => args.name')).toBe('Ada');
    await fixture.close();
  });
});

describe('cancelling', () => {
  it('stops a call that executes, long before its time is up', async () => {
    const cancel = new AbortController();
    const whenStarted = createDeferred<string>();
    const call = patientSandbox.failure('(a, c) => { c.log("started"); for (;;); }', {
      host: { search: async () => found(''), log: whenStarted.resolve },
      signal: cancel.signal,
    });
    await whenStarted.promise;
    cancel.abort();
    expect(await call).toBe(CANCELLED);
    const before = performance.now();
    expect(await patientSandbox.run('(args) => args.name')).toBe('Ada');
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it('stops a call that waits, and its later answer does no harm', async () => {
    const cancel = new AbortController();
    const whenAsked = createDeferred<void>();
    const answer = createDeferred<FunctionSearch>();
    const search = () => {
      whenAsked.resolve();
      return answer.promise;
    };
    const call = patientSandbox.failure(SEARCH, { host: { search, log: () => {} }, signal: cancel.signal });
    await whenAsked.promise;
    cancel.abort();
    expect(await call).toBe(CANCELLED);
    answer.resolve(found('too late'));
    expect(await patientSandbox.run('(args) => args.name')).toBe('Ada');
  });

  it('stops calls that have not begun', async () => {
    const cancel = new AbortController();
    const { signal } = cancel;
    const calls = Array.from({ length: 10 }, () => patientSandbox.failure('() => { for (;;); }', { signal }));
    cancel.abort();
    expect(await Promise.all(calls)).toEqual(Array(10).fill(CANCELLED));
    expect(await patientSandbox.run('(args) => args.name')).toBe('Ada');
    expect(await patientSandbox.failure('() => 1', { signal })).toBe(CANCELLED);
  });
});
