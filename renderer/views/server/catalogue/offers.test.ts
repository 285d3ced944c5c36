import { expect, test } from 'vitest';
import type { CatalogueEntry, PromptSummary, ServerSummary } from '../../../../src/contract/contract.ts';
import { offerOf } from './offers.ts';

const listedPrompt = (fields: Partial<PromptSummary>): PromptSummary => ({
  key: 'key',
  name: 'greet',
  arguments: [],
  samples: [],
  builtin: false,
  isServed: true,
  problems: [],
  ...fields,
});

const server: ServerSummary = {
  name: 'Docs',
  version: '1.0.0',
  builtin: false,
  file: 'servers/Docs.yaml',
  tools: [],
  promptsAsTools: false,
  prompts: [listedPrompt({ name: 'Search', catalogueName: 'WolframSearch' }), listedPrompt({ name: 'hello' })],
  problems: [],
};

const entry = (catalogueName: string, name: string): CatalogueEntry => ({
  catalogueName,
  name,
  arguments: [],
  builtin: false,
  listedBy: [],
});

test('an entry whose MCP name is free can be added', () => {
  expect(offerOf(entry('Explain', 'explain'), server, 'prompts')).toEqual({ kind: 'free' });
});

test('an entry that the server lists is not offered again', () => {
  expect(offerOf(entry('WolframSearch', 'Search'), server, 'prompts')).toEqual({ kind: 'listed' });
});

test('an entry with the MCP name of a listed one clashes, and with which', () => {
  expect(offerOf(entry('WolframAlphaSearch', 'Search'), server, 'prompts')).toEqual({
    kind: 'clash',
    message: 'Docs already has Search (WolframSearch). Rename one of them; until then neither is served.',
  });
  expect(offerOf(entry('Hello', 'hello'), server, 'prompts')).toMatchObject({ kind: 'clash' });
});

test('a tool is compared with the tools of the list, not with its prompts', () => {
  const tools = [{ key: 'Tools.0', name: 'sum', builtin: false, isServed: true, problems: [] }];
  expect(offerOf(entry('Search', 'Search'), { ...server, tools }, 'tools')).toEqual({ kind: 'free' });
  expect(offerOf(entry('Sum', 'sum'), { ...server, tools }, 'tools')).toMatchObject({
    kind: 'clash',
    message: expect.stringContaining('an inline tool'),
  });
});
