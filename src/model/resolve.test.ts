import { describe, expect, it } from 'vitest';
import type { PromptEntry, ResolvedPrompt, ServerDefinition } from './definitions.ts';
import { type PromptCatalogue, resolveServer } from './resolve.ts';

function prompt(name: string, catalogueName?: string): ResolvedPrompt {
  return {
    name,
    ...(catalogueName !== undefined && { catalogueName }),
    arguments: [],
    type: 'Text',
    content: { kind: 'text', text: { kind: 'literal', text: name } },
    samples: [],
    origin: { kind: 'builtin' },
  };
}

const knownPrompts = new Map<string, ResolvedPrompt | { readonly invalid: true }>([
  ['Greet', prompt('greet', 'Greet')],
  ['Goodbye', prompt('goodbye', 'Goodbye')],
  ['Search1', prompt('Search', 'Search1')],
  ['Search2', prompt('Search', 'Search2')],
  ['Broken', { invalid: true }],
]);

const catalogue: PromptCatalogue = {
  lookup: (name) => knownPrompts.get(name),
  names: () => knownPrompts.keys(),
  named: (mcpName) =>
    [...knownPrompts].flatMap(([key, value]) => ('name' in value && value.name === mcpName ? [key] : [])),
};

function server(...prompts: PromptEntry[]): ServerDefinition {
  return { name: 'S', version: '1.0.0', tools: [], prompts };
}

function nameEntry(name: string, index = 0): PromptEntry {
  return { kind: 'name', name, at: ['MCPPrompts', index] };
}

function messageFor(name: string): string {
  const { findings } = resolveServer(server(nameEntry(name)), catalogue, 's.yaml');
  expect(findings).toMatchObject([{ tag: 'PromptNameNotFound', severity: 'error', at: ['MCPPrompts', 0] }]);
  expect(findings[0]?.specification).toBe(`No prompt named "${name}" found in $DefaultMCPPrompts.`);
  return findings[0]?.message ?? '';
}

describe('A server’s list of prompts', () => {
  it('case 13: a name gives the definition itself, in the author’s order', () => {
    const { resolvedServer, findings } = resolveServer(
      server(nameEntry('Goodbye'), nameEntry('Greet', 1)),
      catalogue,
      's.yaml',
    );
    expect(findings).toEqual([]);
    expect(resolvedServer.prompts[0]).toBe(knownPrompts.get('Goodbye'));
    expect(resolvedServer.prompts.map((prompt) => prompt.name)).toEqual(['goodbye', 'greet']);
    expect(resolvedServer).toMatchObject({ name: 'S', version: '1.0.0', tools: [] });
  });

  it('gives an inline definition its file and path', () => {
    const { origin: _, ...definition } = prompt('here');
    const entry: PromptEntry = { kind: 'inline', prompt: definition, at: ['MCPPrompts', 0] };
    expect(resolveServer(server(entry), catalogue, 'servers/S.yaml').resolvedServer.prompts).toEqual([
      { ...definition, origin: { kind: 'workspace', file: 'servers/S.yaml', at: ['MCPPrompts', 0] } },
    ]);
  });

  it('cases 9, 11 and 16: a name that is not in the catalogue is reported, with a similar one', () => {
    expect(messageFor('Gret')).toBe('No prompt named "Gret" found in the catalogue: did you mean "Greet"?');
    expect(messageFor('Quetzalcoatl')).toContain('add it to the prompts folder');
  });

  it('says when only the case differs, and when the MCP name was written', () => {
    expect(messageFor('GREET')).toContain('names are case-sensitive, so write "Greet"');
    expect(messageFor('Search')).toContain('one of "Search1", "Search2"');
  });

  it('leaves out a definition with an error, and keeps its siblings', () => {
    const brokenEntry: PromptEntry = { kind: 'inline', at: ['MCPPrompts', 1] };
    const { resolvedServer, entries, findings } = resolveServer(
      server(nameEntry('Broken'), brokenEntry, nameEntry('Greet', 2)),
      catalogue,
      's.yaml',
    );
    expect(resolvedServer.prompts.map((prompt) => prompt.name)).toEqual(['greet']);
    expect(entries.map((entry) => entry.isServed)).toEqual([false, false, true]);
    expect(findings).toMatchObject([{ severity: 'warning', at: ['MCPPrompts', 0] }]);
  });

  it('serves neither of two prompts with one MCP name, and reports both places', () => {
    const { resolvedServer, entries, findings } = resolveServer(
      server(nameEntry('Search1'), nameEntry('Greet', 1), nameEntry('Search2', 2)),
      catalogue,
      's.yaml',
    );
    expect(resolvedServer.prompts.map((prompt) => prompt.name)).toEqual(['greet']);
    expect(entries.map((entry) => entry.prompt?.name)).toEqual(['Search', 'greet', 'Search']);
    expect(findings).toMatchObject([
      { tag: 'InvalidMCPPromptsSpecification', severity: 'error', at: ['MCPPrompts', 0] },
      { tag: 'InvalidMCPPromptsSpecification', severity: 'error', at: ['MCPPrompts', 2] },
    ]);
  });

  it('finds no prompt under the names that every JavaScript object has', () => {
    expect(messageFor('constructor')).toContain('No prompt named "constructor"');
  });
});

it('warns that two prompts are one skill, and names both', () => {
  const skill = { name: 'greet', description: 'Greets.' };
  const entries = ['Hello', 'Hi'].map(
    (name, index): PromptEntry => ({ kind: 'inline', prompt: { ...prompt(name), skill }, at: ['MCPPrompts', index] }),
  );
  const { resolvedServer, findings } = resolveServer(server(...entries), catalogue, 's.yaml');
  expect(resolvedServer.prompts).toHaveLength(2);
  expect(findings).toMatchObject([
    { severity: 'warning', at: ['MCPPrompts', 1], message: expect.stringMatching(/"Hello" and "Hi" .* skill "greet"/) },
  ]);
});
