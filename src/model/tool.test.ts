import { describe, expect, it } from 'vitest';
import { readSource } from './source.ts';
import { readTool } from './tool.ts';

describe('A tool file', () => {
  it('is checked, kept, and said not to be served', () => {
    const Parameters = [{ Name: 'city', Required: true, Kind: 'string' }];
    const { tool, findings } = readTool({ name: 'get_weather', title: 'Weather', Parameters, Content: 'Sunny' });
    expect(tool).toEqual({ name: 'get_weather', title: 'Weather' });
    expect(findings).toMatchObject([{ tag: 'NotServed', severity: 'warning' }]);
  });

  it.each([
    ['its name', { Name: 'get weather', Content: 'x' }, ['Name']],
    ['missing content', { Name: 'a' }, []],
    ['two ways to say its parameters', { Name: 'a', Content: 'x', Parameters: [], InputSchema: {} }, ['InputSchema']],
  ])('is refused for %s', (_, data, at) => {
    const { tool, findings } = readTool(data);
    expect(tool).toBeUndefined();
    expect(findings).toMatchObject([{ tag: 'InvalidMCPToolSpecification', severity: 'error', at }]);
  });
});

describe('A source file', () => {
  it.each([
    [{ type: 'Documentation', folders: ['docs'], include: ['**/*.md'] }, 'Documentation'],
    [{ Type: 'WolframAlpha' }, 'WolframAlpha'],
    [{ Type: 'MCP', Command: 'server', Tool: 'search' }, 'MCP'],
  ])('is checked, kept, and said not to be searched: %j', (data, type) => {
    const { source, findings } = readSource(data);
    expect(source).toEqual({ type });
    expect(findings).toMatchObject([{ tag: 'NotServed', severity: 'warning' }]);
  });

  it.each([
    ['a type that nobody knows', { Type: 'Documentaton' }, ['Type'], 'did you mean Documentation?'],
    ['no type', {}, [], 'Documentation, WolframAlpha or MCP'],
    ['no folder', { Type: 'Documentation' }, [], 'Folders is missing here'],
    ['neither command nor address', { Type: 'MCP', Tool: 't' }, [], 'either Command'],
  ])('is refused for %s', (_, data, at, text) => {
    const { source, findings } = readSource(data);
    expect(source).toBeUndefined();
    expect(findings).toMatchObject([{ tag: 'InvalidSourceSpecification', at, message: expect.stringContaining(text) }]);
  });
});
