/** The output and the exit codes of the commands about tools. */
import { afterEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

const docs = `Name: Docs
Version: 1.0.0
Tools:
  - add
  - broken
  - Name: wipe
    Title: Wipe it
    Annotations: { DestructiveHint: true }
    Content: Wiped.
MCPPrompts:
  - Name: greet
    Description: Says hello
    Arguments: [{ Name: who, Required: true }]
    Content: { StringTemplate: "Hello, \`who\`!" }
`;
const add = `Name: add
Description: Adds two numbers
Parameters:
  - { Name: a, Kind: number, Required: true, Description: First number }
  - { Name: b, Kind: number, Default: 1 }
  - { Name: note }
OutputSchema: { type: object, properties: { sum: { type: number } }, required: [sum] }
Content: { Function: "({ a, b }, context) => { context.log('adding'); return { sum: a + b } }" }
`;
const workspace = { 'servers/Docs.yaml': docs, 'tools/add.yaml': add, 'tools/broken.yaml': 'Name: broken\n' };

let world: World;
afterEach(() => world.dispose());

describe('tools', () => {
  test('shows tools and arguments as a client sees them', async () => {
    world = await createWorld(workspace);
    expect(await world.run('tools', 'Docs')).toEqual({
      code: 0,
      stdout:
        'add - Adds two numbers\n  a (number) - First number\n  b (number, optional)\n  note (optional)\nwipe (destructive) - Wipe it\n',
      stderr: '',
    });
    const { stdout } = await world.run('tools', 'Docs', '--json');
    expect(JSON.parse(stdout).tools).toMatchObject([
      { name: 'add', inputSchema: { required: ['a'] } },
      { name: 'wipe', inputSchema: { type: 'object', additionalProperties: false } },
    ]);
  });

  test('includes the prompts if the server offers them as tools', async () => {
    world = await createWorld({ ...workspace, 'servers/Docs.yaml': `${docs}PromptsAsTools: true\n` });
    expect((await world.run('tools', 'Docs')).stdout).toContain('greet (read-only) - Says hello\n  who\n');
    expect(await world.run('call', 'Docs', 'greet', 'who=Ada')).toMatchObject({ code: 0, stdout: 'Hello, Ada!\n' });
  });

  test('says that there are none, and check says why', async () => {
    world = await createWorld({ 'servers/Docs.yaml': 'Name: Docs\nTools: [ad]\n', 'tools/add.yaml': add });
    const { stdout, stderr } = await world.run('tools', 'Docs');
    expect({
      stdout,
      said: stderr.includes('Docs has no tools because of errors:\n  ad: servers/Docs.yaml:2:9: '),
    }).toEqual({ stdout: '', said: true });
    expect((await world.run('check')).stdout).toContain(
      'servers/Docs.yaml:2:9: error ToolNameNotFound: No tool named "ad" found in the catalogue: did you mean "add"?',
    );
  });
});

describe('call', () => {
  test('takes values as text, and as JSON if the argument is not text', async () => {
    world = await createWorld(workspace);
    await world.trust();
    expect(await world.run('call', 'Docs', 'add', 'a=2', 'b=3', 'note=4')).toEqual({
      code: 0,
      stdout: '{"sum":5}\n',
      stderr: 'info: adding\n',
    });
    const { stdout } = await world.run('call', 'Docs', 'add', '--arguments', '{"a": 2}', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { sum: 3 } });
  });

  test('ends with 1 when the tool fails, and prints what a model would read', async () => {
    world = await createWorld(workspace);
    expect(await world.run('call', 'Docs', 'add', 'a=two')).toEqual({
      code: 1,
      stdout: 'Invalid arguments for add: a must be a number, but it is a string. Correct this and call it again.\n',
      stderr: '',
    });
  });

  test.each([
    [1, ['Docs', 'ad'], 'The server "Docs" has no tool "ad"; did you mean "add"?'],
    [1, ['Docs', 'add', 'a=1', 'bee=2'], 'The tool "add" has no argument "bee"; it takes a'],
    [1, ['Docs', 'broken'], `"broken" isn't served by Docs because of an error: tools/broken.yaml:`],
    [2, ['Docs', 'add', '--arguments', '{'], '--arguments is not JSON'],
    [2, ['Docs', 'add', '--arguments', '[]'], '--arguments must be a JSON object'],
    [2, ['Docs', 'add', 'a=1', '--arguments', '{}'], 'not both'],
  ])('ends with %i for %j', async (code, args, sentence) => {
    world = await createWorld(workspace);
    const outcome = await world.run('call', ...args);
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain(sentence);
  });
});
