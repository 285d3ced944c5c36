/**
 * The built-in part of the catalogue: `$DefaultMCPPrompts` and the four default servers (docs/specification.md,
 * "$DefaultMCPPrompts"). Every cold start loads this file, so it is plain data and imports only types.
 */
import type { ResolvedPrompt, ServerDefinition } from '../definitions.ts';

/** Built-in sources, by name. */
const documentation = 'WolframLanguageDocumentation';
const wolframAlpha = 'WolframAlpha';

function searchPrompt(
  catalogueName: string,
  description: string,
  queryDescription: string,
  sources: readonly string[],
): ResolvedPrompt {
  return {
    catalogueName,
    name: 'Search',
    description,
    arguments: [{ name: 'query', description: queryDescription, required: true, restOfLine: true }],
    type: 'Function',
    content: { kind: 'search', sources, query: { kind: 'template', template: '`query`' } },
    samples: [{ name: 'Primes', arguments: { query: 'How can I find the 123456789th prime number?' } }],
    origin: { kind: 'builtin' },
  };
}

const prompts = [
  searchPrompt(
    'WolframSearch',
    'Searches for relevant Wolfram information to help answer a query.',
    'The search query',
    [wolframAlpha, documentation],
  ),
  searchPrompt(
    'WolframLanguageSearch',
    'Searches Wolfram Language documentation for relevant information.',
    'The search query for Wolfram Language documentation',
    [documentation],
  ),
  searchPrompt(
    'WolframAlphaSearch',
    'Searches Wolfram Alpha knowledge base for relevant information.',
    'The search query for Wolfram Alpha',
    [wolframAlpha],
  ),
];

/** Later than the specification: the reference has it since January 2026. */
const notebook: ResolvedPrompt = {
  catalogueName: 'Notebook',
  name: 'Notebook',
  description: 'Attaches the contents of a Wolfram notebook to the conversation context.',
  arguments: [{ name: 'path', description: 'Path to the notebook file (.nb)', required: true, restOfLine: true }],
  type: 'Function',
  content: { kind: 'notebook' },
  samples: [],
  origin: { kind: 'builtin' },
};

/** `$DefaultMCPPrompts`, by catalogue name: three searches, which share the MCP name `Search`, and `Notebook`. */
export const defaultPrompts: ReadonlyMap<string, ResolvedPrompt> = new Map(
  [...prompts, notebook].map((prompt) => [prompt.catalogueName ?? prompt.name, prompt]),
);

const languageTools = [
  'WolframLanguageContext',
  'WolframLanguageEvaluator',
  'ReadNotebook',
  'WriteNotebook',
  'SymbolDefinition',
  'CodeInspector',
  'TestReport',
];

const pacletTools = [
  'CreateSymbolDoc',
  'EditSymbolDoc',
  'EditSymbolDocExamples',
  'CheckPaclet',
  'BuildPaclet',
  'SubmitPaclet',
];

function defaultServer(name: string, prompt: string, tools: readonly string[]): ServerDefinition {
  return {
    name,
    version: '1.0.0',
    tools: tools.map((tool, index) => ({ kind: 'name', name: tool, at: ['Tools', index] })),
    prompts: [{ kind: 'name', name: prompt, at: ['MCPPrompts', 0] }],
  };
}

const servers = [
  defaultServer('Wolfram', 'WolframSearch', ['WolframContext', 'WolframLanguageEvaluator', 'WolframAlpha']),
  defaultServer('WolframAlpha', 'WolframAlphaSearch', ['WolframAlphaContext', 'WolframAlpha']),
  defaultServer('WolframLanguage', 'WolframLanguageSearch', languageTools),
  defaultServer('WolframPacletDevelopment', 'WolframLanguageSearch', [...languageTools, ...pacletTools]),
];

/** The four default servers, by name. */
export const defaultServers: ReadonlyMap<string, ServerDefinition> = new Map(
  servers.map((server) => [server.name, server]),
);
