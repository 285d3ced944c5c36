import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../base/text/testing/any-text.ts';
import type { Argument, Content, PromptDefinition, ResolvedTool, TextOrTemplate } from '../model/definitions.ts';
import { readPrompt } from '../model/prompt/prompt.ts';
import { readServer } from '../model/server.ts';
import { applyTemplate, parseTemplate } from '../model/template/string-template.ts';
import { readWolframDefinitions } from './read-definitions.ts';
import { definitionsAsWolfram, promptsAsWolfram, type ServerToWrite, serverAsWolfram } from './write-definitions.ts';

const prompt = (fields: Partial<PromptDefinition>): PromptDefinition => ({
  name: 'p',
  arguments: [],
  type: 'Text',
  content: { kind: 'text', text: { kind: 'literal', text: 'x' } },
  samples: [],
  ...fields,
});
const template = (text: string): PromptDefinition['content'] => ({
  kind: 'text',
  text: { kind: 'template', template: text },
});
const server = (fields: Partial<ServerToWrite>): ServerToWrite => ({
  name: 'S',
  version: '1.0.0',
  hasIcons: false,
  tools: [],
  prompts: [],
  ...fields,
});

test('a server is written as the specification writes one', () => {
  const greet = prompt({
    name: 'Greet',
    description: 'Generates a greeting message',
    arguments: [{ name: 'name', description: 'Name to greet', required: true }],
    content: template('Hello, `name`! Welcome – “hier”.'),
  });
  const { text, notes } = serverAsWolfram(
    server({ name: 'MyServer', prompts: [{ name: 'WolframSearch' }, { prompt: greet }] }),
  );
  expect(notes).toEqual([]);
  expect(text).toBe(String.raw`CreateMCPServer["MyServer", <|
  "MCPPrompts" -> {
    "WolframSearch",
    <|
      "Name" -> "Greet",
      "Description" -> "Generates a greeting message",
      "Arguments" -> {<|"Name" -> "name", "Description" -> "Name to greet", "Required" -> True|>},
      "Type" -> "Text",
      "Content" -> StringTemplate["Hello, ${'`'}name${'`'}! Welcome \[Dash] \[OpenCurlyDoubleQuote]hier\[CloseCurlyDoubleQuote]."]
    |>
  }
|>]
`);
});

describe("what Wolfram's server cannot hold", () => {
  test('skills are left out, with a note and a comment', () => {
    const skill = { name: 'p', description: 'Use it.' };
    const ownWolfram = serverAsWolfram(server({ skills: ['notes'], prompts: [{ prompt: prompt({ skill }) }] }));
    expect(ownWolfram.notes.map(({ message }) => message)).toEqual([
      "The skill notes is left out: Wolfram's server serves no skills.",
      "Skill is left out: Wolfram's server serves no skills.",
    ]);
    expect(ownWolfram.text).toMatch(/^\(\* The skill notes is left out[^\n]*\nCreateMCPServer/);
    expect(ownWolfram.text).toContain('(* Skill is left out');
    const otherWolfram = definitionsAsWolfram({ servers: [], prompts: [{ name: 'x' }], tools: [], skills: ['lone'] });
    expect(otherWolfram.notes).toEqual([
      expect.objectContaining({ message: expect.stringContaining('The skill lone is') }),
    ]);
    expect(otherWolfram.text).toContain('(* The skill lone is left out');
  });

  test('tests and fences are left out, with a note', () => {
    const fencedPrompt = prompt({
      content: { kind: 'text', text: { kind: 'template', template: 'x', fence: 'boundary' } },
      tests: [{ name: 'a', expect: [] }],
    });
    const { text, notes } = promptsAsWolfram([{ prompt: fencedPrompt }]);
    expect(notes.map(({ message }) => message)).toEqual([
      'Tests are left out: only Prompt Workbench runs them.',
      "Fence is left out: Wolfram's templates insert values as they are.",
    ]);
    expect(text).not.toMatch(/boundary|Tests" ->/);
  });

  const messages: PromptDefinition['content'] = {
    kind: 'messages',
    messages: [
      {
        role: 'user',
        blocks: [
          { type: 'text', text: { kind: 'template', template: 'Look at `x`:' } },
          { type: 'image', media: { kind: 'file', file: 'a.png' }, mimeType: 'image/png' },
        ],
      },
      { role: 'assistant', blocks: [{ type: 'text', text: { kind: 'literal', text: 'Yes, `really`.' } }] },
    ],
  };
  const richPrompt = prompt({
    title: 'Rich *)',
    arguments: [{ name: 'x', required: false, default: '1', complete: { kind: 'values', values: ['1'] } }],
    content: messages,
  });

  test('is the condition of a message or a block: its text is always written', () => {
    const condition = { argument: 'x', test: 'is', values: ['1'] } as const;
    const text = (words: string) => ({ type: 'text', text: { kind: 'literal', text: words } }) as const;
    const conditionalPrompt = prompt({
      content: {
        kind: 'messages',
        messages: [
          { role: 'user', when: condition, blocks: [{ ...text('One.'), when: { argument: 'x', test: 'isEmpty' } }] },
        ],
      },
      arguments: [{ name: 'x', required: false }],
    });
    const { text: writtenText, notes } = promptsAsWolfram([{ prompt: conditionalPrompt }]);
    expect(writtenText).toContain('"One."');
    expect(notes.map(({ message }) => message).filter((message) => message.includes('condition'))).toEqual([
      "The condition “x is empty” is left out: in Wolfram's server, its text is always part of the prompt.",
      "The condition “x is 1” is left out: in Wolfram's server, its text is always part of the prompt.",
    ]);
  });

  test('is reported, and added to the text as comments', () => {
    const { text, notes } = promptsAsWolfram([{ prompt: richPrompt }]);
    expect(notes.map(({ message }) => message)).toEqual([
      "An image is left out: Wolfram's server serves only text.",
      "Its 2 messages are now one user message: Wolfram's server serves only one.",
      `The title "Rich *)" is left out: Wolfram's prompts have none.`,
      "The completion of the argument x is left out: Wolfram's server has none.",
    ]);
    expect(text).toContain('(* An image is left out');
    expect(text).toContain('TemplateSlot["x", DefaultValue -> "1"], ":\\n\\nYes, `really`."');
    expect(readWolframDefinitions(text).problems).toEqual([]);
  });

  test('leaves out a prompt that cannot be served at all', () => {
    const run = prompt({ name: 'js', content: { kind: 'function', code: '(args, context) => context.log(1)' } });
    const { text, notes } = serverAsWolfram(server({ title: 'T', prompts: [{ prompt: run }, { prompt: prompt({}) }] }));
    expect(notes).toContainEqual(expect.objectContaining({ kind: 'lost', prompt: 'js' }));
    expect(text).toContain('(* js: The prompt is left out');
    expect(text).not.toContain('"js"');
    expect(readWolframDefinitions(text).definitions[0]?.data.MCPPrompts).toHaveLength(1);
  });
});

test('a prompt with an error is not dropped silently', () => {
  const { text, notes } = serverAsWolfram(server({ prompts: [{ brokenName: 'prompts/x.yaml' }] }));
  expect(notes).toMatchObject([{ kind: 'lost', prompt: 'prompts/x.yaml' }]);
  expect(text).toContain('(* prompts/x.yaml: The prompt is left out: it has an error');
});

test('Wolfram code is written unchanged, with its definitions before the server', () => {
  const code = 'f[args_] := Module[{x},\n  args["name"] (* kept *)\n];\n\nf';
  const writtenServer = serverAsWolfram(
    server({ prompts: [{ prompt: prompt({ content: { kind: 'wolfram', code } }) }] }),
  );
  expect(writtenServer.text).toMatch(/^f\[args_\] := Module\[/);
  const [definition] = readWolframDefinitions(writtenServer.text).definitions;
  expect(definition?.data.MCPPrompts).toEqual([{ Name: 'p', Content: { Function: { Wolfram: code } } }]);
});

test('comments beside definitions survive export and import', () => {
  const code = '(* what f does *)\nf[x_] := x (* kept *);\n\n(* main *)\ng @ f &';
  const writtenServer = serverAsWolfram(
    server({ prompts: [{ prompt: prompt({ content: { kind: 'wolfram', code } }) }] }),
  );
  const [definition] = readWolframDefinitions(writtenServer.text).definitions;
  expect(definition?.data.MCPPrompts).toEqual([{ Name: 'p', Content: { Function: { Wolfram: code } } }]);
});

test('a symbol that two prompts define differently stays apart, and one that they define identically is written once', () => {
  const promptOf = (name: string, code: string) => ({ prompt: prompt({ name, content: { kind: 'wolfram', code } }) });
  const { text, notes } = serverAsWolfram(
    server({
      prompts: [
        promptOf('a', 'f[x_] := 1;\n\nf'),
        promptOf('b', 'f[x_] := 2;\n\nf'),
        promptOf('c', 'f[x_] := 1;\n\nf'),
      ],
    }),
  );
  expect(notes).toMatchObject([{ prompt: 'b', message: 'Its f is now local: a defines f differently.' }]);
  expect(text).toContain('"Content" -> Module[{f},\nf[x_] := 2;\nf\n]');
  expect(text.match(/:= 1/g)).toHaveLength(1);
});

describe('tools', () => {
  const origin = { kind: 'builtin' } as const;
  const inputSchema = {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Its name' },
      days: { type: 'integer', default: 3 },
      units: { type: 'string', enum: ['metric', 'imperial'] },
    },
    required: ['city'],
  };
  const tool = (content: ResolvedTool['content'], fields: Partial<ResolvedTool> = {}): ResolvedTool => ({
    name: 'weather',
    title: 'Weather',
    description: 'Gets the weather',
    inputSchema,
    content,
    origin,
    ...fields,
  });
  const trip = (writtenTool: ResolvedTool) => {
    const { text, notes } = serverAsWolfram(server({ tools: [{ tool: writtenTool }, { name: 'WolframAlpha' }] }));
    const { definitions, problems } = readWolframDefinitions(text);
    expect(problems).toEqual([]);
    const [firstTool] = readServer(definitions[0]?.data).server?.tools ?? [];
    return { text, notes, returnedTool: firstTool?.kind === 'inline' ? firstTool.tool : undefined };
  };

  test('go out as LLMTool with types, choices, descriptions and code', () => {
    const { text, notes } = trip(tool({ kind: 'wolfram', code: 'WeatherData[#city] &' }));
    expect(text).toBe(`CreateMCPServer["S", <|
  "Tools" -> {
    LLMTool[<|
      (* The default of the parameter days is left out: Wolfram's parameters have none. *)
      "Name" -> "weather",
      "DisplayName" -> "Weather",
      "Description" -> "Gets the weather",
      "Parameters" -> {
        "city" -> <|"Interpreter" -> "String", "Help" -> "Its name", "Required" -> True|>,
        "days" -> <|"Interpreter" -> "Integer", "Required" -> False|>,
        "units" -> <|
          "Interpreter" -> Restricted["String", {"metric", "imperial"}],
          "Required" -> False
        |>
      },
      "Function" -> (WeatherData[#city] &)
    |>],
    "WolframAlpha"
  },
  "MCPPrompts" -> {}
|>]
`);
    expect(notes.map(({ prompt, kind }) => [prompt, kind])).toEqual([['weather', 'lost']]);
  });

  test.each<ResolvedTool['content']>([
    { kind: 'text', text: { kind: 'literal', text: 'Sunny `always`.' } },
    { kind: 'text', text: { kind: 'template', template: 'Sunny in `city` for `days` days.' } },
    { kind: 'function', code: '({ city, days }) => city + days' },
    { kind: 'function', code: 'export default ({ city }) => {\n  return city;\n};\n' },
    { kind: 'search', sources: ['WolframAlpha'], query: { kind: 'template', template: 'weather in `city`' } },
    {
      kind: 'search',
      sources: ['WolframAlpha', 'WolframLanguageDocumentation'],
      query: { kind: 'literal', text: 'weather' },
    },
  ])('come back as what they were (case %#)', (content) => {
    const { returnedTool } = trip(tool(content));
    expect(returnedTool?.content).toEqual(content);
    const { days, ...otherFields } = inputSchema.properties;
    const isFilled = content.kind === 'function' || JSON.stringify(content).includes('days');
    const properties = { ...otherFields, days: isFilled ? days : { type: 'integer' } };
    expect(returnedTool?.inputSchema).toEqual({ ...inputSchema, properties });
  });

  test('that return several blocks return one text, and a prompt its text', () => {
    const block = (text: string) => ({ type: 'text' as const, text: { kind: 'literal' as const, text } });
    expect(trip(tool({ kind: 'blocks', blocks: [block('a'), block('b')] })).returnedTool?.content).toEqual({
      kind: 'text',
      text: { kind: 'literal', text: 'a\n\nb' },
    });
    const givenPrompt = { ...prompt({ content: template('About `city`') }), origin };
    expect(trip(tool({ kind: 'prompt', prompt: givenPrompt })).returnedTool?.content).toEqual(template('About `city`'));
  });

  test('that a kernel cannot run are named', () => {
    const { returnedTool, notes, text } = trip(tool({ kind: 'mcp', source: 'Up', tool: 'x' }));
    expect([returnedTool, notes[0]]).toEqual([
      undefined,
      { kind: 'lost', message: 'The tool is left out: it passes on a tool of another server, Up.', prompt: 'weather' },
    ]);
    expect(text).toContain('(* weather: The tool is left out');
  });
});

test('prompts with searches and JavaScript come back as what they were', () => {
  const args: Argument[] = [
    { name: 'query', required: true },
    { name: 'n', required: false, default: '1' },
  ];
  const contents: PromptDefinition['content'][] = [
    {
      kind: 'search',
      sources: ['WolframLanguageDocumentation'],
      query: { kind: 'template', template: '`query` in version `n`' },
    },
    { kind: 'function', code: '({ query, n }) => query.repeat(n)' },
  ];
  for (const content of contents) {
    const writtenDefinition = prompt({ content, type: 'Function', arguments: args });
    const { text, notes } = promptsAsWolfram([{ prompt: writtenDefinition }]);
    expect(notes.filter(({ kind }) => kind === 'lost')).toEqual([]);
    expect(readPrompt(readWolframDefinitions(text).definitions[0]?.data).prompt).toEqual(writtenDefinition);
  }
});

test('statements that no name refers to stay with their function, and packages are loaded first', () => {
  const code = '$Unit = "m";\n\nNeeds["Units`"];\n\nf[x_] := x;\n\nf';
  const { text } = promptsAsWolfram([{ prompt: prompt({ content: { kind: 'wolfram', code } }) }]);
  expect(text).toMatch(/^Needs\["Units`"\];\n/);
  const returnedContent = readWolframDefinitions(text).definitions[0]?.data.Content;
  expect(returnedContent).toEqual({ Function: { Wolfram: 'Needs["Units`"];\n\n$Unit = "m";\n\nf[x_] := x;\n\nf' } });
});

describe('a round trip out and in', () => {
  const name = fc.constantFrom('name', 'topic', 'my-name', 'über_1', 'a');
  const words = fc.oneof(
    anyText(),
    fc.constantFrom('`', '``', '```js\nx\n```', '`f(x)`', '<* 1 *>', '<*"`name`"*>', '\n', 'é “', '\\', '(* *)'),
  );
  const args = fc.uniqueArray(
    fc.record({
      name,
      description: fc.option(fc.string(), { nil: undefined }),
      required: fc.boolean(),
      default: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    }),
    { maxLength: 4, selector: (argument) => argument.name },
  );

  test('gives the same text for all arguments, and the same arguments', () => {
    fc.assert(
      fc.property(
        args,
        fc.boolean(),
        fc.array(
          fc.oneof(
            words,
            name.map((value) => ({ slot: value })),
          ),
          { maxLength: 8 },
        ),
        (drawnArguments, isTemplate, parts) => {
          const text = parts.map((part) => (typeof part === 'string' ? part : `\`${part.slot}\``)).join('');
          const source: TextOrTemplate = isTemplate ? { kind: 'template', template: text } : { kind: 'literal', text };
          const declaredArguments = drawnArguments.map(withoutUndefined) as Argument[];
          const content: Content = { kind: 'text', text: source };
          const writtenWolfram = promptsAsWolfram([{ prompt: prompt({ arguments: declaredArguments, content }) }]);
          const [definition] = readWolframDefinitions(writtenWolfram.text).definitions;
          // A template with a problem is not served in the first place.
          fc.pre(!isTemplate || parseTemplate(text).problems.length === 0);
          expect(readWolframDefinitions(writtenWolfram.text).problems).toEqual([]);
          const returnedPrompt = readPrompt(definition?.data).prompt;
          expect(returnedPrompt?.content.kind).toBe('text');
          const values = Object.fromEntries(
            drawnArguments.slice(1).map((argument) => [argument.name, `<${argument.name} \` \``]),
          );
          expect(makeServer(returnedPrompt?.content, returnedPrompt?.arguments ?? [], values)).toBe(
            makeServer(content, declaredArguments, values),
          );
          expect(returnedPrompt?.arguments.map(({ default: _, ...rest }) => rest)).toEqual(
            declaredArguments.map(({ default: _, ...rest }) => rest),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** The text that a client gets for some of the arguments; a required one that is left out fills as nothing. */
function makeServer(
  content: Content | undefined,
  args: readonly Argument[],
  givenValues: Readonly<Record<string, string>>,
): string {
  const defaults = args.flatMap((arg) => (arg.required || arg.default === undefined ? [] : [[arg.name, arg.default]]));
  const values = { ...Object.fromEntries(defaults), ...givenValues };
  if (content?.kind === 'function') return runInNewContext(content.code)(values);
  if (content?.kind !== 'text') throw new Error('no text');
  const names = args.map(({ name }) => name);
  return content.text.kind === 'literal'
    ? content.text.text
    : applyTemplate(content.text.template, { names, values }).text;
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, child]) => child !== undefined));
}
