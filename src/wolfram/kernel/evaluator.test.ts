import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectWire } from '../../mcp/server/testing/clients.ts';
import { fakeServices, fakeSource, resolvedServer, tool } from '../../mcp/server/testing/fake-source.ts';
import { defaultTools } from '../../model/builtin/builtin-tools.ts';
import type { ResolvedTool } from '../../model/definitions.ts';
import { standInKernel } from '../testing/stand-in-kernel.ts';
import { noKernel } from './evaluator.ts';
import { wolframscriptVariable } from './find-wolframscript.ts';
import { createWolfram, type Wolfram } from './wolfram.ts';

let folder: string;
let wolfram: Wolfram | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evaluator '));
});
afterEach(async () => {
  wolfram?.close();
  await rm(folder, { recursive: true, force: true });
});

const everything = { require: async () => {} };

/** @param body of the stand-in; without it, there is no kernel */
async function open(body?: string): Promise<Wolfram> {
  const env = { [wolframscriptVariable]: body === undefined ? '' : await standInKernel(folder, body) };
  wolfram = createWolfram({ trust: everything, sessionsDir: join(folder, 'sessions'), env });
  return wolfram;
}

const session = /\n\nSession ([a-z][a-z0-9]{7}): pass this id as "session" to continue with these definitions\.$/;

describe('Wolfram Language code', () => {
  it('gives its result with what it prints, its warnings and the session, in a bounded text', async () => {
    const { evaluate } = await open('return eval(request.code);');
    const cases: [code: string, answer: RegExp, isError: boolean][] = [
      ["({ status: 'done', text: '2', length: '1' })", /^2$/, false],
      ["process.stdout.write('half '), { status: 'done', text: 'Grüße', length: '5' }", /^half\n\nGrüße$/, false],
      ["({ status: 'failed', text: '$Failed', length: '7' })", /^\$Failed$/, true],
      ["({ status: 'late' })", /longer than 5 seconds and was stopped/, true],
      [
        "writeFileSync(request.messages, 'Power::infy: Infinite.'), { status: 'done', text: 'ComplexInfinity', length: '15' }",
        /^ComplexInfinity\n\nWarnings:\nPower::infy: Infinite\.$/,
        false,
      ],
      [
        "({ status: 'done', text: 'x'.repeat(10_000), length: '1234567' })",
        /^x{10000}\n\[The last 1,224,567 characters of the result are left out: .*\]$/,
        false,
      ],
      [
        "process.stdout.write('y'.repeat(20_000)), { status: 'done', text: 'Null', length: '4' }",
        /^y{10000}\n\[The last 10,\d{3} characters of what the code printed are left out: .*\]\n\nNull$/,
        false,
      ],
    ];
    for (const [code, answer, isError] of cases) {
      const result = await evaluate({ code, seconds: 5 });
      expect(result.text).toMatch(session);
      expect(result.text.replace(session, '')).toMatch(answer);
      expect(result.isError).toBe(isError);
    }
  });

  it('continues a session by its id, and says so if there is none', async () => {
    const { evaluate } = await open(
      "const known = existsSync(request.file); appendFileSync(request.file, ''); return { status: 'done', text: request.context + ' ' + known, length: '30' };",
    );
    const call = async (id?: string) => (await evaluate({ code: 'x', seconds: 5, session: id })).text;
    const [id = ''] = session.exec(await call())?.slice(1) ?? [];
    expect(await call(id)).toContain(`PromptWorkbench\`Session\`${id}\` true`);
    expect(await call('../../etc/x')).toMatch(
      /false\n\nThere is no session \.\.\/\.\.\/etc\/x, so this is a new one\./,
    );
  });

  it('keeps at most 100 sessions, and none that is older than a month', async () => {
    const { evaluate } = await open(
      "writeFileSync(request.file, ''); return { status: 'done', text: '1', length: '1' };",
    );
    await evaluate({ code: 'x', seconds: 5 });
    const dir = join(folder, 'sessions');
    for (let n = 0; n < 105; n++) await writeFile(join(dir, `a${String(n).padStart(7, '0')}.mx`), '');
    const old = Date.now() / 1000 - 40 * 24 * 3600;
    for (let n = 0; n < 10; n++) await utimes(join(dir, `a${String(n).padStart(7, '0')}.mx`), old, old);
    await evaluate({ code: 'x', seconds: 5 });
    const left = await readdir(dir);
    expect(left.length).toBeLessThanOrEqual(101);
    expect(left).not.toContain('a0000001.mx');
  });
});

it('is a tool whose pictures are blocks, and which explains how to get a missing kernel', async () => {
  const made = tool({ ...(defaultTools.get('WolframLanguageEvaluator') as ResolvedTool) });
  const call = async (args: object) => {
    const services = { ...fakeServices(), wolfram: wolfram as Wolfram };
    const client = await connectWire(fakeSource(resolvedServer([], { tools: [made] })), '2025-11-25', services);
    return client.request('tools/call', { name: made.name, arguments: args });
  };
  await open();
  expect(await call({ code: '1 + 1' })).toEqual({ content: [{ type: 'text', text: noKernel }], isError: true });
  expect(await call({ code: '1 + 1', timeConstraint: 0 })).toMatchObject({
    content: [{ text: expect.stringContaining('timeConstraint must be >= 1') }],
  });
  await open("return { status: 'done', text: '\"[image 1]\"', length: '11', image1: Buffer.from('png') };");
  expect(await call({ code: 'Plot[x, {x, 0, 1}]' })).toMatchObject({
    content: [
      { type: 'text', text: expect.stringContaining('[image 1]') },
      { type: 'image', data: Buffer.from('png').toString('base64'), mimeType: 'image/png' },
    ],
  });
});
