import { describe, expect, it } from 'vitest';
import type { ResolvedPrompt, ServerDefinition, ToolDefinition, ToolEntry } from '../definitions.ts';
import { type PromptCatalogue, resolveServer } from '../resolve.ts';

const tool = (name: string, change: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  inputSchema: { type: 'object', additionalProperties: false },
  content: { kind: 'text', text: { kind: 'literal', text: name } },
  ...change,
});
const greet: ResolvedPrompt = {
  name: 'greet',
  catalogueName: 'Greet',
  description: 'Says hello',
  arguments: [{ name: 'who', required: true }],
  type: 'Text',
  content: { kind: 'text', text: { kind: 'template', template: '`who`' } },
  samples: [],
  origin: { kind: 'builtin' },
};
const file = { kind: 'workspace', file: 'tools/Add.yaml', at: [] } as const;
const catalogue: PromptCatalogue = {
  lookup: (name) => (name === 'Greet' ? greet : undefined),
  lookupTool: (name) => {
    if (name === 'Add') return { tool: tool('add'), origin: file };
    if (name === 'Broken') return { not: 'invalid' };
    return name === 'BuildPaclet' ? { not: 'elsewhere' } : undefined;
  },
  toolNames: () => ['Add', 'Broken'],
};

function resolve(entries: readonly (string | ToolDefinition)[], change: Partial<ServerDefinition> = {}) {
  const tools = entries.map((entry, index): ToolEntry => {
    const at = ['Tools', index];
    return typeof entry === 'string' ? { kind: 'name', name: entry, at } : { kind: 'inline', tool: entry, at };
  });
  return resolveServer({ name: 'S', version: '1.0.0', tools, prompts: [], ...change }, catalogue, 'servers/S.yaml');
}

describe('A server’s list of tools', () => {
  it('has named and inline tools in the author’s order', () => {
    const { resolvedServer, findings } = resolve([tool('here'), 'Add']);
    expect(findings).toEqual([]);
    expect(resolvedServer.tools).toEqual([
      { ...tool('here'), origin: { kind: 'workspace', file: 'servers/S.yaml', at: ['Tools', 0] } },
      { ...tool('add'), catalogueName: 'Add', origin: file },
    ]);
  });

  it.each([
    ['add', [], undefined],
    ['Add', [], 'did you mean "add"?'],
    ['ad', [], 'did you mean "add"?'],
    ['weather', [], 'remove this limit.'],
    ['greet', [], undefined],
    ['weather', ['Broken'], undefined],
  ])('reports the limit of a tool %s beside the tools Add and %j: %s', (name, otherNames, advice) => {
    const rateLimit = { perSecond: 20, burst: 40, perTool: { [name]: 10 } };
    const prompts = [{ kind: 'name', name: 'Greet', at: ['MCPPrompts', 0] } as const];
    const { findings } = resolve(['Add', ...otherNames], { rateLimit, prompts });
    const at = ['RateLimit', 'PerTool', name];
    expect(findings.filter((finding) => finding.at[0] === 'RateLimit')).toEqual(
      advice === undefined
        ? []
        : [
            expect.objectContaining({
              tag: 'ToolNameNotFound',
              severity: 'warning',
              at,
              message: expect.stringContaining(advice),
            }),
          ],
    );
  });

  it.each([
    ['Ad', 'ToolNameNotFound', 'error', 'did you mean "Add"?'],
    ['add', 'ToolNameNotFound', 'error', 'write "Add"'],
    ['Nothing', 'ToolNameNotFound', 'error', 'add it to the tools folder'],
    ['Broken', 'InvalidMCPToolSpecification', 'warning', 'its file has an error'],
    ['BuildPaclet', 'NotServed', 'warning', 'Install Wolfram'],
  ])('reports the unknown name %s at its place, and serves the others', (name, tag, severity, text) => {
    const { resolvedServer, toolEntries, findings } = resolve([name, 'Add']);
    expect(findings).toMatchObject([{ tag, severity, at: ['Tools', 0], message: expect.stringContaining(text) }]);
    expect(resolvedServer.tools.map((resolvedTool) => resolvedTool.name)).toEqual(['add']);
    expect(toolEntries.map(({ isServed }) => isServed)).toEqual([false, true]);
  });

  it('serves neither of two tools with the same name', () => {
    const { resolvedServer, findings } = resolve(['Add', tool('add'), tool('Add')]);
    expect(resolvedServer.tools.map((resolvedTool) => resolvedTool.name)).toEqual(['Add']);
    expect(findings).toMatchObject([
      { tag: 'InvalidMCPToolsSpecification', at: ['Tools', 0] },
      { tag: 'InvalidMCPToolsSpecification', at: ['Tools', 1] },
    ]);
  });

  it('gives a tool its prompt, of this server by MCP name or of the catalogue, with the prompt’s arguments', () => {
    const { inputSchema: _, ...bare } = tool('hello', { content: { kind: 'prompt', prompt: 'Greet' } });
    const { resolvedServer } = resolve([bare]);
    expect(resolvedServer.tools).toMatchObject([
      {
        description: 'Says hello',
        inputSchema: { properties: { who: { type: 'string' } }, required: ['who'] },
        content: { kind: 'prompt', prompt: greet },
      },
    ]);
    const prompts = [{ kind: 'name', name: 'Greet', at: ['MCPPrompts', 0] }] as const;
    const byName = resolve([{ ...bare, content: { kind: 'prompt', prompt: 'greet' } }], { prompts });
    expect(byName.resolvedServer.tools).toHaveLength(1);
    const resolution = resolve([{ ...bare, content: { kind: 'prompt', prompt: 'greet' } }]);
    expect(resolution.resolvedServer.tools).toEqual([]);
    expect(resolution.findings).toMatchObject([{ tag: 'PromptNameNotFound', at: ['Tools', 0] }]);
  });

  it('ends with the prompts if the server offers them as tools', () => {
    const prompts = [{ kind: 'name', name: 'Greet', at: ['MCPPrompts', 0] }] as const;
    const { resolvedServer } = resolve(['Add'], { prompts, promptsAsTools: true });
    expect(resolvedServer.tools.map((resolvedTool) => resolvedTool.name)).toEqual(['add', 'greet']);
  });
});
