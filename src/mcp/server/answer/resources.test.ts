import { expect, it } from 'vitest';
import type { Block } from '../../../model/definitions.ts';
import type { Revision } from '../revisions.ts';
import { connectClient, connectWire, until } from '../testing/clients.ts';
import { fakeLiveServer, prompt, resolvedServer } from '../testing/fake-live-server.ts';

const blocks: Block[] = [
  {
    type: 'resource',
    uri: 'doc://guide/intro.md',
    mimeType: 'text/markdown',
    body: { kind: 'text', text: { kind: 'template', template: '# Guide for `who`' } },
    annotations: { priority: 0.5, lastModified: '2026-01-02T03:04:05Z' },
  },
  { type: 'resource', uri: 'doc://logo', mimeType: 'image/png', body: { kind: 'file', file: 'logo.png' } },
  { type: 'resource_link', uri: 'doc://logo', name: 'Logo', title: 'The logo', size: 3 },
  { type: 'resource_link', uri: 'https://example.com/', name: 'Example' },
];
const liveServer = fakeLiveServer(
  resolvedServer([
    prompt({ name: 'Text' }),
    prompt({
      name: 'Guide',
      arguments: [{ name: 'who', required: false, default: 'everybody' }],
      content: { kind: 'messages', messages: [{ role: 'user', blocks }] },
    }),
  ]),
  { 'logo.png': new Uint8Array([1, 2, 3]) },
);

it('lists what prompts embed or link to, each URI once', async () => {
  const client = await connectClient(liveServer);
  expect((await client.listResources()).resources).toEqual([
    {
      uri: 'doc://guide/intro.md',
      name: 'intro.md',
      mimeType: 'text/markdown',
      annotations: { priority: 0.5, lastModified: '2026-01-02T03:04:05Z' },
    },
    { uri: 'doc://logo', name: 'Logo', title: 'The logo', mimeType: 'image/png', size: 3 },
    { uri: 'https://example.com/', name: 'Example' },
  ]);
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
});

it('lists them to an older client without fields that its revision does not have', async () => {
  const client = await connectWire(liveServer, '2024-11-05');
  const { resources } = await client.request('resources/list');
  expect(resources).toMatchObject([{ annotations: { priority: 0.5 } }, { name: 'Logo' }, {}]);
  expect(JSON.stringify(resources)).not.toMatch(/title|lastModified/);
});

it('lists many resources in pages, and refuses the cursor of another list', async () => {
  const links = Array.from(
    { length: 230 },
    (_, n): Block => ({ type: 'resource_link', uri: `doc://${n}`, name: `${n}` }),
  );
  const content = { kind: 'messages', messages: [{ role: 'user', blocks: links }] } as const;
  const manyServer = fakeLiveServer(
    resolvedServer(Array.from({ length: 120 }, (_, n) => prompt({ name: `p${n}`, ...(n === 0 && { content }) }))),
  );
  const client = await connectWire(manyServer, '2025-11-25');
  const names: unknown[] = [];
  let cursor: unknown;
  do {
    const page = await client.request('resources/list', cursor === undefined ? {} : { cursor });
    names.push(...(page.resources as { name: string }[]).map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(names).toEqual(Array.from({ length: 230 }, (_, n) => `${n}`));
  const { nextCursor: ofPrompts } = await client.request('prompts/list');
  expect(ofPrompts).toBeTypeOf('string');
  for (const list of ['tools/list', 'resources/list', 'resources/templates/list'])
    expect(await client.request(list, { cursor: ofPrompts }), list).toMatchObject({ code: -32602 });
});

it('reads an embedded text, filled with the defaults of its prompt, and embedded bytes', async () => {
  const client = await connectClient(liveServer);
  expect((await client.readResource({ uri: 'doc://guide/intro.md' })).contents).toEqual([
    { uri: 'doc://guide/intro.md', mimeType: 'text/markdown', text: '# Guide for everybody' },
  ]);
  expect((await client.readResource({ uri: 'doc://logo' })).contents).toEqual([
    { uri: 'doc://logo', mimeType: 'image/png', blob: 'AQID' },
  ]);
});

it.each<Revision>(['2025-11-25', '2026-07-28'])(
  "tells the SDK's client of %s that a resource changed",
  async (revision) => {
    const uri = 'doc://logo';
    const logo = fakeLiveServer(liveServer.current(), { 'logo.png': new Uint8Array([1]) });
    const client = await connectClient(logo, revision);
    const updatedUris: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updatedUris.push(params.uri);
    });
    if (revision === '2026-07-28') await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    logo.setMedia('logo.png', new Uint8Array([2]));
    await until(() => updatedUris.length > 0, 'the notification');
    expect(updatedUris).toEqual([uri]);
    expect(await client.readResource({ uri })).toMatchObject({ contents: [{ blob: 'Ag==' }] });
    await client.close();
  },
);

it('says that a linked resource must be fetched from its own address', async () => {
  const client = await connectWire(liveServer, '2025-11-25');
  expect(await client.request('resources/read', { uri: 'https://example.com/' })).toMatchObject({
    code: -32002,
    message: expect.stringContaining('only links to'),
  });
  expect(await client.request('resources/read', {})).toMatchObject({ code: -32602 });
});
