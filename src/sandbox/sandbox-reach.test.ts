import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture } from './testing/sandbox.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await openSandboxFixture();
});
afterAll(() => fixture.close());

describe('what a function can reach', () => {
  it('is the language and nothing of the machine', async () => {
    expect(await fixture.run('() => Reflect.ownKeys(globalThis).map(String).sort()')).toEqual(LANGUAGE);
  });

  it.each(['process', 'require', 'fetch', 'setTimeout', 'performance', 'console', 'WebAssembly', 'Atomics', 'module'])(
    'has no %s',
    async (name) => {
      expect(await fixture.run(`() => typeof ${name}`)).toBe('undefined');
    },
  );

  it.each([
    ['the context', '(a, c) => c'],
    ["the context's functions", '(a, c) => c.template'],
    ['an asynchronous function of the context', '(a, c) => c.search'],
    ['the arguments', '(a) => a'],
    ["the host's random numbers", '() => Math.random'],
    ['a promise of the host', '(a, c) => c.search("s", "q")'],
    ['an error of the host', '(a, c) => c.search("nowhere", "q").catch((error) => error)'],
    ['a generator', '() => function* () {}'],
  ])('ends inside, even by the constructors of %s', async (_, expression) => {
    const code = `async (a, c) => {
      const thing = await (${expression})(a, c);
      const makers = [thing.constructor, thing.constructor.constructor, Object.getPrototypeOf(thing).constructor];
      const seen = await Promise.all(makers.map(async (make) => {
        try {
          const made = make("return typeof process + typeof require + typeof fetch + (globalThis === this)")();
          return String(made?.next ? made.next().value : await made);
        } catch (error) {
          return "refused";
        }
      }));
      return seen.filter((text) => /object|function/.test(text.replace("[object Object]", "")));
    }`;
    expect(await fixture.run(code)).toEqual([]);
  });

  it("cannot change what becomes of its result through the language's own objects", async () => {
    const code = `() => {
      JSON.stringify = () => "null";
      JSON.parse = () => "null";
      String.prototype.slice = () => "x";
      Promise.prototype.then = () => {};
      Object.prototype.toString = () => "";
      return { text: "kept" };
    }`;
    expect(await fixture.run(`const f = ${code};\nexport default (a) => f(a).text`)).toBe('kept');
  });
});

describe('what a call leaves', () => {
  it('is gone for the next call: globals, prototypes, symbols and bytes in memory', async () => {
    const leave = `() => {
      globalThis.left = 'here';
      Array.prototype.left = 'here';
      Symbol.for('left').description;
      delete globalThis.Map;
      return [new Uint8Array(8e6).fill(0xaa), 'x'.repeat(1e6)].length;
    }`;
    const lookSource = `() => [
      typeof left, typeof [].left, typeof Map,
      [0xaa, 'x'.charCodeAt(0)].some((byte) => new Uint8Array(8e6).includes(byte)),
    ]`;
    for (let call = 0; call < 4; call++) {
      expect(await fixture.run(leave)).toBe(2);
      expect(await fixture.run(lookSource)).toEqual(['undefined', 'undefined', 'function', false]);
    }
  });

  it('is gone if the call threw, was stopped, or still waits for a search', async () => {
    const leave = 'globalThis.left = "here";';
    await fixture.failure(`() => { ${leave} throw new Error('x'); }`);
    await fixture.failure(`() => { ${leave} for (;;); }`);
    const pendingRun = fixture.run(`async (a, c) => { ${leave} await c.search('s', 'q'); return globalThis.left; }`);
    expect(await fixture.run('() => typeof left')).toBe('undefined');
    expect(await pendingRun).toBe('here');
  });
});

describe('time', () => {
  it.each([
    'new Date()',
    'Date()',
    'Date.now()',
    'new (new Date(0).constructor)()',
    'Reflect.construct(Date, [])',
    'new (class extends Date {})()',
    'Reflect.construct(Object.getPrototypeOf(new Date(0)).constructor, [], Object)',
  ])('is not available from %s', async (expression) => {
    expect(await fixture.failure(`() => ${expression}`)).toContain(
      'there is no clock in a function; pass the date in as an argument',
    );
  });

  it('can still be computed with', async () => {
    const code =
      '() => [new Date("2026-03-01T00:00:00Z").toISOString(), Date.UTC(1970, 0, 2), Date.parse("1970-01-01")]';
    expect(await fixture.run(code)).toEqual(['2026-03-01T00:00:00.000Z', 86_400_000, 0]);
  });

  it('is not in the random numbers either, which differ from call to call', async () => {
    const [firstNumber, secondNumber] = await Promise.all([
      fixture.run('() => Math.random()'),
      fixture.run('() => Math.random()'),
    ]);
    expect(firstNumber).not.toBe(secondNumber);
  });
});

const LANGUAGE = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Boolean', 'DataView'],
  ...['Date', 'Error', 'EvalError', 'FinalizationRegistry', 'Float16Array', 'Float32Array', 'Float64Array', 'Function'],
  ...['Infinity', 'Int16Array', 'Int32Array', 'Int8Array', 'InternalError', 'Iterator', 'JSON', 'Map', 'Math', 'NaN'],
  ...['Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'ReferenceError', 'Reflect', 'RegExp', 'Set'],
  ...['SharedArrayBuffer', 'String', 'Symbol', 'SyntaxError', 'TypeError', 'URIError', 'Uint16Array', 'Uint32Array'],
  ...['Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet', 'decodeURI', 'decodeURIComponent'],
  ...['encodeURI', 'encodeURIComponent', 'escape', 'eval', 'globalThis', 'isFinite', 'isNaN', 'parseFloat', 'parseInt'],
  ...['undefined', 'unescape', 'Symbol(Symbol.toStringTag)'],
].sort();
