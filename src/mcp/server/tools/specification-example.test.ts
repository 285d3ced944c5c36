/** The examples of the MCP specification, "Tools" (2025-11-25), word for word: a definition as a file has it, and what goes over the wire. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ResolvedTool } from '../../../model/definitions.ts';
import { readTool } from '../../../model/tool/tool.ts';
import { openSandboxFixture, type SandboxFixture } from '../../../sandbox/testing/sandbox.ts';
import { connectWire, type WireClient } from '../testing/clients.ts';
import { fakeLiveServer, fakeServices, resolvedServer, tool } from '../testing/fake-live-server.ts';

const files = [
  `
Name: get_weather
Title: Weather Information Provider
Description: Get current weather information for a location
Icons:
  - { Src: "https://example.com/weather-icon.png", MimeType: image/png, Sizes: [48x48] }
Parameters:
  - { Name: location, Description: City name or zip code, Required: true }
Content:
  StringTemplate: "Current weather in \`location\`:\\nTemperature: 72°F\\nConditions: Partly cloudy"
`,
  `
Name: get_weather_data
Title: Weather Data Retriever
Description: Get current weather data for a location
Parameters:
  - { Name: location, Description: City name or zip code, Required: true }
OutputSchema:
  type: object
  properties:
    temperature: { type: number, description: Temperature in celsius }
    conditions: { type: string, description: Weather conditions description }
    humidity: { type: number, description: Humidity percentage }
  required: [temperature, conditions, humidity]
Content: '{"temperature": 22.5, "conditions": "Partly cloudy", "humidity": 65}'
`,
  `
Name: calculate_sum
Description: Add two numbers
Parameters:
  - { Name: a, Kind: number, Required: true }
  - { Name: b, Kind: number, Required: true }
Content:
  Function: "({ a, b }) => String(a + b)"
`,
  `
Name: calculate_sum.draft-07
Description: Add two numbers
InputSchema:
  $schema: "http://json-schema.org/draft-07/schema#"
  type: object
  properties:
    a: { type: number }
    b: { type: number }
  required: [a, b]
Content:
  Function: "({ a, b }) => String(a + b)"
`,
  `
Name: get_current_time
Description: Returns the current server time
Content: Noon.
`,
  `
Name: book_flight
Parameters: [{ Name: departure, Required: true }]
Content:
  Function: |
    ({ departure }) => departure > '2025-08-08'
      ? 'Booked.'
      : { isError: true, content: 'Invalid departure date: must be in the future. Current date is 08/08/2025.' }
`,
];

let fixture: SandboxFixture;
let client: WireClient;
beforeAll(async () => {
  fixture = await openSandboxFixture();
  const tools = files.map((file) => {
    const { tool: definition, findings } = readTool(parse(file));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    return tool(definition as ResolvedTool);
  });
  const services = { ...fakeServices(), sandbox: async () => fixture.sandbox };
  client = await connectWire(fakeLiveServer(resolvedServer([], { tools })), '2025-11-25', services);
});
afterAll(() => fixture.close());

const location = {
  type: 'object',
  properties: { location: { type: 'string', description: 'City name or zip code' } },
  required: ['location'],
};
const sum = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] };

describe('The specification’s example', () => {
  it.each([
    {
      name: 'get_weather',
      title: 'Weather Information Provider',
      description: 'Get current weather information for a location',
      inputSchema: location,
      icons: [{ src: 'https://example.com/weather-icon.png', mimeType: 'image/png', sizes: ['48x48'] }],
    },
    {
      name: 'get_weather_data',
      title: 'Weather Data Retriever',
      description: 'Get current weather data for a location',
      inputSchema: location,
      outputSchema: {
        type: 'object',
        properties: {
          temperature: { type: 'number', description: 'Temperature in celsius' },
          conditions: { type: 'string', description: 'Weather conditions description' },
          humidity: { type: 'number', description: 'Humidity percentage' },
        },
        required: ['temperature', 'conditions', 'humidity'],
      },
    },
    { name: 'calculate_sum', description: 'Add two numbers', inputSchema: sum },
    {
      name: 'calculate_sum.draft-07',
      description: 'Add two numbers',
      inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', ...sum },
    },
    {
      name: 'get_current_time',
      description: 'Returns the current server time',
      inputSchema: { type: 'object', additionalProperties: false },
    },
  ])('$name is listed', async (expected) => {
    const { tools } = await client.request('tools/list');
    const answer = (tools as { name: string }[]).find(({ name }) => name === expected.name);
    expect(JSON.stringify(answer)).toBe(JSON.stringify(expected));
  });

  it.each([
    [
      'get_weather',
      { location: 'New York' },
      {
        content: [{ type: 'text', text: 'Current weather in New York:\nTemperature: 72°F\nConditions: Partly cloudy' }],
        isError: false,
      },
    ],
    [
      'get_weather_data',
      { location: 'New York' },
      {
        content: [{ type: 'text', text: '{"temperature": 22.5, "conditions": "Partly cloudy", "humidity": 65}' }],
        structuredContent: { temperature: 22.5, conditions: 'Partly cloudy', humidity: 65 },
      },
    ],
    [
      'book_flight',
      { departure: '2025-01-01' },
      {
        content: [
          {
            type: 'text',
            text: 'Invalid departure date: must be in the future. Current date is 08/08/2025.',
          },
        ],
        isError: true,
      },
    ],
  ])('%s is answered', async (name, args, result) => {
    expect(await client.request('tools/call', { name, arguments: args })).toEqual(result);
  });

  it.each(['calculate_sum', 'calculate_sum.draft-07'])('%s adds numbers and refuses other values', async (name) => {
    const call = (args: object) => client.request('tools/call', { name, arguments: args });
    expect(await call({ a: 2, b: 3 })).toMatchObject({ content: [{ text: '5' }] });
    expect(await call({ a: 2, b: '3' })).toMatchObject({
      content: [{ text: expect.stringContaining('b must be a number, but it is a string') }],
      isError: true,
    });
  });

  it('takes no arguments if its schema says so', async () => {
    const call = (args: object) => client.request('tools/call', { name: 'get_current_time', arguments: args });
    expect(await call({})).toMatchObject({ isError: false });
    expect(await call({ zone: 'UTC' })).toMatchObject({
      content: [{ text: expect.stringContaining('zone is unknown (none is expected here)') }],
      isError: true,
    });
  });

  it('of an unknown tool is the error of the protocol', async () => {
    expect(await client.request('tools/call', { name: 'invalid_tool_name' })).toEqual({
      code: -32602,
      message: 'Unknown tool: invalid_tool_name',
    });
  });
});
