import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkbenchError } from '../base/errors.ts';
import { createSandbox, type FunctionSearch } from './sandbox.ts';
import { bundleScript, createDeferred, found, openSandboxFixture, type SandboxFixture } from './testing/sandbox.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await openSandboxFixture();
});
afterAll(() => fixture.close());

describe('the forms of a function', () => {
  it.each([
    ['an arrow function', '(args) => "Hello, " + args.name + "!"'],
    ['an arrow function with a semicolon and a comment', '(args) => "Hello, " + args.name + "!"; // greets'],
    ['an anonymous function', 'function (args) { return "Hello, " + args.name + "!"; }'],
    ['an asynchronous function', 'async ({ name }) => { await null; return "Hello, " + name + "!"; }'],
    ['a module', 'export default (args) => "Hello, " + args.name + "!";'],
    [
      'a module with helpers',
      'const hello = (who) => "Hello, " + who + "!";\nexport default async (args) => hello(args.name);',
    ],
    [
      'a module with a named function',
      'export default function greet({ name }) { return "Hello, " + name + "!"; }\nvar unused;',
    ],
    [
      'a module that waits at its top level',
      'const hi = await Promise.resolve("Hello");\nexport default (a) => hi + ", " + a.name + "!";',
    ],
    ['a module that exports by name', 'const f = (a) => "Hello, " + a.name + "!";\nexport { f as default };'],
  ])('calls %s', async (_, code) => {
    expect(await fixture.run(code)).toBe('Hello, Ada!');
  });

  it('recognises an expression whose text mentions exports', async () => {
    expect(await fixture.run('() => `Write:\nexport default 1;`')).toBe('Write:\nexport default 1;');
  });

  it('gives all arguments, then the context', async () => {
    expect(
      await fixture.run('(value, args, context) => [value, args, typeof context.search]', { args: ['a', { b: 'c' }] }),
    ).toEqual(['a', { b: 'c' }, 'function']);
  });

  it.each([
    ['no function', '({ a: 1 })', 'a value of type object'],
    ['nothing exported', 'const a = 1;', 'nothing'],
  ])('reports code that gives %s', async (_, code, foundText) => {
    expect(await fixture.failure(code)).toBe(
      `The code evaluates to ${foundText}; write "export default (args, context) => …" or an expression that is a function.`,
    );
  });
});

describe('the result', () => {
  it('is plain JSON data', async () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'ünï 🙂 \u0000 \ud800' }] }, null, 1.5, true];
    expect(await fixture.run('(messages) => messages', { args: [messages] })).toEqual(messages);
  });

  it('leaves out properties that are undefined', async () => {
    expect(await fixture.run('() => ({ a: 1, b: undefined })')).toEqual({ a: 1 });
  });

  it.each([
    ['() => undefined', 'The function returned undefined: it needs a "return" with the result.'],
    ['() => () => 1', "The function's result cannot be written as JSON: it holds a function."],
    [
      '() => [{ text: () => 1 }]',
      'The function\'s result cannot be written as JSON: it holds a function under "text".',
    ],
    ['() => Symbol("s")', "The function's result cannot be written as JSON: it holds a symbol."],
    ['() => 1n', "The function's result cannot be written as JSON: it holds a bigint."],
    ['() => ({ n: 0 / 0 })', 'The function\'s result cannot be written as JSON: it holds NaN under "n".'],
    ['() => new Map()', "The function's result cannot be written as JSON: it holds a Map."],
    [
      '() => { const a = {}; a.a = [a]; return a; }',
      "The function's result cannot be written as JSON: it holds a reference to itself.",
    ],
    [
      '(a, c) => [c.search("x", "y")]',
      'The function\'s result cannot be written as JSON: it holds a Promise under "0"; await it first.',
    ],
  ])('of %s gets its own sentence', async (code, sentence) => {
    expect(await fixture.failure(code)).toBe(sentence);
  });
});

describe('errors', () => {
  it.each([
    [
      '() => {\n  const a = null;\n  return a.b;\n}',
      'The function threw TypeError "cannot read property \'b\' of null" at line 3, column 11.',
    ],
    [
      'export default () => {\n  throw new Error("no such\\nbook");\n};',
      'The function threw "no such book" at line 2, column 18.',
    ],
    [
      '() => {\n  console.log("x");\n}',
      'The function threw ReferenceError "\'console\' is not defined" at line 2, column 3: use context.log(…).',
    ],
    ['() => x', 'The function threw ReferenceError "\'x\' is not defined" at line 1, column 7.'],
    ['() => { throw { code: 7 }; }', 'The function threw a value that is not an Error: {"code":7}.'],
    ['() => { throw undefined; }', 'The function threw a value that is not an Error: undefined.'],
    ['async () => { throw "late"; }', 'The function threw a value that is not an Error: late.'],
    [
      '() => { throw new Proxy({}, { getPrototypeOf() { throw 1; } }); }',
      'The function threw a value that is not an Error: something that cannot be shown.',
    ],
    ['(a) => {\n  let 1 = 2;\n}', 'The function is not valid JavaScript: variable name expected at line 2, column 7.'],
    ['(a) => (', "The function is not valid JavaScript: unexpected token in expression: '' at line 1, column 9."],
    [
      'export default (a) => {\n  let 1 = 2;\n}',
      'The function is not valid JavaScript: variable name expected at line 2, column 7.',
    ],
    [
      'import fs from "node:fs"; export default () => fs;',
      'The function threw "a function cannot import modules (node:fs)" at line 1, column 1.',
    ],
    [
      '(a) => import("node:fs")',
      'The function threw "a function cannot import modules (node:fs)" at line 1, column 8.',
    ],
    [
      'export default async (args, context) => {\n  context.log("hi", args.n);\n  const fs = await import("fs");\n};',
      'The function threw "a function cannot import modules (fs)" at line 3, column 20.',
    ],
    ['async () => import("f" + "s")', 'The function threw "a function cannot import modules (fs)".'],
  ])('of %s name what happened and where', async (code, sentence) => {
    expect(await fixture.failure(code)).toBe(sentence);
  });

  it('are WorkbenchErrors', async () => {
    await expect(fixture.run('() => { throw 1; }')).rejects.toMatchObject({ code: 'failed' });
    await expect(fixture.run('() => { throw 1; }')).rejects.toBeInstanceOf(WorkbenchError);
  });
});

describe('context', () => {
  it('searches', async () => {
    expect(await fixture.run('async (a, { search }) => "Found " + (await search("docs", "Plot")) + "."')).toBe(
      'Found Plot in docs.',
    );
  });

  it('searches several sources at once', async () => {
    expect(await fixture.run('(a, c) => Promise.all(["x", "y"].map((s) => c.search(s, "q")))')).toEqual([
      'q in x',
      'q in y',
    ]);
  });

  it('asks a person, with its question and the answer as data', async () => {
    const questions: unknown[] = [];
    const host = {
      search: async () => ({ text: '', results: [] }),
      log: () => {},
      ask: async (question: unknown) => {
        questions.push(question);
        return questions.length > 1 ? null : { symbol: 'Sin', n: 2 };
      },
    };
    const code = '(a, c) => c.ask({ message: "Which?", fields: [{ name: "symbol" }] })';
    expect(await fixture.run(code, { host })).toEqual({ symbol: 'Sin', n: 2 });
    expect(await fixture.run(code, { host })).toBe(null);
    expect(questions[0]).toEqual({ message: 'Which?', fields: [{ name: 'symbol' }] });
    expect(await fixture.failure(code)).toContain('this client shows no forms');
  });

  it('gets the passages of a search with its text, by options, and pages', async () => {
    const code = `async (a, { search, page, log }) => {
      const found = await search("docs", "Plot", { limit: 2 });
      log(found);
      return { found, isPart: found.includes("in docs"), first: found.results[0], page: await page("docs", "a.md") };
    }`;
    expect(await fixture.run(code)).toEqual({
      found: 'Plot in docs',
      isPart: true,
      first: { title: 'Plot', score: 1, options: { limit: 2 } },
      page: { title: 'a.md', location: 'docs/a.md', passages: [] },
    });
    expect(fixture.logs.at(-1)).toBe('Plot in docs');
    const host = { search: async () => found(''), log: () => {} };
    expect(await fixture.failure('(a, c) => c.page("docs", "a.md")', { host })).toContain('there are no pages to read');
  });

  it('throws a failed search inside the function', async () => {
    expect(await fixture.run('(a, c) => c.search("nowhere", "q").catch((error) => error.message)')).toBe(
      'there is no source named nowhere',
    );
    expect(await fixture.failure('(a, c) => c.search("nowhere", "q")')).toBe(
      'The function threw "there is no source named nowhere".',
    );
  });

  it('fills templates by name and by number', async () => {
    const code = '(a, c) => [c.template("`name` is `2`", { name: "`x`", n: 3 }), c.template("`` `1`", ["a"])]';
    expect(await fixture.run(code)).toEqual(['`x` is 3', 'a a']);
  });

  it('logs any value', async () => {
    await fixture.run('(a, c) => { c.log("found", { n: 1 }, undefined); return 1; }');
    expect(fixture.logs.at(-1)).toBe('found {"n":1} undefined');
  });

  it.each([
    ['[NaN, { x: -Infinity }]', '[NaN,{"x":-Infinity}]'],
    ['NaN', 'NaN'],
    ['new Error("boom")', 'Error: boom'],
    ['{ cause: new TypeError("boom") }', '{"cause":TypeError: boom}'],
    ['new Map([["a", 1], ["b", new Set()]])', 'Map(2) {"a" => 1, "b" => Set(0) {}}'],
    ['new Set([1, "a"])', 'Set(2) {1, "a"}'],
    ['{ a: undefined, b: null, c: 1n, d: Symbol("e") }', '{"a":undefined,"b":null,"c":1n,"d":Symbol(e)}'],
    ['[function add() {}, () => 1]', '[[function add],[function]]'],
    ['[new Date(0), new Date(NaN), /a/g]', '[1970-01-01T00:00:00.000Z,Invalid Date,/a/g]'],
    ['Promise.resolve(1)', 'Promise {}'],
    ['new (class Point { x = 1 })()', 'Point {"x":1}'],
    ['Object.create(null)', '{}'],
    ['{ toJSON: () => ({ a: 1 }) }', '{"a":1}'],
    ['(() => { const a = { b: [] }; a.b.push(a); return a; })()', '{"b":[[circular]]}'],
    ['{ get a() { throw new Error("no"); } }', '[object Object]'],
    ['Array.from({ length: 40 }).reduce((inner) => [inner], 1)', `${'['.repeat(16)}[Array]${']'.repeat(16)}`],
  ])('logs %s as %s', async (value, text) => {
    await fixture.run(`(a, c) => { c.log(${value}); return 1; }`);
    expect(fixture.logs.at(-1)).toBe(text);
  });
});

describe('calls side by side', () => {
  it('lets one go on while another waits for its search', async () => {
    const answer = createDeferred<FunctionSearch>();
    const host = { search: () => answer.promise, log: () => {} };
    const pendingRun = fixture.run('(a, c) => c.search("slow", "q")', { host });
    expect(await fixture.run('() => "other"')).toBe('other');
    answer.resolve(found('at last'));
    expect(await pendingRun).toBe('at last');
  });

  it('keeps nothing from one call to the next', async () => {
    await fixture.run('() => { globalThis.kept = 1; Array.prototype.kept = 1; JSON.stringify = null; return 1; }');
    expect(await fixture.run('() => [typeof kept, typeof [].kept, JSON.stringify(1)]')).toEqual([
      'undefined',
      'undefined',
      '1',
    ]);
  });

  it('answers many calls, each with its own result', async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const results = await Promise.all(
      numbers.map((n) => fixture.run('async (n, c) => n + (await c.search("s", "q")).length', { args: [n] })),
    );
    expect(results).toEqual(numbers.map((n) => n + 6));
  });
});

describe('the program around it', () => {
  const host = { search: async () => found(''), log: () => {} };

  it('gets a sentence when the worker cannot start', async () => {
    const sandbox = createSandbox({ workerFile: `${fixture.dir}/absent.cjs` });
    await expect(sandbox.run({ code: '() => 1', args: [], host })).rejects.toThrow(
      /^The sandbox for functions stopped: Cannot find module/,
    );
    await sandbox.close();
  });

  it('gets a rejection for every open call when the sandbox closes', async () => {
    const sandbox = createSandbox({ workerFile: fixture.workerFile });
    const calls = Array.from({ length: 8 }, () => sandbox.run({ code: '() => { for (;;); }', args: [], host }));
    const outcomes = Promise.allSettled(calls);
    await sandbox.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        reason: { message: 'The sandbox for functions was closed before the function finished.' },
      });
    }
    await expect(sandbox.run({ code: '() => 1', args: [], host })).rejects.toThrow('was closed');
  });

  it('stays alive for a call, and ends by itself after the last one', async () => {
    const program = await bundleScript(
      fixture.dir,
      'program',
      `import { createSandbox, type FunctionSearch } from './sandbox.ts';
       const sandbox = createSandbox({ workerFile: ${JSON.stringify(fixture.workerFile)} });
       const host = { search: async () => '', log() {} };
       sandbox.run({ code: 'async () => "done"', args: [], host }).then((text) => process.stdout.write(text));`,
    );
    expect(await promisify(execFile)(process.execPath, [program], { timeout: 15_000 })).toEqual({
      stdout: 'done',
      stderr: '',
    });
  });
});

describe('context.progress', () => {
  const messageOf = async (code: string) => {
    const progress: unknown[] = [];
    const host = { search: async () => found(''), log: () => {}, progress: (step: unknown) => progress.push(step) };
    await fixture.run(code, { host });
    return progress;
  };

  it('reports the progress of a call, and never goes back', async () => {
    const code = `(_, context) => {
      context.progress(1, 3, 'one');
      context.progress(2);
      context.progress(2, 3);
      context.progress(0.5);
      context.progress(3, Infinity, { a: 1 });
      return 1;
    }`;
    expect(await messageOf(code)).toEqual([
      { value: 1, total: 3, message: 'one' },
      { value: 2 },
      { value: 3, message: '{"a":1}' },
    ]);
  });

  it('is reported a hundred times, and the call continues', async () => {
    expect(
      await messageOf('(_, context) => { for (let n = 0; n < 5000; n++) context.progress(n); return 1; }'),
    ).toHaveLength(100);
  });

  it('needs a number', async () => {
    expect(await fixture.failure("(_, context) => context.progress('half')")).toContain('needs a number');
  });

  it('may be called without a listener', async () => {
    expect(await fixture.run('(_, context) => { context.progress(1); return 1; }')).toBe(1);
  });
});
