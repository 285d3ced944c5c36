import { describe, expect, it } from 'vitest';
import { WorkbenchError } from '../../base/errors.ts';
import type { Block } from '../../model/definitions.ts';
import { REVISIONS, type Revision } from './revisions.ts';
import { connectClient, connectClientV1, connectWire } from './testing/clients.ts';
import { fakeLiveServer, fakeServices, findingServices, prompt, resolvedServer } from './testing/fake-live-server.ts';

const greet = prompt({
  name: 'Greet',
  title: 'Say hello',
  description: 'Generates a greeting message',
  icons: [{ src: 'https://example.com/wave.svg', mimeType: 'image/svg+xml', sizes: ['any'] }],
  arguments: [
    { name: 'name', title: 'Name', description: 'Name to greet', required: true },
    { name: 'language', required: false, default: 'Wolfram Language' },
    { name: 'suffix', required: false },
  ],
  content: {
    kind: 'text',
    text: { kind: 'template', template: 'Hello, `name`! Welcome to the `language`.`suffix`' },
  },
});

const messages = (blocks: readonly Block[], name = 'Blocks') =>
  prompt({ name, content: { kind: 'messages', messages: [{ role: 'user', blocks }] } });

const functionPrompt = prompt({
  name: 'Function',
  type: 'Function',
  arguments: [{ name: 'topic', required: false }],
  content: { kind: 'function', code: 'export default () => "unused"' },
});

const textOf = (result: Record<string, unknown>) =>
  (result.messages as { content: { text?: string } }[]).map(({ content }) => content.text);

describe.each(REVISIONS)('a client of revision %s', (revision) => {
  it('lists and gets a prompt', async () => {
    const client = await connectClient(fakeLiveServer(resolvedServer([greet])), revision);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, description }) => [name, description])).toEqual([
      ['Greet', 'Generates a greeting message'],
    ]);
    const result = await client.getPrompt({ name: 'Greet', arguments: { name: 'World' } });
    expect(result.description).toBe('Generates a greeting message');
    expect(result.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Hello, World! Welcome to the Wolfram Language.' } },
    ]);
    await client.close();
  });

  it('gets −32602 with the name of the wrong argument', async () => {
    const client = await connectWire(fakeLiveServer(resolvedServer([greet])), revision);
    const get = (params: object) => client.request('prompts/get', params);
    expect(await get({ name: 'Nothing' })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('"Nothing"'),
    });
    for (const args of [undefined, null, {}])
      expect(await get({ name: 'Greet', arguments: args })).toMatchObject({
        code: -32602,
        message: expect.stringContaining('"name"'),
      });
    expect(await get({ name: 'Greet', arguments: { name: 7 } })).toMatchObject({
      code: -32602,
      message: 'Argument "name" of prompt "Greet" must be a string, not a number.',
    });
    expect(await get({ name: 'Greet', arguments: ['World'] })).toMatchObject({ code: -32602 });
    expect(await get({})).toMatchObject({ code: -32602 });
  });

  it('never gets fields that its revision does not have', async () => {
    const blocks: Block[] = [
      { type: 'audio', media: { kind: 'data', data: 'AAAA' }, mimeType: 'audio/wav', annotations: { priority: 1 } },
      {
        type: 'resource_link',
        uri: 'https://example.com/a',
        name: 'a',
        description: 'An example',
        icons: [{ src: 'x:y' }],
      },
      {
        type: 'text',
        text: { kind: 'literal', text: 'Dated' },
        annotations: { audience: ['user'], lastModified: '2026-01-02T03:04:05Z' },
      },
    ];
    const server = resolvedServer([greet, messages(blocks)], {
      title: 'Documentation',
      websiteUrl: 'https://example.com',
      icons: [{ src: 'https://example.com/i.png' }],
      instructions: 'Ask first.',
    });
    const client = await connectWire(fakeLiveServer(server), revision);
    const [listedPrompt] = (await client.request('prompts/list')).prompts as Record<string, unknown>[];
    const { messages: answer } = await client.request('prompts/get', { name: 'Blocks' });
    const [audio, link, datedBlock] = (answer as { content: Record<string, unknown> }[]).map(({ content }) => content);
    const isKnownSince = (firstRevision: Revision) => revision >= firstRevision;

    expect(Object.hasOwn(listedPrompt ?? {}, 'title')).toBe(isKnownSince('2025-06-18'));
    expect(
      (listedPrompt?.arguments as object[] | undefined)?.some((argument) => Object.hasOwn(argument, 'title')),
    ).toBe(isKnownSince('2025-06-18'));
    expect(Object.hasOwn(listedPrompt ?? {}, 'icons')).toBe(isKnownSince('2025-11-25'));
    expect(audio?.type).toBe(isKnownSince('2025-03-26') ? 'audio' : 'text');
    expect(audio?.annotations).toEqual({ priority: 1 });
    expect(link?.type).toBe(isKnownSince('2025-06-18') ? 'resource_link' : 'text');
    expect(Object.hasOwn(link ?? {}, 'icons')).toBe(isKnownSince('2025-11-25'));
    expect(datedBlock?.annotations).toEqual(
      isKnownSince('2025-06-18')
        ? { audience: ['user'], lastModified: '2026-01-02T03:04:05Z' }
        : { audience: ['user'] },
    );
    expect(client.initialize.instructions).toBe('Ask first.');
    if (revision === '2026-07-28') return;
    const { serverInfo, capabilities } = client.initialize as Record<string, Record<string, unknown>>;
    expect(Object.hasOwn(serverInfo ?? {}, 'title')).toBe(isKnownSince('2025-06-18'));
    expect(Object.hasOwn(serverInfo ?? {}, 'icons')).toBe(isKnownSince('2025-11-25'));
    expect(Object.hasOwn(capabilities ?? {}, 'completions')).toBe(isKnownSince('2025-03-26'));
    expect(capabilities?.prompts).toEqual({ listChanged: true });
  });
});

describe('text that an older client gets in place of a block', () => {
  it('says what was there', async () => {
    const blocks: Block[] = [
      { type: 'audio', media: { kind: 'data', data: 'AAA=' }, mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'https://example.com/a', name: 'a', title: 'An A', description: 'An example' },
    ];
    const client = await connectWire(fakeLiveServer(resolvedServer([messages(blocks)])), '2024-11-05');
    expect(textOf(await client.request('prompts/get', { name: 'Blocks' }))).toEqual([
      "[Audio: audio/wav, 2 bytes; left out because this client's protocol revision has no audio]",
      '[Resource link: An A] https://example.com/a (An example)',
    ]);
  });
});

describe('SDK v1', () => {
  it('gets every kind of content, each block as a message of its role', async () => {
    const liveServer = fakeLiveServer(
      resolvedServer([
        prompt({
          name: 'All',
          content: {
            kind: 'messages',
            messages: [
              {
                role: 'user',
                blocks: [
                  { type: 'text', text: { kind: 'literal', text: 'A `backtick` stays' } },
                  { type: 'image', media: { kind: 'file', file: 'dot.png' }, mimeType: 'image/png' },
                ],
              },
              {
                role: 'assistant',
                blocks: [
                  { type: 'audio', media: { kind: 'data', data: 'AAAA' }, mimeType: 'audio/wav' },
                  {
                    type: 'resource',
                    uri: 'doc://text',
                    mimeType: 'text/plain',
                    body: { kind: 'text', text: { kind: 'literal', text: 'Body' } },
                    annotations: { priority: 0.5 },
                  },
                  {
                    type: 'resource',
                    uri: 'doc://bytes',
                    mimeType: 'application/pdf',
                    body: { kind: 'file', file: 'dot.png' },
                  },
                  { type: 'resource_link', uri: 'doc://text', name: 'text', size: 4 },
                ],
              },
            ],
          },
        }),
      ]),
      { 'dot.png': new Uint8Array([1, 2, 3]) },
    );
    const client = await connectClientV1(liveServer);
    const result = await client.getPrompt({ name: 'All' });
    expect(result.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'A `backtick` stays' } },
      { role: 'user', content: { type: 'image', data: 'AQID', mimeType: 'image/png' } },
      { role: 'assistant', content: { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' } },
      {
        role: 'assistant',
        content: {
          type: 'resource',
          resource: { uri: 'doc://text', mimeType: 'text/plain', text: 'Body' },
          annotations: { priority: 0.5 },
        },
      },
      {
        role: 'assistant',
        content: { type: 'resource', resource: { uri: 'doc://bytes', mimeType: 'application/pdf', blob: 'AQID' } },
      },
      { role: 'assistant', content: { type: 'resource_link', uri: 'doc://text', name: 'text', size: 4 } },
    ]);
    await client.close();
  });
});

describe('a resource kept as a file', () => {
  const resource = (mimeType: string): Block => ({
    type: 'resource',
    uri: 'doc://file',
    mimeType,
    body: { kind: 'file', file: 'file' },
  });
  const utf8 = new TextEncoder().encode('Größe');

  it.each([
    ['text of a text type as text', 'text/markdown; charset=utf-8', utf8, { text: 'Größe' }],
    ['JSON under a suffix type as text', 'application/ld+json', utf8, { text: 'Größe' }],
    ['bytes of another type as a blob', 'application/pdf', utf8, { blob: 'R3LDtsOfZQ==' }],
    [
      'bytes that are not UTF-8 as a blob, whatever the type says',
      'text/plain',
      new Uint8Array([0xff]),
      { blob: '/w==' },
    ],
  ])('arrives with %s', async (_what, mimeType, bytes, body) => {
    const liveServer = fakeLiveServer(resolvedServer([messages([resource(mimeType)])]), { file: bytes });
    const client = await connectClient(liveServer);
    const expected = { uri: 'doc://file', mimeType, ...body };
    const answer = await client.getPrompt({ name: 'Blocks' });
    expect(answer.messages[0]?.content).toEqual({ type: 'resource', resource: expected });
    expect((await client.readResource({ uri: 'doc://file' })).contents).toEqual([expected]);
    await client.close();
  });
});

describe('argument values', () => {
  it('may be empty or a placeholder of the client', async () => {
    const client = await connectClient(fakeLiveServer(resolvedServer([greet])));
    const text = async (args: Record<string, string>) =>
      textOf(await client.getPrompt({ name: 'Greet', arguments: args }))[0];
    expect(await text({ name: '' })).toBe('Hello, ! Welcome to the Wolfram Language.');
    expect(await text({ name: '$1', language: '' })).toBe('Hello, $1! Welcome to the .');
    expect(await text({ name: '`language` <* 1 *>' })).toBe(
      'Hello, `language` <* 1 *>! Welcome to the Wolfram Language.',
    );
  });

  it('that no argument declares are ignored and logged', async () => {
    const services = fakeServices();
    const client = await connectClient(fakeLiveServer(resolvedServer([greet])), '2025-11-25', services);
    await client.getPrompt({ name: 'Greet', arguments: { name: 'World', nmae: 'x' } });
    expect(services.lines.map(({ message }) => message)).toEqual([
      'Prompt "Greet" does not declare the argument "nmae"; its value was ignored.',
    ]);
  });

  it('that no argument declares take one short line of the log, whatever their names', async () => {
    const services = fakeServices();
    const client = await connectClient(fakeLiveServer(resolvedServer([greet])), '2025-11-25', services);
    const names = ['\u001b[2Jx\ny', '\u009b1m', 'z'.repeat(1_000), ...Array.from({ length: 200 }, (_, at) => `a${at}`)];
    const surplusValues = Object.fromEntries(names.map((name) => [name, 'x']));
    await client.getPrompt({ name: 'Greet', arguments: { name: 'World', ...surplusValues } });
    expect(services.lines.map(({ message }) => message)).toEqual([
      `Prompt "Greet" does not declare the arguments "\\u001b[2Jx\\ny", "\\u009b1m", "${'z'.repeat(59)}…", "a0", "a1" ` +
        'and 198 more; their values were ignored.',
    ]);
  });

  it('keep characters of the private use area, and lose what hides or changes a text', async () => {
    const client = await connectClient(fakeLiveServer(resolvedServer([greet])));
    const fill = async (name: string) =>
      textOf(await client.getPrompt({ name: 'Greet', arguments: { name, language: '' } }));
    expect(await fill('\uE000 \uF8FF \u2028 🙂')).toEqual(['Hello, \uE000 \uF8FF \u2028 🙂! Welcome to the .']);
    expect(await fill('\uD800 \u0000\u001b[31mred\u202e')).toEqual(['Hello, \ufffd red! Welcome to the .']);
  });

  it('are sent and completed under the clean names that the list shows', async () => {
    const complete = { kind: 'values', values: ['one'] } as const;
    const hiddenPrompt = prompt({
      name: 'as\u202ek',
      arguments: [{ name: 'q\u202ez', required: true, complete }],
      content: { kind: 'text', text: { kind: 'template', template: '<`1`>' } },
    });
    const services = fakeServices();
    const client = await connectClient(fakeLiveServer(resolvedServer([hiddenPrompt])), '2025-11-25', services);
    const [listedPrompt] = (await client.listPrompts()).prompts;
    const [argument] = listedPrompt?.arguments ?? [];
    expect([listedPrompt?.name, argument?.name]).toEqual(['ask', 'qz']);
    expect(textOf(await client.getPrompt({ name: 'ask', arguments: { qz: 'v' } }))).toEqual(['<v>']);
    expect(services.lines).toEqual([]);
    const completionRequest = {
      ref: { type: 'ref/prompt', name: 'ask' },
      argument: { name: 'qz', value: '' },
    } as const;
    expect((await client.complete(completionRequest)).completion.values).toEqual(['one']);
  });
});

describe('a function prompt', () => {
  it('is called with the arguments, and its result becomes messages', async () => {
    const calls: unknown[] = [];
    const services = fakeServices(async ({ code, args }) => {
      calls.push({ code, args });
      return [
        { role: 'user', content: 'Question' },
        { role: 'assistant', content: { type: 'text', text: 'Answer' } },
      ];
    });
    const client = await connectClient(fakeLiveServer(resolvedServer([functionPrompt])), '2025-11-25', services);
    const result = await client.getPrompt({ name: 'Function', arguments: { topic: 'sums' } });
    expect(calls).toEqual([{ code: 'export default () => "unused"', args: [{ topic: 'sums' }] }]);
    expect(result.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Question' } },
      { role: 'assistant', content: { type: 'text', text: 'Answer' } },
    ]);
  });

  it('that fails answers −32603 with its sentence, and the server keeps running', async () => {
    const services = fakeServices(async () => {
      throw new WorkbenchError('failed', 'The function threw "no" at line 1.');
    });
    const liveServer = fakeLiveServer(resolvedServer([functionPrompt, greet]));
    const client = await connectClient(liveServer, '2025-11-25', services);
    await expect(client.getPrompt({ name: 'Function' })).rejects.toMatchObject({
      code: -32603,
      message: 'Prompt "Function" failed: The function threw "no" at line 1.',
    });
    await client.getPrompt({ name: 'Greet', arguments: { name: 'World' } });
  });

  it('that returns an invalid prompt answers −32603 with the place', async () => {
    const services = fakeServices(async () => [{ type: 'image', data: 'not base64!', mimeType: 'image/png' }]);
    const client = await connectClient(fakeLiveServer(resolvedServer([functionPrompt])), '2025-11-25', services);
    await expect(client.getPrompt({ name: 'Function' })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('[0] holds data that is not base64'),
    });
  });
});

describe('what cannot be answered', () => {
  it('is a sentence for a person: a missing media file', async () => {
    const image = messages([{ type: 'image', media: { kind: 'file', file: 'gone.png' }, mimeType: 'image/png' }]);
    const client = await connectClient(fakeLiveServer(resolvedServer([image])));
    await expect(client.getPrompt({ name: 'Blocks' })).rejects.toMatchObject({
      code: -32603,
      message: 'Prompt "Blocks" failed: There is no file media/gone.png.',
    });
  });

  it('reveals nothing about the program for a bug, and the log has the error', async () => {
    const services = fakeServices(async () => {
      throw new TypeError('secret.internal is undefined');
    });
    const client = await connectClient(fakeLiveServer(resolvedServer([functionPrompt])), '2025-11-25', services);
    const error = await client.getPrompt({ name: 'Function' }).catch((thrownError: Error) => thrownError);
    expect(error).toMatchObject({ code: -32603, message: expect.not.stringContaining('secret') });
    expect(services.lines.some(({ message }) => message.includes('secret.internal'))).toBe(true);
  });

  it('is a search prompt whose sources cannot answer; one that finds something answers in the specified format', async () => {
    const search = prompt({
      name: 'Search',
      arguments: [{ name: 'query', required: true }],
      content: { kind: 'search', sources: ['Docs'], query: { kind: 'template', template: '`query`' } },
    });
    const liveServer = fakeLiveServer(resolvedServer([search]));
    const client = await connectClient(liveServer);
    await expect(client.getPrompt({ name: 'Search', arguments: { query: 'primes' } })).rejects.toMatchObject({
      code: -32603,
      message: 'Prompt "Search" failed: there is no source called Docs.',
    });
    const services = findingServices('Prime[n] gives the nth prime.');
    const searchingClient = await connectClient(liveServer, '2025-11-25', services);
    expect(textOf(await searchingClient.getPrompt({ name: 'Search', arguments: { query: 'primes' } }))).toEqual([
      `<search-query>primes</search-query>
<search-results>
Prime[n] gives the nth prime.
</search-results>
Use the above search results to answer the user's query below.
<user-query>primes</user-query>`,
    ]);
  });
});

describe('the stateless revision', () => {
  it('gets cache hints with its lists', async () => {
    const client = await connectWire(fakeLiveServer(resolvedServer([greet])), '2026-07-28');
    for (const method of ['prompts/list', 'resources/list', 'resources/templates/list'])
      expect(await client.request(method)).toMatchObject({ ttlMs: expect.any(Number), cacheScope: 'private' });
  });

  it('names the server in every result', async () => {
    const client = await connectWire(fakeLiveServer(resolvedServer([greet])), '2026-07-28');
    expect(await client.request('prompts/list')).toMatchObject({
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'Docs', version: '1.0.0' } },
    });
  });
});

it('refuses an incomplete initialize, and names the missing part', async () => {
  const client = await connectWire(fakeLiveServer(resolvedServer([])), '2025-11-25');
  expect(await client.request('initialize', { protocolVersion: 1 })).toMatchObject({
    code: -32602,
    message: expect.stringContaining('protocolVersion'),
  });
});

it('settles on the newest handshake revision when the client requests an unknown one', async () => {
  const client = await connectWire(fakeLiveServer(resolvedServer([])), '2025-11-25');
  const { protocolVersion } = await client.request('initialize', {
    protocolVersion: '1999-01-01',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  });
  expect(protocolVersion).toBe('2025-11-25');
});

it('answers ping', async () => {
  const client = await connectClient(fakeLiveServer(resolvedServer([])));
  expect(await client.ping()).toEqual({});
});
