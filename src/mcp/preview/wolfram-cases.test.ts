/**
 * The test cases of the Wolfram reference implementation that concern what a client sees: content, lists, errors and
 * protocol. The tests of the model and the catalogue have the cases about definitions (1 to 25). Where the reference
 * differs from docs/specification.md or MCP, those decide, and the name of the case says so.
 *
 * | left out | because |
 * |---|---|
 * | 52 images in search results, 56 live search | the search tests cover retrieval |
 * | 53 to 55 the Notebook prompt | `src/mcp/server/tools/builtin/call-builtin.test.ts`; errors are JSON-RPC errors |
 * | 61 unknown tool, 64, 65 tool names and schemas | the tool tests cover these |
 * | 63 the word Quit ends the server | MCP has no such message; the end of input does it |
 * | 66 installation | src/clients |
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTrust } from '../../trust/open-trust.ts';
import { fakeLiveServer, findingServices, prompt, resolvedServer } from '../server/testing/fake-live-server.ts';
import { createPreview } from './preview.ts';
import { cliFile, type ServedWorkspace, stdioClients, type TestClient } from './testing/clients.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** U+E000 and U+F8FF are the ends of the private use area, which has Wolfram's own characters. */
const privateUse = '\ue000 and \uf8ff';

const workspace = `
Name: Cases
Version: 2.0.0
MCPPrompts:
  - Name: CallsWithObject
    Arguments: [{Name: who}, {Name: when}]
    Content: {Function: "(args) => JSON.stringify(args)"}
  - Name: StaticText
    Type: Text
    Content: "Static \`text\`"
  - Name: InferredText
    Content: No type given
  - Name: Template
    Arguments: [{Name: name, Required: true}]
    Content: {StringTemplate: "Hello, \`name\`!"}
  - Name: BareBlock
    Content: {Messages: [{Role: user, Content: Just a string}]}
  - Name: Integer
    Content: {Function: "() => 12345"}
  - Name: TwoTexts
    Content: {Function: "() => [{type: 'text', text: 'one'}, {type: 'text', text: 'two'}]"}
  - Name: OneText
    Content: {Function: "() => [{type: 'text', text: 'only'}]"}
  - Name: TextAndImage
    Content: {Function: "() => [{type: 'text', text: 'see'}, {type: 'image', data: '${png}', mimeType: 'image/png'}]"}
  - Name: BlockList
    Content: {Messages: [{Role: user, Content: [a, {Type: text, Text: b}]}]}
  - Name: WholeMessage
    Content: {Function: "() => ({role: 'assistant', content: [{type: 'text', text: 'answer'}]})"}
  - Name: Throws
    Content: {Function: "() => { throw new Error('the file is gone'); }"}
  - Name: ThrowsNothing
    Content: {Function: "() => { throw new Error(); }"}
  - Name: ThrowsNumber
    Content: {Function: "() => { throw 42; }"}
  - name: lowercase
    description: Every key in lower case
    arguments: [{name: x, description: An argument, required: true}]
    content: {stringtemplate: "x is \`x\`"}
  - Name: ExplicitAutomatic
    Type: Automatic
    Content: {Function: "() => 'called'"}
  - Name: PrivateUse
    Description: "${privateUse}"
    Content: "${privateUse}"
`;

let servedServer: ServedWorkspace;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-cases-'));
  servedServer = { workspace: join(dir, 'workspace'), server: 'Cases', stateDir: join(dir, 'state') };
  await mkdir(join(servedServer.workspace, 'servers'), { recursive: true });
  await writeFile(join(servedServer.workspace, 'servers', 'Cases.yaml'), workspace);
  const trust = openTrust({ workspaceDir: servedServer.workspace, stateDir: servedServer.stateDir, log: () => {} });
  await trust.allow([], { workspace: true });
});

const user = (...texts: string[]) => texts.map((text) => ({ role: 'user', content: { type: 'text', text } }));

describe.each(stdioClients)('$name', ({ connect }) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connect(servedServer);
  });
  afterAll(() => client.close());

  const get = (name: string, args?: Record<string, string>) =>
    client.request('prompts/get', { name, ...(args && { arguments: args }) });

  test.each([
    [
      '26. a function gets the arguments as one object, and a string is text',
      'CallsWithObject',
      { who: 'you' },
      user('{"who":"you"}'),
    ],
    ['27. static text is served as it is, backticks included', 'StaticText', {}, user('Static `text`')],
    ['28. content without a type is text when it is a string', 'InferredText', {}, user('No type given')],
    ['29. a template is filled', 'Template', { name: 'World' }, user('Hello, World!')],
    ['30. a bare string is a text', 'BareBlock', {}, user('Just a string')],
    [
      '32. two texts keep their order; MCP: one message each, instead of one glued together',
      'TwoTexts',
      {},
      user('one', 'two'),
    ],
    ['33. a list of one text is that text', 'OneText', {}, user('only')],
    [
      '34. text and image both arrive; MCP: an image is content, not dropped',
      'TextAndImage',
      {},
      [...user('see'), { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } }],
    ],
    ['35. a list of blocks is content', 'BlockList', {}, user('a', 'b')],
    [
      '36. content may come with its wrapper; MCP: a message, which has a role',
      'WholeMessage',
      {},
      [{ role: 'assistant', content: { type: 'text', text: 'answer' } }],
    ],
    ['43. a result that is not a failure passes through', 'ExplicitAutomatic', {}, user('called')],
    ['62. private use characters arrive as they were written', 'PrivateUse', {}, user(privateUse)],
    ['a prompt in lower-case keys can be fetched (reference: listed only)', 'lowercase', { x: '1' }, user('x is 1')],
    ['an explicit Automatic infers (reference: always text)', 'ExplicitAutomatic', {}, user('called')],
  ] as const)('%s', async (_, name, args, messages) => {
    expect(await get(name, args)).toMatchObject({ messages });
  });

  test.each([
    [
      '31. a number is refused with what is expected; the specification has no such content',
      'Integer',
      {},
      -32603,
      /string/,
    ],
    [
      '44, 45, 48. what a function throws is an error with its message; MCP: not a text "[Error]"',
      'Throws',
      {},
      -32603,
      /the file is gone/,
    ],
    ['46. a failure without a message still gets a sentence', 'ThrowsNothing', {}, -32603, /ThrowsNothing.+\S/],
    ['47. a thrown value that is not a failure gets a sentence', 'ThrowsNumber', {}, -32603, /42/],
    ['an unknown prompt is −32602 naming it (reference: −32603)', 'Nobody', {}, -32602, /"Nobody"/],
    ['a missing required argument is −32602 naming it (reference: an empty slot)', 'Template', {}, -32602, /"name"/],
  ] as const)('%s', async (_, name, args, code, message) => {
    await expect(get(name, args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test('37 to 41, 57. the list keeps the order, has lower-case keys, and fills what an argument leaves open', async () => {
    const { prompts } = (await client.request('prompts/list', {})) as { prompts: { name: string }[] };
    const namedValues = Object.fromEntries(prompts.map((prompt) => [prompt.name, prompt]));
    expect(prompts[0]?.name).toBe('CallsWithObject');
    expect(prompts.at(-1)?.name).toBe('PrivateUse');
    expect(namedValues.CallsWithObject).toMatchObject({ arguments: [{ name: 'who' }, { name: 'when' }] });
    expect(namedValues.lowercase).toEqual({
      name: 'lowercase',
      description: 'Every key in lower case',
      arguments: [{ name: 'x', description: 'An argument', required: true }],
    });
    expect(namedValues.StaticText).not.toHaveProperty('arguments');
    expect(namedValues.PrivateUse).toMatchObject({ description: privateUse });
  });
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  '58. initialize echoes the revision %s and names the server',
  async (revision) => {
    const [answer] = await exchange([initialize(revision)]);
    expect(answer).toMatchObject({
      id: 1,
      result: { protocolVersion: revision, serverInfo: { name: 'Cases', version: '2.0.0' } },
    });
  },
);

test('59, 60. ping is answered with {}, and an unknown method is −32601', async () => {
  const answers = await exchange([
    initialize('2025-11-25'),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'ping' },
    { jsonrpc: '2.0', id: 3, method: 'prompts/invent' },
  ]);
  expect(answers.find(({ id }) => id === 2)).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  expect(answers.find(({ id }) => id === 3)).toMatchObject({ error: { code: -32601 } });
});

test('42. a server without prompts lists none', async () => {
  await writeFile(join(servedServer.workspace, 'servers', 'Empty.yaml'), 'Name: Empty\nVersion: 1.0.0\n');
  const [, list] = await exchange(
    [initialize('2025-11-25'), { jsonrpc: '2.0', id: 2, method: 'prompts/list' }],
    'Empty',
  );
  expect(list?.result).toEqual({ prompts: [] });
});

test.each([
  ['Wolfram', 'The search query', /Sin[\s\S]*\[WolframAlpha gave no results: No AppID/],
  ['WolframLanguage', 'The search query for Wolfram Language documentation', /Sin/],
  ['WolframPacletDevelopment', 'The search query for Wolfram Language documentation', /Sin/],
  ['WolframAlpha', 'The search query for Wolfram Alpha', undefined],
])(
  '3, 4. %s offers one prompt Search (the specification: no Notebook), which answers, or says what to set up',
  async (server, query, textPattern) => {
    const [, list, answer] = await exchange(
      [
        initialize('2025-11-25'),
        { jsonrpc: '2.0', id: 2, method: 'prompts/list' },
        { jsonrpc: '2.0', id: 3, method: 'prompts/get', params: { name: 'Search', arguments: { query: 'sine' } } },
      ],
      server,
    );
    expect(list?.result).toMatchObject({
      prompts: [{ name: 'Search', arguments: [{ name: 'query', description: query, required: true }] }],
    });
    if (textPattern) expect(answer?.result).toMatchObject({ messages: user(expect.stringMatching(textPattern)) });
    else expect(answer?.error).toMatchObject({ code: -32603, message: expect.stringContaining('No AppID') });
  },
);

test('63. a blank line is ignored, and the end of input ends the server', async () => {
  const answers = await exchange(['', initialize('2025-11-25'), '', { jsonrpc: '2.0', id: 2, method: 'ping' }]);
  expect(answers).toHaveLength(2);
});

describe('search prompts, with retrieval replaced', () => {
  const liveServer = fakeLiveServer(
    resolvedServer([
      prompt({
        name: 'Search',
        arguments: [{ name: 'query', required: true }],
        content: { kind: 'search', sources: ['docs'], query: { kind: 'template', template: '`query`' } },
      }),
    ]),
  );
  const services = findingServices('First result\nSecond result');
  const query = 'How do I <plot> a `sine`?';

  test('49 to 51. the output has the specified format to the byte, the query twice and no escapes', async () => {
    const preview = createPreview(liveServer, services);
    const text = `<search-query>${query}</search-query>
<search-results>
First result
Second result
</search-results>
Use the above search results to answer the user's query below.
<user-query>${query}</user-query>`;
    const { exchange } = await preview.get('Search', { query });
    expect(exchange.response).toMatchObject({ result: { messages: user(text) } });
    await preview.close();
  });
});

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

/** Writes lines to a new process, waits for an answer to each request, ends its input, and returns all lines of stdout. */
async function exchange(lines: readonly (object | string)[], server = servedServer.server): Promise<Answer[]> {
  const child = spawn(process.execPath, [cliFile, 'serve', server, '--workspace', servedServer.workspace], {
    env: { ...process.env, PROMPT_WORKBENCH_STATE: servedServer.stateDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let expected = lines.filter((line) => typeof line !== 'string' && 'id' in line).length;
  for (const line of lines) child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  const answers: Answer[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    answers.push(JSON.parse(line));
    expected -= 1;
    if (expected === 0) child.stdin.end();
  }
  expect(await exit).toEqual([0, null]);
  // In the order of the requests: JSON-RPC lets one answer overtake another. Answers without an id come last.
  return answers.sort((left, right) => (left.id ?? Infinity) - (right.id ?? Infinity));
}
