import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedPrompt } from '../definitions.ts';
import { resolveServer } from '../resolve.ts';
import { parseTemplate } from '../template/string-template.ts';
import { defaultPrompts, defaultServers } from './builtin.ts';
import { defaultTools, toolsElsewhere } from './builtin-tools.ts';

const languageTools = [
  ...['WolframLanguageContext', 'WolframLanguageEvaluator', 'ReadNotebook', 'WriteNotebook'],
  ...['SymbolDefinition', 'CodeInspector', 'TestReport'],
];

describe('The built-in catalogue', () => {
  it('cases 1 to 3: the three searches of the specification, each with one required argument, query', () => {
    const searches = ['WolframAlphaSearch', 'WolframLanguageSearch', 'WolframSearch'];
    expect([...defaultPrompts.keys()].sort()).toEqual(['Notebook', ...searches]);
    for (const name of searches) {
      const prompt = defaultPrompts.get(name) as ResolvedPrompt;
      expect(prompt).toMatchObject({
        name: 'Search',
        type: 'Function',
        catalogueName: name,
        origin: { kind: 'builtin' },
      });
      expect(prompt.arguments).toMatchObject([{ name: 'query', required: true }]);
      const content = prompt.content;
      expect(
        content.kind === 'search' && content.query.kind === 'template' && parseTemplate(content.query.template),
      ).toMatchObject({
        parts: [{ kind: 'slot', name: 'query' }],
      });
    }
  });

  it.each([
    ['WolframSearch', 'Searches for relevant Wolfram information to help answer a query.', 'The search query'],
    [
      'WolframLanguageSearch',
      'Searches Wolfram Language documentation for relevant information.',
      'The search query for Wolfram Language documentation',
    ],
    [
      'WolframAlphaSearch',
      'Searches Wolfram Alpha knowledge base for relevant information.',
      'The search query for Wolfram Alpha',
    ],
  ])('%s has the texts of the specification', (name, description, queryDescription) => {
    const prompt = defaultPrompts.get(name);
    expect(prompt?.description).toBe(description);
    expect(prompt?.arguments[0]?.description).toBe(queryDescription);
  });

  it.each([
    ['Wolfram', 'WolframSearch', 3, ['WolframContext', 'WolframLanguageEvaluator', 'WolframAlpha']],
    ['WolframAlpha', 'WolframAlphaSearch', 2, ['WolframAlphaContext', 'WolframAlpha']],
    ['WolframLanguage', 'WolframLanguageSearch', 7, languageTools],
    ['WolframPacletDevelopment', 'WolframLanguageSearch', 13, languageTools],
  ])(
    'case 4: the server %s lists %s and %i tools, and serves those that need no front end',
    (name, prompt, tools, toolNames) => {
      const server = defaultServers.get(name);
      expect(server?.tools).toHaveLength(tools);
      expect(new Set(server?.tools.map((entry) => entry.kind === 'name' && entry.name)).size).toBe(tools);
      if (!server) return;
      const { resolvedServer, findings } = resolveServer(server, {
        lookup: (key) => defaultPrompts.get(key),
        lookupTool(key) {
          const tool = defaultTools.get(key);
          if (tool) return { tool, origin: { kind: 'builtin' } };
          return toolsElsewhere.has(key) ? { not: 'elsewhere' } : undefined;
        },
      });
      expect(findings.filter(({ tag }) => tag !== 'NotServed')).toEqual([]);
      expect(resolvedServer.prompts).toEqual([defaultPrompts.get(prompt)]);
      expect(resolvedServer.tools.map(({ name }) => name)).toEqual(toolNames);
    },
  );

  it.each([
    'builtin/builtin.ts',
    'builtin/builtin-tools.ts',
    'resolve.ts',
    'name-clashes.ts',
    'tool/resolve-tools.ts',
    'tool/tools-of-prompts.ts',
    'prompt/read-value.ts',
    'prompt/conditions.ts',
    '../base/text/near-names.ts',
  ])('costs a cold start nothing: %s loads no library', (file) => {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
    const loadedModules = [...text.matchAll(/^import (?!type )[^;]*from '([^']+)'/gm)].map((match) => match[1]);
    const lightModule =
      /\/(?:builtin-tools|name-clashes|near-names|read-value|specification-sentences|resolve-tools|tools-of-prompts|word-list)\.ts$/;
    expect(loadedModules.filter((name) => !lightModule.test(name ?? ''))).toEqual([]);
  });
});
