import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NotAllowedError } from '../../../../base/errors.ts';
import type { Ask } from '../../../../model/asks.ts';
import { defaultPrompts } from '../../../../model/builtin/builtin.ts';
import { defaultTools } from '../../../../model/builtin/builtin-tools.ts';
import type { ResolvedPrompt, ResolvedTool } from '../../../../model/definitions.ts';
import { noKernel, wolframscriptVariable } from '../../../../wolfram/kernel/find-wolframscript.ts';
import { createWolfram, type Wolfram } from '../../../../wolfram/kernel/wolfram.ts';
import { countStarts, installStandInKernel } from '../../../../wolfram/testing/stand-in-kernel.ts';
import { connectClient } from '../../testing/clients.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../../testing/fake-live-server.ts';

const notebook = 'Notebook[{Cell["Primes", "Title"], Cell[BoxData["Prime[5]"], "Input"]}]';
const asMarkdown = '# Primes\n\n```wl\nPrime[5]\n```';

/** The stand-in answers a function of the workbench with its name, its process and its arguments. */
const answers = `
const own = /(defineSymbols|inspectCode|reportTests)\\s*$/.exec(request.code)?.[1];
if (own) {
  writeFileSync(request.messages, own + '::note');
  return { status: 'text', text: own + ' in ' + process.pid + ': ' + request.arguments };
}
return eval(request.code);`;

let workspaceDir: string;
let wolfram: Wolfram;
let withoutKernel: Wolfram;
beforeAll(async () => {
  workspaceDir = await mkdtemp(join(tmpdir(), 'tools with a kernel '));
  await writeFile(join(workspaceDir, 'a.nb'), notebook);
  await writeFile(join(workspaceDir, 'a.wlt'), '');
  wolfram = open(await installStandInKernel(workspaceDir, answers));
  withoutKernel = open('');
});
afterAll(() => wolfram.close());

const permit = async () => {};

function open(program: string): Wolfram {
  const env = { [wolframscriptVariable]: program };
  return createWolfram({ trust: { require: permit }, sessionsDir: join(workspaceDir, 'sessions'), env });
}

/** A prompt whose content is Wolfram code; for the stand-in, JavaScript. */
const whichPrompt = prompt({
  name: 'which',
  content: { kind: 'wolfram', code: "({ status: 'text', text: String(process.pid) })" },
});

/** The SDK's client of a server with all built-in tools, and the prompts `which` and `Notebook`. */
async function connect(kernel: Wolfram, changes: object = {}) {
  const services = { ...fakeServices(), workspaceDir, permit, wolfram: kernel, ...changes };
  const tools = [...defaultTools.values()] as ResolvedTool[];
  const prompts = [whichPrompt, defaultPrompts.get('Notebook') as ResolvedPrompt];
  const client = await connectClient(fakeLiveServer(resolvedServer(prompts, { tools })), '2025-11-25', services);
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    return { text, content, isError: isError ?? false };
  };
  return { client, call, services };
}

describe('A client of a computer with a kernel', () => {
  test.each([
    [
      'SymbolDefinition',
      { symbols: 'a`f, g' },
      /^defineSymbols in \d+: <\|"symbols" -> \{"a`f", "g"\}, "includeContextDetails" -> False, "maxLength" -> 10000\|>$/,
    ],
    [
      'CodeInspector',
      { code: 'x y', limit: 5 },
      /^inspectCode in \d+: <\|"code" -> "x y", "limit" -> 5, .*"file" -> ""\|>$/,
    ],
    ['TestReport', { paths: 'a.wlt' }, /^reportTests in \d+: <\|"paths" -> \{".*a\.wlt"\}, "timeConstraint" -> 60/],
    ['ReadNotebook', { notebook: 'a.nb' }, /^# Primes\n\n```wl\nPrime\[5\]\n```$/],
    ['WriteNotebook', { file: 'b.nb', markdown: '# One' }, /^Wrote 1 cell to .*b\.nb\.$/],
    [
      'WolframLanguageEvaluator',
      { code: "({ status: 'done', text: '2', length: '1' })" },
      /^2\n\nSession [a-z]\w{7}: pass this id/,
    ],
  ])('gets an answer of %s', async (name, args, text) => {
    const { call, services } = await connect(wolfram);
    expect(await call(name, args)).toMatchObject({ text: expect.stringMatching(text), isError: false });
    const [toolName] = /^\w+(?= in)/.exec(text.source.slice(1)) ?? [];
    expect(services.lines).toEqual(toolName ? [{ level: 'warning', message: `${toolName}::note` }] : []);
  });

  test('gets pictures as image blocks', async () => {
    const { call } = await connect(wolfram);
    const code = "({ status: 'done', text: '\"[image 1]\"', length: '11', image1: Buffer.from('png') })";
    expect((await call('WolframLanguageEvaluator', { code })).content).toEqual([
      { type: 'text', text: expect.stringContaining('[image 1]') },
      { type: 'image', data: Buffer.from('png').toString('base64'), mimeType: 'image/png' },
    ]);
  });

  test('gets prompts and tools from one process, and test reports from a new one', async () => {
    const { client, call } = await connect(wolfram);
    const pid = async () => {
      const { messages } = await client.getPrompt({ name: 'which' });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');
    };
    const firstPid = await pid();
    expect((await call('CodeInspector', { code: 'x' })).text).toContain(`in ${firstPid}:`);
    expect((await call('TestReport', { paths: 'a.wlt', newKernel: false })).text).toContain(`in ${firstPid}:`);
    const starts = await countStarts(workspaceDir);
    expect((await call('TestReport', { paths: 'a.wlt' })).text).not.toContain(`in ${firstPid}:`);
    expect(await pid()).not.toBe(firstPid);
    expect(await countStarts(workspaceDir)).toBe(starts + 2);
  });

  test('reads what its calls wait for, in prompts and in tools', async () => {
    const { client } = await connect(wolfram);
    const messages: [string[], string[], string[]] = [[], [], []];
    const noteMessages = (index: 0 | 1 | 2) => ({
      onprogress: ({ message }: { message?: string | undefined }) => void messages[index].push(message ?? ''),
    });
    /** Waits for the first message, so that the calls arrive in this order. */
    const firstOf = async (index: 0 | 1 | 2) => {
      await expect.poll(() => messages[index]).not.toEqual([]);
      return messages[index][0];
    };
    const allPath = join(workspaceDir, 'all calls have arrived');
    const untilAll = `new Promise((done) => { const timer = setInterval(() => {
      if (existsSync(${JSON.stringify(allPath)})) (clearInterval(timer), done({ status: 'done', text: '1', length: '1' }));
    }, 5); })`;
    await client.getPrompt({ name: 'which' });
    const first = client.callTool({ name: 'WolframLanguageEvaluator', arguments: { code: untilAll } }, noteMessages(0));
    expect(await firstOf(0)).toBe('The Wolfram kernel is computing.');
    const second = client.getPrompt({ name: 'which' }, noteMessages(1));
    expect(await firstOf(1)).toBe('Waiting for the Wolfram kernel: 1 call before this.');
    const third = client.callTool({ name: 'CodeInspector', arguments: { code: 'x' } }, noteMessages(2));
    expect(await firstOf(2)).toBe('Waiting for the Wolfram kernel: 2 calls before this.');
    await writeFile(allPath, '');
    await Promise.all([first, second, third]);
    expect(messages.map((message) => message.at(-1))).toEqual(Array(3).fill('The Wolfram kernel is computing.'));
  });

  test('gets one sentence for a call whose kernel quits, and an answer for the next', async () => {
    const { client, call } = await connect(wolfram);
    expect(await call('WolframLanguageEvaluator', { code: 'process.exit(1)' })).toMatchObject({
      text: 'The Wolfram kernel ended without an answer.',
      isError: true,
    });
    expect((await client.getPrompt({ name: 'which' })).messages).toHaveLength(1);
  });
});

describe('A client of a computer without a kernel', () => {
  test.each([
    ['WolframLanguageEvaluator', { code: '1 + 1' }],
    ['CodeInspector', { code: 'x y' }],
    ['TestReport', { paths: 'a.wlt' }],
  ])('reads from %s in one sentence what to install, even in a restricted workspace', async (name, args) => {
    const refuse = async (_: readonly Ask[]) => {
      throw new NotAllowedError('it is not allowed.', ['evaluator']);
    };
    const { call } = await connect(withoutKernel, { permit: refuse });
    expect(await call(name, args)).toMatchObject({ text: `${name} failed: ${noKernel}`, isError: true });
    expect(noKernel).toMatch(/install .* \(https:\/\/www\.wolfram\.com\/engine\), or set \w+ to [^.]*\.$/);
  });

  test('reads and writes notebooks', async () => {
    const { client, call } = await connect(withoutKernel);
    expect((await call('ReadNotebook', { notebook: 'a.nb' })).text).toBe(asMarkdown);
    expect((await call('WriteNotebook', { file: 'c.nb', markdown: asMarkdown })).isError).toBe(false);
    const { messages } = await client.getPrompt({ name: 'Notebook', arguments: { path: 'c.nb' } });
    expect(messages).toMatchObject([{ content: { text: expect.stringContaining(asMarkdown) } }]);
  });

  test('reads the definition of a symbol from the documentation', async () => {
    const { call } = await connect(withoutKernel);
    expect(await call('SymbolDefinition', { symbols: 'Nothing7' })).toMatchObject({
      text: expect.stringMatching(/^No Wolfram kernel was found, so this is from the documentation\./),
      isError: false,
    });
  });
});
