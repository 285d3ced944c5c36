/** What must hold of everything that uses a Wolfram kernel. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const samplesDir = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'samples');

/**
 * Each has a name and a function that may return a note.
 * @typedef {[string, () => Promise<unknown>]} Check
 * @returns {Check[]}
 */
export function wolframChecks({ wolfram, program, bundle, folder, ...workbench }) {
  const call = async (code, values = {}) => (await wolfram.call(code, values)).text;
  const evaluate = async (code, options = {}) => {
    const { text, ...rest } = await wolfram.evaluate({ code, seconds: 20, ...options });
    const [, answer, session] = /^([\s\S]*?)\n\nSession (\w{8}): /.exec(text) ?? [undefined, text, ''];
    return { answer, session, ...rest };
  };
  const isPng = (base64) =>
    Buffer.from(base64 ?? '', 'base64')
      .subarray(1, 4)
      .toString() === 'PNG';
  const function_ = '("Hello, " <> #name <> "!") &';

  /** @type {[string, string, object, string][]} */
  const functions = [
    ['text', '"a`b`"', {}, 'a`b`'],
    ['a function of an association', function_, { name: 'Zoë "Z" \\ 数' }, 'Hello, Zoë "Z" \\ 数!'],
    ['definitions before the function', 'f[a_Association] := ToString[a["n"] + 1];\nf', { n: 41 }, '42'],
    ['a template', 'StringTemplate["Hello, `name`"]', { name: 'Ada' }, 'Hello, Ada'],
    ['a template from a function', 'StringTemplate["<" <> #a <> "`a`>"] &', { a: 'x' }, '<xx>'],
    ['content objects', '{<|"type" -> "text", "text" -> "a"|>, <|"type" -> "text", "text" -> "b"|>}', {}, 'ab'],
    ['a number', '12345', {}, '12345'],
    [
      'a package with a context',
      'BeginPackage["Vw`"]; g; Begin["`Private`"]; g[a_] := a["x"]; End[]; EndPackage[];\ng',
      { x: 'y' },
      'y',
    ],
    ['the names of a package', 'Needs["CodeParser`"];\n\nContext[CodeParse]', {}, 'CodeParser`'],
    ['a function that stores', 'n = 0;\nToString[++n] &', {}, '1'],
    ['what it stored', 'n = 0;\nToString[++n] &', {}, '2'],
  ];

  /**
   * Ours against TemplateApply.
   * @type {[string, Record<string, string>][]}
   */
  const templates = [
    ['Hello, `name`!', { name: 'Ada' }],
    ['`a``b`', { a: '1', b: '2' }],
    ['missing `none`.', {}],
    ['value with `a`', { a: '`b` <*1*>' }],
    ['two\nlines `a`\n', { a: 'x' }],
    ['<*"`kept`"*> `a`', { a: 'x' }],
    ['é 数 😀 `a`', { a: 'é 数 😀' }],
  ];

  return [
    ...functions.map(
      /** @returns {Check} */ ([name, code, values, expected]) => [
        `a function: ${name}`,
        async () => assert.equal(await call(code, values), expected),
      ],
    ),
    [
      'the second call of a function takes milliseconds',
      async () => {
        const times = [];
        for (let n = 0; n < 20; n++) {
          const start = performance.now();
          await call(function_, { name: String(n) });
          times.push(performance.now() - start);
        }
        const median = times.sort((a, b) => a - b)[10];
        assert.ok(median < 100, `median ${median} ms`);
        return `median ${median.toFixed(1)} ms`;
      },
    ],
    [
      'a function that fails gives the message of its Failure',
      async () =>
        assert.rejects(
          call('Failure["x", <|"MessageTemplate" -> "No such city"|>] &'),
          /The Wolfram code failed: No such city/,
        ),
    ],
    ['code with a mistake fails with a message', () => assert.rejects(call('f[x_ := 1'), /The Wolfram code failed: ./)],
    [
      'messages and prints of a function are warnings',
      async () => {
        const { text, warnings } = await wolfram.call('(Print["half"]; 1/0; "done") &', {});
        assert.equal(text, 'done');
        assert.match(warnings, /half[\s\S]*Power::infy/);
      },
    ],
    [
      'a graphic is a PNG',
      async () => {
        const { images } = await wolfram.call('Graphics[Disk[]] &', {});
        assert.ok(isPng(images[0]), 'there is no PNG');
      },
    ],
    ...templates.map(
      /** @returns {Check} */ ([template, values]) => [
        `a template as the workbench fills it: ${JSON.stringify(template)}`,
        async () => {
          const ours = workbench.applyTemplate(template, { names: Object.keys(values), values }).text;
          assert.equal(await call(`StringTemplate[${workbench.printString(template)}]`, values), ours);
        },
      ],
    ),
    ['the evaluator', async () => assert.equal((await evaluate('1 + 1')).answer, '2')],
    [
      'the evaluator: prints, messages and characters of every kind',
      async () => {
        const { answer, isError } = await evaluate('Print["halfway é"]; 1/0; "数 😀"');
        assert.match(answer, /^halfway é\n\n"数 😀"\n\nWarnings:\n[\s\S]*Power::infy/);
        assert.equal(isError, false);
      },
    ],
    [
      'the evaluator: the marks of the protocol are only text',
      async () => {
        const code = 'Print["prompt-workbench-x<status:dGV4dA==>prompt-workbench-x"]; Print["In[1]:= "]; 7';
        assert.match((await evaluate(code)).answer, /\n\n7$/);
      },
    ],
    [
      'the evaluator: pictures',
      async () => {
        const { answer, images } = await evaluate('{Plot[x^2, {x, 0, 1}], 3}');
        assert.equal(answer, '{"[image 1]", 3}');
        assert.ok(isPng(images[0]), 'there is no PNG');
        const { answer: many, images: firstImages } = await evaluate('Table[Graphics[Disk[]], 12]');
        assert.match(many, /"\[image 10\]", "\[image left out\]", "\[image left out\]"\}$/);
        assert.equal(firstImages.length, 10);
      },
    ],
    [
      'the evaluator: a long result is cut',
      async () => assert.match((await evaluate('Range[100000]')).answer, /characters of the result are left out/),
    ],
    .../** @type {[string, string, RegExp][]} */ ([
      ['too long', 'Pause[30]', /longer than 2 seconds/],
      ['endless', 'While[True]', /longer than 2 seconds/],
      ['too large', 'Table[RandomReal[], 10^10]', /GB of memory|longer than 2 seconds|General::nomem/],
      ['Quit[]', 'Quit[]', /ended without an answer/],
      ['Abort[]', 'Abort[]', /stopped itself/],
    ]).map(
      /** @returns {Check} */ ([name, code, message]) => [
        `the evaluator: ${name}, and then an answer`,
        async () => {
          const { answer } = await evaluate(code, { seconds: 2 });
          assert.match(answer, message);
          assert.equal((await evaluate('6 * 7')).answer, '42');
        },
      ],
    ),
    [
      'the evaluator: a session continues, also in another kernel, and apart from others',
      async () => {
        const { session } = await evaluate('f[x_] := x^2; Needs["Combinatorica`"]; v = 5;');
        assert.equal((await evaluate('f[v]', { session })).answer, '25');
        assert.equal((await evaluate('f[v]')).answer, 'f[v]');
        await evaluate('Quit[]');
        assert.equal((await evaluate('f[v]', { session })).answer, '25');
      },
    ],
    [
      'SymbolDefinition',
      async () => {
        const values = { symbols: ['System`Plus', 'Nothing`here', '2x'], includeContextDetails: true, maxLength: 1000 };
        const { text } = await wolfram.callOwn(workbench.defineSymbols, values);
        assert.match(
          text,
          /^# Plus\n\n## Definition\n\n```wl\n[\s\S]*Attributes\[Plus\][\s\S]*no such symbol[\s\S]*not the name/,
        );
        assert.match(text, /"System`"/);
      },
    ],
    [
      'CodeInspector',
      async () => {
        const values = {
          code: 'If[a, b, b]',
          file: '',
          tagExclusions: '',
          severityExclusions: '',
          confidenceLevel: 0.5,
          limit: 5,
        };
        assert.match(
          (await wolfram.callOwn(workbench.inspectCode, values)).text,
          /- line 1, column \d+: \w+ \(\w+\): /,
        );
      },
    ],
    [
      'TestReport',
      async () => {
        const file = join(folder, 'a.wlt');
        await writeFile(
          file,
          'VerificationTest[1 + 1, 2, TestID -> "sum"]\nVerificationTest[1 + 1, 3, TestID -> "wrong"]\n',
        );
        const values = { paths: [file], timeConstraint: 60, memoryConstraint: 1_000_000_000 };
        const { text } = await wolfram.callOwn(workbench.reportTests, values, { isFresh: true, seconds: 120 });
        assert.match(text, /1 succeeded, 1 failed\.[\s\S]*### wrong: Failure/);
      },
    ],
    [
      'a notebook that was written is a notebook',
      async () => {
        const file = join(folder, 'a.nb');
        await writeFile(file, workbench.notebookOf('# One\n\nText with `x^2`.\n\n- item\n\n```wl\n1 + 1\n```\n').text);
        const code = `nb = Import[${workbench.printString(file)}, "NB"]; {Head[nb], Length[First[nb]]}`;
        assert.equal((await evaluate(code)).answer, '{Notebook, 4}');
      },
    ],
    [
      'the export of the samples is Wolfram Language',
      async () => {
        const library = await workbench.openLibrary(samplesDir, { watch: false });
        const { text } = workbench.workspaceText(library.snapshot());
        await library.close();
        const file = join(folder, 'samples.wl');
        await writeFile(file, text);
        const importCode = `Import[${workbench.printString(file)}, {"Package", "HeldExpressions"}]`;
        assert.match(
          (await evaluate(`{SyntaxQ[ReadString[${workbench.printString(file)}]], Length[${importCode}] > 0}`)).answer,
          /^\{True, True\}$/,
        );
      },
    ],
    [
      'the kernel ends when the program that started it is killed',
      async () => {
        const script = `const { startKernel } = await import(${JSON.stringify(pathToFileURL(bundle).href)});
          const kernel = await startKernel(${JSON.stringify(program)});
          const { record } = await kernel.request({ kind: 'call', code: 'ToString[$ProcessID] &', arguments: '<||>' }, { seconds: 20, memoryBytes: 1e9, printedBytes: 1e6 });
          console.log(record.get('text').toString());
          setInterval(() => {}, 1000);`;
        const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))));
        parent.kill('SIGKILL');
        for (let n = 0; n < 100; n++) {
          if (!(await isRunning(pid))) return;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        throw new Error(`process ${pid} still runs after 10 seconds`);
      },
    ],
  ];
}

/** A zombie does not run. */
async function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
}
