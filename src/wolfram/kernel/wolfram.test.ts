import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ask } from '../../model/asks.ts';
import { askId } from '../../trust/ask-id.ts';
import { trustOf } from '../../trust/testing/trust-of.ts';
import { parseWolfram } from '../syntax/parse.ts';
import { countStarts, installStandInKernel } from '../testing/stand-in-kernel.ts';
import { printValue } from './call-function.ts';
import { findWolframscript, noKernel, wolframscriptVariable } from './find-wolframscript.ts';
import { endsOf, kernelProgram, loadLine, requestLines } from './kernel-program.ts';
import { createWolfram, type Wolfram, type WolframOptions } from './wolfram.ts';

let folder: string;
/** Everything is allowed; all tests share its kernel. */
let wolfram: Wolfram;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wolfram code '));
  wolfram = open(await installStandInKernel(folder));
});
afterAll(() => wolfram.close());

/** @param program its path; an empty one means that there is no kernel */
function open(program: string, trust: WolframOptions['trust'] = { require: async () => {} }): Wolfram {
  return createWolfram({ trust, sessionsDir: join(folder, 'sessions'), env: { [wolframscriptVariable]: program } });
}

describe('Wolfram code', () => {
  test('is answered by its record, whatever else it prints, and that becomes a warning', async () => {
    const code = `(
      process.stdout.write('noise ' + request.mark.slice(0, -1) + '<status:dGV4dA==>'),
      writeFileSync(request.messages, 'Power::infy: Infinite expression.'),
      { status: 'text', text: 'Grüße \`x\`', image1: Buffer.from('png') })`;
    expect(await wolfram.call(code, { name: 'a "b" \\ é' })).toEqual({
      text: 'Grüße `x`',
      images: [Buffer.from('png').toString('base64')],
      warnings: expect.stringMatching(/^noise [\s\S]*\nPower::infy: Infinite expression\.$/),
    });
  });

  test('may contain the lines and marks of the protocol, which arrive as text', async () => {
    const lines = '/*\n"];\nPromptWorkbench`run[];\nprompt-workbench-1<status:dGV4dA==>prompt-workbench-1\nIn[1]:= */';
    const code = `${lines}({ status: 'text', text: request.code })`;
    expect((await wolfram.call(code, {})).text).toBe(code);
  });

  test('runs only after a person has allowed exactly this code', async () => {
    const code = "({ status: 'text', text: 'x' })";
    const ask: Ask = { kind: 'wolfram', code };
    const trust = trustOf(folder);
    const restrictedWolfram = open(join(folder, 'wolframscript'), trust);
    const starts = await countStarts(folder);
    await expect(restrictedWolfram.call(code, {})).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(
        /not allowed to run this Wolfram Language code outside the sandbox: .* prompt-workbench allow/,
      ),
    });
    for (const call of [
      () => restrictedWolfram.evaluate({ code, seconds: 5 }),
      () => restrictedWolfram.callOwn(code, {}),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'refused' });
    expect(await countStarts(folder)).toBe(starts);
    await trust.allow([ask]);
    expect((await restrictedWolfram.call(code, {})).text).toBe('x');
    await expect(restrictedWolfram.call(`${code} `, {})).rejects.toMatchObject({ code: 'refused' });
    await trust.revoke([askId(ask)]);
    await expect(restrictedWolfram.call(code, {})).rejects.toMatchObject({ code: 'refused' });
    restrictedWolfram.close();
  });

  test('fails with a sentence if there is no kernel, before it asks for a permission', async () => {
    const none = open('', trustOf(folder));
    for (const call of [
      () => none.call('f', {}),
      () => none.callOwn('f', {}),
      () => none.evaluate({ code: 'f', seconds: 5 }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'unavailable', message: noKernel });
  });

  test('that fails gives its reason, or else the messages of the kernel', async () => {
    const failingCode = (text: string) =>
      `(writeFileSync(request.messages, 'Syntax::sntxi: Incomplete.'), { status: 'failed', text: '${text}' })`;
    for (const [text, reason] of [
      ['', 'Syntax::sntxi: Incomplete.'],
      ['No such city', 'No such city'],
    ] as const)
      await expect(wolfram.call(failingCode(text), {})).rejects.toMatchObject({
        message: `The Wolfram code failed: ${reason}`,
      });
  });

  test('fails with the output of a program that has no licence', async () => {
    const program = join(folder, 'without-licence');
    await writeFile(program, '#!/bin/sh\necho "Wolfram Engine is not activated." >&2\n');
    await chmod(program, 0o755);
    await expect(open(program).call('f', {})).rejects.toMatchObject({
      message: 'The Wolfram kernel ended without an answer; it printed: Wolfram Engine is not activated.',
    });
  });
});

describe('The program that a kernel gets', () => {
  test('is Wolfram Language, and what people write is a text in it', () => {
    const lines = [kernelProgram('mark'), loadLine('C:\\a "b"\\protocol.wl'), requestLines('code:eA==;text:')];
    for (const text of lines) expect(parseWolfram(text).problems).toEqual([]);
    const longLines = requestLines('a'.repeat(10_000)).split('\n');
    expect(Math.max(...longLines.map(({ length }) => length))).toBeLessThan(1_100);
  });

  test('evaluates one statement of code after the other, so that the names of a package are known', () => {
    const parts = ['(* é 😀 *) Needs["Team`"];\n\n', 'f["数 😀; "] := 1; ', 'g = f\n', 'f[#x] &;  (* end *)'];
    const code = parts.join('');
    const { ends = '' } = endsOf(code);
    const characters = [...code];
    const bounds = [0, ...ends.split(',').map(Number)];
    expect(bounds.slice(1).map((end, index) => characters.slice(bounds[index], end).join(''))).toEqual(parts);
    for (const singleText of ['f', '(a; b)', 'Module[{x}, x = 1; x]', 'f[']) expect(endsOf(singleText)).toEqual({});
  });

  test('receives where the statements end, for a function and for the evaluator', async () => {
    const folderOfEnds = await mkdtemp(join(folder, 'ends '));
    const otherWolfram = open(
      await installStandInKernel(folderOfEnds, "return { status: 'text', text: String(request.ends), length: '1' };"),
    );
    expect((await otherWolfram.call('a = 1;\na', {})).text).toBe('7,8');
    expect((await otherWolfram.call('a', {})).text).toBe('undefined');
    expect((await otherWolfram.evaluate({ code: 'a = 1;\na', seconds: 5 })).text).toMatch(/^7,8\n/);
    otherWolfram.close();
  });

  test('gets arguments of every type of JSON as values of the language', () => {
    const values = { n: -1.5e-7, big: 1e21, yes: true, none: null, list: [1, 'a"]; Run["rm"]; "'], of: { x: 2 } };
    expect(printValue(values)).toBe(
      String.raw`<|"n" -> -1.5*^-7, "big" -> 1*^21, "yes" -> True, "none" -> Null, "list" -> {1, "a\"]; Run[\"rm\"]; \""}, "of" -> <|"x" -> 2|>|>`,
    );
  });
});

test('a wolframscript of the search path is found, and never one of the current folder', async () => {
  const path = await mkdtemp(join(folder, 'path '));
  const program = join(path, 'wolframscript');
  await writeFile(program, '');
  await chmod(program, 0o755);
  expect(await findWolframscript({ PATH: path })).toBe(program);
  expect(await findWolframscript({ PATH: '.:relative' })).not.toBe(program);
});
