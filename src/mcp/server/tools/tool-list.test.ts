import { describe, expect, it } from 'vitest';
import { pageSize } from '../pages.ts';
import { REVISIONS } from '../revisions.ts';
import { connectClient, connectWire, until } from '../testing/clients.ts';
import { fakeLiveServer, prompt, resolvedServer, tool } from '../testing/fake-live-server.ts';

const numberedTools = (count: number) => Array.from({ length: count }, (_, index) => tool({ name: `t${index}` }));

describe('tools/list', () => {
  it.each([0, 1, pageSize, pageSize + 1, 250])('pages %i tools in the order of their author', async (count) => {
    const tools = numberedTools(count).toReversed();
    const client = await connectWire(fakeLiveServer(resolvedServer([], { tools })), '2025-11-25');
    const names: string[] = [];
    let cursor: unknown;
    do {
      const page = await client.request('tools/list', cursor === undefined ? {} : { cursor });
      names.push(...(page.tools as { name: string }[]).map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual(tools.map(({ name }) => name));
    expect(await client.request('tools/list', { cursor: 'x' })).toMatchObject({ code: -32602 });
  });

  it.each(REVISIONS)('gives a client of %s the fields that it knows, schemas to the letter', async (revision) => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { zulu: { type: 'number' }, alpha: { type: 'string' } },
      required: ['zulu'],
    };
    const ownTool = tool({
      name: 'made',
      title: 'Made',
      description: 'Does it',
      icons: [{ src: 'https://example.com/i.png' }],
      annotations: { readOnlyHint: true },
      inputSchema,
      outputSchema: { type: 'object' },
    });
    const client = await connectWire(fakeLiveServer(resolvedServer([], { tools: [ownTool] })), revision);
    const { tools } = await client.request('tools/list');
    const hasTitle = revision >= '2025-06-18';
    const hasAnnotations = revision >= '2025-03-26';
    expect(tools).toEqual([
      {
        name: 'made',
        description: 'Does it',
        inputSchema,
        ...(hasTitle && { title: 'Made', outputSchema: { type: 'object' } }),
        ...(hasAnnotations && { annotations: { ...(!hasTitle && { title: 'Made' }), readOnlyHint: true } }),
        ...(revision >= '2025-11-25' && { icons: [{ src: 'https://example.com/i.png' }] }),
      },
    ]);
    expect(JSON.stringify((tools as { inputSchema: object }[])[0]?.inputSchema)).toBe(JSON.stringify(inputSchema));
    if (revision === '2026-07-28') return;
    expect((client.initialize.capabilities as { tools: object }).tools).toEqual({ listChanged: true });
  });

  it.each(REVISIONS)('notifies a client of %s only when its list differs', async (revision) => {
    const liveServer = fakeLiveServer(resolvedServer([], { tools: numberedTools(2) }));
    const client = await connectClient(liveServer, revision);
    const events: string[] = [];
    for (const list of ['tools', 'prompts'] as const)
      client.setNotificationHandler(`notifications/${list}/list_changed`, () => {
        events.push(list);
      });
    if (revision === '2026-07-28') await client.listen({ toolsListChanged: true, promptsListChanged: true });
    const [firstTool, secondTool] = numberedTools(2);
    if (!firstTool || !secondTool) throw new Error('There are two.');
    liveServer.set({ tools: [firstTool, { ...secondTool, content: { kind: 'function', code: '() => 1' } }] });
    liveServer.set({ tools: [{ ...firstTool, inputSchema: { type: 'object', properties: { a: {} } } }, secondTool] });
    await until(() => events.length > 0, 'the notification');
    liveServer.set({ prompts: [prompt({ name: 'new' })] });
    await until(() => events.length > 1, 'the other notification');
    expect(events).toEqual(['tools', 'prompts']);
    await client.close();
  });
});
