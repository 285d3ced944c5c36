import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyPath } from '../base/json.ts';
import { readServer } from './server.ts';
import { definitionLikeJson } from './testing/data.ts';

const inlinePrompt = { Name: 'X', Content: 'x' };

function entriesOf(MCPPrompts: unknown) {
  return readServer({ Name: 'S', MCPPrompts }).server?.prompts.map((entry) =>
    entry.kind === 'name' ? entry.name : { name: entry.prompt?.name, at: entry.at },
  );
}

describe('MCPPrompts, as the reference implementation reads it', () => {
  it('case 5: one name is a list of one', () => {
    expect(entriesOf('WolframSearch')).toEqual(['WolframSearch']);
  });

  it('cases 6 to 8: names and definitions keep their order, and definitions their place', () => {
    expect(entriesOf(['B', inlinePrompt, 'A'])).toEqual(['B', { name: 'X', at: ['MCPPrompts', 1] }, 'A']);
  });

  it('one definition needs no list (the reference refuses it; the specification does not)', () => {
    expect(entriesOf(inlinePrompt)).toEqual([{ name: 'X', at: ['MCPPrompts'] }]);
  });

  it('nested lists are flattened, and each entry keeps its place in the file', () => {
    expect(entriesOf(['A', [['B'], inlinePrompt]])).toEqual(['A', 'B', { name: 'X', at: ['MCPPrompts', 1, 1] }]);
  });

  it.each([
    ['case 10: a whole value of a wrong kind', 5, 'InvalidMCPPromptsSpecification', ['MCPPrompts']],
    ['an entry of a wrong kind', ['A', 5], 'InvalidMCPPromptSpecification', ['MCPPrompts', 1]],
    ['an empty name', ['A', ''], 'InvalidMCPPromptSpecification', ['MCPPrompts', 1]],
    ['a definition without Content', [{ Name: 'X' }], 'InvalidMCPPromptSpecification', ['MCPPrompts', 0]],
  ])('%s is reported at its place', (_, MCPPrompts, tag, at) => {
    expect(readServer({ Name: 'S', MCPPrompts }).findings).toMatchObject([{ tag, severity: 'error', at }]);
  });

  it('a wrong entry leaves the other entries served', () => {
    const { server } = readServer({ Name: 'S', MCPPrompts: ['A', { Name: 'broken' }, inlinePrompt] });
    expect(server?.prompts).toMatchObject([
      { kind: 'name', name: 'A' },
      { kind: 'inline', at: ['MCPPrompts', 1] },
      { kind: 'inline', prompt: { name: 'X' } },
    ]);
    expect(server?.prompts[1]).not.toHaveProperty('prompt');
  });

  it('a key doubled in one definition leaves the other definitions alone', () => {
    const { server } = readServer({ Name: 'S', MCPPrompts: [{ Name: 'a', name: 'b', Content: 'x' }, inlinePrompt] });
    expect(server?.prompts).toEqual([
      { kind: 'inline', at: ['MCPPrompts', 0] },
      expect.objectContaining({ prompt: expect.objectContaining({ name: 'X' }) }),
    ]);
  });

  it('a thousand nested lists are refused without a crash', () => {
    let nestedList: unknown = 'A';
    for (let depth = 0; depth < 1_000; depth++) nestedList = [nestedList];
    expect(readServer({ Name: 'S', MCPPrompts: nestedList }).findings).toMatchObject([{ tag: 'Limit' }]);
  });

  it('cases 21 and 22: definitions are read in order, and none is an empty list', () => {
    expect(entriesOf([inlinePrompt, { ...inlinePrompt, Name: 'Y' }])).toMatchObject([{ name: 'X' }, { name: 'Y' }]);
    expect(readServer({ Name: 'S' }).server?.prompts).toEqual([]);
    expect(readServer({ Name: 'S', MCPPrompts: null }).server?.prompts).toEqual([]);
  });

  it('case 23: a definition in place gets its inferred type', () => {
    expect(readServer({ Name: 'S', MCPPrompts: [inlinePrompt] }).server?.prompts).toMatchObject([
      { prompt: { type: 'Text' } },
    ]);
  });

  it.each([
    ['alone', {}],
    ['beside MCPPrompts', { MCPPrompts: ['A'] }],
  ])('case 24: PromptData %s is refused by name, and names MCPPrompts', (_, fields) => {
    const { server, findings } = readServer({ Name: 'S', PromptData: [inlinePrompt], ...fields });
    expect(findings).toEqual([
      {
        tag: 'DeprecatedPromptData',
        severity: 'error',
        message: 'The "PromptData" property is deprecated and not read: use "MCPPrompts" instead.',
        specification: 'The "PromptData" property is deprecated. Use "MCPPrompts" instead.',
        at: ['PromptData'],
        on: 'key',
      },
    ]);
    expect(server?.prompts).toHaveLength('MCPPrompts' in fields ? 1 : 0);
  });

  it('quotes the sentences of the specification beside its own', () => {
    const sentences = (data: unknown) => readServer(data).findings.map(({ specification }) => specification);
    expect(sentences({ Name: 'S', MCPPrompts: [42] })).toEqual(['Invalid MCP prompt specification: 42.']);
    expect(sentences({ Name: 'S', MCPPrompts: 42 })).toEqual(['Invalid MCP prompts specification: 42.']);
  });

  it('lower-case promptdata is reported at the key in the file', () => {
    expect(readServer({ name: 'S', promptdata: [] }).findings).toMatchObject([
      { tag: 'DeprecatedPromptData', at: ['promptdata'] },
    ]);
  });
});

describe('A server definition', () => {
  it('has its own version, instructions, icons and tools', () => {
    expect(
      readServer({
        Name: 'S',
        Title: 'T',
        Version: '2.0',
        Instructions: 'Use it.',
        WebsiteUrl: 'https://example.com',
        Icons: [{ Src: 'data:image/png;base64,AAAA' }],
      }).server,
    ).toEqual({
      name: 'S',
      title: 'T',
      version: '2.0',
      instructions: 'Use it.',
      websiteUrl: 'https://example.com',
      icons: [{ src: 'data:image/png;base64,AAAA' }],
      tools: [],
      prompts: [],
    });
    expect(readServer({ Name: 'S' }).server?.version).toBe('1.0.0');
  });

  it('lists its tools by name and inline; a wrong tool leaves the others served', () => {
    const Tools = ['A', { Name: 'b', Content: 'x' }, { Name: 'no content' }, 1];
    const { server, findings } = readServer({ Name: 'S', Tools });
    expect(server?.tools).toMatchObject([
      { kind: 'name', name: 'A', at: ['Tools', 0] },
      { kind: 'inline', tool: { name: 'b' }, at: ['Tools', 1] },
      { kind: 'inline', at: ['Tools', 2] },
      { kind: 'inline', at: ['Tools', 3] },
    ]);
    expect(server?.tools[2]).not.toHaveProperty('tool');
    expect(findings).toMatchObject([
      { tag: 'InvalidMCPToolSpecification', at: ['Tools', 2, 'Name'] },
      { tag: 'InvalidMCPToolSpecification', at: ['Tools', 2] },
      { tag: 'InvalidMCPToolSpecification', at: ['Tools', 3] },
    ]);
    expect(readServer({ Name: 'S', Tools: 'A' }).server?.tools).toEqual([{ kind: 'name', name: 'A', at: ['Tools'] }]);
    expect(readServer({ Name: 'S', Tools: 1 }).findings).toMatchObject([{ tag: 'InvalidMCPToolsSpecification' }]);
  });

  it('sets how many calls clients may make, and whether its prompts are also tools', () => {
    const read = (data: object) => readServer({ Name: 'S', ...data });
    expect(
      read({ RateLimit: { PerSecond: 5, Burst: 8 }, PromptsAsTools: true, RecordValues: true }).server,
    ).toMatchObject({
      recordValues: true,
      rateLimit: { perSecond: 5, burst: 8 },
      promptsAsTools: true,
    });
    expect(read({ RateLimit: { PerSecond: 5 } }).server?.rateLimit).toEqual({ perSecond: 5, burst: 10 });
    expect(read({ RateLimit: { PerClient: 60, PerTool: { get_weather: 10 } } }).server?.rateLimit).toEqual({
      perSecond: 20,
      burst: 40,
      perClient: 60,
      perTool: { get_weather: 10 },
    });
    expect(read({ RateLimit: { PerTool: { get_weather: 'ten' } } }).findings).toMatchObject([
      { at: ['RateLimit', 'PerTool', 'get_weather'] },
    ]);
    expect(read({ RateLimit: { PerSecond: 0 } }).findings).toMatchObject([{ at: ['RateLimit', 'PerSecond'] }]);
    expect(read({ RateLimit: 5 }).findings).toMatchObject([{ at: ['RateLimit'] }]);
  });

  const cases: [what: string, data: unknown, tag: string, at: KeyPath, text: string][] = [
    ['is not text', 'S', 'InvalidMCPServerSpecification', [], 'must have the keys Name'],
    ['needs a Name', {}, 'InvalidMCPServerSpecification', [], 'Name is missing'],
    [
      'needs quotes around a version',
      { Name: 'S', Version: 1 },
      'InvalidMCPServerSpecification',
      ['Version'],
      'quotes',
    ],
    ['has no key twice', { Name: 'S', name: 'T' }, 'InvalidMCPServerSpecification', ['name'], 'written twice'],
  ];
  it.each(cases)('%s', (_, data, tag, at, text) => {
    const { server, findings } = readServer(data);
    expect(server).toBeUndefined();
    expect(findings).toMatchObject([{ tag, severity: 'error', at, message: expect.stringContaining(text) }]);
  });

  it('suggests MCPPrompts where only Prompts was written', () => {
    expect(readServer({ Name: 'S', Prompts: [] }).findings).toMatchObject([
      { tag: 'UnknownKey', message: expect.stringContaining('did you mean MCPPrompts?') },
    ]);
  });

  it('never throws, for any data', () => {
    fc.assert(
      fc.property(definitionLikeJson, definitionLikeJson, (data, list) => {
        readServer(data);
        const { server } = readServer({ Name: 'S', MCPPrompts: list });
        expect(server?.name).toBe('S');
      }),
      { numRuns: 1_000 },
    );
  });
});
