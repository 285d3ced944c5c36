import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { anyText } from '../../base/text/testing/any-text.ts';
import { answerRegistry, type RegistryOptions, type RegistryServer } from './registry.ts';

/** What the registry's OpenAPI (2025-12-01, v0.1) requires of these answers. */
const detail = z.strictObject({
  $schema: z.url(),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: z.string().min(1).max(100),
  title: z.string().min(1).max(100),
  version: z.string().max(255),
  websiteUrl: z.url().optional(),
  remotes: z.array(
    z.strictObject({ type: z.literal('streamable-http'), url: z.string().regex(/^https?:\/\/[^\s]+$/) }),
  ),
});
const response = z.strictObject({
  server: detail,
  _meta: z.looseObject({
    'io.modelcontextprotocol.registry/official': z.strictObject({
      status: z.enum(['active', 'deprecated', 'deleted']),
      statusChangedAt: z.iso.datetime(),
      publishedAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
      isLatest: z.boolean(),
    }),
  }),
});
const list = z.strictObject({
  servers: z.array(response),
  metadata: z.strictObject({ nextCursor: z.string().min(1).optional(), count: z.int() }),
});

function options(servers: readonly RegistryServer[], change: Partial<RegistryOptions> = {}): RegistryOptions {
  return {
    servers,
    publicUrl: 'https://prompts.example.com',
    publishedAt: '2026-11-27T12:00:00.000Z',
    commit: 'abc',
    ...change,
  };
}

const docs: RegistryServer = {
  catalogueName: 'Docs',
  title: 'Documentation',
  version: '1.2.0',
  instructions: 'Answers questions about our products. Use it often.',
  websiteUrl: 'https://example.com/docs',
};

function names(query: string, servers: readonly RegistryServer[], change?: Partial<RegistryOptions>) {
  const answer = answerRegistry('/v0.1/servers', new URLSearchParams(query), options(servers, change));
  return list.parse(answer?.body).servers.map(({ server }) => server.name);
}

test('a server is listed with its address, as its OpenAPI document requires', () => {
  const answer = answerRegistry('/v0.1/servers', new URLSearchParams(), options([docs]));
  expect(answer?.status).toBe(200);
  expect(list.parse(answer?.body).servers[0]?.server).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'com.example.prompts/Docs',
    title: 'Documentation',
    description: 'Answers questions about our products.',
    version: '1.2.0',
    websiteUrl: 'https://example.com/docs',
    remotes: [{ type: 'streamable-http', url: 'https://prompts.example.com/mcp/Docs' }],
  });
});

test('its versions and its latest version are found by its encoded name', () => {
  const at = (path: string) => answerRegistry(`/v0.1/servers/${path}`, new URLSearchParams(), options([docs]));
  const name = encodeURIComponent('com.example.prompts/Docs');
  expect(list.parse(at(`${name}/versions`)?.body).servers).toHaveLength(1);
  expect(response.parse(at(`${name}/versions/latest`)?.body).server.version).toBe('1.2.0');
  expect(response.parse(at(`${name}/versions/1.2.0`)?.body).server.version).toBe('1.2.0');
  for (const path of [`${name}/versions/1.0.0`, name, 'com.example.prompts%2FHidden/versions/latest', '%E0/versions'])
    expect(at(path)).toEqual({ status: 404, body: { error: 'Server not found' } });
  expect(answerRegistry('/v0.1/other', new URLSearchParams(), options([docs]))).toBeUndefined();
});

test('every server has a valid entry, and no two have the same name', () => {
  const server = fc.record({
    catalogueName: anyText({ minLength: 1, maxLength: 300 }),
    version: fc.string({ maxLength: 20 }),
    instructions: fc.string({ maxLength: 300 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(server, { selector: ({ catalogueName }) => catalogueName, maxLength: 20 }),
      (servers) => {
        const foundNames = names('limit=100', servers);
        expect(new Set(foundNames).size).toBe(servers.length);
      },
    ),
  );
});

test('pages follow each other without a gap or a repetition, whatever the limit', () => {
  const servers = Array.from({ length: 67 }, (_, index) => ({ ...docs, catalogueName: `s${index}` }));
  for (const limit of [1, 7, 30, 66, 67, 100]) {
    const foundNames: string[] = [];
    let cursor = '';
    do {
      const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
      const page = list.parse(answerRegistry('/v0.1/servers', query, options(servers))?.body);
      expect(page.metadata.count).toBe(page.servers.length);
      foundNames.push(...page.servers.map(({ server }) => server.name));
      cursor = page.metadata.nextCursor ?? '';
    } while (cursor !== '');
    expect(foundNames).toHaveLength(67);
    expect(new Set(foundNames).size).toBe(67);
  }
});

test('lists are filtered by name, version and time, and wrong filters are refused', () => {
  const servers = [docs, { ...docs, catalogueName: 'Tickets', version: '2.0.0' }];
  expect(names('search=tick', servers)).toEqual(['com.example.prompts/Tickets']);
  expect(names('version=1.2.0', servers)).toEqual(['com.example.prompts/Docs']);
  expect(names('version=latest', servers)).toHaveLength(2);
  expect(names('updated_since=2026-11-27T12:00:01Z', servers)).toEqual([]);
  expect(names('updated_since=2026-11-27T11:59:59Z', servers)).toHaveLength(2);
  for (const query of ['limit=0', 'limit=x', 'updated_since=yesterday'])
    expect(answerRegistry('/v0.1/servers', new URLSearchParams(query), options(servers))?.status).toBe(400);
});

test('a server without a reverse name gets one from its address', () => {
  expect(names('', [docs], { publicUrl: 'http://127.0.0.1:8080' })).toEqual(['127.0.0.1/Docs']);
  expect(names('', [docs], { namespace: 'com.example' })).toEqual(['com.example/Docs']);
});
