import { mkdtemp, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readPrompt } from '../../model/prompt/prompt.ts';
import type { ImportResult } from '../importer.ts';
import { markersFor, recover } from '../server/recover.ts';
import { mcpServer } from './mcp-server.ts';
import { readable } from './testing/readable.ts';

const script = fileURLToPath(new URL('../server/testing/server.mjs', import.meta.url));

async function readFrom(kind: string, signal?: AbortSignal): Promise<ImportResult> {
  const target = { kind: 'command', command: process.execPath, args: [script, kind], cwd: process.cwd() } as const;
  return mcpServer.read({ kind: 'server', target }, signal);
}
const messages = (notes: readonly { message: string }[] = []) => notes.map(({ message }) => message);

test.each(['reviewer', 'interviewer', 'media', 'computing', 'writer'])(
  'the server %s gives the reviewed definitions and losses',
  async (kind) => {
    // Values that a server computes with show in its answer, and are new each time.
    const text = stringify(readable(await readFrom(kind)), { lineWidth: 0, blockQuote: 'literal' });
    await expect(text.replace(/PW[0-9A-F]{10}X/g, 'PW…X')).toMatchFileSnapshot(`expected/mcp-server/${kind}.yaml`);
  },
);

describe('a running server', () => {
  test('gives its prompts as templates, with the defaults of optional arguments', async () => {
    const { items, problems, notes, server } = await readFrom('reviewer');
    expect(problems).toEqual([]);
    expect(server).toEqual({ name: 'reviewer-server', instructions: 'Review.' });
    expect(messages(notes)).toEqual(["The server's tools are left out: only prompts can be imported."]);
    expect(items.map(({ data, notes }) => [data, notes])).toEqual([
      [
        {
          Name: 'review',
          Title: 'Review code',
          Description: 'Reviews a change',
          Arguments: [
            { Name: 'code', Description: 'What to review', Required: true },
            { Name: 'focus', Description: 'What to look at', Default: 'correctness' },
          ],
          Content: { StringTemplate: 'Review with a focus on `focus`:\n\n```\n`code`\n```\nAgain: `focus`.' },
        },
        [],
      ],
      [{ Name: 'static', Content: 'Say `hello`.' }, []],
    ]);
  });

  test('gives several messages, and renames arguments for slots', async () => {
    const { items } = await readFrom('interviewer');
    expect(items[0]?.name).toBe('interview-me');
    expect(items[0]?.data).toEqual({
      Name: 'interview me',
      Arguments: [{ Name: 'job_title', Required: true }, { Name: 'level' }],
      Content: {
        Messages: [
          { Role: 'user', Content: { StringTemplate: 'I apply as `level` `job_title`.' } },
          { Role: 'assistant', Content: 'Tell me about yourself.' },
          { Role: 'user', Content: { StringTemplate: 'I am a `job_title`.' } },
        ],
      },
    });
    expect(messages(items[0]?.notes)).toEqual(['The argument "job title" is now named job_title.']);
  });

  test('gives images and resources, and notes blocks that contain an argument', async () => {
    const { items } = await readFrom('media');
    expect(items[0]?.data.Content).toMatchObject({
      Messages: [
        { Content: 'Describe this:' },
        { Content: { Type: 'image', MimeType: 'image/png', Annotations: { Priority: 0.5 } } },
        { Content: { Type: 'resource', Uri: 'docs://style', MimeType: 'text/markdown', Text: '# Style' } },
      ],
    });
    expect(messages(items[0]?.notes)).toEqual([
      'A resource_link message is left out: it contains an argument, and only text has slots.',
      'The argument page fills no slot: the server computes with it or ignores it.',
    ]);
    expect(readPrompt(items[0]?.data).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('that computes its text is distinguished from one that fills slots', async () => {
    const { items, problems } = await readFrom('computing');
    const byName = Object.fromEntries(items.map(({ name, data, notes }) => [name, { data, notes: messages(notes) }]));
    expect(Object.keys(byName)).toEqual(['upper', 'counter', 'greet', 'other']);
    const dynamicNote =
      'Its text differs from call to call, so this is one of its answers: check it before you use it.';
    expect(byName.upper?.notes).toContain(dynamicNote);
    expect(byName.counter?.notes).toEqual([dynamicNote]);
    const optionalNote = 'Without an optional argument, the server sends a different text; here the slot stays empty.';
    expect([byName.greet?.notes, byName.other?.notes]).toEqual([[optionalNote], [optionalNote]]);
    expect(messages(problems)).toEqual(['picky is left out: the server answered “language must be one of: en, de”.']);
  });

  test('that takes only some values is asked with those that it completes, which become choices', async () => {
    const { items, problems } = await readFrom('choosing');
    expect(items.map(({ data }) => data)).toEqual([
      {
        Name: 'greet',
        Arguments: [
          { Name: 'name', Required: true },
          { Name: 'language', Required: true, Kind: 'choice', Choices: ['German', 'French'] },
        ],
        Content: { StringTemplate: 'Greet `name` in `language`.' },
      },
      {
        Name: 'explain',
        Arguments: [
          { Name: 'error', Required: true },
          { Name: 'short', Kind: 'boolean' },
        ],
        Content: {
          Messages: [
            { Role: 'user', Content: { StringTemplate: 'Explain `error`.' } },
            { Role: 'user', Content: 'Be short.' },
          ],
        },
      },
    ]);
    expect(messages(items[1]?.notes)).toContain(
      'The text is the one for short true: with false, the server sends another one.',
    );
    const findings = items.flatMap(({ data }) => readPrompt(data).findings);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(problems).toEqual([
      {
        prompt: 'numbered',
        message: 'numbered is left out: the server answered “count must be a number, not a made-up value”.',
      },
    ]);
  });

  test('without prompts gives nothing', async () => {
    expect(await readFrom('empty')).toMatchObject({ items: [], problems: [{ message: 'The server has no prompts.' }] });
  });
});

test('an answer full of fake markers is read in linear time', () => {
  const markers = markersFor([{ name: 'a' }], '0123456789');
  const text = 'pw'.repeat(2_000_000) + markers.a;
  const messages = [{ role: 'user' as const, content: { type: 'text', text } }];
  const start = performance.now();
  const { messages: recoveredMessages } = recover(
    [{ name: 'a' }],
    { markers, messages, second: { markers, messages } },
    [],
  );
  expect(performance.now() - start).toBeLessThan(5000);
  expect(recoveredMessages).toEqual([{ role: 'user', blocks: [['pw'.repeat(2_000_000), { slot: 'a' }]] }]);
});

describe('a program that is not a server', () => {
  test.each([
    [
      'dead',
      /^.*node.* does not answer as an MCP server \(it ended with exit code 1.*\): start it in a terminal to see why\.$/,
    ],
    ['shapeless', /^The server cannot be read \(its answer does not match the protocol\): check its log\.$/],
    ['endless', /^The server cannot be read \(prompts\/list: exceeded listMaxPages/],
    ['flood', /^.*node.* does not answer as an MCP server \(it sent more than 20 MB\)/],
    ['garbage', /^.*node.* does not answer as an MCP server \(it sent more than 5,000 messages\)/],
  ])('%s gives one sentence', async (kind, message) => {
    const { items, problems } = await readFrom(kind);
    expect(items).toEqual([]);
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.message).not.toMatch(/\p{Cc}/u);
  });

  test('that never answers is abandoned when the caller cancels', async () => {
    await expect(readFrom('silent', AbortSignal.timeout(1500))).rejects.toThrow();
  });

  test('that is abandoned is ended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const note = join(folder, 'port');
    const target = { kind: 'command', command: process.execPath, args: [script, 'silent', note], cwd: folder } as const;
    const controller = new AbortController();
    const reading = mcpServer.read({ kind: 'server', target }, controller.signal);
    await expect.poll(() => readFile(note, 'utf8').catch(() => ''), { timeout: 10_000 }).not.toBe('');
    const port = Number(await readFile(note, 'utf8'));
    expect(await isListening(port)).toBe(true);
    controller.abort();
    await expect(reading).rejects.toThrow();
    expect(await isListening(port)).toBe(false);
  });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
