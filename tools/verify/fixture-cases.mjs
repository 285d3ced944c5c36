/**
 * What any MCP client must get from verify/conformance-workspace. The same table goes through SDK v2, SDK v1 and MCP
 * Inspector; it is plain data, so that each of them asks in its own way.
 */
import { readFileSync } from 'node:fs';

const image = readFileSync(new URL('conformance-workspace/media/gradient.png', import.meta.url)).toString('base64');
const userText = (text) => ({ role: 'user', content: { type: 'text', text } });

/**
 * One request, and either a part of its result or its error. `isError`: the result is a tool's failure, which some clients
 * end with an exit code.
 * @typedef {{
 *   readonly name: string,
 *   readonly method: 'prompts/list' | 'prompts/get' | 'resources/read' | 'tools/list' | 'tools/call',
 *   readonly params: {
 *     readonly name?: string,
 *     readonly uri?: string,
 *     readonly arguments?: Readonly<Record<string, unknown>>,
 *   },
 * } & (
 *   | {
 *       readonly pick: (result: any) => unknown,
 *       readonly expected: unknown,
 *       readonly isError?: boolean,
 *       readonly error?: undefined,
 *     }
 *   | { readonly error: { readonly code: number, readonly message: RegExp } }
 * )} FixtureCase
 */

/** @type {readonly FixtureCase[]} */
export const fixtureCases = [
  {
    name: 'prompts/list keeps the order of the file',
    method: 'prompts/list',
    params: {},
    pick: (result) => result.prompts.map((prompt) => prompt.name),
    expected: [
      'test_simple_prompt',
      'test_prompt_with_arguments',
      'test_prompt_with_embedded_resource',
      'test_prompt_with_image',
      'test_prompt_with_static_resources',
      'test_prompt_with_resource_template',
      'test_input_required_result_prompt',
      'test_skill',
    ],
  },
  {
    name: 'prompts/list describes a prompt and its arguments',
    method: 'prompts/list',
    params: {},
    pick: (result) => result.prompts[1],
    expected: {
      name: 'test_prompt_with_arguments',
      description: 'A prompt whose text repeats its two arguments',
      arguments: [
        { name: 'arg1', description: 'First argument', required: true },
        { name: 'arg2', description: 'Second argument', required: true },
      ],
    },
  },
  {
    name: 'prompts/get of a static text',
    method: 'prompts/get',
    params: { name: 'test_simple_prompt' },
    pick: (result) => [result.description, result.messages],
    expected: ['A prompt without arguments', [userText('This is a simple prompt for testing.')]],
  },
  {
    name: 'prompts/get fills a template, and values are not parsed again',
    method: 'prompts/get',
    params: { name: 'test_prompt_with_arguments', arguments: { arg1: 'one', arg2: 'two `arg1` <* 3 *>' } },
    pick: (result) => result.messages,
    expected: [userText("Prompt with arguments: arg1='one', arg2='two `arg1` <* 3 *>'")],
  },
  {
    name: 'prompts/get of a function embeds a resource before its text',
    method: 'prompts/get',
    params: { name: 'test_prompt_with_embedded_resource', arguments: { resourceUri: 'test://here' } },
    pick: (result) => result.messages,
    expected: [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri: 'test://here', mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
      },
      userText('Please process the embedded resource above.'),
    ],
  },
  {
    name: 'prompts/get of an image brings the bytes of the file',
    method: 'prompts/get',
    params: { name: 'test_prompt_with_image' },
    pick: (result) => result.messages,
    expected: [
      { role: 'user', content: { type: 'image', data: image, mimeType: 'image/png' } },
      userText('Please analyze the image above.'),
    ],
  },
  {
    name: 'resources/read of a text that a prompt embeds',
    method: 'resources/read',
    params: { uri: 'test://static-text' },
    pick: (result) => result.contents,
    expected: [
      {
        uri: 'test://static-text',
        mimeType: 'text/plain',
        text: 'This is the content of the static text resource.',
      },
    ],
  },
  {
    name: 'resources/read of bytes that a prompt embeds',
    method: 'resources/read',
    params: { uri: 'test://static-binary' },
    pick: (result) => result.contents,
    expected: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: image }],
  },
  {
    name: 'resources/read of a resource template',
    method: 'resources/read',
    params: { uri: 'test://template/4%202/data' },
    pick: (result) => result.contents,
    expected: [
      {
        uri: 'test://template/4%202/data',
        mimeType: 'application/json',
        text: '{"id": "4 2", "templateTest": true, "data": "Data for ID: 4 2"}',
      },
    ],
  },
  {
    name: 'prompts/get names the missing argument',
    method: 'prompts/get',
    params: { name: 'test_prompt_with_arguments', arguments: { arg1: 'one' } },
    error: { code: -32602, message: /"arg2"/ },
  },
  {
    name: 'prompts/get names the unknown prompt',
    method: 'prompts/get',
    params: { name: 'no_such_prompt' },
    error: { code: -32602, message: /"no_such_prompt"/ },
  },
  {
    name: 'tools/list describes a tool, its arguments and its result',
    method: 'tools/list',
    params: {},
    pick: (result) => result.tools.find((tool) => tool.name === 'add'),
    expected: {
      name: 'add',
      description: 'Adds two numbers and says how',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number', description: 'First number' }, b: { type: 'number', default: 1 } },
        required: ['a'],
      },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    },
  },
  {
    name: 'tools/call of a static text',
    method: 'tools/call',
    params: { name: 'test_simple_text' },
    pick: (result) => [result.content, result.isError],
    expected: [[{ type: 'text', text: 'This is a simple text response for testing.' }], false],
  },
  {
    name: 'tools/call of a function gives structured content, and its JSON as text',
    method: 'tools/call',
    params: { name: 'add', arguments: { a: 2, b: 3 } },
    pick: (result) => [result.structuredContent, result.content],
    expected: [{ sum: 5 }, [{ type: 'text', text: '{"sum":5}' }]],
  },
  {
    name: 'tools/call fills in what a schema gives as default',
    method: 'tools/call',
    params: { name: 'add', arguments: { a: 2 } },
    pick: (result) => result.structuredContent,
    expected: { sum: 3 },
  },
  {
    name: 'tools/call brings text, image and resource in one result',
    method: 'tools/call',
    params: { name: 'test_multiple_content_types' },
    pick: (result) => result.content,
    expected: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: image, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  },
  {
    name: 'tools/call with a wrong argument is a result from which a model can correct itself',
    method: 'tools/call',
    params: { name: 'add', arguments: { b: 3 } },
    isError: true,
    pick: (result) => [result.isError, result.content[0].text],
    expected: [true, 'Invalid arguments for add: a is missing. Correct this and call it again.'],
  },
];
