import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ask } from '../../model/asks.ts';
import { askId } from '../../trust/ask-id.ts';
import { trustOf } from '../../trust/testing/trust-of.ts';
import { parseWolfram } from '../syntax/parse.ts';
import { fakeWolframscript } from '../testing/fake-wolframscript.ts';
import { findWolframscript, wolframscriptVariable } from './find-wolframscript.ts';
import { createWolframFunctions, noWolframscript } from './wolfram-function.ts';
import { wolframProgram } from './wolfram-program.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wolfram function '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function functions(body: string, limits = { milliseconds: 10_000, outputBytes: 100_000 }) {
  const program = await fakeWolframscript(folder, body);
  const trust = trustOf(folder);
  return { trust, ...createWolframFunctions(trust, { env: { [wolframscriptVariable]: program }, limits }) };
}

const code: Ask = { kind: 'wolfram', code: 'f' };

async function allowed(body: string, limits?: { milliseconds: number; outputBytes: number }) {
  const made = await functions(body, limits);
  await made.trust.allow([code]);
  return made;
}

describe('Wolfram code', () => {
  test('is run by the configured program, whatever else that prints', async () => {
    const { call } = await allowed("console.log('noise'); send('text', 'Grüße `x`'); console.log('more')");
    expect(await call('f', { name: 'a "b" \\ é' })).toBe('Grüße `x`');
  });

  test('runs only after a person has allowed exactly this code', async () => {
    const made = await functions("send('text', 'x')");
    await expect(made.call('f', {})).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(
        /not allowed to run this Wolfram Language code outside the sandbox: .* prompt-workbench allow/,
      ),
    });
    await made.trust.allow([code]);
    expect(await made.call('f', {})).toBe('x');
    await expect(made.call('f ', {})).rejects.toMatchObject({ code: 'refused' });
    await made.trust.revoke([askId(code)]);
    await expect(made.call('f', {})).rejects.toMatchObject({ code: 'refused' });
  });

  test('fails with a sentence if there is no program', async () => {
    const { call } = createWolframFunctions(trustOf(folder), { env: { [wolframscriptVariable]: '' } });
    await expect(call('f', {})).rejects.toMatchObject({ code: 'unavailable', message: noWolframscript });
  });

  test.each([
    ["send('failed', 'No such city')", 'the Wolfram code failed: No such city'],
    [
      "console.error('Wolfram Engine is not activated.')",
      'the Wolfram kernel gave no answer; it printed: Wolfram Engine is not activated.',
    ],
    ["setInterval(() => console.log('x'.repeat(10000)), 1)", 'the Wolfram code printed more than 0.1 MB.'],
  ])('%s', async (body, message) => {
    const { call } = await allowed(body);
    await expect(call('f', {})).rejects.toMatchObject({ message });
  });

  test('that takes too long is ended with everything it started', async () => {
    const note = join(folder, 'port');
    const grandchild = `require('node:net').createServer().listen(0, '127.0.0.1', function () {
      require('node:fs').writeFileSync(${JSON.stringify(note)}, String(this.address().port)); })`;
    const body = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' });
      setInterval(() => {}, 1000);`;
    const { call } = await allowed(body, { milliseconds: 2000, outputBytes: 1000 });
    await expect(call('f', {})).rejects.toMatchObject({ message: 'the Wolfram kernel took longer than 2 seconds.' });
    const port = Number(await readFile(note, 'utf8'));
    await expect.poll(() => isListening(port)).toBe(false);
  });

  test('ends when the caller gives up', async () => {
    const { call } = await allowed('setInterval(() => {}, 1000)');
    const given = new AbortController();
    const answer = call('f', {}, given.signal);
    given.abort();
    await expect(answer).rejects.toMatchObject({ message: 'the client no longer waits for it.' });
  });
});

test('the program that a kernel gets is Wolfram Language, and code and arguments are texts in it', () => {
  const program = wolframProgram('"a" <> #n &', { n: 'x"]; Run["rm"]; "' }, 'mark');
  const { statements, problems } = parseWolfram(program);
  expect(problems).toEqual([]);
  expect(statements.slice(0, 3).map(({ value }) => value)).toMatchObject([
    { kind: 'association', entries: [{ right: { kind: 'string', value: 'x"]; Run["rm"]; "' } }] },
    { kind: 'string', value: '"a" <> #n &' },
    { kind: 'string', value: 'mark' },
  ]);
});

test('arguments of every type of JSON are values of the language', () => {
  const program = wolframProgram(
    'f',
    { n: -1.5e-7, big: 1e21, yes: true, none: null, list: [1, 'a'], of: { x: 2 } },
    'mark',
  );
  expect(program.slice(0, program.indexOf(';'))).toBe(
    'promptWorkbench`arguments = <|"n" -> -1.5*^-7, "big" -> 1*^21, "yes" -> True, "none" -> Null, "list" -> {1, "a"}, "of" -> <|"x" -> 2|>|>',
  );
});

test('a wolframscript of the search path is found, and never one of the current folder', async () => {
  const program = join(folder, 'wolframscript');
  await writeFile(program, '');
  await chmod(program, 0o755);
  expect(await findWolframscript({ PATH: folder })).toBe(program);
  expect(await findWolframscript({ PATH: '.:relative' })).not.toBe(program);
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
