/** What prompts and tools add to content for programs: annotations inside resources, and `_meta` on every level. */
import { describe, expect, it } from 'vitest';
import type { ResolvedPrompt } from '../../../model/definitions.ts';
import { readPrompt } from '../../../model/prompt/prompt.ts';
import { connectWire } from '../testing/clients.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../testing/fake-live-server.ts';
import { answerTo, fromFile, wireOf } from '../testing/tools.ts';

/** The example of the MCP specification, "Tools", "Embedded Resources", with the other keys of a resource. */
const embeddedResource = {
  type: 'resource',
  resource: {
    uri: 'file:///project/src/main.rs',
    mimeType: 'text/x-rust',
    text: 'fn main() {\n    println!("Hello world!");\n}',
    title: 'Main',
    size: 44,
    annotations: { audience: ['user', 'assistant'], priority: 0.7, lastModified: '2025-05-03T14:30:00Z' },
    _meta: { 'com.example/shelf': 3 },
  },
  annotations: { priority: 0.2 },
  _meta: { 'com.example/row': [1] },
};
const writtenBlock = {
  Type: 'resource',
  Uri: 'file:///project/src/main.rs',
  MimeType: 'text/x-rust',
  Text: 'fn main() {\n    println!("Hello world!");\n}',
  Resource: {
    title: 'Main',
    Size: 44,
    Annotations: { Audience: ['user', 'assistant'], Priority: 0.7, LastModified: '2025-05-03T14:30:00Z' },
    Meta: { 'com.example/shelf': 3 },
  },
  Annotations: { Priority: 0.2 },
  Meta: { 'com.example/row': [1] },
};

function promptFromFile(data: object): ResolvedPrompt {
  const { prompt: definition, findings } = readPrompt(data);
  expect(findings).toEqual([]);
  return prompt(definition as ResolvedPrompt);
}

const prompts = [
  promptFromFile({
    Name: 'guide',
    Meta: { 'com.example/kind': 'guide' },
    Content: { Messages: [{ Role: 'user', Content: [writtenBlock] }] },
  }),
  prompt({ name: 'computed', type: 'Function', content: { kind: 'function', code: '' } }),
];
const connectAnswering = (answer: unknown, revision: '2025-11-25' | '2025-03-26' = '2025-11-25') =>
  connectWire(
    fakeLiveServer(resolvedServer(prompts)),
    revision,
    fakeServices(async () => answer),
  );

describe('An embedded resource keeps its annotations, title, size and _meta', () => {
  it('from a file', async () => {
    const client = await connectAnswering('');
    expect(await client.request('prompts/get', { name: 'guide' })).toEqual({
      messages: [{ role: 'user', content: embeddedResource }],
    });
    const { uri } = embeddedResource.resource;
    expect((await client.request('resources/read', { uri })).contents).toEqual([embeddedResource.resource]);
    const { text: _, ...listed } = embeddedResource.resource;
    expect((await client.request('resources/list')).resources).toEqual([{ ...listed, name: 'main.rs' }]);
  });

  it.each([
    ['protocol', embeddedResource],
    ['file format', writtenBlock],
  ])('from a function that returns it in the form of the %s', async (_, block) => {
    const client = await connectAnswering(block);
    expect(await client.request('prompts/get', { name: 'computed' })).toMatchObject({
      messages: [{ content: embeddedResource }],
    });
    expect((await answerTo({ content: [block] })).content).toEqual([embeddedResource]);
  });

  it('except what an older revision does not have', async () => {
    const client = await connectAnswering(embeddedResource, '2025-03-26');
    for (const name of ['guide', 'computed']) {
      const { messages } = await client.request('prompts/get', { name });
      expect(messages).toMatchObject([{ content: { resource: { annotations: { priority: 0.7 } } } }]);
      expect(JSON.stringify(messages)).not.toMatch(/lastModified|_meta/);
    }
  });
});

describe('_meta reaches the client', () => {
  const _meta = { 'com.example/kind': 'guide' };

  it('of prompts and tools in their lists', async () => {
    const client = await connectAnswering('');
    expect((await client.request('prompts/list')).prompts).toMatchObject([{ name: 'guide', _meta }, {}]);
    const { client: toolClient } = await wireOf([fromFile({ Name: 't', Meta: _meta, Content: 'T' })]);
    expect((await toolClient.request('tools/list')).tools).toMatchObject([{ name: 't', _meta }]);
    const olderClient = await connectAnswering('', '2025-03-26');
    expect(JSON.stringify(await olderClient.request('prompts/list'))).not.toContain('_meta');
  });

  it('of the answer that a prompt function returns, with its description', async () => {
    const answer = { description: 'For today', messages: [{ role: 'user', content: 'Hi' }], _meta };
    const client = await connectAnswering(answer);
    expect(await client.request('prompts/get', { name: 'computed' })).toEqual({
      description: 'For today',
      messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
      _meta,
    });
  });

  it('of the result that a tool function returns', async () => {
    expect(await answerTo({ content: 'Hi', _meta })).toEqual({
      content: [{ type: 'text', text: 'Hi' }],
      isError: false,
      _meta,
    });
    expect(await answerTo({ structuredContent: { a: 1 }, _meta })).toMatchObject({
      structuredContent: { a: 1 },
      _meta,
    });
    expect(await answerTo({ content: 'Hi', _meta: 7 })).toMatchObject({
      content: [{ text: expect.stringContaining('_meta must be an object, but it is a number') }],
      isError: true,
    });
    // Data of this shape is not a result.
    expect(await answerTo({ _meta })).toMatchObject({ content: [{ text: JSON.stringify({ _meta }) }] });
  });
});

it('Meta has the keys that MCP allows', () => {
  const { findings } = readPrompt({ Name: 'p', Content: 'P', Meta: { 'a b': 1 } });
  expect(findings).toMatchObject([{ severity: 'error', message: expect.stringContaining('com.example/shelf') }]);
});
