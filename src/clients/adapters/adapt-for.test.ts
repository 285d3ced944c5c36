import { expect, test } from 'vitest';
import { REVISIONS, type Revision } from '../../mcp/server/revisions.ts';
import { connectClient, connectWire } from '../../mcp/server/testing/clients.ts';
import {
  fakeLiveServer,
  fakeServices,
  findingServices,
  prompt,
  resolvedServer,
  tool,
} from '../../mcp/server/testing/fake-live-server.ts';
import { defaultPrompts } from '../../model/builtin/builtin.ts';
import type { Content, Message, ResolvedPrompt } from '../../model/definitions.ts';
import { adaptFor, asDeclared } from './adapt-for.ts';

const template = (text: string): Content => ({ kind: 'text', text: { kind: 'template', template: text } });
const find = prompt({
  name: 'find',
  arguments: [{ name: 'query', required: true, restOfLine: true, complete: { kind: 'values', values: ['alpha'] } }],
  content: template('`query`'),
});
const translate = prompt({
  name: 'translate',
  arguments: [
    { name: 'language', required: true },
    { name: 'text', required: false, restOfLine: true },
  ],
  content: template('`language`: `text`'),
});

function connect(client: string, prompts: readonly ResolvedPrompt[], revision: Revision = '2025-11-25') {
  const services = fakeServices();
  const adaptedServer = adaptFor(client, fakeLiveServer(resolvedServer(prompts)), services);
  return connectClient(adaptedServer.liveServer, revision, adaptedServer.services);
}

/** Sends a line like a client that splits it at spaces and fills the listed arguments by position. */
async function type(client: Awaited<ReturnType<typeof connect>>, name: string, line: string): Promise<string> {
  const { prompts } = await client.listPrompts();
  const declaredArguments = prompts.find((candidate) => candidate.name === name)?.arguments ?? [];
  const words = line.split(/\s+/).filter((word) => word !== '');
  const filledValues = declaredArguments
    .slice(0, words.length)
    .map((argument, index) => [argument.name, words[index] ?? '']);
  const { messages } = await client.getPrompt({ name, arguments: Object.fromEntries(filledValues) });
  return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type)).join('\n---\n');
}

test.each(['codex', 'copilot-cli', 'cline'])(
  '%s, which shows no prompts, gets each of them as a tool too',
  async (name) => {
    const client = await connect(name, [find, translate]);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => [tool.name, tool.inputSchema.required])).toEqual([
      ['find', ['query']],
      ['translate', ['language']],
    ]);
    expect(await client.callTool({ name: 'find', arguments: { query: 'two words' } })).toMatchObject({
      content: [{ type: 'text', text: 'two words' }],
    });
    expect((await client.listPrompts()).prompts).toHaveLength(2);
  },
);

test.each(REVISIONS)('Claude Code: a question in quotes arrives whole (revision %s)', async (revision) => {
  const client = await connect('claude-code', [find], revision);
  expect(await type(client, 'find', '"How can I find the 123456789th prime number?"')).toBe(
    'How can I find the 123456789th prime number?',
  );
});

test('Claude Code: the arguments before the last one get one word each, as they always did', async () => {
  const client = await connect('claude-code', [translate]);
  expect(await type(client, 'translate', 'German   the   quick\nbrown fox')).toBe('German: the quick brown fox');
  expect(await type(client, 'translate', 'German')).toBe('German: ');
});

test('Claude Code: 64 words and more arrive, and the model and the log learn if words may be missing', async () => {
  const manyPrompt = prompt({
    name: 'many',
    arguments: [
      ...Array.from({ length: 80 }, (_, index) => ({ name: `a${index}`, required: false })),
      { name: 'rest', required: false, restOfLine: true },
    ],
    content: template('`rest`'),
  });
  const services = fakeServices();
  const adaptedServer = adaptFor('claude-code', fakeLiveServer(resolvedServer([find, manyPrompt])), services);
  const client = await connectClient(adaptedServer.liveServer, '2025-11-25', adaptedServer.services);
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ');
  expect(await type(client, 'find', words(499))).toBe(words(499));
  expect(services.lines).toEqual([]);
  const note =
    'Claude Code passes on at most 500 words of a line, and this line has that many: words at its end may be missing.';
  expect(await type(client, 'find', words(600))).toBe(`${words(500)}\n---\n[${note}]`);
  expect(services.lines).toEqual([{ level: 'warning', message: `Prompt "find": ${note}` }]);
  expect(await type(client, 'many', words(499))).toMatch(/^w81 .* w499$/);
});

test('Claude Code: the additional arguments are short, plain, optional and have no description', async () => {
  const takenPrompt = prompt({
    name: 'taken',
    arguments: [
      { name: '3', required: true },
      { name: 'rest', required: true, restOfLine: true },
    ],
    content: template('`rest`'),
  });
  const client = await connect('claude-code', [find, takenPrompt]);
  const { prompts } = await client.listPrompts();
  const [, ...furtherArguments] = prompts[0]?.arguments ?? [];
  expect(furtherArguments.map(({ name }) => name).slice(0, 3)).toEqual(['2', '3', '4']);
  for (const { name, description, required } of furtherArguments) {
    expect(name).toMatch(/^[0-9]{1,3}$/);
    expect([description, required]).toEqual(['', false]);
  }
  const names = (prompts[1]?.arguments ?? []).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(await type(client, 'taken', 'a b c d')).toBe('b c d');
});

test('Claude Code: completion of the argument is unchanged', async () => {
  const client = await connect('claude-code', [find]);
  const ask = (name: string) =>
    client.complete({ ref: { type: 'ref/prompt', name: 'find' }, argument: { name, value: 'a' } });
  expect((await ask('query')).completion.values).toEqual(['alpha']);
  expect((await ask('2')).completion.values).toEqual([]);
});

test('Claude Code: a prompt whose name has spaces gets a name that can be typed', async () => {
  const client = await connect('claude-code', [
    { ...find, name: 'find it' },
    prompt({ name: 'find-it' }),
    prompt({ name: ' find  it\u200b' }),
  ]);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['find-it-2', 'find-it', 'find-it-3']);
  expect(await type(client, 'find-it-2', 'two words')).toBe('two words');
  expect(await type(client, 'find-it', '')).toBe('Hello.');
});

test('Claude Code: an argument whose name it would change arrives all the same', async () => {
  const oddPrompt = prompt({
    name: 'odd',
    arguments: [
      { name: 'a…', required: true },
      { name: 'b\u200b', required: true },
    ],
    content: template('`1` and `2`'),
  });
  const client = await connect('claude-code', [oddPrompt]);
  const { prompts } = await client.listPrompts();
  expect(prompts[0]?.arguments?.map(({ name }) => name)).toEqual(['a...', 'b']);
  expect(await type(client, 'odd', 'one two')).toBe('one and two');
});

test('Claude Code: a missing argument is named as its author named it, and a number is still refused', async () => {
  const adaptedServer = adaptFor('claude-code', fakeLiveServer(resolvedServer([find])), fakeServices());
  const client = await connectWire(adaptedServer.liveServer, '2025-11-25', adaptedServer.services);
  const get = (args: unknown) => client.request('prompts/get', { name: 'find', arguments: args });
  for (const nothing of [undefined, null, {}])
    expect(await get(nothing)).toMatchObject({ code: -32602, message: expect.stringContaining('"query"') });
  expect(await get({ query: 7 })).toMatchObject({ code: -32602, message: expect.stringContaining('"query"') });
  expect(await get('a word')).toMatchObject({ code: -32602 });
});

test.each([undefined, 'cursor', 'vscode', 'constructor'])(
  'a client that is not Claude Code never sees the additional arguments (%s)',
  async (name) => {
    const liveServer = fakeLiveServer(resolvedServer([find]));
    const services = fakeServices();
    const adaptedServer = name === undefined ? { liveServer, services } : adaptFor(name, liveServer, services);
    const client = await connectClient(adaptedServer.liveServer, '2025-11-25', adaptedServer.services);
    const { prompts } = await client.listPrompts();
    expect(prompts[0]?.arguments?.map((argument) => argument.name)).toEqual(['query']);
    const { messages } = await client.getPrompt({ name: 'find', arguments: { query: '"as it is"' } });
    expect(messages[0]?.content).toEqual({ type: 'text', text: '"as it is"' });
  },
);

test('the list of a served client follows the files, with one notification', async () => {
  const liveServer = fakeLiveServer(resolvedServer([find]));
  const adaptedServer = adaptFor('claude-code', liveServer, fakeServices());
  const client = await connectWire(adaptedServer.liveServer, '2025-11-25', adaptedServer.services);
  liveServer.set({ prompts: [find, translate] });
  const { prompts } = (await client.request('prompts/list')) as { prompts: { name: string }[] };
  expect(prompts.map(({ name }) => name)).toEqual(['find', 'translate']);
  expect(client.notifications).toEqual(['notifications/prompts/list_changed']);
});

const search = defaultPrompts.get('WolframSearch') as ResolvedPrompt;

test('OpenCode: a value that is literally $1 keeps the placeholder, and nothing is searched for', async () => {
  const client = await connect('opencode', [search, find]);
  const { messages } = await client.getPrompt({ name: 'Search', arguments: { query: '$1' } });
  const text = messages[0]?.content.type === 'text' ? messages[0].content.text : '';
  expect(text).toMatch(/^<search-query>\$1<\/search-query>\n<search-results>\n.+\n<\/search-results>\n/);
  expect(text).toMatch(/<user-query>\$1<\/user-query>$/);
  expect(await type(client, 'find', '$1')).toBe('$1');
});

test('OpenCode: a function that searches for its placeholder learns that no search ran', async () => {
  const asks = { ...find, type: 'Function' as const, content: { kind: 'function' as const, code: '' } };
  const services = fakeServices(async ({ args, host }) => {
    const { text } = await host.search('docs', (args[0] as { query: string }).query);
    return text;
  });
  const adaptedServer = adaptFor('opencode', fakeLiveServer(resolvedServer([asks])), services);
  const client = await connectClient(adaptedServer.liveServer, '2025-11-25', adaptedServer.services);
  expect(await type(client, 'find', '$1')).toContain('No search was run');
  await expect(type(client, 'find', 'word')).rejects.toThrow('there is no source');
});

test('Claude Code: a tool that searches gives its results as text alone, which other clients get as data too', async () => {
  const content = {
    kind: 'search',
    sources: ['docs'],
    query: { kind: 'literal', text: 'x' },
    structured: true,
  } as const;
  const liveServer = fakeLiveServer(resolvedServer([], { tools: [tool({ name: 'look', content })] }));
  const adaptedServer = adaptFor('claude-code', liveServer, findingServices('Found.'));
  const client = await connectWire(adaptedServer.liveServer, '2025-11-25', adaptedServer.services);
  expect(await client.request('tools/list')).toMatchObject({
    tools: [expect.not.objectContaining({ outputSchema: {} })],
  });
  const call = { name: 'look', arguments: {} };
  expect(await client.request('tools/call', call)).toEqual({
    content: [{ type: 'text', text: 'Found.' }],
    isError: false,
  });
  const otherClient = await connectWire(liveServer, '2025-11-25', findingServices('Found.'));
  expect(await otherClient.request('tools/call', call)).toHaveProperty('structuredContent');
});

test('OpenCode: nothing in a prompt is run as a command, wherever it came from', async () => {
  const client = await connect('opencode', [{ ...find, content: template('Say !`1` now: `query`') }]);
  expect(await type(client, 'find', '!`date`')).not.toContain('!`');
});

const speech = (role: Message['role'], ...texts: string[]): Message => ({
  role,
  blocks: texts.map((text) => ({ type: 'text', text: { kind: 'literal', text } })),
});
const dialogue = prompt({
  name: 'dialogue',
  content: {
    kind: 'messages',
    messages: [
      speech('user', 'Name three.', 'Be brief.'),
      speech('assistant', 'One, two.'),
      {
        role: 'user',
        blocks: [
          {
            type: 'resource',
            uri: 'docs://a',
            mimeType: 'text/plain',
            body: { kind: 'text', text: { kind: 'literal', text: 'All of it' } },
          },
          { type: 'image', mimeType: 'image/png', media: { kind: 'data', data: 'AAAA' } },
          { type: 'audio', mimeType: 'audio/wav', media: { kind: 'data', data: 'AAAA' } },
          { type: 'resource', uri: 'docs://b', mimeType: 'application/pdf', body: { kind: 'data', data: 'AAAA' } },
          { type: 'resource_link', uri: 'docs://c', name: 'c', description: 'More' },
        ],
      },
    ],
  },
});

test('Gemini CLI: the first message has the text of all, with roles, and describes blocks that are not text', async () => {
  const client = await connect('gemini-cli', [dialogue, find]);
  const { messages } = await client.getPrompt({ name: 'dialogue' });
  expect(messages).toEqual([
    {
      role: 'user',
      content: {
        type: 'text',
        text: [
          'User:\nName three.',
          'Be brief.',
          'Assistant:\nOne, two.',
          'User:\n[Resource: docs://a]\nAll of it',
          '[Image: image/png, not shown here]',
          '[Audio: audio/wav, not played here]',
          '[Resource: docs://b, application/pdf, not shown here]',
          '[Resource link: c] docs://c (More)',
        ].join('\n\n'),
      },
    },
  ]);
  expect(await type(client, 'find', 'word')).toBe('word');
});

test('Qwen Code: the first message has the text of all, under a name that can be typed', async () => {
  const client = await connect('qwen-code', [{ ...dialogue, name: 'the dialogue' }]);
  const { messages } = await client.getPrompt({ name: 'the-dialogue' });
  expect(messages).toHaveLength(1);
  expect(messages[0]?.content).toMatchObject({ text: expect.stringMatching(/^User:\nName three\./) });
});

test('Gemini CLI: messages of the user alone become one without headings', async () => {
  const client = await connect('gemini-cli', [
    prompt({ name: 'two', content: { kind: 'messages', messages: [speech('user', 'One.', 'Two.')] } }),
  ]);
  expect(await type(client, 'two', '')).toBe('One.\n\nTwo.');
});

test('OpenCode and Zed: blocks that are not text are described in words, message by message', async () => {
  for (const name of ['opencode', 'zed']) {
    const { messages } = await (await connect(name, [dialogue])).getPrompt({ name: 'dialogue' });
    expect(messages.map(({ content }) => content.type)).toEqual(Array(8).fill('text'));
  }
});

test('Zed: a prompt with one required argument is offered, without the optional ones', async () => {
  const client = await connect('zed', [translate, find]);
  const { prompts } = await client.listPrompts();
  expect(prompts.map((prompt) => prompt.arguments?.map(({ name }) => name))).toEqual([['language'], ['query']]);
  expect(await type(client, 'translate', 'German')).toBe('German: ');
});

test('Claude Code: arguments that the prompt asks for are optional, as it refuses by itself, and the form asks for the rest', async () => {
  const askingPrompt = prompt({
    ...translate,
    ask: 'missing',
    arguments: [
      { name: 'language', required: true },
      { name: 'tone', required: true, ask: 'never' },
      { name: 'text', required: false, restOfLine: true, ask: 'missing' },
    ],
    content: template('`language` `tone`: `text`'),
  });
  const adaptedServer = adaptFor('claude-code', fakeLiveServer(resolvedServer([askingPrompt])), fakeServices());
  const client = await connectClient(adaptedServer.liveServer, '2026-07-28', adaptedServer.services, {
    elicitation: { form: {} },
  });
  const forms: string[][] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    forms.push(Object.keys((params as { requestedSchema: { properties: object } }).requestedSchema.properties));
    return { action: 'accept', content: { text: 'typed in the form' } };
  });
  const [listedPrompt] = (await client.listPrompts()).prompts;
  expect(listedPrompt?.arguments?.slice(0, 3).map(({ required }) => required)).toEqual([false, true, false]);
  expect(await type(client, 'translate', 'French formal')).toBe('French formal: typed in the form');
  expect(await type(client, 'translate', 'French formal two words')).toBe('French formal: two words');
  expect(forms).toEqual([['text']]);
});

test('OpenCode: its placeholders are not values of a kind, and no form asks for them', async () => {
  const typedPrompt = prompt({
    ...translate,
    ask: 'always',
    arguments: [{ name: 'language', required: true, kind: 'integer' }],
    content: template('`language`'),
  });
  expect(await type(await connect('opencode', [typedPrompt]), 'translate', '$1')).toBe('$1');
});

const mail = prompt({
  name: 'write mail',
  arguments: [
    { name: 'group', required: true },
    { name: '\uFB01le', required: false },
    { name: 'person', required: true, restOfLine: true },
  ],
  content: template('`group`: `person`'),
});

test('a request of Claude Code is read under the names that the prompt declares, with the rest of the line as one value', () => {
  const server = resolvedServer([mail]);
  const sentCall = { name: 'write-mail', values: { '4': 'Son', '10': 'Jr', group: 'G', file: 'F', person: 'Per' } };
  const declaredArguments = { name: 'write mail', values: { group: 'G', '\uFB01le': 'F', person: 'Per Son Jr' } };
  expect(asDeclared('claude-code', server, sentCall)).toEqual(declaredArguments);
  expect(asDeclared('claude-code', server, { ...declaredArguments, name: 'write-mail' })).toEqual(declaredArguments);
});

test('a word under a number that the list no longer has still belongs to the rest of the line', () => {
  const server = resolvedServer([{ ...mail, arguments: [{ name: 'day', required: false }, ...mail.arguments] }]);
  const sentCall = { name: 'write-mail', values: { '4': 'Son', group: 'G', person: 'Per' } };
  expect(asDeclared('claude-code', server, sentCall).values).toEqual({ group: 'G', person: 'Per Son' });
});

test('a request is read as it was sent if nothing was adapted, and if the prompt is gone', () => {
  const sentCall = { name: 'translate', values: { '3': 'b', language: 'German', text: 'a' } };
  const server = resolvedServer([translate]);
  for (const client of [undefined, 'cursor', 'gemini-cli', 'no-such-client'])
    expect(asDeclared(client, server, sentCall)).toEqual(sentCall);
  expect(asDeclared('claude-code', resolvedServer([]), sentCall)).toEqual(sentCall);
});
