import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectWire } from '../../mcp/server/testing/clients.ts';
import { fakeSource, resolvedServer, tool } from '../../mcp/server/testing/fake-source.ts';
import { defaultTools } from '../../model/builtin/builtin-tools.ts';
import type { ResolvedTool } from '../../model/definitions.ts';
import { parseWolfram } from '../syntax/parse.ts';
import { fakeWolframscript } from '../testing/fake-wolframscript.ts';
import { type Evaluation, evaluateWolfram, evaluationProgram, noKernel } from './evaluator.ts';
import { wolframscriptVariable } from './find-wolframscript.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evaluator '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function evaluate(body: string, change: Partial<Evaluation> = {}) {
  const program = await fakeWolframscript(folder, body);
  const env = { ...process.env, [wolframscriptVariable]: program };
  return evaluateWolfram({ code: '1 + 1', seconds: 5, env, ...change });
}

describe('Wolfram Language code', () => {
  it.each([
    ["send('done', '2')", '2', false],
    ["console.log('half way'); send('done', 'Grüße')", 'half way\n\nGrüße', false],
    ["send('failed', '$Failed')", '$Failed', true],
    [
      "send('late', '')",
      'The code took longer than 5 seconds and was stopped: give a larger timeConstraint, or compute less.',
      true,
    ],
    [
      "console.error('Wolfram Engine is not activated.')",
      'The Wolfram kernel gave no answer; it printed: Wolfram Engine is not activated.',
      true,
    ],
    ["setInterval(() => console.log('x'.repeat(100000)), 1)", 'The code printed more than 4 MB: print less.', true],
  ])('%s', async (body, text, isError) => {
    expect(await evaluate(body)).toEqual({ text, isError });
  });

  it('is stopped when the caller gives up, and leaves nothing behind', async () => {
    const before = new Set(await readdir(tmpdir()));
    const given = new AbortController();
    const answer = evaluate(`writeFileSync(${JSON.stringify(join(folder, 'up'))}, ''); setInterval(() => {}, 1000)`, {
      signal: given.signal,
    });
    await expect.poll(() => readdir(folder)).toContain('up');
    given.abort();
    expect(await answer).toEqual({ text: 'The evaluation was cancelled.', isError: true });
    const left = (await readdir(tmpdir())).filter(
      (name) => !before.has(name) && name.startsWith('prompt-workbench-wolfram-'),
    );
    expect(left).toEqual([]);
  });

  it('is always a string in the program for the kernel', () => {
    const code = 'Print["x"]; "\\"]; Quit[]; (*" é';
    const { statements, problems } = parseWolfram(evaluationProgram(code, 60, 'mark'));
    expect(problems).toEqual([]);
    expect(statements[0]?.value).toMatchObject({ kind: 'string', value: code });
  });
});

it('explains how to get a missing kernel, through the built-in tool', async () => {
  const made = tool({ ...(defaultTools.get('WolframLanguageEvaluator') as ResolvedTool) });
  const client = await connectWire(fakeSource(resolvedServer([], { tools: [made] })), '2025-11-25');
  const set = process.env[wolframscriptVariable];
  process.env[wolframscriptVariable] = '';
  try {
    const call = (args: object) => client.request('tools/call', { name: made.name, arguments: args });
    expect(await call({ code: '1 + 1' })).toEqual({ content: [{ type: 'text', text: noKernel }], isError: true });
    expect(await call({ code: '1 + 1', timeConstraint: 0 })).toMatchObject({
      content: [{ text: expect.stringContaining('timeConstraint must be >= 1') }],
    });
  } finally {
    if (set === undefined) delete process.env[wolframscriptVariable];
    else process.env[wolframscriptVariable] = set;
  }
});
