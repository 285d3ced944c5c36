import { expect, test } from 'vitest';
import type { LibrarySnapshot, ListedPrompt, ServerEntry, WorkspaceFile } from '../../../library/types.ts';
import type { Content, PromptDefinition } from '../../../model/definitions.ts';
import { findEverywhere, matchLimit } from './find.ts';
import { workspaceContent } from './workspace-view.ts';

const text = (template: string): Content => ({ kind: 'text', text: { kind: 'template', template } });

function promptOf(name: string, content: Content, fields: Partial<PromptDefinition> = {}): PromptDefinition {
  return { name, arguments: [], type: 'Text', content, samples: [], ...fields };
}

function listPrompt(prompt: PromptDefinition): ListedPrompt {
  const location = { file: `prompts/${prompt.name}.yaml`, at: [] };
  return { prompt, catalogueName: prompt.name, builtin: false, location, isServed: true, problems: [] };
}

function serverOf(name: string, prompts: readonly PromptDefinition[]): [string, ServerEntry] {
  const resolvedServer = { name, version: '1.0.0', tools: [], prompts: [], instructions: `How to use ${name}` };
  return [
    name,
    {
      resolvedServer,
      builtin: false,
      file: `servers/${name}.yaml`,
      entries: prompts.map(listPrompt),
      tools: [],
      skills: [],
    },
  ];
}

function find(query: string, servers: [string, ServerEntry][], files: readonly WorkspaceFile[] = []) {
  const snapshot: LibrarySnapshot = { revision: 1, files, servers: new Map(servers), problems: [] };
  return findEverywhere(
    snapshot,
    workspaceContent('/work', snapshot, () => undefined),
    query,
  );
}

const greet = promptOf('greet', text('Good morning,\nsay hello to `who` and HELLO again.'), {
  title: 'Say hello',
  arguments: [{ name: 'who', description: 'Whom to greet', required: true }],
});

test('a text is found in any case, with its line and every match in it', () => {
  const { matches } = find('hello to', [serverOf('Docs', [greet])]);
  expect(matches).toEqual([
    {
      server: 'Docs',
      key: 'greet',
      name: 'greet',
      where: 'Text',
      location: { file: 'prompts/greet.yaml', at: ['Content'] },
      excerpt: 'say hello to `who` and HELLO again.',
      ranges: [[4, 12]],
      offset: 18,
    },
  ]);
  expect(find('HELLO', [serverOf('Docs', [greet])]).matches.map(({ where, ranges }) => [where, ranges])).toEqual([
    ['Title', [[4, 9]]],
    [
      'Text',
      [
        [4, 9],
        [23, 28],
      ],
    ],
  ]);
});

test('names come first, then arguments, instructions and texts', () => {
  const aboutPrompt = promptOf('about', text('Who are you?'));
  const whoPrompt = promptOf('who', text('Nobody.'));
  const { matches } = find('who', [serverOf('Docs', [aboutPrompt, greet, whoPrompt])]);
  expect(matches.map(({ name, where }) => `${name}: ${where}`)).toEqual([
    'who: Name',
    'about: Text',
    'greet: Argument who',
    'greet: Argument who',
    'greet: Text',
  ]);
});

test('a prompt that several servers list is found once', () => {
  expect(find('morning', [serverOf('One', [greet]), serverOf('Two', [greet])]).matches).toHaveLength(1);
});

test('a query that looks like a pattern is searched literally', () => {
  const oddDefinition = promptOf('odd', text('Costs (about) $5.00 [or *more*] a|b \\ {c}^?'));
  for (const query of ['(about) $5.00', '[or *more*]', 'a|b \\', '{c}^?', '5.0']) {
    expect(find(query, [serverOf('Docs', [oddDefinition])]).matches).toHaveLength(1);
  }
  expect(find('5x00', [serverOf('Docs', [oddDefinition])]).matches).toEqual([]);
});

test('a long line is shortened around the match, and its ranges still hold', () => {
  const longDefinition = promptOf('long', text(`${'a '.repeat(500)}needle${' b'.repeat(500)}`));
  const [match] = find('needle', [serverOf('Docs', [longDefinition])]).matches;
  expect(match?.excerpt.length).toBeLessThan(200);
  const [from, to] = match?.ranges[0] ?? [0, 0];
  expect(match?.excerpt.slice(from, to)).toBe('needle');
  expect(match?.excerpt).toMatch(/^….*…$/);
});

test('a search of two thousand prompts lists as many matches as can be shown, and says that there are more', () => {
  const body = 'Explain the code below to a person without any background.\n'.repeat(30);
  const manyDefinitions = Array.from({ length: 2000 }, (_, index) => promptOf(`prompt-${index}`, text(body)));
  const servers = [serverOf('Docs', manyDefinitions)];
  const snapshot: LibrarySnapshot = { revision: 1, files: [], servers: new Map(servers), problems: [] };
  const view = workspaceContent('/work', snapshot, () => undefined);
  expect(findEverywhere(snapshot, view, 'nowhere to be found').matches).toEqual([]);
  const commonResult = findEverywhere(snapshot, view, 'the code');
  expect(commonResult).toMatchObject({ isCut: true });
  expect(commonResult.matches).toHaveLength(matchLimit);
});

test('tools are found by name, description, argument and answer, each once', () => {
  const content = {
    kind: 'blocks',
    blocks: [{ type: 'text', text: { kind: 'literal', text: 'Sunny all day' } }],
  } as const;
  const inputSchema = { type: 'object', properties: { city: { type: 'string', description: 'A sunny place' } } };
  const tool = {
    name: 'sunny',
    description: 'Sunny or not',
    inputSchema,
    content,
    origin: { kind: 'builtin' },
  } as const;
  const location = { file: 'tools/weather.yaml', at: [] };
  const entry = { tool, catalogueName: 'weather', builtin: false, location, isServed: true, problems: [] };
  const listing = (name: string): [string, ServerEntry] => {
    const [key, server] = serverOf(name, []);
    return [key, { ...server, tools: [{ ...entry, tool: { ...tool } }] }];
  };
  const { matches } = find('sunny', [listing('Docs'), listing('Other')]);
  expect(matches.map(({ where }) => where)).toEqual(['Name', 'Description', 'Argument city', 'Block 1']);
  expect(matches[3]).toMatchObject({
    server: 'Docs',
    list: 'tools',
    name: 'sunny',
    location: { file: 'tools/weather.yaml', at: ['Content', 'Blocks', 0] },
  });
});

test('tests are found by their name, their arguments and the texts that they expect', () => {
  const tests = [
    {
      name: 'Greets a guest',
      arguments: { who: 'a guest' },
      expect: [
        { kind: 'contains', text: 'Dear guest' },
        { kind: 'contains', text: 'Dear guest', as: ['codex'] },
        { kind: 'not-contains', text: 'guest list' },
        { kind: 'regex', pattern: '^guest$' },
        { kind: 'messages', count: 1 },
      ],
      answer: { expect: [{ kind: 'llm-rubric', rubric: 'It welcomes a guest.' }] },
    },
  ] as const;
  const prompt = promptOf('welcome', text('Hello.'), { tests });
  const { matches } = find('guest', [serverOf('Docs', [prompt])]);
  expect(matches.map(({ where }) => where)).toEqual(Array.from({ length: 6 }, () => 'Test Greets a guest'));
  expect(matches.map(({ excerpt }) => excerpt)).toEqual([
    'Greets a guest',
    'a guest',
    'Dear guest',
    'guest list',
    '^guest$',
    'It welcomes a guest.',
  ]);
  expect(matches.map(({ location }) => location?.at)).toEqual([
    ['Tests', 0, 'Name'],
    ['Tests', 0, 'Arguments', 'who'],
    ...Array.from({ length: 3 }, () => ['Tests', 0, 'Expect']),
    ['Tests', 0, 'Answer', 'Expect'],
  ]);
});

test('tests of a tool are found by the values of a call and the structured answer', () => {
  const tool = {
    name: 'weather',
    content: { kind: 'blocks', blocks: [] },
    origin: { kind: 'builtin' },
    tests: [
      {
        name: 'Knows a place',
        arguments: { place: { city: 'Oslo' }, days: 3 },
        expect: [{ kind: 'structured', value: { places: [{ city: 'Oslo by the sea' }] } }],
      },
    ],
  } as const;
  const [name, server] = serverOf('Docs', []);
  const location = { file: 'tools/weather.yaml', at: [] };
  const entry = { tool, catalogueName: 'weather', builtin: false, location, isServed: true, problems: [] };
  const { matches } = find('oslo', [[name, { ...server, tools: [entry] }]]);
  expect(matches.map(({ excerpt }) => excerpt)).toEqual(['Oslo', 'Oslo by the sea']);
});

test('a skill is found by its name, when to use it and its instructions, whether a server lists it or not', () => {
  const skill = {
    name: 'style-check',
    description: 'Checks the style of a text.',
    content: 'Read it.\nMark every style.',
  };
  const file = { file: 'skills/style-check.yaml', kind: 'skill', name: 'style-check', writtenSkill: skill } as const;
  const [name, server] = serverOf('Docs', []);
  const origin = { kind: 'workspace', file: file.file, at: [] } as const;
  const listing = {
    ...server,
    skills: [{ catalogueName: skill.name, isServed: true }],
    resolvedServer: { ...server.resolvedServer, skills: [{ ...skill, catalogueName: skill.name, origin }] },
  };
  const files = [file] as unknown as readonly WorkspaceFile[];
  const { matches } = find('style', [[name, listing]], files);
  expect(matches.map(({ where }) => where)).toEqual(['Name', 'When to use it', 'Instructions']);
  expect(matches[2]).toMatchObject({
    server: 'Docs',
    list: 'skills',
    name: 'style-check',
    location: { file: 'skills/style-check.yaml', at: ['Content'] },
    excerpt: 'Mark every style.',
  });
  expect(find('mark every', [serverOf('Docs', [])], files).matches.map(({ server }) => server)).toEqual([undefined]);
});
