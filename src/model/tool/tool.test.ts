import { describe, expect, it } from 'vitest';
import type { KeyPath } from '../../base/json.ts';
import { readTool } from './tool.ts';

/** The definition, of which nothing was told. */
function read(data: object) {
  const { tool, findings } = readTool(Object.keys(data).includes('name') ? data : { Name: 'a', Content: 'x', ...data });
  expect(findings).toEqual([]);
  return tool;
}

describe('A tool file', () => {
  it('is read with keys in any case', () => {
    const annotations = { readOnlyHint: true, destructivehint: false, IdempotentHint: true, OPENWORLDHINT: true };
    const icons = [{ src: 'https://example.com/i.png' }];
    expect(
      read({ name: 'get.weather_v-2', content: 'x', title: 'Weather', description: 'Now', icons, annotations }),
    ).toEqual({
      name: 'get.weather_v-2',
      title: 'Weather',
      description: 'Now',
      icons,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      inputSchema: { type: 'object', additionalProperties: false },
      content: { kind: 'text', text: { kind: 'literal', text: 'x' } },
    });
  });

  it('says with Parameters what a schema says', () => {
    const Parameters = [
      { Name: 'city', Description: 'City or zip code', Required: true, Kind: 'string' },
      { Name: 'days', Kind: 'integer', Default: 3 },
      { Name: 'units', Kind: ['metric', 'imperial'] },
      { Name: 'level', Kind: [1, 'all'] },
      { Name: 'note' },
    ];
    expect(read({ Parameters, Content: { Function: '() => 1' } })?.inputSchema).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'City or zip code' },
        days: { type: 'integer', default: 3 },
        units: { type: 'string', enum: ['metric', 'imperial'] },
        level: { enum: [1, 'all'] },
        note: { type: 'string' },
      },
      required: ['city'],
    });
    expect(read({ Parameters: [] })?.inputSchema).toEqual({ type: 'object', additionalProperties: false });
  });

  it('keeps a schema unchanged, in the written order', () => {
    const InputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { Zulu: { type: 'string' }, alpha: { items: [{ type: 'number' }] } },
      Required: 'is not a keyword',
    };
    const { tool } = readTool({ name: 'a', content: 'x', inputschema: InputSchema });
    expect(JSON.stringify(tool?.inputSchema)).toBe(JSON.stringify(InputSchema));
  });

  it.each([
    ['text', 'Sunny', { kind: 'text', text: { kind: 'literal', text: 'Sunny' } }],
    ['a template', { StringTemplate: 'Sunny' }, { kind: 'text', text: { kind: 'template', template: 'Sunny' } }],
    ['a function', { Function: '() => 1' }, { kind: 'function', code: '() => 1' }],
    ['a search', { Search: { Sources: ['Docs'], Query: 'q' } }, { kind: 'search', sources: ['Docs'] }],
    [
      'blocks',
      { blocks: ['a', { type: 'image', file: 'a.png' }] },
      { kind: 'blocks', blocks: [{ type: 'text' }, { type: 'image' }] },
    ],
    ['a prompt', { Prompt: 'greet' }, { kind: 'prompt', prompt: 'greet' }],
    ['a tool of another server', { MCP: { Source: 'Git', Tool: 'log' } }, { kind: 'mcp', source: 'Git', tool: 'log' }],
  ])('answers with %s', (_, Content, content) => {
    expect(read({ Content })?.content).toMatchObject(content);
  });

  it.each([{ Prompt: 'greet' }, { MCP: { Source: 'Git', Tool: 'log' } }])(
    'leaves the arguments to what it passes on: %j',
    (Content) => {
      expect(read({ Content })).not.toHaveProperty('inputSchema');
    },
  );

  const wrongTools: [what: string, data: object, at: KeyPath, text: string][] = [
    ['a name with a blank', { Name: 'get weather' }, ['Name'], 'must be 1 to 128 of the characters'],
    ['a name of 129 characters', { Name: 'a'.repeat(129) }, ['Name'], 'must be 1 to 128'],
    ['missing content', { Content: null }, ['Content'], 'Content is missing'],
    ['content without a form', { Content: { Functoin: 'x' } }, ['Content'], 'did you mean Function'],
    ['content in two forms', { Content: { Function: 'x', Prompt: 'y' } }, ['Content'], 'cannot be combined'],
    ['messages', { Content: { Messages: [{ Role: 'user', Content: 'x' }] } }, ['Content'], 'has no roles'],
    ['content that is a list', { Content: ['x'] }, ['Content'], 'write it as Blocks'],
    ['no blocks', { Content: { Blocks: [] } }, ['Content', 'Blocks'], 'at least one'],
    ['half an MCP', { Content: { MCP: { Source: 'Git' } } }, ['Content', 'MCP'], 'Tool is missing'],
    ['two ways to say its parameters', { Parameters: [], InputSchema: {} }, ['InputSchema'], 'cannot be combined'],
    [
      'parameters of one name',
      { Parameters: [{ Name: 'p' }, { Name: 'p' }] },
      ['Parameters', 1, 'Name'],
      'Another argument',
    ],
    ['an unknown kind', { Parameters: [{ Name: 'p', Kind: 'word' }] }, ['Parameters', 0, 'Kind'], 'text, choice'],
    ['a parameter without a Name', { Parameters: ['p'] }, ['Parameters', 0], 'write Name: p'],
    ['a hint that is text', { Annotations: { ReadOnlyHint: 'yes' } }, ['Annotations', 'ReadOnlyHint'], 'true or false'],
    ['a schema of no object', { InputSchema: { type: 'string' } }, ['InputSchema', 'type'], 'must describe an object'],
    ['a schema without a type', { OutputSchema: {} }, ['OutputSchema'], 'must describe an object'],
    ['a key twice', { name: 'b' }, ['name'], 'written twice'],
    [
      'an option that searches do not have',
      { Content: { Search: { Sources: ['a'], Query: 'x', Options: ['speed'] } } },
      ['Content', 'Search', 'Options'],
      'limit, budget, source, section or repeat',
    ],
    [
      'two output schemas',
      { OutputSchema: { type: 'object' }, Content: { Search: { Sources: ['a'], Query: 'x', Structured: true } } },
      ['OutputSchema'],
      'remove OutputSchema',
    ],
    [
      'parameters of a tool that reads',
      { Parameters: [{ Name: 'p' }], Content: { Read: { Sources: ['a'] } } },
      ['Parameters'],
      'remove Parameters',
    ],
    [
      'an output schema of a page',
      { OutputSchema: { type: 'object' }, Content: { Read: { Sources: ['a'] } } },
      ['OutputSchema'],
      'remove OutputSchema',
    ],
    [
      'a reader without sources',
      { Content: { Read: { Sources: [] } } },
      ['Content', 'Read', 'Sources'],
      'at least one',
    ],
  ];
  it.each(wrongTools)('is refused for %s', (_, data, at, text) => {
    const { tool, findings } = readTool({ Name: 'a', Content: 'x', ...data });
    expect(tool).toBeUndefined();
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { tag: 'InvalidMCPToolSpecification', at, message: expect.stringContaining(text) },
    ]);
  });

  it.each(['getUser', 'DATA_EXPORT_v2', 'admin.tools.list', 'a', '0-_.', 'a'.repeat(128)])(
    'accepts the name %s',
    (Name) => {
      expect(readTool({ Name, Content: 'x' })).toMatchObject({ tool: { name: Name }, findings: [] });
    },
  );

  it('gets a warning for the default of a required argument, in both forms', () => {
    const Content = { StringTemplate: '`rate` `days`' };
    const warning = (at: readonly (string | number)[]) => [
      {
        severity: 'warning',
        at,
        message: expect.stringMatching(/^The argument "rate" is required, so its [Dd]efault is never used: /),
        subject: { kind: 'default' },
      },
    ];
    const Parameters = [
      { Name: 'rate', Kind: 'number', Default: 19, Required: true },
      { Name: 'days', Kind: 'integer', Default: 3 },
    ];
    const shortTool = readTool({ Name: 'a', Parameters, Content });
    expect(shortTool.tool).toBeDefined();
    expect(shortTool.findings).toMatchObject(warning(['Parameters', 0, 'Default']));
    const InputSchema = {
      type: 'object',
      properties: { rate: { type: 'number', default: 19 }, days: { type: 'integer', default: 3 } },
      required: ['rate'],
    };
    const readResult = readTool({ Name: 'a', InputSchema, Content });
    expect(readResult.tool).toBeDefined();
    expect(readResult.findings).toMatchObject(warning(['InputSchema', 'properties', 'rate', 'default']));
  });

  it('gets a warning for slots and parameters that do not match', () => {
    const Parameters = [{ Name: 'city' }, { Name: 'unused' }];
    const Content = { StringTemplate: '`city` and `citty`' };
    expect(readTool({ Name: 'a', Parameters, Content }).findings).toMatchObject([
      { tag: 'UnknownSlot', message: expect.stringContaining('did you mean city?') },
      { tag: 'UnusedArgument', at: ['Parameters', 1] },
    ]);
    const InputSchema = { type: 'object', properties: { city: {}, unused: {} } };
    expect(readTool({ Name: 'a', InputSchema, Content }).findings).toMatchObject([{ tag: 'UnknownSlot' }]);
  });
});
