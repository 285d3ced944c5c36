/**
 * The code blocks of the specification "MCP Prompt Commands", all twelve in its order: those in Wolfram Language are
 * imported and served, and what is listed and answered is compared with what the others say.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLibrary } from '../library/open-library.ts';
import type { Library } from '../library/types.ts';
import { createPreview } from '../mcp/preview/preview.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import { fakeServices, findingServices } from '../mcp/server/testing/fake-live-server.ts';
import { wolframscriptVariable } from '../wolfram/kernel/find-wolframscript.ts';
import { arrangeImport } from './arrange-import.ts';
import { type ImportContent, readFiles } from './read-sources.ts';

/** Block 1, without its comments: the fields of a prompt and of an argument. */
const listedPrompt = {
  name: expect.any(String),
  description: expect.any(String),
  arguments: [{ name: expect.any(String), description: expect.any(String), required: true }],
};

/** Block 5. */
const searchOutput = `<search-query>{query}</search-query>
<search-results>
{results}
</search-results>
Use the above search results to answer the user's query below.
<user-query>{query}</user-query>`;

/** Block 8. */
const listResponse = `{
    "prompts": [
        {
            "name": "Search",
            "description": "Searches for relevant information...",
            "arguments": [
                {
                    "name": "query",
                    "description": "The search query",
                    "required": true
                }
            ]
        }
    ]
}`;

/** Block 9. */
const getResponse = `{
    "messages": [
        {
            "role": "user",
            "content": {
                "type": "text",
                "text": "... generated prompt content ..."
            }
        }
    ]
}`;

/** Block 10. */
const usage = '/mcp__WolframLanguage__Search "How can I find the 123456789th prime number?"';

/** Block 11. */
const textExample = `CreateMCPServer["MyServer", <|
    "MCPPrompts" -> {
        <|
            "Name"        -> "Greet",
            "Description" -> "Generates a greeting message",
            "Arguments"   -> {
                <| "Name" -> "name", "Description" -> "Name to greet", "Required" -> True |>
            },
            "Type"    -> "Text",
            "Content" -> StringTemplate["Hello, \`name\`! Welcome to the Wolfram Language."]
        |>
    }
|>]`;

/** Block 12. */
const functionExample = `generateCustomPrompt[args_Association] := Module[{name},
    name = args["name"];
    "Custom content for " <> name
];

CreateMCPServer["MyServer", <|
    "MCPPrompts" -> {
        <|
            "Name"        -> "Custom",
            "Description" -> "A custom prompt",
            "Arguments"   -> {
                <| "Name" -> "name", "Required" -> True |>
            },
            "Type"    -> "Function",
            "Content" -> generateCustomPrompt
        |>
    }
|>]`;

/** Block 6. */
const evaluatorWithName = `<|
    "Tools" -> { "WolframLanguageContext", "WolframLanguageEvaluator", ... },
    "MCPPrompts" -> { "WolframLanguageSearch" }  (* String reference *)
|>`;

/** Block 7. */
const evaluatorWithDefinition = `<|
    "Tools" -> { ... },
    "MCPPrompts" -> {
        <|
            "Name"        -> "CustomPrompt",
            "Description" -> "A custom prompt",
            "Type"        -> "Text",
            "Content"     -> "This is static content."
        |>
    }
|>`;

/** Block 2. */
const structure = `<|
    "Name"        -> "string",           (* MCP prompt name *)
    "Description" -> "string",           (* Human-readable description *)
    "Arguments"   -> { ... },            (* List of argument specifications *)
    "Type"        -> "Function" | "Text" | Automatic,  (* Content type *)
    "Content"     -> content             (* Function, String, or StringTemplate *)
|>`;

/** Block 3. */
const argument = `<|
    "Name"        -> "string",     (* Argument identifier *)
    "Description" -> "string",     (* Human-readable description *)
    "Required"    -> True | False  (* Whether the argument is required *)
|>`;

/** Block 4. */
const catalogue = `$DefaultMCPPrompts = <|
    "WolframSearch"         -> <| ... |>,
    "WolframLanguageSearch" -> <| ... |>,
    "WolframAlphaSearch"    -> <| ... |>
|>`;

let dir: string;
let library: Library;
beforeEach(async () => {
  vi.stubEnv(wolframscriptVariable, '');
  dir = await mkdtemp(join(tmpdir(), 'specification-'));
  library = await openLibrary(dir, { watch: false });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await library.close();
});

async function importText(text: string): Promise<ImportContent> {
  const files = await readFiles([{ path: 'Example.wl', text }]);
  const choices = files.items.map((_, index) => ({ index, instead: false }));
  if (choices.length > 0) await library.arrange(arrangeImport(files, choices, { kind: 'new-server', name: 'Example' }));
  return files;
}

function openPreview(server: string, services: Partial<ServerServices> = {}) {
  return createPreview(library.server(server), { ...fakeServices(), ...services });
}

const messages = (notes: readonly { message: string }[] = []) => notes.map(({ message }) => message);
const user = (text: string) => [{ role: 'user', content: { type: 'text', text } }];

describe('what the specification shows', () => {
  test('the text-based prompt is listed and fetched as it says', async () => {
    const { items, problems } = await importText(textExample);
    expect([problems, items[0]?.notes]).toEqual([[], []]);
    const preview = openPreview('MyServer');
    expect(await preview.list()).toEqual([
      {
        name: 'Greet',
        description: 'Generates a greeting message',
        arguments: [{ name: 'name', description: 'Name to greet', required: true }],
      },
    ]);
    expect(await answer(preview, 'Greet', { name: 'Ada' })).toEqual(
      user('Hello, Ada! Welcome to the Wolfram Language.'),
    );
    await preview.close();
  });

  test('the function-based prompt is called with an association of its arguments', async () => {
    const { items, problems } = await importText(functionExample);
    expect([problems, items[0]?.notes]).toEqual([[], []]);
    const calls: unknown[] = [];
    const preview = openPreview('MyServer', {
      wolfram: {
        async call(code, values) {
          calls.push([code, values]);
          return { text: `Custom content for ${values.name}`, images: [], warnings: '' };
        },
        callOwn: () => Promise.reject(new Error('not used')),
        evaluate: () => Promise.reject(new Error('not used')),
        isInstalled: async () => true,
      },
    });
    expect(await preview.list()).toMatchObject([
      { name: 'Custom', description: 'A custom prompt', arguments: [{ name: 'name', required: true }] },
    ]);
    expect(await answer(preview, 'Custom', { name: 'Ada' })).toEqual(user('Custom content for Ada'));
    const code = `${functionExample.slice(0, functionExample.indexOf('\n];'))}\n];\n\ngenerateCustomPrompt`;
    expect(calls).toEqual([[code, { name: 'Ada' }]]);
    await preview.close();
  });

  test('without wolframscript, the function is a located warning and an error that says so', async () => {
    await importText(functionExample);
    const { problems } = library.snapshot();
    const [warning] = problems.filter(({ tag }) => tag === 'NoKernel');
    expect(warning).toMatchObject({ severity: 'warning', file: 'servers/MyServer.yaml' });
    const preview = openPreview('MyServer');
    await expect(preview.get('Custom', { name: 'Ada' })).resolves.toMatchObject({
      kind: 'error',
      code: -32603,
      message: expect.stringContaining('Wolfram Language'),
    });
    await preview.close();
  });

  test('a prompt by name is the built-in one', async () => {
    const { items } = await importText(evaluatorWithName);
    expect(items[0]?.data).toEqual({
      Name: 'Example',
      Tools: ['WolframLanguageContext', 'WolframLanguageEvaluator'],
      MCPPrompts: ['WolframLanguageSearch'],
    });
    const preview = openPreview('Example');
    const [search] = await preview.list();
    expect(search).toMatchObject({
      name: 'Search',
      arguments: [{ name: 'query', description: expect.any(String), required: true }],
    });
    await preview.close();
  });

  test('a list has the fields and the keys that it shows', async () => {
    await importText('CreateMCPServer["MyServer", <|"MCPPrompts" -> {"WolframSearch"}|>]');
    const preview = openPreview('MyServer');
    const prompts = await preview.list();
    expect(prompts).toEqual([listedPrompt]);
    const [shownPrompt] = JSON.parse(listResponse).prompts;
    const [prompt] = prompts;
    expect({ ...prompt, description: shownPrompt.description }).toEqual(shownPrompt);
    expect(prompt?.description).toMatch(/^Searches for relevant /);
    await preview.close();
  });

  test('an answer has the form that it shows, and the answer of a search its lines', async () => {
    const [, server = '', prompt = '', query = ''] = /^\/mcp__(\w+)__(\w+) "(.*)"$/.exec(usage) ?? [];
    const preview = openPreview(server, findingServices('Prime[123456789]'));
    const fromPage = await preview.get(prompt, { query });
    if (fromPage.kind !== 'result') throw new Error(fromPage.message);
    const { response } = fromPage.exchange as unknown as { response: { result: Record<string, unknown> } };
    const text = searchOutput.replaceAll('{query}', query).replace('{results}', 'Prime[123456789]');
    const shownResult = JSON.parse(getResponse);
    shownResult.messages[0].content.text = text;
    expect(response.result).toMatchObject(shownResult);
    expect(await answer(preview, prompt, { query })).toEqual(shownResult.messages);
    await preview.close();
  });

  test('static content is served unchanged', async () => {
    await importText(evaluatorWithDefinition);
    const preview = openPreview('Example');
    expect(await preview.list()).toEqual([{ name: 'CustomPrompt', description: 'A custom prompt' }]);
    expect(await answer(preview, 'CustomPrompt', {})).toEqual(user('This is static content.'));
    await preview.close();
  });

  test('the schema of a prompt is read like a prompt, and its placeholders are reported', async () => {
    const { items } = await readFiles([{ path: 'a.wl', text: structure }]);
    expect(items[0]?.data).toEqual({
      Name: 'string',
      Description: 'string',
      Content: { Function: { Wolfram: 'content' } },
    });
    expect(messages(items[0]?.notes)).toEqual([
      'An argument is left out: it has no name.',
      'Content is the symbol content, which this text does not define: the kernel must define it.',
      'Type is left out: it is neither "Text" nor "Function", and follows from the content.',
    ]);
  });

  test('an argument alone is not a prompt, and an outline of the catalogue defines nothing', async () => {
    expect(messages((await importText(argument)).problems)).toEqual([
      'The prompt string has no "Content": write what the client gets.',
    ]);
    expect(messages((await importText(catalogue)).problems)[0]).toMatch(/^Nothing here defines a prompt/);
  });

  test('PromptData is deprecated: it is converted, or stays and is not served', async () => {
    const text = textExample.replace('"MCPPrompts"', '"PromptData"');
    const reading = await importText(text);
    expect(library.snapshot().problems).toEqual([]);
    expect(reading.items[0]?.instead?.label).toBe('Keep PromptData, which is deprecated and not served');
    await library.arrange(arrangeImport(reading, [{ index: 0, instead: true }], { kind: 'catalogue' }));
    expect(library.snapshot().problems.map(({ tag }) => tag)).toEqual(['DeprecatedPromptData']);
  });
});

async function answer(preview: ReturnType<typeof openPreview>, prompt: string, values: Record<string, string>) {
  const fromPage = await preview.get(prompt, values);
  if (fromPage.kind !== 'result') throw new Error(fromPage.message);
  const { response } = fromPage.exchange as unknown as { response: { result: { messages: unknown } } };
  return response.result.messages;
}
