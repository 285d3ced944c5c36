/** Tools that search and read the starter reference, called by real clients. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimateTokenCount } from 'tokenx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTools } from '../../../model/builtin/builtin-tools.ts';
import type { ResolvedTool } from '../../../model/definitions.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { createSearchService, type SearchService } from '../../../search/sources/search-service.ts';
import { fileSecrets } from '../../../state/secrets.ts';
import { trustOf } from '../../../trust/testing/trust-of.ts';
import { REVISIONS, type Revision } from '../revisions.ts';
import type { ServerServices } from '../services.ts';
import { connectClientV1, connectWire } from '../testing/clients.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer, tool } from '../testing/fake-live-server.ts';
import { fromFile, wireOf } from '../testing/tools.ts';

let root: string;
let searchingService: SearchService;
let services: ServerServices;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'search-tool-'));
  searchingService = createSearchService({
    trust: trustOf(root),
    secrets: fileSecrets(root),
    cacheDir: root,
    cliFile: '',
    log: () => {},
  });
  const { search, findPage } = searchingService;
  services = { ...fakeServices(), search, findPage };
});
afterAll(() => searchingService.close());

const language = 'WolframLanguageDocumentation';
const builtin = tool({ ...(defaultTools.get('WolframLanguageContext') as ResolvedTool) });
const search = (content: object = {}) =>
  fromFile({
    Name: 'find',
    Parameters: [{ Name: 'query', Required: true }],
    Content: { Search: { Sources: [language], Query: { StringTemplate: '`query`' }, ...content } },
  });
const readingTool = fromFile({ Name: 'read', Content: { Read: { Sources: ['WolframAlpha', language] } } });

type Properties = Record<string, { readonly description?: string; readonly enum?: string[] }>;
const propertiesOf = async (testedTool: ResolvedTool, revision?: Revision) => {
  const { client } = await wireOf([testedTool], services, revision);
  const { tools } = (await client.request('tools/list')) as { tools: { inputSchema: { properties: Properties } }[] };
  return tools[0]?.inputSchema.properties ?? {};
};
const textOf = (result: Record<string, unknown>): string =>
  (result.content as { text?: string }[]).map(({ text = '' }) => text).join('');
/** The results: title, place, passage. */
const resultsIn = (text: string) =>
  text
    .split(/^(?=# )/m)
    .filter((part) => part.startsWith('# '))
    .map((result) => {
      const [title = '', place = '', ...lines] = result.split('\n');
      return { title, place, passage: [title, ...lines].join('\n') };
    });

describe('A tool that searches', () => {
  it('lists its options beside the author’s own parameters, which come first', async () => {
    expect(Object.keys(await propertiesOf(builtin))).toEqual(['context', 'limit', 'budget', 'section', 'repeat']);
    expect(Object.keys(await propertiesOf(search({ Options: false })))).toEqual(['query']);
    expect(Object.keys(await propertiesOf(search({ Options: ['limit'] })))).toEqual(['query', 'limit']);
    const ownTool = { ...search(), inputSchema: { type: 'object', properties: { limit: { type: 'string' } } } };
    expect((await propertiesOf(ownTool)).limit).toEqual({ type: 'string' });
    const twoSourceTool = search({ Sources: [language, 'WolframAlpha'], Budget: 500 });
    const properties = await propertiesOf(twoSourceTool);
    expect(properties.source?.enum).toEqual([language, 'WolframAlpha']);
    expect(properties.budget?.description).toBe('Maximum number of tokens. Default: 500.');
  });

  it('takes its options, and refuses values that they cannot have', async () => {
    const { call } = await wireOf([search()], services);
    const twoResults = textOf(await call('find', { query: 'prime numbers', limit: 2 }));
    expect(resultsIn(twoResults)).toHaveLength(2);
    const smallText = textOf(await call('find', { query: 'differential equations', budget: 300 }));
    expect(estimateTokenCount(smallText)).toBeLessThanOrEqual(320);
    const symbols = textOf(await call('find', { query: 'random numbers', section: 'symbols' }));
    expect(resultsIn(symbols).length).toBeGreaterThan(1);
    for (const { place } of resultsIn(symbols)) expect(place).toMatch(/^(…|https:\/\/reference\.wolfram\.com\/)/);
    expect(await call('find', { query: 'primes', limit: 0 })).toMatchObject({ isError: true });
    const severalSources = await wireOf([search({ Sources: ['WolframAlpha', language] })], services);
    const chosenText = textOf(await severalSources.call('find', { query: 'primes', source: language }));
    expect(chosenText).not.toContain('WolframAlpha gave no results');
    expect(await severalSources.call('find', { query: 'primes', source: 'Elsewhere' })).toMatchObject({
      isError: true,
    });
  });

  it.each([
    'How can I find the 123456789th prime number?',
    'plot two functions with a legend',
    'sort a list of associations by key',
    'solve a differential equation numerically',
    'replace text with regular expressions',
    'compute pi to 1000 digits',
    'foreach',
  ])('spends at most 100 tokens beside the passages: %s', async (context) => {
    const { call } = await wireOf([builtin], services);
    const text = textOf(await call(builtin.name, { context }));
    const results = resultsIn(text);
    expect(results.length).toBeGreaterThan(1);
    const inPassages = results.reduce((sum, { passage }) => sum + estimateTokenCount(passage), 0);
    expect(estimateTokenCount(text) - inPassages).toBeLessThanOrEqual(100);
  });

  it('gives no passage twice in a session, unless the call asks for it', async () => {
    const liveServer = fakeLiveServer(resolvedServer([], { tools: [search()] }));
    const session = async (revision: Revision = '2025-11-25') => {
      const client = await connectWire(liveServer, revision, services);
      return async (args: object = {}) =>
        textOf(await client.request('tools/call', { name: 'find', arguments: { query: 'prime numbers', ...args } }));
    };
    const call = await session();
    const firstText = await call({ limit: 3 });
    const secondText = await call({ limit: 3 });
    const titles = (text: string) => resultsIn(text).map(({ title }) => title);
    expect(new Set([...titles(firstText), ...titles(secondText)]).size).toBe(6);
    expect(secondText).toMatch(
      /\[Prime \(https:.*\); .*: given before in this session; repeat: true gives it again\.\]$/,
    );
    expect(await call({ limit: 3, repeat: true })).toBe(firstText);

    expect(await (await session())({ limit: 3 })).toBe(firstText);
    const searchStateless = await session('2026-07-28');
    expect(await searchStateless({ limit: 3 })).toBe(firstText);
    expect(await searchStateless({ limit: 3 })).toBe(firstText);
    const withoutOption = await wireOf([search({ Options: ['limit'] })], services);
    for (const _ of [1, 2])
      expect(textOf(await withoutOption.call('find', { query: 'prime numbers', limit: 3 }))).toBe(firstText);
  });

  it.each(REVISIONS)('with Structured has its places as data and links, where %s has them', async (revision) => {
    const searchTool = search({ Structured: true });
    const { client, call } = await wireOf([searchTool], services, revision);
    const { content, structuredContent } = await call('find', { query: 'PrimePi', limit: 2 });
    const { tools } = (await client.request('tools/list')) as { tools: { outputSchema?: object }[] };
    const blocks = content as { type: string; text?: string; uri?: string }[];
    expect(blocks[0]?.text).toContain('# PrimePi');
    if (revision < '2025-06-18') {
      expect([blocks.length, structuredContent, tools[0]?.outputSchema]).toEqual([1, undefined, undefined]);
      return;
    }
    expect(tools[0]?.outputSchema).toMatchObject({ required: ['results', 'tokens'] });
    const { results } = structuredContent as { results: Record<string, unknown>[] };
    const url = 'https://reference.wolfram.com/language/ref/PrimePi.html';
    expect(results[0]).toMatchObject({ title: 'PrimePi', source: language, url, score: expect.any(Number) });
    expect(JSON.stringify(structuredContent).length).toBeLessThan(600);
    expect(blocks.slice(1)).toMatchObject([
      { type: 'resource_link', uri: url, name: 'PrimePi' },
      { type: 'resource_link' },
    ]);
    if (revision !== '2025-11-25') return;
    const v1 = await connectClientV1(fakeLiveServer(resolvedServer([], { tools: [searchTool] })), services);
    await v1.listTools();
    expect(await v1.callTool({ name: 'find', arguments: { query: 'PrimePi', limit: 2 } })).toMatchObject({
      structuredContent,
    });
  });

  it('has no structured content otherwise: many clients would hide the passages from the model', async () => {
    const { call } = await wireOf([search()], services);
    expect(Object.keys(await call('find', { query: 'PrimePi' }))).toEqual(['content', 'isError']);
  });
});

describe('A tool that reads', () => {
  it('gives the page of a title, location or address, one section, or the outline', async () => {
    const { call } = await wireOf([readingTool], services);
    expect(Object.keys(await propertiesOf(readingTool))).toEqual([
      'location',
      'section',
      'outline',
      'start',
      'source',
      'budget',
    ]);
    const page = textOf(await call('read', { location: 'Prime' }));
    const url = 'https://reference.wolfram.com/language/ref/Prime.html';
    expect(page).toMatch(/^# Prime\nstarter-reference\/symbols\/Prime\.md\nhttps:/);
    for (const location of [url, 'starter-reference/symbols/Prime.md', '…/Prime.md'])
      expect(textOf(await call('read', { location }))).toBe(page);
    expect(textOf(await call('read', { location: 'Prime', outline: true }))).toMatch(/\n1\. \(beginning\), \d+ tokens/);
    expect(await call('read', { location: 'Prime', section: 'No such section' })).toMatchObject({ isError: true });
  });

  it('suggests a page with a similar name for a name that no page has', async () => {
    const { call } = await wireOf([readingTool], services);
    expect(await call('read', { location: 'PrimePie' })).toEqual({
      content: [{ type: 'text', text: expect.stringContaining('starter-reference/symbols/PrimePi.md') }],
      isError: true,
    });
    expect(await call('read', {})).toMatchObject({ isError: true });
  });
});

describe('The pages of searched sources', () => {
  const searchPrompt = prompt({
    name: 'Search',
    content: { kind: 'search', sources: [language], query: { kind: 'literal', text: 'x' } },
  });

  it('are resources of a template, of those sources only', async () => {
    const client = await connectWire(fakeLiveServer(resolvedServer([searchPrompt])), '2025-11-25', services);
    expect(await client.request('resources/templates/list')).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'docs://{source}/{+location}', mimeType: 'text/markdown' }],
    });
    const uri = `docs://${language}/starter-reference/symbols/Prime.md`;
    expect(await client.request('resources/read', { uri })).toMatchObject({
      contents: [{ uri, mimeType: 'text/markdown', text: expect.stringMatching(/^# Prime\n/) }],
    });
    const code = -32002;
    for (const unknownText of ['docs://Other/a.md', `docs://${language}/%2e%2e/secret.md`, `docs://${language}/%ff`])
      expect(await client.request('resources/read', { uri: unknownText }), unknownText).toMatchObject({ code });
    const ref = { type: 'ref/resource', uri: 'docs://{source}/{+location}' };
    const argument = { name: 'source', value: 'wolf' };
    expect(await client.request('completion/complete', { ref, argument })).toMatchObject({
      completion: { values: [language] },
    });
  });

  it('are none for a server that searches only Wolfram|Alpha', async () => {
    const alpha = {
      ...searchPrompt,
      content: { ...searchPrompt.content, sources: ['WolframAlpha'] },
    } as typeof searchPrompt;
    const client = await connectWire(fakeLiveServer(resolvedServer([alpha])), '2025-11-25', services);
    expect(await client.request('resources/templates/list')).toEqual({ resourceTemplates: [] });
  });
});

describe('A function', () => {
  it('gets the passages of its searches, and pages without the paths of this computer', async () => {
    const run: Sandbox['run'] = async ({ host }) => {
      const { text, results } = await host.search(language, 'PrimePi', { limit: 2 });
      await expect(host.search(language, 'PrimePi', { limits: 2 })).rejects.toThrow('no option limits');
      await expect(host.search(language, 'PrimePi', { budget: '1' })).rejects.toThrow('must be a whole number');
      return { text, results, page: await host.page?.(language, 'PrimePi') };
    };
    const ownTool = tool({ name: 'made', outputSchema: { type: 'object' }, content: { kind: 'function', code: '' } });
    const { call } = await wireOf([ownTool], { ...services, sandbox: async () => ({ run, compute: async () => '' }) });
    const { structuredContent } = await call('made', {});
    const url = 'https://reference.wolfram.com/language/ref/PrimePi.html';
    expect(structuredContent).toMatchObject({
      text: expect.stringContaining(`<result source="${language}" url="${url}">`),
      results: [{ title: 'PrimePi', url, score: expect.any(Number), text: expect.stringMatching(/^# PrimePi\n/) }, {}],
      page: { source: language, title: 'PrimePi', url, passages: [{ headings: [] }] },
    });
  });
});
