import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPrompt } from '../model/prompt/prompt.ts';
import { readServer } from '../model/server.ts';
import { readWolframDefinitions } from './read-definitions.ts';
import { soup } from './testing/arbitrary.ts';
import { cpuClock } from './testing/cpu.ts';

const define = (text: string) => {
  const { definitions, problems } = readWolframDefinitions(text);
  expect(problems).toEqual([]);
  return definitions;
};
const onlyDefinition = (text: string) => {
  const [definition, secondDefinition] = define(text);
  if (!definition || secondDefinition) throw new Error('not one definition');
  return definition;
};
const messages = (notes: readonly { message: string }[]) => notes.map(({ message }) => message);
const content = (writtenText: string) => onlyDefinition(`<|"Name" -> "p", "Content" -> ${writtenText}|>`).data.Content;

test('a template that evaluates includes the definitions that its text needs', () => {
  const { data } = onlyDefinition(`today[] := DateString[zone];
zone = "ISODate";
other = 1;
<|"Name" -> "p", "Content" -> StringTemplate["It is <* today[] *>, \`x\`."]|>`);
  const code = 'today[] := DateString[zone];\n\nzone = "ISODate";\n\nStringTemplate["It is <* today[] *>, `x`."]';
  expect(data.Content).toEqual({ Function: { Wolfram: code } });
});

describe('servers', () => {
  test('a value that CreateMCPServer evaluates at once, such as a date, is noted; one in a function is not', () => {
    const server = (prompt: string, before = '') =>
      onlyDefinition(`${before}CreateMCPServer["S", <|"MCPPrompts" -> {<|"Name" -> "p", "Content" -> ${prompt}|>}|>]`)
        .notes;
    const evaluationNote = (name: string) =>
      expect.stringMatching(`^${name} is evaluated again each time the kernel starts`);
    expect(messages(server('DateString[]'))).toEqual([evaluationNote('DateString')]);
    expect(messages(server('("Today is " <> DateString[])'))).toEqual([evaluationNote('DateString')]);
    expect(messages(server('ToString[RandomInteger[9]]'))).toEqual([evaluationNote('RandomInteger')]);
    expect(messages(server('f', 'stamp = DateString[]; f[x_] := stamp <> x; '))).toEqual([
      evaluationNote('DateString'),
    ]);
    for (const lateText of [
      'Function[DateString[]]',
      '(DateString[] <> # &)',
      'StringTemplate["<* DateString[] *>"]',
      'f',
    ])
      expect(server(lateText, 'f[x_] := DateString[] <> x; ')).toEqual([]);
    const heldText = '<|"Name" -> "p", "Content" :> DateString[]|>';
    expect(onlyDefinition(`CreateMCPServer["S", <|"MCPPrompts" -> {${heldText}}|>]`).notes).toEqual([]);
  });

  test('a version or a description that is not text is named as left out', () => {
    const { data, notes } = onlyDefinition(
      'CreateMCPServer["S", <|"ServerVersion" -> DateString[], "Description" -> 5, "MCPPrompts" -> {"WolframSearch"}|>]',
    );
    expect(data).toEqual({ Name: 'S', MCPPrompts: ['WolframSearch'] });
    expect(messages(notes)).toEqual([
      'Version is left out: it is not text in quotes.',
      'Description is left out: it is not text in quotes.',
    ]);
  });

  test('CreateMCPServer becomes a server with its prompts, tools and instructions', () => {
    const { kind, name, data, notes } = onlyDefinition(`CreateMCPServer["Docs", <|
      "Tools" -> {"WolframLanguageContext"}, "Prompts" -> {"Be short.", "Be right."},
      "MCPPrompts" -> {"WolframSearch", <|"Name" -> "Hi", "Content" -> "Hello"|>}
    |>, OverwriteTarget -> True]`);
    expect({ kind, name, notes }).toEqual({ kind: 'server', name: 'Docs', notes: [] });
    expect(data).toEqual({
      Name: 'Docs',
      Instructions: 'Be short.\n\nBe right.',
      Tools: ['WolframLanguageContext'],
      MCPPrompts: ['WolframSearch', { Name: 'Hi', Content: 'Hello' }],
    });
    expect(readServer(data).server).toBeDefined();
  });

  test('names defined in the text are expanded, and so are functions that only build data', () => {
    const text = `title = "Hello, ";
      greet = <|"Name" -> "Greet", "Content" -> title <> "you"|>;
      more = {<|"name" -> "Two", "content" -> "2"|>};
      server = CreateMCPServer["S", <|"MCPPrompts" -> Join[{greet}, more, {{"WolframSearch"}}]|>]`;
    expect(onlyDefinition(text).data.MCPPrompts).toEqual([
      { Name: 'Greet', Content: 'Hello, you' },
      { Name: 'Two', Content: '2' },
      'WolframSearch',
    ]);
  });

  const make = '<|"Name" -> #, "Content" -> "Hi " <> #|> &';
  test.each([
    `Map[${make}, {"a", "b"}]`,
    `${make} /@ {"a", "b"}`,
    'make /@ {"a", "b"}',
    'Function[<|"Name" -> #, "Content" -> "Hi " <> #|>] /@ {"a", "b"}',
    'Map[Function[n, <|"Name" -> n, "Content" -> "Hi " <> n|>], {"a", "b"}]',
    'MapThread[<|"Name" -> #1, "Content" -> #2|> &, {{"a", "b"}, {"Hi a", "Hi b"}}]',
    'KeyValueMap[Function[{n, c}, <|"Name" -> n, "Content" -> c|>], <|"a" -> "Hi a", "b" -> "Hi b"|>]',
    'Table[<|"Name" -> n, "Content" -> "Hi " <> n|>, {n, {"a", "b"}}]',
  ])('a list that is made of others is computed: %s', (list) => {
    const text = `make = ${make}; CreateMCPServer["S", <|"MCPPrompts" -> (${list})|>]`;
    expect(onlyDefinition(text).data.MCPPrompts).toEqual([
      { Name: 'a', Content: 'Hi a' },
      { Name: 'b', Content: 'Hi b' },
    ]);
  });

  test('a table of numbers is computed, and a function in a row keeps its own slots', () => {
    const row = '<|"Name" -> "p" <> ToString[i], "Content" -> (#x <> "!" &)|>';
    expect(
      onlyDefinition(`CreateMCPServer["S", <|"MCPPrompts" -> Table[${row}, {i, 2, 3}]|>]`).data.MCPPrompts,
    ).toEqual(['p2', 'p3'].map((Name) => ({ Name, Content: { Function: { Wolfram: '#x <> "!" &' } } })));
  });

  test('PromptData is read, and stays unchanged without conversion', () => {
    const { data, originalData } = onlyDefinition(
      'CreateMCPServer["S", <|"PromptData" -> {<|"Name" -> "a", "Content" -> "x"|>}|>]',
    );
    expect(data.MCPPrompts).toEqual([{ Name: 'a', Content: 'x' }]);
    expect(readServer(originalData).findings.map(({ tag }) => tag)).toContain('DeprecatedPromptData');
  });

  test('properties that a workspace server does not have are reported with their place', () => {
    const { notes } = onlyDefinition(
      'CreateMCPServer["S", <|"MCPPrompts" -> {},\n "Model" -> "x"|>, Initialization :> Needs["a`"], Other -> 1]',
    );
    expect(notes).toEqual([
      {
        kind: 'lost',
        message: 'Model is left out: a server does not choose the model or its settings, the client does.',
        line: 2,
        column: 2,
      },
      expect.objectContaining({
        message: 'Other is left out: CreateMCPServer has no such option here.',
      }),
      expect.objectContaining({ message: 'Initialization is left out: the server has no function that needs it.' }),
    ]);
  });

  test('an LLMTool becomes a tool whose function is Wolfram code', () => {
    const tool =
      'LLMTool[<|"Name" -> "prime", "DisplayName" -> "Nth prime", "Parameters" -> {"n" -> <|"Interpreter" -> "Integer", "Help" -> "Which", "Required" -> True|>}, "Function" -> (Prime[#n] &)|>]';
    const { data } = onlyDefinition(`CreateMCPServer["S", <|"Tools" -> {${tool}}|>]`);
    expect(data.Tools).toEqual([
      {
        Name: 'prime',
        Title: 'Nth prime',
        Parameters: [{ Name: 'n', Description: 'Which', Required: true, Kind: 'integer' }],
        Content: { Function: { Wolfram: 'Prime[#n] &' } },
      },
    ]);
  });
});

test('types, ranges and choices of a parameter are kept, and what only Wolfram can check is named', () => {
  const parameters =
    '{"n" -> Restricted["Integer", {1, 10}], "x" -> Restricted["Number", {-Infinity, 0.5}], "e" -> {"a", "b"}, "s" -> Restricted["Integer", {1, 10, 3}], "c" -> "City"}';
  const { data, notes } = onlyDefinition(`LLMTool["t", ${parameters}, f]`);
  expect(data.InputSchema).toEqual({
    type: 'object',
    properties: {
      n: { type: 'integer', minimum: 1, maximum: 10 },
      x: { type: 'number', maximum: 0.5 },
      e: { type: 'string', enum: ['a', 'b'] },
      s: { type: 'integer' },
      c: { type: 'string' },
    },
    required: ['n', 'x', 'e', 's', 'c'],
  });
  expect(messages(notes)).toEqual([
    'The parameter s now takes any integer: only Wolfram knows its restriction.',
    'The parameter c now takes any text: only Wolfram knows its interpreter.',
  ]);
});

describe('a text that uses its server again', () => {
  const servers = (text: string) => define(text).flatMap(({ kind, name }) => (kind === 'server' ? [name] : []));

  test.each([
    'server = CreateMCPServer["S", <||>];\nInstallMCPServer["ClaudeDesktop", server]; Print[server]; Export["s.wl", server]',
    'InstallMCPServer["ClaudeDesktop", CreateMCPServer["S", <||>]]',
    'Module[{s}, s = CreateMCPServer["S", <||>]; InstallMCPServer["Cursor", s]]',
    'Block[{n = "S"}, CreateMCPServer[n, <||>]]',
    'server = With[{n = "S"}, Print[n]; CreateMCPServer[n, <||>]]',
    'If[True, server = CreateMCPServer["S", <||>]]',
    '<||> // CreateMCPServer["S", #] & // InstallMCPServer["Zed", #] &',
    'InstallMCPServer["Zed"] @ CreateMCPServer["S", <||>]',
    'CreateMCPServer @@ {"S", <||>}',
    'a = b = CreateMCPServer["S", <||>]; a["JSONConfiguration"]',
    '(Print["…"]; server = CreateMCPServer["S", <||>])',
    'In[1]:= CreateMCPServer["S", <||>]',
  ])('still has it: %s', (text) => expect(servers(text)).toEqual(['S']));

  test('says that Connect installs it', () => {
    const { notes } = readWolframDefinitions('InstallMCPServer["Zed", CreateMCPServer["S", <||>]]');
    expect(notes).toEqual([
      {
        kind: 'lost',
        message: 'InstallMCPServer is left out: connect the server to Zed with Connect.',
        line: 1,
        column: 1,
      },
    ]);
  });

  test('gives a local name only the meaning that it has inside its program', () => {
    const text = `x = "outer"; Module[{x = "inner"}, CreateMCPServer["A", <|"Prompts" -> x|>]]; CreateMCPServer["B", <|"Prompts" -> x|>]`;
    expect(define(text).map(({ data }) => data.Instructions)).toEqual(['inner', 'outer']);
  });

  test('computes the first value of a local name outside', () => {
    const text = `x = "o"; Module[{x = x <> "!"}, CreateMCPServer["A", <|"Prompts" -> x|>]]`;
    expect(onlyDefinition(text).data.Instructions).toBe('o!');
  });

  test('gives a name that is set twice the value that it has at each place', () => {
    const text = `x = "one"; CreateMCPServer["A", <|"Prompts" -> x|>]; x = "two"; CreateMCPServer["B", <|"Prompts" -> x|>]`;
    expect(define(text).map(({ data }) => data.Instructions)).toEqual(['one', 'two']);
  });
});

describe('a function comes with', () => {
  const code = (before: string, writtenText = 'f[#x] &') =>
    define(`${before};\n<|"Name" -> "p", "Content" -> (${writtenText})|>`).at(-1)?.data.Content;

  test.each([
    'Options[f] = {"Mark" -> "!"}',
    'SetAttributes[f, HoldAll]',
    'Attributes[f] = {HoldAll}',
    'f // Attributes = {HoldAll}',
    'f /: g[f[n_]] := n',
    'area[f] ^= 4',
    '{f, other} = {Identity, 2}',
    'a = f = Identity',
    'If[$VersionNumber > 14, f[x_] := x]',
    'Do[f[i] = i^2, {i, 10}]',
    'Scan[(f[#] = 1) &, {1, 2}]',
    'AppendTo[f, 1]',
    '<<Team`Package`',
    'Get["team.wl"]',
    'Needs["Team`"]',
    'f::usage = "f[x] gives x."',
    'TagSetDelayed[f, g[f[n_]], n]',
  ])('%s', (before) => expect(code(before)).toEqual({ Function: { Wolfram: `${before};\n\nf[#x] &` } }));

  test('what takes a value away, but not what only prepares the first one', () => {
    expect(code('ClearAll[f, g];\nf = 1;\n\nClear[h, f]')).toEqual({
      Function: { Wolfram: 'f = 1;\n\nClear[h, f];\n\nf[#x] &' },
    });
  });

  test('the value outside a Block, which has ended when the function is called', () => {
    const server =
      'CreateMCPServer["S", <|"Prompts" -> f, "MCPPrompts" -> {<|"Name" -> "p", "Content" -> (f <> #x &)|>}|>]';
    const { data } = onlyDefinition(`f = "later"; Block[{f = "now"}, ${server}]`);
    expect(data).toMatchObject({
      Instructions: 'now',
      MCPPrompts: [{ Content: { Function: { Wolfram: 'f = "later";\n\nf <> #x &' } } }],
    });
  });

  test('the contexts that its definitions are in', () => {
    const before = 'BeginPackage["Team`"];\n\nBegin["`Private`"];\n\nf[x_] := x';
    expect(code(before)).toEqual({ Function: { Wolfram: `${before};\n\nf[#x] &` } });
    expect(code('BeginPackage["Team`"]', '#x &')).toEqual({ Function: { Wolfram: '#x &' } });
  });

  test('the initialization of its server and of its tool', () => {
    const tool = 'LLMTool[<|"Name" -> "t", "Function" -> f, "Initialization" :> Needs["B`"]|>]';
    const { data } = onlyDefinition(`CreateMCPServer["S", <|"Tools" -> {${tool}}|>, Initialization :> Needs["A\`"]]`);
    expect(data.Tools).toMatchObject([{ Content: { Function: { Wolfram: 'Needs["A`"];\n\nNeeds["B`"];\n\nf' } } }]);
  });

  test('nothing that only the text itself uses, which is named as left out', () => {
    const { definitions, notes } = readWolframDefinitions(
      'prepare[];\n$RecursionLimit = 5000;\n<|"Name" -> "p", "Content" -> (f[#x] &)|>',
    );
    expect(definitions[0]?.data.Content).toEqual({ Function: { Wolfram: 'f[#x] &' } });
    expect(messages(notes)).toEqual(
      ['prepare[]', '$RecursionLimit = 5000'].map(
        (value) => `${value} is left out: no function of this text uses what it changes, as far as names show.`,
      ),
    );
  });
});

describe('prompts', () => {
  test('associations, lists of them and named ones are prompts, with keys in any case', () => {
    expect(define('{<|"name" -> "a", "content" -> "x"|>, <|"Name" -> "b", "Content" -> "y"|>}')).toHaveLength(2);
    const [namedDefinition] = define(
      '$DefaultMCPPrompts = <|"WolframSearch" -> <|"Name" -> "Search", "Content" -> "x"|>|>',
    );
    expect(namedDefinition).toMatchObject({ kind: 'prompt', name: 'WolframSearch', data: { Name: 'Search' } });
  });

  test('arguments keep their descriptions and whether they are required', () => {
    const { data } = onlyDefinition(
      '<|"Name" -> "p", "Arguments" -> {<|"Name" -> "a", "Description" -> "A", "Required" -> True|>, <|"name" -> "b", "required" -> False|>}, "Content" -> StringTemplate["`a` ``"]|>',
    );
    expect(data.Arguments).toEqual([{ Name: 'a', Description: 'A', Required: true }, { Name: 'b' }]);
    expect(data.Content).toEqual({ StringTemplate: '`a` `a`' });
  });

  test.each([
    ['"plain `x`"', 'plain `x`'],
    ['42', '42'],
    ['StringTemplate["Hi `name`!"]', { StringTemplate: 'Hi `name`!' }],
    [
      'TemplateObject[{"Hi ", TemplateSlot["name"], "!"}, CombinerFunction -> StringJoin]',
      { StringTemplate: 'Hi `name`!' },
    ],
    ['TemplateObject[{"`code` ", TemplateSlot["name"]}]', { StringTemplate: '<*"`code`"*> `name`' }],
    ['StringTemplate["<*\\"`code`\\"*> `name`"]', { StringTemplate: '<*"`code`"*> `name`' }],
    [
      'TemplateObject[{TemplateExpression["`code` "], TemplateSlot["name"]}]',
      { StringTemplate: '<*"`code`"*> `name`' },
    ],
    ['StringTemplate["<* Now *>"]', { Function: { Wolfram: 'StringTemplate["<* Now *>"]' } }],
    ['("Hi " <> #name &)', { Function: { Wolfram: '"Hi " <> #name &' } }],
    ['Function[args, args["x"]]', { Function: { Wolfram: 'Function[args, args["x"]]' } }],
  ])('content %s', (writtenText, expected) => expect(content(writtenText)).toEqual(expected));

  test("a slot's default is its argument's, and every prompt that is read is one that is served", () => {
    const { data } = onlyDefinition(
      '<|"Name" -> "p", "Content" -> TemplateObject[{"Hi ", TemplateSlot["n", DefaultValue -> "you"]}]|>',
    );
    expect(data).toEqual({
      Name: 'p',
      Arguments: [{ Name: 'n', Default: 'you' }],
      Content: { StringTemplate: 'Hi `n`' },
    });
    expect(readPrompt(data).findings).toEqual([]);
  });

  test('a function comes with all that the text defines for it, and nothing else', () => {
    const text = `twice[s_String] := s <> s;
unused[x_] := 1;
hello[args_Association] := twice[args["name"]];
<|"Name" -> "p", "Content" -> hello|>`;
    expect(onlyDefinition(text).data.Content).toEqual({
      Function: {
        Wolfram: 'twice[s_String] := s <> s;\n\nhello[args_Association] := twice[args["name"]];\n\nhello',
      },
    });
  });

  test('packages that a text loads come with each of its functions', () => {
    const { data, notes } = onlyDefinition('Needs["GeneralUtilities`"];\n<|"Name" -> "p", "Content" -> myFunction|>');
    expect(data.Content).toEqual({ Function: { Wolfram: 'Needs["GeneralUtilities`"];\n\nmyFunction' } });
    expect(messages(notes)[0]).toMatch(/^Content is the symbol myFunction/);
  });

  test('an undefined symbol, a contradictory type and unknown keys are reported', () => {
    const { notes } = onlyDefinition('<|"Name" -> "p", "Type" -> "Text", "Icon" -> 1, "Content" -> myFunction|>');
    expect(messages(notes)).toEqual([
      'Content is the symbol myFunction, which this text does not define: the kernel must define it.',
      '"Type" -> "Text" is left out: the content is a function, and is served as such.',
      'Icon is left out: prompts have no such key.',
    ]);
  });
});

describe('problems', () => {
  test.each([
    [
      '<|"Name" -> "p", "Content" -> f[#] &|>',
      'The & turns this whole rule into a function: put the function in parentheses, as in "Content" -> (f[#] &).',
    ],
    ['{<|"Name" -> 1, "Content" -> "x"|>}', 'This prompt has no name: write "Name" -> "…" with text in quotes.'],
    ['<|"Name" -> "p", "Arguments" -> {}|>', 'The prompt p has no "Content": write what the client gets.'],
    [
      'CreateMCPServer["S", <|"MCPPrompts" -> {7}|>]',
      'A prompt is a name in quotes or an association with "Name" and "Content": write one of them here.',
    ],
    ['CreateMCPServer[name, <||>]', 'CreateMCPServer needs the name of the server first, in quotes.'],
    [
      '1 + 1',
      'Nothing here defines a prompt or a server: write CreateMCPServer["name", <|…|>], or an association with "Name" and "Content".',
    ],
  ])('%s', (text, message) => {
    expect(messages(readWolframDefinitions(text).problems)).toContain(message);
  });

  test.each([
    ['CreateMCPServer["S",\n  $DefaultMCPServers["Wolfram"]]', '$DefaultMCPServers["Wolfram"]', 2, 3],
    ['s = $DefaultMCPServers["Wolfram"];\nInstallMCPServer["ClaudeCode", s]', '$DefaultMCPServers["Wolfram"]', 1, 5],
    ['CreateMCPServer["S", Join[$DefaultMCPServers["Wolfram"], <||>]]', '$DefaultMCPServers["Wolfram"]', 1, 27],
    ['CreateMCPServer["S", MCPServerObject["Mine"]]', 'MCPServerObject["Mine"]', 1, 22],
    [
      'CreateMCPServer["S", <|"MCPPrompts" -> $DefaultMCPServers["Wolfram"]["MCPPrompts"]|>]',
      '$DefaultMCPServers["Wolfram"]',
      1,
      40,
    ],
    [
      'CreateMCPServer["S", <|"Tools" -> $DefaultMCPServers["Wolfram"]["Tools"]|>]',
      '$DefaultMCPServers["Wolfram"]',
      1,
      35,
    ],
    ['Keys[$DefaultMCPServers]', '$DefaultMCPServers', 1, 6],
  ])('a server that the text only names is refused at its place: %s', (text, server, line, column) => {
    const { definitions, problems } = readWolframDefinitions(text);
    expect(definitions).toEqual([]);
    const message = `${server} is a server that this text does not define: name its prompts and tools here, as in "MCPPrompts" -> {"WolframSearch"}.`;
    expect(problems).toMatchObject([{ message, line, column }]);
  });

  test('a text with a missing bracket gives nothing', () => {
    const { definitions, problems } = readWolframDefinitions(
      '<|"Name" -> "a", "Content" -> "x"|>\nCreateMCPServer["S", <|',
    );
    expect(definitions).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  test.each([
    ['lists', (a: string, b: string) => `${a} = {${b}, ${b}}`],
    ['texts', (a: string, b: string) => `${a} = ${b} <> ${b}`],
    ['templates', (a: string, b: string) => `${a} = <|"Name" -> "x", "Content" -> {${b}, ${b}}|>`],
  ])('%s that double with every name are refused at once', (_, double) => {
    const lines = Array.from({ length: 60 }, (_, index) => double(`n${index}`, `n${index + 1}`));
    const text = `CreateMCPServer["S", <|"MCPPrompts" -> {n0, <|"Name" -> "p", "Content" -> n0|>}|>];\n${lines.join(';\n')};\nn60 = "x"`;
    const elapsedMs = cpuClock();
    const { definitions, problems } = readWolframDefinitions(text);
    expect(elapsedMs()).toBeLessThan(1000);
    expect(definitions).toEqual([]);
    expect(messages(problems)).toContain(
      'The names in this text expand to more than a definition can hold: shorten it.',
    );
  });

  test('a small text that expands to ten thousand prompts, or a gigabyte of code, is refused at once', () => {
    const manyText = `p = <|"Name" -> "x", "Content" -> "y"|>; a = {${'p,'.repeat(99)} p}; {${'a,'.repeat(99)} a}`;
    const longText = `f[x_] := ${'x + '.repeat(20_000)} 1; {${'<|"Name" -> "x", "Content" -> f|>,'.repeat(2_000)} ""}`;
    for (const text of [manyText, longText]) {
      const elapsedMs = cpuClock();
      const { definitions, problems } = readWolframDefinitions(text);
      expect(elapsedMs()).toBeLessThan(5000);
      expect(definitions).toEqual([]);
      expect(messages(problems)).toContain(
        'The names in this text expand to more than a definition can hold: shorten it.',
      );
    }
  });

  test('names that refer to themselves do not loop', () => {
    expect(readWolframDefinitions('a = b; b = a; <|"Name" -> "p", "Content" -> a|>').definitions).toHaveLength(1);
  });

  test('random token soup never crashes', () => {
    fc.assert(
      fc.property(soup, (text) => void readWolframDefinitions(`<|"Name" -> "p", "Content" -> ${text}|>\n${text}`)),
      {
        numRuns: 1000,
      },
    );
  });
});
