import { expect, it } from 'vitest';
import type { Block, PromptDefinition } from '../../../model/definitions.ts';
import { maxAnswerBytes } from '../limits.ts';
import { connectWire } from '../testing/clients.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../testing/fake-live-server.ts';
import { renderPrompt } from './render.ts';

const megabyte = new Uint8Array(1024 * 1024);
const bigImage = { type: 'image', media: { kind: 'file', file: 'big.png' }, mimeType: 'image/png' } as const;
const tooLarge = { code: -32603, message: expect.stringContaining('would be larger than 20 MB; send fewer') };

/** The answer to a `prompts/get` of one prompt, and how often its media were read. */
async function get(definition: Partial<PromptDefinition>, run?: Parameters<typeof fakeServices>[0], args: object = {}) {
  let readCount = 0;
  const fakeServer = fakeLiveServer(resolvedServer([prompt({ name: 'P', ...definition })]), { 'big.png': megabyte });
  const liveServer = {
    ...fakeServer,
    readMedia: (file: string) => fakeServer.readMedia(file).finally(() => readCount++),
  };
  const services = fakeServices(run);
  const client = await connectWire(liveServer, '2025-11-25', services);
  const answer = await client.request('prompts/get', { name: 'P', arguments: args });
  await client.close();
  return { answer, reads: readCount, lines: services.lines };
}

const functionPrompt = { type: 'Function', content: { kind: 'function', code: '() => {}' } } as const;
const a = [{ name: 'a', required: false }];

it('a function cannot make the server hold one file ten thousand times', async () => {
  const image = { type: 'image', file: 'big.png', mimeType: 'image/png' };
  const { answer, reads } = await get(functionPrompt, async () => Array.from({ length: 10_000 }, () => image));
  expect(answer).toMatchObject(tooLarge);
  expect(reads).toBe(1);
});

it.each(['`a`', '`1`'])('a function cannot multiply a value by a template of slots: %s', async (slot) => {
  const definition = { ...functionPrompt, arguments: a };
  const run = async () => ({ stringTemplate: slot.repeat(300_000) });
  const { answer, lines } = await get(definition, run, { a: 'x'.repeat(2_000) });
  expect(answer).toMatchObject(tooLarge);
  expect(lines).toEqual([]);
});

it('very many empty messages are also too large', async () => {
  const { answer } = await get(functionPrompt, async () => Array.from({ length: 330_000 }, () => ''));
  expect(answer).toMatchObject(tooLarge);
});

const text = { kind: 'literal', text: 'x'.repeat(1024 * 1024) } as const;
const data = { kind: 'data', data: 'A'.repeat(1024 * 1024) } as const;
it.each<[string, Block]>([
  ['file', bigImage],
  ['text', { type: 'text', text }],
  ['data', { type: 'audio', media: data, mimeType: 'audio/wav' }],
  ['embedded text', { type: 'resource', uri: 'x://a', mimeType: 'text/plain', body: { kind: 'text', text } }],
  ['embedded file', { type: 'resource', uri: 'x://a', mimeType: 'image/png', body: bigImage.media }],
  ['embedded text file', { type: 'resource', uri: 'x://a', mimeType: 'text/plain', body: bigImage.media }],
  ['link', { type: 'resource_link', uri: 'x://a', name: text.text }],
  ['annotation', { type: 'text', text: { ...text, text: '' }, annotations: { lastModified: text.text } }],
])('a definition that repeats one %s many times gets an error that the answer is too large', async (_, block) => {
  const messages = [{ role: 'user', blocks: Array.from({ length: 21 }, () => block) }] as const;
  expect((await get({ content: { kind: 'messages', messages } })).answer).toMatchObject(tooLarge);
});

it('resources/read refuses a resource that is too large', async () => {
  const body = { kind: 'text', text: { kind: 'template', template: '`a`'.repeat(30) } } as const;
  const blocks: Block[] = [{ type: 'resource', uri: 'x://a', mimeType: 'text/plain', body }];
  const content = { kind: 'messages', messages: [{ role: 'user', blocks }] } as const;
  const largePrompt = prompt({ name: 'P', arguments: [{ name: 'a', required: false, default: text.text }], content });
  const client = await connectWire(fakeLiveServer(resolvedServer([largePrompt])), '2025-11-25');
  expect(await client.request('resources/read', { uri: 'x://a' })).toMatchObject(tooLarge);
  await client.close();
});

it('a large answer within the limit is sent, and a file is read once for all its messages', async () => {
  const blocks: Block[] = Array.from({ length: 14 }, () => bigImage);
  const { answer, reads } = await get({ content: { kind: 'messages', messages: [{ role: 'user', blocks }] } });
  expect(answer.messages).toHaveLength(14);
  expect(reads).toBe(1);
  const template = '`a`'.repeat(9);
  const content = { kind: 'text', text: { kind: 'template', template } } as const;
  const { answer: filledValues } = await get({ arguments: a, content }, undefined, { a: 'é'.repeat(1024 * 1024) });
  expect(filledValues.messages).toHaveLength(1);
  expect(Buffer.byteLength('é') * 9 * 1024 * 1024).toBeLessThan(maxAnswerBytes);
});

it('nothing more is rendered for a client that no longer waits', async () => {
  const disconnect = new AbortController();
  const fakeServer = fakeLiveServer(resolvedServer([]), { 'big.png': megabyte });
  const liveServer = {
    ...fakeServer,
    readMedia: (file: string) => {
      disconnect.abort();
      return fakeServer.readMedia(file);
    },
  };
  const content = { kind: 'messages', messages: [{ role: 'user', blocks: [bigImage, bigImage] }] } as const;
  const context = { liveServer, services: fakeServices(), signal: disconnect.signal };
  await expect(renderPrompt(prompt({ name: 'P', content }), {}, context)).rejects.toMatchObject({
    code: 'unavailable',
  });
});

it('a block whose condition is not met is left out, and clients never get the condition', async () => {
  const condition = { argument: 'a', test: 'isNotEmpty' } as const;
  const link: Block = { type: 'resource_link', uri: 'docs://a', name: 'a', when: condition };
  const definition = prompt({
    name: 'P',
    arguments: [{ name: 'a', required: false }],
    content: { kind: 'messages', messages: [{ role: 'user', blocks: [link] }] },
  });
  const client = await connectWire(fakeLiveServer(resolvedServer([definition])), '2025-11-25');
  expect(await client.request('prompts/get', { name: 'P', arguments: { a: '1' } })).toEqual({
    messages: [{ role: 'user', content: { type: 'resource_link', uri: 'docs://a', name: 'a' } }],
  });
  expect(await client.request('prompts/get', { name: 'P' })).toMatchObject({
    code: -32603,
    message: expect.stringContaining('its answer is empty, because no condition is met'),
  });
});
