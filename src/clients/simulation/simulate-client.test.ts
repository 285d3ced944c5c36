import { describe, expect, test } from 'vitest';
import type { Simulation } from '../../contract/contract.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../../mcp/server/testing/fake-live-server.ts';
import { defaultPrompts } from '../../model/builtin/builtin.ts';
import type { Block, Content, Message, ResolvedPrompt } from '../../model/definitions.ts';
import { applicationOf, applications } from '../applications/applications.ts';
import { openProbes } from './server-probes.ts';
import { simulateClient } from './simulate-client.ts';

interface Look {
  readonly client: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly line?: string;
  readonly plain?: boolean;
  readonly others?: readonly ResolvedPrompt[];
  readonly index?: number;
  readonly definition?: unknown;
  readonly run?: Parameters<typeof fakeServices>[0];
}

/** Simulates a client application for a prompt of the server "Docs", with real clients of a real server. */
async function look(
  shownPrompt: ResolvedPrompt,
  { client, values = {}, line, plain, others = [], definition, run }: Look,
): Promise<Simulation> {
  const liveServer = fakeLiveServer(resolvedServer([...others, shownPrompt]));
  const probes = openProbes(liveServer, fakeServices(run));
  const application = applicationOf(client);
  const isAdapted = !plain && application.isAdapted === true;
  const index = others.length;
  const [anyProbe, ownProbe] = [probes.for(undefined), probes.for(isAdapted ? client : undefined)];
  const request = {
    application,
    server: 'Docs',
    prompt: shownPrompt,
    index,
    values,
    line,
    isAdapted,
    readDefinition: definition === undefined ? undefined : async () => definition,
  };
  const simulation = await simulateClient(request, anyProbe, ownProbe);
  await probes.close();
  return simulation;
}

const template = (text: string): Content => ({ kind: 'text', text: { kind: 'template', template: text } });
const text = (literalText: string): Block => ({ type: 'text', text: { kind: 'literal', text: literalText } });
const message = (role: Message['role'], ...blocks: Block[]): Message => ({ role, blocks });
const messages = (...list: Message[]): Content => ({ kind: 'messages', messages: list });
const labels = ({ fixes }: Simulation) => fixes.map(({ label }) => label);
const textOfReading = ({ read = [] }: Simulation) => read.map((piece) => piece.text).join('\n');
const lossesOf = ({ losses }: Simulation) => losses.map((loss) => loss.text);
const runs = ({ line }: Simulation) =>
  line?.pieces.map(({ start, end, to }) => [line.text.slice(start, end), to.kind === 'argument' ? to.name : to.kind]);

const twoPrompt = prompt({
  name: 'two',
  arguments: [
    { name: 'first', required: true },
    { name: 'second', required: true },
  ],
  content: template('`first` and `second`'),
});
const find = prompt({
  name: 'find',
  arguments: [{ name: 'query', required: true }],
  content: template('Find `query`'),
});
const findRest: ResolvedPrompt = { ...find, arguments: [{ name: 'query', required: true, restOfLine: true }] };
const image: Block = { type: 'image', mimeType: 'image/png', media: { kind: 'data', data: 'AAAA' } };
const audio: Block = { type: 'audio', mimeType: 'audio/wav', media: { kind: 'data', data: 'AAAA' } };
const resource: Block = {
  type: 'resource',
  uri: 'docs://a',
  mimeType: 'text/plain',
  body: { kind: 'text', text: { kind: 'literal', text: 'All of it' } },
};
const pdf: Block = {
  type: 'resource',
  uri: 'docs://b',
  mimeType: 'application/pdf',
  body: { kind: 'data', data: 'AAAA' },
};
const link: Block = { type: 'resource_link', uri: 'docs://c', name: 'c', description: 'a link' };
const richPrompt = prompt({
  name: 'everything',
  content: messages(
    message('user', text('One.'), image, audio, resource, pdf, link),
    message('assistant', text('Two.')),
  ),
});

test('a prompt that asks says whether the client application shows its form, where prompts arrive at all', async () => {
  const asks: ResolvedPrompt = { ...find, ask: 'missing' };
  expect((await look(asks, { client: 'claude-code' })).asking).toBe('drawn');
  expect((await look(asks, { client: 'vscode' })).asking).toBe('declared');
  expect((await look(asks, { client: 'cursor' })).asking).toBe('declared');
  expect((await look(asks, { client: 'gemini-cli' })).asking).toBe('none');
  expect((await look(asks, { client: 'kiro' })).asking).toBe('untested');
  expect((await look(asks, { client: 'windsurf' })).asking).toBe('untested');
  expect(await look(find, { client: 'claude-code' })).not.toHaveProperty('asking');
  expect(await look({ ...find, ask: 'missing', arguments: [] }, { client: 'claude-code' })).not.toHaveProperty(
    'asking',
  );
  const hiddenId = applications.find(({ prompts }) => prompts.support === 'no')?.id ?? '';
  expect(await look(asks, { client: hiddenId })).not.toHaveProperty('asking');
});

describe('Claude Code', () => {
  const client = 'claude-code';

  test('does not honour quotes: each word goes to one argument, and extra words are dropped', async () => {
    const simulation = await look(twoPrompt, { client, line: '/mcp__Docs__two "a b" c' });
    expect(runs(simulation)).toEqual([
      ['/mcp__Docs__two', 'command'],
      ['"a', 'first'],
      ['b"', 'second'],
      ['c', 'dropped'],
    ]);
    expect(simulation.sentValues).toEqual({ first: '"a', second: 'b"' });
    expect(lossesOf(simulation)).toEqual(['“c” belongs to no argument and is dropped.']);
    expect(simulation.reach).toBe('changed');
  });

  test('breaks a value of two words, and the last argument may take the rest of the line instead', async () => {
    const definition = { Arguments: [{ Name: 'query' }] };
    const simulation = await look(find, { client, values: { query: 'two words' }, definition });
    expect(simulation.line?.text).toBe('/mcp__Docs__find two words');
    expect(lossesOf(simulation)).toEqual([
      '“words” belongs to no argument and is dropped.',
      'query is “two”, not “two words”.',
    ]);
    expect(simulation.fixes).toEqual([
      {
        kind: 'edit',
        label: 'Let query take the rest of the line',
        edits: [{ at: ['Arguments', 0, 'RestOfLine'], after: true }],
      },
      {
        kind: 'edit',
        label: 'Ask for query in a form',
        edits: [{ at: ['Arguments', 0, 'Ask'], after: 'missing' }],
      },
    ]);
    // Without its own start, Claude Code refuses a required argument that is missing, and no form opens.
    const plainSimulation = await look(find, { client, plain: true, values: { query: 'two words' }, definition });
    expect(plainSimulation.fixes.map(({ label }) => label)).toEqual(['Let query take the rest of the line']);
  });

  test('reaches a prompt that takes the rest of the line whole, once the server is started for it', async () => {
    const simulation = await look(findRest, { client, line: '/mcp__Docs__find "How are you?"' });
    expect(runs(simulation)?.slice(1)).toEqual([
      ['"How', 'query'],
      ['are', 'query'],
      ['you?"', 'query'],
    ]);
    expect(simulation.sentValues).toEqual({ query: '"How', 2: 'are', 3: 'you?"' });
    expect(simulation.joinedValues).toEqual({ query: 'How are you?' });
    expect([simulation.reach, simulation.read?.[1]?.text]).toEqual(['whole', 'Find How are you?']);
    const plainSimulation = await look(findRest, { client, values: { query: 'two words' }, plain: true });
    expect([plainSimulation.reach, plainSimulation.joinedValues]).toEqual(['changed', undefined]);
  });

  test('gives a left-out argument the value of the one before', async () => {
    const optionalPrompt = {
      ...twoPrompt,
      arguments: twoPrompt.arguments.map((argument) => ({ ...argument, required: false })),
    };
    expect(lossesOf(await look(optionalPrompt, { client, values: { first: 'a b' } }))).toEqual([
      'first is “a”, not “a b”.',
      'second is “b”, though it was left out.',
    ]);
  });

  test('turns line breaks into single spaces', async () => {
    const simulation = await look(findRest, { client, values: { query: 'two\nlines' } });
    expect(lossesOf(simulation)).toEqual(['Line breaks and runs of spaces in query become single spaces.']);
  });

  test('checks for missing arguments itself', async () => {
    const simulation = await look(twoPrompt, { client, line: '/mcp__Docs__two a' });
    expect([simulation.reach, simulation.message, simulation.sentValues]).toEqual([
      'none',
      expect.stringContaining('second'),
      undefined,
    ]);
  });

  test('cannot call a prompt with a space in its name, unless the server is started for it', async () => {
    const spacedPrompt = { ...find, name: 'find it' };
    const simulation = await look(spacedPrompt, { client, values: { query: 'a' }, plain: true, definition: {} });
    expect([simulation.reach, simulation.fixes]).toEqual([
      'none',
      [{ kind: 'rename', label: 'Rename it to find-it', name: 'find-it' }],
    ]);
    const adaptedSimulation = await look(spacedPrompt, { client, values: { query: 'a' } });
    expect([adaptedSimulation.reach, adaptedSimulation.line?.command]).toEqual(['whole', '/mcp__Docs__find-it']);
  });

  test('gives its model one message: the command, and each block as its table says', async () => {
    const simulation = await look(richPrompt, { client });
    expect(simulation.read).toEqual([
      {
        role: 'user',
        kind: 'text',
        text: '<command-message>mcp__Docs__everything</command-message>\n<command-name>/mcp__Docs__everything</command-name>\n',
      },
      { role: 'user', kind: 'text', text: 'One.' },
      { role: 'user', kind: 'image', text: 'image/png' },
      { role: 'user', kind: 'text', text: '[Image: source: a saved file]' },
      { role: 'user', kind: 'text', text: '[Audio from Docs] Binary content (audio/wav, 3 bytes) saved to a file' },
      { role: 'user', kind: 'text', text: '[Resource from Docs at docs://a] All of it' },
      {
        role: 'user',
        kind: 'text',
        text: '[Resource from Docs at docs://b] Binary content (application/pdf, 3 bytes) saved to a file',
      },
      { role: 'user', kind: 'text', text: '[Resource link: c] docs://c (a link)' },
      { role: 'user', kind: 'text', text: 'Two.' },
    ]);
    expect(simulation.losses.map(({ severity, messages }) => [severity, messages])).toEqual([
      ['changed', [6]],
      ['lost', [2]],
      ['lost', [4]],
      ['changed', [5]],
    ]);
  });

  test('names every message that a loss concerns', async () => {
    const content = messages(
      message('user', audio),
      message('assistant', text('A')),
      message('user', audio),
      message('assistant', text('B')),
    );
    const { losses } = await look(prompt({ name: 'turns', content }), { client });
    expect(losses.map((loss) => loss.messages)).toEqual([
      [1, 3],
      [0, 2],
    ]);
  });

  test('reports a line that does not call the prompt', async () => {
    const simulation = await look(find, { client, line: '/mcp__Docs__finder a' });
    expect([simulation.reach, simulation.message]).toEqual(['none', 'The line must begin with /mcp__Docs__find.']);
    expect(simulation.line).toEqual({ command: '/mcp__Docs__find', text: '/mcp__Docs__finder a', pieces: [] });
  });
});

describe('VS Code', () => {
  const client = 'vscode';

  test('asks for each argument separately, so that values arrive unchanged', async () => {
    const simulation = await look(twoPrompt, { client, values: { first: 'two words', second: '"q"\nx' } });
    expect([simulation.reach, simulation.line, simulation.sentValues]).toEqual([
      'whole',
      undefined,
      { first: 'two words', second: '"q"\nx' },
    ]);
  });

  test('leaves the check for missing arguments to the server', async () => {
    const simulation = await look(twoPrompt, { client, values: { first: 'a' } });
    expect([simulation.reach, simulation.sentValues, simulation.message]).toEqual([
      'none',
      { first: 'a' },
      expect.stringContaining('"second"'),
    ]);
  });

  test('writes roles into the text, attaches images and resources, and leaves audio and links out', async () => {
    const simulation = await look(richPrompt, { client });
    expect(simulation.read?.map(({ kind }) => kind)).toEqual(['text', 'image', 'file', 'file']);
    expect(simulation.read?.[0]?.text).toBe('--USER\nOne.\n--ASSISTANT\nTwo.');
    expect(lossesOf(simulation)).toEqual([
      'The roles arrive as words in the text.',
      'The audio is dropped.',
      'The linked resource is dropped.',
    ]);
  });
});

describe('Gemini CLI', () => {
  const client = 'gemini-cli';

  test('reads the first message only, as a JSON string, unless the server is started for it', async () => {
    const severalPrompt = prompt({
      name: 'several',
      content: messages(message('user', text('A "b"\nc.'), text('D.'))),
    });
    const simulation = await look(severalPrompt, { client, plain: true, definition: {} });
    expect(simulation.read).toEqual([{ role: 'user', kind: 'text', text: '"A \\"b\\"\\nc."' }]);
    expect(lossesOf(simulation)).toEqual([
      'Only the first of the 2 messages is read.',
      'The text arrives as a JSON string: line breaks are written \\n, and quotes \\".',
    ]);
    const adaptedSimulation = await look(severalPrompt, { client });
    expect(textOfReading(adaptedSimulation)).toBe('"A \\"b\\"\\nc.\\n\\nD."');
    expect(lossesOf(adaptedSimulation)).toContain('The 2 messages arrive as one text.');
  });

  test('ends with an error when the first message is not text', async () => {
    const simulation = await look(prompt({ name: 'i', content: messages(message('user', image, text('a'))) }), {
      client,
      plain: true,
    });
    expect([simulation.reach, simulation.message]).toEqual(['none', expect.stringContaining('not text')]);
  });

  test('joins all words for a single required argument, and sends nothing as an empty value', async () => {
    expect((await look(find, { client, line: '/find how "are you"' })).sentValues).toEqual({ query: 'how are you' });
    expect((await look(find, { client, line: '/find' })).sentValues).toEqual({ query: '' });
  });

  test('takes names for any argument, and positions with double quotes for required ones only', async () => {
    const mixedPrompt = { ...twoPrompt, arguments: [...twoPrompt.arguments, { name: 'third', required: false }] };
    const simulation = await look(mixedPrompt, { client, line: `/two "a b" 'c d' --third="e \\"f\\""` });
    expect(simulation.sentValues).toEqual({ first: 'a b', second: "'c", third: 'e "f"' });
    expect(runs(simulation)?.at(-2)).toEqual(["d'", 'dropped']);
    const fromValues = await look(mixedPrompt, { client, values: { first: 'a b', second: 'c "d"', third: 'e' } });
    expect([fromValues.reach, fromValues.sentValues]).toEqual(['whole', { first: 'a b', second: 'c "d"', third: 'e' }]);
  });

  test('takes backslashes out of words, and leaves a quote that is not closed', async () => {
    expect((await look(find, { client, line: String.raw`/find C:\p "unterminated x` })).sentValues).toEqual({
      query: 'C:p "unterminated x',
    });
    const fromValues = await look(find, { client, values: { query: String.raw`C:\p` } });
    expect([fromValues.reach, fromValues.sentValues]).toEqual(['whole', { query: String.raw`C:\p` }]);
  });

  test('shows its help for the word help, and sends nothing if a required argument has no word', async () => {
    const help = await look(find, { client, line: '/find help me' });
    expect([help.reach, help.message]).toEqual(['none', expect.stringContaining('shows the help of the prompt')]);
    const fromValues = await look(find, { client, values: { query: 'help me' } });
    expect([fromValues.reach, fromValues.sentValues]).toEqual(['whole', { query: 'help me' }]);
    const incompleteSimulation = await look(twoPrompt, { client, line: '/two one' });
    expect([incompleteSimulation.reach, incompleteSimulation.message]).toEqual([
      'none',
      expect.stringContaining('second is missing'),
    ]);
  });

  test('writes a space in a name as a hyphen', async () => {
    expect((await look({ ...find, name: 'find  it' }, { client, values: { query: 'a' } })).line?.command).toBe(
      '/find-it',
    );
    const clash = await look(
      { ...find, name: 'find it' },
      { client, values: { query: 'a' }, others: [{ ...find, name: 'find-it' }] },
    );
    expect(lossesOf(clash)).toEqual(['The prompt find-it has the same command here; only one of them can be called.']);
  });
});

describe('OpenCode', () => {
  const client = 'opencode';

  test('asks with placeholders and puts the words in afterwards, the rest into the last', async () => {
    const simulation = await look(twoPrompt, { client, line: '/Docs:two "a b" c d' });
    expect(simulation.sentValues).toEqual({ first: '$1', second: '$2' });
    expect([simulation.reach, textOfReading(simulation)]).toEqual(['whole', 'a b and c d']);
  });

  test('sends a placeholder for an argument that is left out, so that its default is never used', async () => {
    const optionalPrompt = { ...find, arguments: [{ name: 'query', required: false, default: 'all' }] };
    const simulation = await look(optionalPrompt, { client });
    expect([textOfReading(simulation), lossesOf(simulation)]).toEqual([
      'Find',
      ['The default of query is not used: its slot stays empty.'],
    ]);
    expect((await look(optionalPrompt, { client, values: { query: 'mine' } })).reach).toBe('whole');
  });

  test('changes names to letters, digits, _ and -', async () => {
    expect((await look({ ...find, name: 'find.it' }, { client })).line?.command).toBe('/Docs:find_it');
  });

  test('runs what looks like a command, unless the server is started for it', async () => {
    const danger = { ...find, content: template('Say !`date +%s` to `query`') };
    const simulation = await look(danger, { client, values: { query: 'me' }, plain: true });
    expect(simulation.losses).toContainEqual({
      severity: 'danger',
      text: '“!`date +%s`” is run as a command: put a space after the exclamation mark.',
    });
    const adaptedSimulation = await look(danger, { client, values: { query: 'me' } });
    expect(adaptedSimulation.losses.filter(({ severity }) => severity === 'danger')).toEqual([]);
  });

  test('ends a word at a quote inside it, and a value with one kind of quotes is written in the other', async () => {
    const fromLine = await look(twoPrompt, { client, line: "/Docs:two it's fine, don't" });
    expect(textOfReading(fromLine)).toBe('it and s fine, don t');
    for (const value of ["it's fine, don't", 'a "b"', ' two  spaces ', 'a\nb']) {
      const fromValues = await look(twoPrompt, { client, values: { first: value, second: value } });
      expect([fromValues.reach, textOfReading(fromValues)]).toEqual(['whole', `${value} and ${value}`.trim()]);
    }
    expect(lossesOf(await look(find, { client, values: { query: `it's "both"` } }))).not.toEqual([]);
  });

  test('runs a command that a person types, even if the server is started for it', async () => {
    const simulation = await look(find, { client, line: '/Docs:find !`touch P`' });
    expect(textOfReading(simulation)).toBe('Find !`touch P`');
    expect(simulation.losses).toContainEqual({
      severity: 'danger',
      text: '“!`touch P`” is run as a command: put a space after the exclamation mark.',
    });
  });

  test('adds surplus words after a text without placeholders', async () => {
    const simulation = await look(prompt({ name: 'plain', content: template('Say hello.') }), {
      client,
      line: '/Docs:plain in "two words"',
    });
    expect(textOfReading(simulation)).toBe('Say hello.\n\nin "two words"');
    expect(lossesOf(simulation)).toEqual(['“in "two words"” belongs to no argument and is added after the text.']);
  });

  test('puts the whole line, with its quotes, in place of $ARGUMENTS', async () => {
    const rawPrompt = { ...find, content: template('Find `query`, as in: $ARGUMENTS') };
    const simulation = await look(rawPrompt, { client, line: '/Docs:find "a b" c', plain: true });
    expect(textOfReading(simulation)).toBe('Find a b c, as in: "a b" c');
  });

  test.each([
    ['/Docs:find  two', 'Find two, as in:  two'],
    ["/Docs:find a $'", 'Find a $, as in: a'],
    ['/Docs:find $$', 'Find $$, as in: $'],
  ])('passes the line on for $ARGUMENTS with its first blanks, as a pattern: %s', async (line, readText) => {
    const rawPrompt = { ...find, content: template('Find `query`, as in: $ARGUMENTS') };
    expect(textOfReading(await look(rawPrompt, { client: 'opencode', line }))).toBe(readText);
  });

  test('fills $n and $ARGUMENTS of the text itself', async () => {
    const simulation = await look(
      { ...find, content: template('Costs $5: `query`') },
      { client, values: { query: 'me' } },
    );
    expect(lossesOf(simulation)).toEqual(['$5 in the text is replaced by what you type.']);
    expect(textOfReading(simulation)).toBe('Costs : me');
  });

  test('drops blocks that are not text, which the server describes in words if it is started for it', async () => {
    const plainSimulation = await look(richPrompt, { client, plain: true });
    expect(textOfReading(plainSimulation)).toBe('One.\nTwo.');
    expect(plainSimulation.losses.map(({ severity }) => severity)).toEqual([
      'changed',
      'lost',
      'lost',
      'lost',
      'lost',
      'lost',
    ]);
    expect(textOfReading(await look(richPrompt, { client }))).toContain('All of it');
  });

  test('makes no search, and runs a function with placeholders', async () => {
    const search = defaultPrompts.get('WolframSearch') as ResolvedPrompt;
    expect(lossesOf(await look(search, { client, values: { query: 'primes' } }))).toEqual([
      'No search is run: the prompt is fetched before you type the words.',
    ]);
    const condition = { argument: 'query', test: 'is', values: ['primes'] } as const;
    const blocks = [{ type: 'text', text: { kind: 'literal', text: 'Always.' } }] as const;
    const chosenPrompt = prompt({
      ...find,
      content: {
        kind: 'messages',
        messages: [
          { role: 'user', blocks },
          { role: 'user', when: condition, blocks },
        ],
      },
    });
    expect(lossesOf(await look(chosenPrompt, { client, values: { query: 'primes' } }))).toContain(
      'Conditions see $1, $2 …: the prompt is fetched before you type the words.',
    );
    const functionPrompt = prompt({ ...find, type: 'Function', content: { kind: 'function', code: '' } });
    const run = async ({ args }: { args: readonly unknown[] }) => String((args[0] as { query: string }).query.length);
    expect(lossesOf(await look(functionPrompt, { client, values: { query: 'primes' }, run: run as never }))).toEqual([
      'The function runs with $1, $2 … before you type the words.',
    ]);
  });
});

describe('Zed', () => {
  test('hides prompts of several arguments, and gives one argument everything', async () => {
    expect((await look(twoPrompt, { client: 'zed' })).message).toContain('at most one argument; this one has 2');
    const simulation = await look(find, { client: 'zed', values: { query: 'all of "it"' } });
    expect([simulation.reach, simulation.line?.text, simulation.sentValues]).toEqual([
      'whole',
      '/find all of "it"',
      { query: 'all of "it"' },
    ]);
  });

  test('ends a name at a dot, so the server renames the prompt', async () => {
    const dottedPrompt = { ...find, name: 'find.v2' };
    const simulation = await look(dottedPrompt, { client: 'zed', values: { query: 'a' }, plain: true, definition: {} });
    expect([simulation.reach, simulation.message, simulation.fixes]).toEqual([
      'none',
      'It cannot call a prompt with . in its name.',
      [{ kind: 'rename', label: 'Rename it to find-v2', name: 'find-v2' }],
    ]);
    const adaptedSimulation = await look(dottedPrompt, { client: 'zed', values: { query: 'a' } });
    expect([adaptedSimulation.reach, adaptedSimulation.line?.command]).toEqual(['whole', '/find-v2']);
  });
});

describe('Continue', () => {
  test('asks once without arguments, for prompts of the first page', async () => {
    const optionalPrompt = { ...find, arguments: [{ name: 'query', required: false, default: 'all' }] };
    const simulation = await look(optionalPrompt, { client: 'continue', values: { query: 'mine' } });
    expect([simulation.sentValues, lossesOf(simulation)]).toEqual([{}, ['The value of query does not arrive.']]);
    expect((await look(find, { client: 'continue', values: { query: 'mine' } })).reach).toBe('none');
    const otherPrompts = Array.from({ length: 100 }, (_, index) => prompt({ name: `p${index}` }));
    expect((await look(optionalPrompt, { client: 'continue', others: otherPrompts })).message).toContain('number 101');
  });
});

describe.each(['amazon-q', 'kiro'])('%s', (client) => {
  test('takes a name with a space in quotes', async () => {
    const spacedPrompt = { ...find, name: "what's new" };
    const simulation = await look(spacedPrompt, { client, values: { query: 'a b' } });
    expect([simulation.reach, simulation.line?.text, simulation.sentValues]).toEqual([
      'whole',
      `@'what'"'"'s new' 'a b'`,
      { query: 'a b' },
    ]);
  });

  test('splits a line as a shell does, and passes messages on as a conversation', async () => {
    const simulation = await look(twoPrompt, { client, line: `@two 'a b' c\\ "d \\"e"` });
    expect([simulation.sentValues, simulation.reach]).toEqual([{ first: 'a b', second: 'c d "e' }, 'whole']);
    const values = { first: `it's "so"`, second: 'a\\b $c' };
    expect((await look(twoPrompt, { client, values })).sentValues).toEqual(values);
    expect((await look(richPrompt, { client })).read?.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });
});

describe('Qwen Code (its source, McpPromptLoader and parseSlashCommand)', () => {
  const client = 'qwen-code';

  test('reads a line as Gemini CLI does, and the first message only, as a JSON string', async () => {
    const simulation = await look(twoPrompt, { client, plain: true, line: '/two "a b" c' });
    expect([simulation.sentValues, textOfReading(simulation)]).toEqual([{ first: 'a b', second: 'c' }, '"a b and c"']);
    expect(lossesOf(await look(richPrompt, { client, plain: true }))).toContain(
      'Only the first of the 7 messages is read.',
    );
  });

  test('cannot call a name with a space, so the server renames it', async () => {
    const spacedPrompt = { ...find, name: 'find it' };
    expect((await look(spacedPrompt, { client, plain: true })).message).toContain('with a space in its name');
    expect((await look(spacedPrompt, { client, values: { query: 'two words' } })).line?.text).toBe(
      '/find-it two words',
    );
  });
});

describe('Goose', () => {
  const client = 'goose';

  test('takes key=value with the quotes of a shell, and drops other words and unknown keys', async () => {
    const simulation = await look(twoPrompt, { client, line: `/prompt two first='a b' second=c=d "other=e" word` });
    expect([simulation.sentValues, lossesOf(simulation)]).toEqual([
      { first: 'a b', second: 'c=d' },
      ['“"other=e" word” belongs to no argument and is dropped.'],
    ]);
    const values = { first: `it's "so"`, second: 'a\\b $c = d' };
    expect((await look(twoPrompt, { client, values })).sentValues).toEqual(values);
  });

  test('requires alternating user and assistant messages, and rejects any other dialogue', async () => {
    const inTurn = messages(
      message('user', text('One.')),
      message('assistant', text('Two.')),
      message('user', text('Three.')),
    );
    expect((await look(prompt({ name: 'd', content: inTurn }), { client })).reach).toBe('whole');
    const twoTexts = messages(message('user', text('One.'), text('Two.')));
    const simulation = await look(prompt({ name: 'd', content: twoTexts }), {
      client,
      definition: { Content: { Messages: [{ Role: 'user', Content: ['One.', 'Two.'] }] } },
    });
    expect([simulation.reach, simulation.message]).toEqual(['none', expect.stringContaining('alternate')]);
    expect(simulation.fixes).toMatchObject([{ label: 'Merge all messages into one' }]);
  });
});

describe('What is the same for every prompt', () => {
  test.each(['codex', 'copilot-cli', 'cline'])('%s offers none (measured)', async (client) => {
    expect((await look(find, { client })).reach).toBe('none');
  });

  test('an untested application is reported as untested', async () => {
    for (const { id } of applications) {
      const simulation = await look(find, { client: id, values: { query: 'word' } });
      if (simulation.reach === 'unknown')
        expect([simulation.read, simulation.message]).toEqual([undefined, expect.stringMatching(/[Uu]ntested/)]);
      else expect(simulation.reach, id).toMatch(/whole|none/);
    }
  });
});

describe('The fix for an argument of several words', () => {
  const argument = (Name: string, fields: object = {}) => ({ Name, Required: true, ...fields });
  const requestWith = (Arguments: object[], StringTemplate = 'To `language`: `text`') => ({
    client: 'claude-code',
    values: { text: 'two words', language: 'German' },
    definition: { Arguments, Content: { StringTemplate } },
  });
  const translate = prompt({
    name: 'translate',
    arguments: [
      { name: 'text', required: true },
      { name: 'language', required: true },
    ],
    content: template('To `language`: `text`'),
  });

  test('moves it to the end, and lets it take the rest of the line', async () => {
    const { fixes } = await look(translate, requestWith([argument('text'), argument('language')]));
    expect(fixes).toEqual([
      {
        kind: 'edit',
        label: 'Put text last, to take the rest of the line',
        move: { at: ['Arguments'], from: 0, to: 1, name: 'text' },
        edits: [{ at: ['Arguments', 1, 'RestOfLine'], after: true }],
      },
      {
        kind: 'edit',
        label: 'Ask for text and language in a form',
        edits: [
          { at: ['Arguments', 0, 'Ask'], after: 'missing' },
          { at: ['Arguments', 1, 'Ask'], after: 'missing' },
        ],
      },
    ]);
  });

  test.each([
    ['a required argument would come after an optional one', [argument('text'), { Name: 'language' }], undefined],
    [
      'another argument already takes the rest',
      [argument('text'), argument('language', { RestOfLine: true })],
      undefined,
    ],
    ['a template counts the arguments', [argument('text'), argument('language')], 'To `2`: `1`'],
    ['a template takes them in turn', [argument('text'), argument('language')], 'Say `` in ``'],
  ])('is not offered where %s', async (_, list, writtenText) => {
    expect(labels(await look(translate, requestWith(list, writtenText)))).toEqual([
      'Ask for text and language in a form',
    ]);
  });

  test('is offered for the last one if several have many words, and not at all if none has', async () => {
    const list = [argument('text'), argument('language')];
    const values = { text: 'two words', language: 'Swiss German' };
    expect(labels(await look(translate, { ...requestWith(list), values }))).toEqual([
      'Let language take the rest of the line',
      'Ask for text and language in a form',
    ]);
    expect((await look(translate, { ...requestWith(list), values: { text: 'a', language: 'b' } })).fixes).toEqual([]);
  });

  test('waits for the values before it, and the reason is named', async () => {
    const list = [argument('text'), argument('language')];
    const emptySimulation = await look(translate, {
      ...requestWith(list),
      values: { text: '', language: 'two words' },
    });
    expect([emptySimulation.reach, labels(emptySimulation), emptySimulation.message]).toEqual([
      'changed',
      ['Ask for language in a form'],
      'Claude Code fills the arguments with the typed words in their order: enter a value for text, or the words after it move up.',
    ]);
    const values = { text: 'two words', language: '' };
    expect(labels(await look(translate, { ...requestWith(list), values }))).toEqual(['Ask for text in a form']);
    const bothValues = { text: 'two words', language: 'Swiss German' };
    expect((await look(translate, { ...requestWith(list), values: bothValues })).message).toBe(
      'Claude Code fills the arguments with the typed words in their order, so only the last argument can have several words: text gets only its first one.',
    );
    expect(
      (await look(translate, { ...requestWith(list), values: { text: 'a', language: 'b' } })).message,
    ).toBeUndefined();
  });
});

describe('The form of Claude Code', () => {
  const client = 'claude-code';
  const asks = prompt({
    name: 'translate',
    ask: 'missing',
    arguments: [
      { name: 'language', required: true },
      { name: 'text', required: true },
    ],
    content: template('To `language`: `text`'),
  });

  test('takes the values that a line would cut, and those after them', async () => {
    const simulation = await look(asks, { client, values: { language: 'German', text: 'two  "good" words' } });
    expect([simulation.reach, simulation.line?.text, simulation.losses]).toEqual([
      'whole',
      '/mcp__Docs__translate German',
      [],
    ]);
    expect([simulation.sentValues, simulation.formValues]).toEqual([
      { language: 'German' },
      { text: 'two  "good" words' },
    ]);
    expect(textOfReading(simulation)).toContain('To German: two  "good" words');
    const completeSimulation = await look(asks, { client, values: { language: 'Swiss German', text: 'word' } });
    expect([completeSimulation.reach, completeSimulation.line?.text]).toEqual(['whole', '/mcp__Docs__translate']);
    expect(completeSimulation.formValues).toEqual({ language: 'Swiss German', text: 'word' });
  });

  test('does not open for a line that gives all values, whose surplus words are dropped', async () => {
    const simulation = await look(asks, { client, line: '/mcp__Docs__translate German two words' });
    expect([simulation.formValues, lossesOf(simulation)]).toEqual([
      undefined,
      ['“words” belongs to no argument and is dropped.'],
    ]);
    const restPrompt = { ...asks, arguments: [asks.arguments[0], { name: 'text', required: true, restOfLine: true }] };
    const wholeSimulation = await look(restPrompt as ResolvedPrompt, {
      client,
      values: { language: 'German', text: 'two words' },
    });
    expect([wholeSimulation.reach, wholeSimulation.line?.text]).toEqual([
      'whole',
      '/mcp__Docs__translate German two words',
    ]);
    const quotedSimulation = await look(restPrompt as ResolvedPrompt, {
      client,
      values: { language: 'German', text: '"in  quotes"' },
    });
    expect([quotedSimulation.reach, quotedSimulation.formValues]).toEqual(['whole', { text: '"in  quotes"' }]);
  });

  test('is filled in with the values beside a typed line, and waits for one that fits', async () => {
    const values = { language: 'French', text: 'from the form' };
    const simulation = await look(asks, { client, line: '/mcp__Docs__translate German', values });
    expect(textOfReading(simulation)).toContain('To German: from the form');
    const waitingSimulation = await look(asks, { client, line: '/mcp__Docs__translate German' });
    expect([waitingSimulation.reach, waitingSimulation.message]).toEqual([
      'none',
      'Its form waits for another value: text is missing.',
    ]);
    const countedPrompt: ResolvedPrompt = { ...asks, arguments: [{ name: 'days', required: true, kind: 'integer' }] };
    expect((await look(countedPrompt, { client, values: { days: 'two weeks' } })).message).toBe(
      'Its form waits for another value: days must be a whole number, not "two weeks".',
    );
  });

  test('does not help where a later value is not asked for, or the server is not started for it', async () => {
    const silentPrompt = { ...asks, arguments: [asks.arguments[0], { name: 'text', required: true, ask: 'never' }] };
    const values = { language: 'Swiss German', text: 'word' };
    const cutSimulation = await look(silentPrompt as ResolvedPrompt, { client, values });
    expect([cutSimulation.reach, cutSimulation.line?.text]).toEqual([
      'changed',
      '/mcp__Docs__translate Swiss German word',
    ]);
    const plainSimulation = await look(asks, { client, plain: true, values });
    expect([plainSimulation.reach, plainSimulation.formValues]).toEqual(['changed', undefined]);
  });

  test('asks under a condition only where it holds', async () => {
    const formalPrompt = prompt({
      ...asks,
      arguments: [
        { name: 'language', required: true },
        { name: 'tone', required: false, askWhen: { language: ['German'] } },
      ],
      content: template('To `language` (`tone`)'),
    });
    const at = async (language: string) =>
      (await look(formalPrompt, { client, line: '/mcp__Docs__translate', values: { language, tone: 'very formal' } }))
        .formValues;
    expect(await at('German')).toEqual({ language: 'German', tone: 'very formal' });
    expect(await at('French')).toEqual({ language: 'French' });
  });
});

describe('Fixes', () => {
  const definition = {
    Content: {
      Messages: [
        { Role: 'user', Content: ['One.', { StringTemplate: 'Two `a`.' }] },
        { Role: 'assistant', Content: { Type: 'text', Text: 'Three.' } },
      ],
    },
  };
  const dialogue = prompt({
    name: 'd',
    content: messages(message('user', text('One.'), text('Two x.')), message('assistant', text('Three.'))),
  });

  test('make one message of all', async () => {
    const { fixes } = await look(dialogue, { client: 'gemini-cli', plain: true, definition });
    expect(fixes).toEqual([
      {
        kind: 'edit',
        label: 'Merge all messages into one',
        edits: [
          {
            at: ['Content'],
            before: definition.Content,
            after: { StringTemplate: 'User:\nOne.\n\nTwo `a`.\n\nAssistant:\nThree.' },
          },
        ],
      },
    ]);
  });

  test('put the text of a resource into the message', async () => {
    const block = { Type: 'resource', Uri: 'docs://a', Text: 'All of it' };
    const simulation = await look(prompt({ name: 'r', content: messages(message('user', text('See'), resource)) }), {
      client: 'opencode',
      plain: true,
      definition: { Content: { Messages: [{ Role: 'user', Content: ['See', block] }] } },
    });
    expect(simulation.fixes).toEqual([
      {
        kind: 'edit',
        label: 'Put the text of docs://a into the message',
        edits: [{ at: ['Content', 'Messages', 0, 'Content', 1], before: block, after: 'All of it' }],
      },
    ]);
  });
});
