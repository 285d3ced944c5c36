import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ask } from '../../model/asks.ts';
import { askId } from '../../trust/ask-id.ts';
import { trustOf } from '../../trust/testing/trust-of.ts';
import { parseWolfram } from '../syntax/parse.ts';
import { standInKernel } from '../testing/stand-in-kernel.ts';
import { written } from './call-function.ts';
import { findWolframscript, wolframscriptVariable } from './find-wolframscript.ts';
import { kernelProgram, loadLine, requestLines } from './kernel-program.ts';
import { createWolfram, noWolframscript, type Wolfram, type WolframOptions } from './wolfram.ts';

let folder: string;
const opened: Wolfram[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wolfram kernel '));
});
afterEach(async () => {
  for (const each of opened.splice(0)) each.close();
  await rm(folder, { recursive: true, force: true });
});

const code: Ask = { kind: 'wolfram', code: 'f' };

async function create(body: string, options: Partial<WolframOptions> = {}) {
  const env = { [wolframscriptVariable]: await standInKernel(folder, body) };
  const trust = trustOf(folder);
  const made = createWolfram({ trust, sessionsDir: join(folder, 'sessions'), env, ...options });
  opened.push(made);
  return { trust, ...made };
}

async function allowed(body: string, options?: Partial<WolframOptions>) {
  const made = await create(body, options);
  await made.trust.allow([code, { kind: 'evaluator' }]);
  return made;
}

/** Each answer says which process gave it. */
const which = "return { status: 'text', text: String(process.pid) };";
const hangs = 'await new Promise(() => {});';

/** A process that ended without a parent that waits for it is a zombie on Linux. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('One kernel', () => {
  test('answers every call, and starts once', async () => {
    const { call, evaluate } = await allowed(
      "return { status: request.kind === 'call' ? 'text' : 'done', text: String(process.pid), length: '3' };",
    );
    const pids = await Promise.all([call('f', {}), call('f', {}), evaluate({ code: '1', seconds: 5 })]);
    expect(new Set(pids.map(({ text }) => text.split('\n')[0])).size).toBe(1);
    const start = performance.now();
    await call('f', {});
    expect(performance.now() - start).toBeLessThan(100);
  });

  test('answers calls one after the other, and tells each what it waits for', async () => {
    const { call } = await allowed(
      "const log = process.argv[2] + '.log'; if (existsSync(log)) return { status: 'failed', text: 'two at once' }; writeFileSync(log, ''); await new Promise((r) => setTimeout(r, 30)); (await import('node:fs')).rmSync(log); return { status: 'text', text: 'alone' };",
    );
    const messages: string[][] = [[], [], []];
    const calls = messages.map((told) => call('f', {}, { progress: ({ message }) => told.push(message) }));
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(['alone', 'alone', 'alone']);
    expect(messages.sort()).toEqual([
      ['The Wolfram kernel is starting.'],
      ['Waiting for the Wolfram kernel: 1 call before this.', 'The Wolfram kernel is computing.'],
      ['Waiting for the Wolfram kernel: 2 calls before this.', 'The Wolfram kernel is computing.'],
    ]);
  });

  test('that fails gives a sentence, and the next call an answer', async () => {
    const { call } = await allowed(
      `if (request.arguments.includes('quit')) process.exit(1);
      if (request.arguments.includes('print')) for (;;) { process.stdout.write('x'.repeat(10_000)); await new Promise((r) => setTimeout(r)); }
      const status = /late|memory|aborted/.exec(request.arguments)?.[0];
      if (status) return { status };
      ${which}`,
      { limits: { seconds: 1, printedBytes: 100_000 } },
    );
    const failures: [string, RegExp][] = [
      ['quit', /ended without an answer/],
      ['print', /printed more than 0.1 MB/],
      ['late', /longer than 1 second and was stopped/],
      ['memory', /more than 2 GB of memory/],
      ['aborted', /stopped itself/],
    ];
    for (const [what, message] of failures) {
      await expect(call('f', { what })).rejects.toMatchObject({ message: expect.stringMatching(message) });
      expect((await call('f', {})).text).toMatch(/^\d+$/);
    }
  });

  test('that does not stop by itself is ended with everything that it started', async () => {
    const { call } = await allowed(
      `const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(child.pid)); ${hangs}`,
    );
    const given = new AbortController();
    const answer = call('f', {}, { signal: given.signal });
    await expect.poll(() => readdir(folder)).toContain('pid');
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
    given.abort();
    await expect(answer).rejects.toMatchObject({ code: 'unavailable', message: 'The call was cancelled.' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('goes on with the running call when a waiting one is cancelled', async () => {
    const { call } = await allowed(`await new Promise((r) => setTimeout(r, 200)); ${which}`);
    const given = new AbortController();
    const first = call('f', {});
    const second = call('f', {}, { signal: given.signal });
    given.abort();
    await expect(second).rejects.toMatchObject({ message: 'The call was cancelled.' });
    expect((await first).text).toMatch(/^\d+$/);
    expect((await call('f', {})).text).toBe((await first).text);
  });

  test.each([
    ['is idle', 1_000_000, { idleMs: 50 }],
    ['holds too much memory after an answer', 2_000_000_000, {}],
  ])('ends when it %s, and leaves no file behind', async (_, memory, options) => {
    const { call } = await allowed(
      `return { status: 'text', text: process.pid + ' ' + request.messages, memory: '${memory}' };`,
      options,
    );
    const [pid = '', messages = ''] = (await call('f', {})).text.split(/ (.*)/);
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
    expect(existsSync(dirname(messages))).toBe(false);
    expect((await call('f', {})).text).not.toMatch(`^${pid} `);
  });

  test('ends with the program that started it, also if that is killed', async () => {
    const program = await standInKernel(folder, which);
    const module = fileURLToPath(new URL('./kernel-process.ts', import.meta.url));
    const script = `
      const { startKernel } = await import('esbuild').then(async ({ build }) => {
        const { outputFiles } = await build({ entryPoints: [${JSON.stringify(module)}], bundle: true, format: 'esm', platform: 'node', write: false });
        return import('data:text/javascript;base64,' + Buffer.from(outputFiles[0].text).toString('base64'));
      });
      const kernel = await startKernel(${JSON.stringify(program)});
      const { record } = await kernel.request({ kind: 'call', code: 'f', arguments: '' }, { seconds: 5, memoryBytes: 1, printedBytes: 1000 });
      console.log(record.get('text').toString());
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))));
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe('Wolfram code', () => {
  test('is answered by its record, whatever else it prints, and that becomes a warning', async () => {
    const { call } = await allowed(
      "process.stdout.write('noise ' + request.mark.slice(0, -1) + '<status:dGV4dA==>'); writeFileSync(request.messages, 'Power::infy: Infinite expression.'); return { status: 'text', text: 'Grüße `x`', image1: Buffer.from('png') };",
    );
    expect(await call('f', { name: 'a "b" \\ é' })).toEqual({
      text: 'Grüße `x`',
      images: [Buffer.from('png').toString('base64')],
      warnings: expect.stringMatching(/^noise [\s\S]*\nPower::infy: Infinite expression\.$/),
    });
  });

  test('runs only after a person has allowed exactly this code', async () => {
    const made = await create("return { status: 'text', text: 'x' };");
    await expect(made.call('f', {})).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(
        /not allowed to run this Wolfram Language code outside the sandbox: .* prompt-workbench allow/,
      ),
    });
    await made.trust.allow([code]);
    expect((await made.call('f', {})).text).toBe('x');
    await expect(made.call('f ', {})).rejects.toMatchObject({ code: 'refused' });
    await made.trust.revoke([askId(code)]);
    await expect(made.call('f', {})).rejects.toMatchObject({ code: 'refused' });
  });

  test('fails with a sentence if there is no program', async () => {
    const env = { [wolframscriptVariable]: '' };
    const { call } = createWolfram({ trust: trustOf(folder), sessionsDir: folder, env });
    await expect(call('f', {})).rejects.toMatchObject({ code: 'unavailable', message: noWolframscript });
  });

  test('that fails gives its reason, or else the messages of the kernel', async () => {
    const { call } = await allowed(
      "writeFileSync(request.messages, 'Syntax::sntxi: Incomplete.'); return { status: 'failed', text: count > 1 ? 'No such city' : '' };",
    );
    for (const reason of ['Syntax::sntxi: Incomplete.', 'No such city'])
      await expect(call('f', {})).rejects.toMatchObject({ message: `The Wolfram code failed: ${reason}` });
  });

  test('of a program without a licence fails with what that prints', async () => {
    const program = join(folder, 'wolframscript');
    await writeFile(program, '#!/bin/sh\necho "Wolfram Engine is not activated." >&2\n');
    await chmod(program, 0o755);
    const trust = trustOf(folder);
    await trust.allow([code]);
    const { call } = createWolfram({ trust, sessionsDir: folder, env: { [wolframscriptVariable]: program } });
    await expect(call('f', {})).rejects.toMatchObject({
      message: 'The Wolfram kernel ended without an answer; it printed: Wolfram Engine is not activated.',
    });
  });
});

describe('The program that a kernel gets', () => {
  test('is Wolfram Language, and what people write is a text in it', () => {
    const lines = [kernelProgram('mark'), loadLine('C:\\a "b"\\protocol.wl'), requestLines('code:eA==;text:')];
    for (const text of lines) expect(parseWolfram(text).problems).toEqual([]);
    const long = requestLines('a'.repeat(10_000)).split('\n');
    expect(Math.max(...long.map(({ length }) => length))).toBeLessThan(1_100);
  });

  test('gets arguments of every type of JSON as values of the language', () => {
    const values = { n: -1.5e-7, big: 1e21, yes: true, none: null, list: [1, 'a"]; Run["rm"]; "'], of: { x: 2 } };
    expect(written(values)).toBe(
      String.raw`<|"n" -> -1.5*^-7, "big" -> 1*^21, "yes" -> True, "none" -> Null, "list" -> {1, "a\"]; Run[\"rm\"]; \""}, "of" -> <|"x" -> 2|>|>`,
    );
  });
});

test('a wolframscript of the search path is found, and never one of the current folder', async () => {
  const program = join(folder, 'wolframscript');
  await writeFile(program, '');
  await chmod(program, 0o755);
  expect(await findWolframscript({ PATH: folder })).toBe(program);
  expect(await findWolframscript({ PATH: '.:relative' })).not.toBe(program);
});
