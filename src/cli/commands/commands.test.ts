/** The output and the exit code of each command. */
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { exchangeCode } from '../../contract/loopback-sign-in.ts';
import { createWorld, said, type World } from '../testing/command-line.ts';

const docs = `# A server for the tests
Name: Docs
Title: Documentation
Version: 1.0.0
MCPPrompts:
  - Greet
  - Name: Plain
    Content: "Plain text"
  - Name: Shout
    Arguments: [{Name: text, Required: true}]
    Content: {Function: "({text}, context) => { context.log('shouting', text); return text.toUpperCase(); }"}
`;
const greet = `Name: Greet
Description: Generates a greeting
Arguments:
  - Name: name
    Description: Who is greeted
    Required: true
  - Name: mood
    Default: kind
Content:
  Messages:
    - Role: user
      Content: {StringTemplate: "Hello, \`name\`, my \`mood\` friend!"}
    - Role: assistant
      Content: Hi.
`;
const workspace = { 'servers/Docs.yaml': docs, 'prompts/Greet.yaml': greet };

let world: World;
afterEach(() => world.dispose());

describe('help', () => {
  test('names every command, the workspace rule and the exit codes', async () => {
    world = await createWorld();
    const { code, stdout } = await world.run('--help');
    expect(code).toBe(0);
    for (const word of [
      'open',
      'serve',
      'list',
      'get',
      'check',
      'connect',
      'connections',
      'disconnect',
      'export',
      'doctor',
      'PROMPT_WORKBENCH_WORKSPACE',
    ])
      expect(stdout).toContain(word);
    expect(stdout).toMatch(/Exit codes: 0 .+ 1 .+ 2 /);
  });

  test.each(['open', 'serve', 'list', 'get', 'check', 'connect', 'connections', 'disconnect', 'export', 'doctor'])(
    '%s explains itself',
    async (command) => {
      world = await createWorld();
      const { code, stdout, stderr } = await world.run(command, '--help');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`prompt-workbench ${command}`);
      // Connections are recorded for all workspaces together.
      expect(stdout.includes('--workspace')).toBe(command !== 'disconnect');
    },
  );

  test('names the default of an option only if it has one', async () => {
    world = await createWorld();
    const { stdout } = await world.run('team', '--help');
    expect(stdout).toContain('(default: "main")');
    expect(stdout).not.toMatch(/\(default: (""|\[\])\)/);
  });

  test('its examples work on the workspace of a first start', async () => {
    world = await createWorld();
    const samples = fileURLToPath(new URL('../../../samples', import.meta.url));
    const { stdout: help } = await world.run('--help');
    const examples = [...help.matchAll(/^ {2}prompt-workbench ((?:list|get|check)\b.*?)(?: {2}|$)/gm)];
    expect(examples).toHaveLength(3);
    for (const [, example = ''] of examples)
      expect(await world.run(...example.split(' '), '--workspace', samples)).toMatchObject({ code: 0 });
  });

  test('--version prints the version of the package', async () => {
    world = await createWorld();
    const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(await world.run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a wrong command line ends with 2 and one sentence on stderr', () => {
  test.each([
    [['serv', 'Docs'], 'There is no command "serv"; did you mean "serve"?'],
    [['frobnicate'], 'There is no command "frobnicate"; the commands are'],
    [['list', '--jsn'], "Unknown option '--jsn'; did you mean --json?"],
    [['get', 'Docs'], "Missing required argument 'prompt'; see prompt-workbench get --help."],
    [['list', '--bogus'], "Unknown option '--bogus'; see prompt-workbench list --help."],
    [['get', 'Docs', 'Greet', 'World'], '"World" is not a value for an argument; write it as name=value.'],
    [['get', 'Docs', 'Greet', 'name=a', 'name=b'], 'The argument "name" is given twice; give it one value.'],
    [
      ['connect', 'Docs'],
      'Connect to which client application? Add --to with one of claude-code, claude-desktop, cursor,',
    ],
    [['export', 'Docs', '--as', 'toml'], 'Allowed choices are wolfram, paclet, promptfoo.'],
    [['connect', 'Docs', '--scope', 'all'], 'Allowed choices are user, project, local.'],
    [['serve', 'Docs', '--for', 'vs-code'], 'There is no client application "vs-code". Did you mean "vscode"?'],
    [['doctor', '--project', '/no/such'], 'There is no folder /no/such: give the project folder with --project.'],
    [['serve'], 'Which server? Name one: prompt-workbench serve SERVER.'],
    [['serve', 'Docs', '--port', '3'], '--port needs --http: stdio has no port.'],
    [['serve', 'Docs', '--http', '--port', 'x'], '"x" is not a port; give a number from 0 (any free one) to 65535.'],
    [['serve', 'Docs', '--bogus'], "Unknown option '--bogus'; see prompt-workbench serve --help."],
    [
      ['check', 'surplus'],
      "Too many arguments for 'check'. Expected 0 arguments but got 1; see prompt-workbench check --help.\n",
    ],
    [['connect', 'Docs', '--to', 'vs-code'], 'There is no client application "vs-code". Did you mean "vscode"?'],
    [
      ['connect', 'Docs', '--to', 'cursor', '--scope', 'local'],
      'Cursor has no local configuration: choose user or project.',
    ],
    [['--workspace', 'dir', 'list', 'Docs'], 'The command comes first: prompt-workbench list … --workspace.'],
    [['usage', 'Docs', '--since', '99999999999d'], '"99999999999d" is not a time: write 7d, 12h or a date such as'],
    [['replay', 'Docs', '--as-of', '2026-02-30'], '"2026-02-30" is not a time: write 7d, 12h or a date such as'],
    [['replay', '--days', '366'], '"366" is not a whole number from 1 to 365.'],
    [['replay', '--days', '9'.repeat(20)], 'is not a whole number from 1 to 365.'],
    [['run', 'Docs', 'Greet', '--timeout', '2147484'], '"2147484" is not a whole number from 1 to 3600.'],
    [['run', 'Docs', 'Greet', '--max-tokens', '1000001'], '"1000001" is not a whole number from 1 to 1000000.'],
    [['reach', 'Docs', 'Greet', '--timeout', '2147484'], '"2147484" is not a whole number from 1 to 3600.'],
    [['test', 'Docs', '--with', 'ollama', '--timeout', '3601'], '"3601" is not a whole number from 1 to 3600.'],
    [['team', '--poll', '2147484'], '"2147484" is not a whole number from 1 to 86400.'],
    [['page', 'handbook', 'intro', '--section', ''], '--section is empty: give it a value, or remove the option.'],
    [['pack', 'Docs', '--as', 'mcpb', '--author='], '--author is empty: give it a value, or remove the option.'],
  ])('%j', async (args, sentence) => {
    world = await createWorld(workspace);
    const { code, stdout, stderr } = await world.run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('list', () => {
  test('shows prompts and arguments as a client sees them', async () => {
    world = await createWorld(workspace);
    expect(await world.run('list', 'Docs')).toEqual({
      code: 0,
      stdout: 'Greet - Generates a greeting\n  name - Who is greeted\n  mood (optional)\nPlain\nShout\n  text\n',
      stderr: '',
    });
  });

  test('lets no text of a file control the terminal, and neither does check', async () => {
    const osc = 'Does \\e]0;owned\\a\\e[2Jthis';
    world = await createWorld({
      'servers/Docs.yaml': `Name: Docs\nMCPPrompts: [{Name: a, Description: "${osc}", Content: text}]\n`,
      'prompts/bad\u001b[31m.yaml': 'Name: [1]\n',
    });
    const outcomes = [await world.run('list'), await world.run('list', 'Docs'), await world.run('check')];
    for (const { stdout, stderr } of outcomes) expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]/u);
    // No client gets the sequence, so neither does this command.
    expect(outcomes[1]?.stdout).toContain('a - Does this');
    expect(outcomes[2]?.stdout).toContain('prompts/bad␛[31m.yaml:1:');
    const { stdout } = await world.run('list', 'Docs', '--json');
    expect(JSON.parse(stdout).prompts[0].description).toBe('Does this');
  });

  test('--json prints the result of prompts/list', async () => {
    world = await createWorld(workspace);
    const { code, stdout } = await world.run('list', 'Docs', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).prompts[0]).toMatchObject({
      name: 'Greet',
      arguments: [{ name: 'name', description: 'Who is greeted', required: true }, { name: 'mood' }],
    });
  });

  test('without a server it lists the servers, those of the workspace and the built-in ones', async () => {
    world = await createWorld(workspace);
    const { stdout } = await world.run('list');
    expect(stdout).toContain('Docs - Documentation (3 prompts)\n');
    expect(stdout).toMatch(/^Wolfram .*built in\)$/m);
  });

  test('a server whose prompts are all broken says where the reasons are', async () => {
    world = await createWorld({ 'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [{Name: a}, nowhere]\n' });
    const outcome = await world.run('list', 'Docs');
    expect(outcome).toMatchObject({ code: 0, stdout: '' });
    expect(outcome.stderr).toMatch(
      /^Docs has no prompts because of errors:\n {2}a: servers\/Docs\.yaml:2:14: .+\n {2}nowhere: servers\/Docs\.yaml:2:25: .+\n$/,
    );
  });

  test.each([
    [
      { 'servers/Docs.yml': 'Name: Docs\n' },
      /servers\/Docs\.yaml:1:1: servers\/Docs\.yml has the catalogue name Docs too/,
    ],
    [{ 'servers/Docs.yaml': 'Name: Docs\nVersion: 1.0\n' }, /servers\/Docs\.yaml:2:10: Version must be text/],
  ])('a server that is not served for an error in %j says so, and is not packed', async (files, message) => {
    world = await createWorld({ 'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [{Name: a, Content: x}]\n', ...files });
    expect((await world.run('list', 'Docs')).stderr).toMatch(message);
    expect((await world.run('get', 'Docs', 'a')).stderr).toMatch(message);
    const packOutcome = await world.run('pack', 'Docs', '--as', 'mcpb', '--to', 'out');
    expect(packOutcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/Correct it first\.\n$/) });
    const { stderr } = await world.run('connect', 'Docs', '--to', 'cursor', '--dry-run');
    expect(stderr).toContain('Clients get no prompts until you fix line');
  });

  test('a server without any prompt says how to add one', async () => {
    world = await createWorld({ 'servers/Docs.yaml': 'Name: Docs\n' });
    expect((await world.run('list', 'Docs')).stderr).toBe(
      'Docs has no prompts yet: create one in the workbench, or list one under MCPPrompts in its file.\n',
    );
  });

  test('a server is also found by its Name, if that differs from its file', async () => {
    world = await createWorld({ 'servers/My-Docs.yaml': 'Name: My Docs\nMCPPrompts: [{Name: a, Content: x}]\n' });
    expect((await world.run('list', 'My Docs')).stdout).toBe('a\n');
    expect((await world.run('get', 'My Docs', 'a')).stdout).toContain('x');
    expect((await world.run('check')).stderr).toBe('1 file checked: no problems.\n');
    await world.write('servers/Other.yaml', 'Name: My Docs\n');
    expect((await world.run('list', 'My Docs')).stderr).toBe(
      '2 servers have the Name "My Docs": choose one by its file name, "My-Docs" or "Other".\n',
    );
  });

  test('a mistyped server is an error with a similar name', async () => {
    world = await createWorld(workspace);
    const { code, stdout, stderr } = await world.run('list', 'Dosc');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/"Dosc".+did you mean "Docs"\?/);
  });

  test('a missing workspace is an error that names it', async () => {
    world = await createWorld();
    const { code, stderr } = await world.run('list', 'Docs', '--workspace', '/no/such/folder');
    expect(code).toBe(1);
    expect(stderr).toBe(
      'There is no workspace at /no/such/folder: create one with prompt-workbench open (or npm start), or name another with --workspace.\n',
    );
  });
});

describe('get', () => {
  test('prints the messages under their roles', async () => {
    world = await createWorld(workspace);
    expect(await world.run('get', 'Docs', 'Greet', 'name=a=b')).toEqual({
      code: 0,
      stdout: 'User\n────\nHello, a=b, my kind friend!\n\nAssistant\n─────────\nHi.\n',
      stderr: '',
    });
  });

  test('--json prints the protocol result', async () => {
    world = await createWorld(workspace);
    const { stdout } = await world.run('get', 'Docs', 'Greet', 'name=World', 'mood=', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      description: 'Generates a greeting',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Hello, World, my  friend!' } },
        { role: 'assistant', content: { type: 'text', text: 'Hi.' } },
      ],
    });
  });

  test('a function runs in its sandbox; what it logs goes to stderr', async () => {
    world = await createWorld(workspace);
    await world.trust();
    const { code, stdout, stderr } = await world.run('get', 'Docs', 'Shout', 'text=hey');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'User\n────\nHEY\n' });
    expect(stderr).toContain('shouting hey');
  });

  test.each([
    [['Gret'], 'The server "Docs" has no prompt "Gret"; did you mean "Greet"?'],
    [['Zebra'], 'The server "Docs" has no prompt "Zebra"; run prompt-workbench list Docs to see its prompts.'],
    [['Greet', 'nmae=x'], 'The prompt "Greet" has no argument "nmae"; did you mean "name"?'],
    [['Plain', 'x=1'], 'The prompt "Plain" has no argument "x"; it takes none.'],
    [['Greet'], '"name"'],
  ])('%j fails with a sentence', async (args, sentence) => {
    world = await createWorld(workspace);
    const { code, stdout, stderr } = await world.run('get', 'Docs', ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('a prompt that is not served because of an error', () => {
  test('is reported with the place of the error, even if the whole server has one', async () => {
    world = await createWorld({ ...workspace, 'prompts/Greet.yaml': 'Name: hello\nContent: 1\n' });
    const ownOutcome = await world.run('get', 'Docs', 'hello');
    expect(ownOutcome).toMatchObject({ code: 1, stdout: '' });
    expect(ownOutcome.stderr).toMatch(
      /^"hello" isn't served by Docs because of an error: prompts\/Greet\.yaml:2:10: .+\n$/,
    );
    await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [a\n');
    const wholeOutcome = await world.run('get', 'Docs', 'hello');
    expect(wholeOutcome.stderr).toMatch(
      /^The server "Docs" can't serve "hello" because of an error: servers\/Docs\.yaml:2:/,
    );
  });

  test('is reported beside one whose file cannot be opened', async () => {
    world = await createWorld({ 'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Away, Greet]\n' });
    await world.write('prompts/Greet.yaml', 'Name: hello\nContent: 1\n');
    await symlink(tmpdir(), join(world.workspace, 'prompts/Away.yaml'));
    const ownOutcome = await world.run('get', 'Docs', 'hello');
    expect(ownOutcome.stderr).toContain('"hello" isn\'t served by Docs because of an error: prompts/Greet.yaml:2:10');
    const list = await world.run('list', 'Docs');
    expect(list.stderr).toMatch(/Away: prompts\/Away\.yaml:1:1: .+\n.+hello: prompts\/Greet\.yaml:2:10: /);
  });
});

describe('doctor', () => {
  test('doctor reports entries with errors, and whether any server is set up', async () => {
    world = await createWorld(workspace);
    expect(await world.run('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No problems found\.\nNo server is set up in a client application yet: .+\n$/),
    });
    await world.write('prompts/Greet.yaml', 'Name: Greet\nContent: 1\n');
    expect(await world.run('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Greet\.yaml:2:10: warning every application: Greet of Docs isn't served: .+\n$/),
    });
    await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [a\n');
    expect(await world.run('doctor')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/Docs\.yaml:2:\d+: error every application: The server Docs isn't served: .+\n$/),
    });
  });
});

describe('a failure with --json', () => {
  test.each([
    [['list', 'Dosc'], 1, 'not-found'],
    [['get', 'Docs', 'Gret'], 1, 'not-found'],
    [['tools', 'Dosc'], 1, 'not-found'],
    [['check', '--workspace', '/no/such'], 1, 'not-found'],
    [['evaluate', 'Nothing'], 1, 'not-found'],
    [['search', 'Nothing', 'x'], 1, 'failed'],
    [['doctor', '--project', '/no/such'], 2, 'usage'],
    [['get', 'Docs'], 2, 'usage'],
  ])('%j is one object on stdout, and the sentence on stderr', async (args, exit, kind) => {
    world = await createWorld(workspace);
    const { code, stdout, stderr } = await world.run(...args, '--json');
    const { error } = JSON.parse(stdout);
    expect({ code, kind: error.code }).toEqual({ code: exit, kind });
    expect(stderr).toBe(`${error.message}\n`);
  });
});

describe('check', () => {
  test('says that there are no problems', async () => {
    world = await createWorld(workspace);
    await world.trust();
    expect(await world.run('check')).toEqual({ code: 0, stdout: '', stderr: '2 files checked: no problems.\n' });
  });

  test('prints every problem with its place and ends with 1 when one is an error', async () => {
    world = await createWorld({ ...workspace, 'prompts/Broken.yaml': 'Name: Broken\nContent: 1\n' });
    const { code, stdout, stderr } = await world.run('check');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^prompts\/Broken\.yaml:2:10: error InvalidMCPPromptSpecification: .+\n$/);
    expect(stderr).toContain('1 error');
  });

  test('reads functions, and looks for the folders of sources', async () => {
    world = await createWorld({
      ...workspace,
      'prompts/Fn.yaml': 'Name: Fn\nContent: {Function: "export default ((("}\n',
      'sources/Manual.yaml': 'Type: Documentation\nFolders: [docs]\n',
    });
    const { code, stdout } = await world.run('check');
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        "prompts/Fn.yaml:2:39: error InvalidMCPPromptSpecification: The function is not valid JavaScript: unexpected token in expression: ''.\n" +
        'sources/Manual.yaml:2:11: warning InvalidSourceSpecification: No such folder or file: docs: correct Folders in the source, or create it.\n',
    });
  });

  test('warnings alone end with 0', async () => {
    world = await createWorld({ ...workspace, 'prompts/Odd.yaml': 'Name: Odd\nColour: red\nContent: x\n' });
    const { code, stdout } = await world.run('check');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^prompts\/Odd\.yaml:2:1: warning UnknownKey: /);
  });

  test('--json prints the problems as data', async () => {
    world = await createWorld({ ...workspace, 'prompts/Broken.yaml': 'Name: Broken\nContent: 1\n' });
    const { code, stdout } = await world.run('check', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([{ file: 'prompts/Broken.yaml', line: 2, severity: 'error' }]);
  });
});

describe('connect', () => {
  const existingText = '{\n  "mcpServers": {\n    "other": { "command": "other" }\n  }\n}\n';
  const configFile = () => join(world.project, '.mcp.json');

  test('--dry-run prints the exact change and writes nothing', async () => {
    world = await createWorld(workspace);
    await writeFile(configFile(), existingText);
    const { code, stdout } = await world.run('connect', 'Docs', '--to', 'claude-code', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain(`--- ${configFile()}`);
    expect(stdout).toMatch(/^\+ {4}"Docs": \{$/m);
    expect(await readFile(configFile(), 'utf8')).toBe(existingText);
  });

  test('names the line to fix in the file of a server that has an error', async () => {
    world = await createWorld({ ...workspace, 'servers/Docs.yaml': `${docs}  bad: [\n` });
    const { stderr } = await world.run('connect', 'Docs', '--to', 'claude-code', '--dry-run');
    expect(stderr).toMatch(/^Note: Clients get no prompts until you fix line \d+ of servers\/Docs\.yaml\.$/m);
    expect(stderr).not.toContain('no prompts yet');
  });

  test.runIf(process.platform === 'linux')(
    'says that the state folder cannot be created, and writes nothing',
    async () => {
      world = await createWorld(workspace, { PROMPT_WORKBENCH_STATE: '/proc/workbench' });
      await writeFile(configFile(), existingText);
      const { code, stderr } = await world.run('connect', 'Docs', '--to', 'claude-code', '--project', world.project);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /\/proc\/workbench\/\S+ .*\(ENOTSUP\): this disk does not support that, so choose another folder\.\n$/,
      );
      expect(await readFile(configFile(), 'utf8')).toBe(existingText);
    },
  );

  test('writes the entry, proves that it answers, and disconnect restores every byte', async () => {
    world = await createWorld(workspace);
    await writeFile(configFile(), existingText);
    const writtenOutcome = await world.run('connect', 'Docs', '--to', 'claude-code', '--project', world.project);
    expect(writtenOutcome).toMatchObject({ code: 0 });
    expect(writtenOutcome.stdout).toContain('the server answered prompts/list');
    expect(writtenOutcome.stdout).toContain('/mcp__Docs__Greet');
    expect(Object.keys(JSON.parse(await readFile(configFile(), 'utf8')).mcpServers)).toEqual(['other', 'Docs']);
    expect(await world.run('disconnect')).toMatchObject({ code: 0 });
    expect(await readFile(configFile(), 'utf8')).toBe(existingText);
    expect(await world.run('disconnect')).toMatchObject({ code: 1, stderr: 'There is no connection to disconnect.\n' });
    expect(await world.run('disconnect', 'other')).toMatchObject({
      code: 1,
      stderr: 'There is no connection "other": check the list of connections ("prompt-workbench connections").\n',
    });
  });

  test('connections prints the state of each connection, and doctor reports problems until they are fixed', async () => {
    world = await createWorld(workspace);
    // Naming a project selects its configuration.
    await world.run('connect', 'Docs', '--to', 'cursor', '--project', world.project);
    expect((await world.run('connections')).stdout).toMatch(/^\S+ {2}set up\n {2}Docs in Cursor \(project\)/);
    expect(await world.run('doctor')).toMatchObject({
      code: 0,
      stdout: 'No problems found.\n',
    });

    const file = join(world.project, '.cursor', 'mcp.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"serve"', '"server"'));
    expect(JSON.parse((await world.run('connections', '--json')).stdout)).toMatchObject([
      { state: { state: 'changed' } },
    ]);
    await writeFile(file, `${text}}`);
    expect(await world.run('doctor')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${file}:`),
    });
    await writeFile(file, text);
    await world.run('disconnect');
    expect((await world.run('connections')).stdout).toBe('There are no connections.\n');
    expect(await readdir(world.project)).toEqual([]);
  });

  test('connections names the workspace of a connection where it is another one', async () => {
    world = await createWorld(workspace);
    const otherPath = join(world.project, 'other');
    await cp(world.workspace, otherPath, { recursive: true });
    await world.run('connect', 'Docs', '--to', 'cursor', '--project', world.project, '--workspace', otherPath);
    expect((await world.run('connections')).stdout).toContain(`Docs of the workspace ${otherPath} in Cursor (project)`);
    await world.run('connect', 'Docs', '--to', 'cursor', '--project', world.project);
    expect((await world.run('connections', '--workspace', world.workspace)).stdout.match(/Docs/g)).toHaveLength(1);
    const { stdout } = await world.run('connections');
    expect(stdout).toContain('  Docs in Cursor (project)');
    expect(stdout).toMatch(/ {2}replaced\n {2}Docs of the workspace .*\n.*\n {2}Replaced by the workspace /);
  });

  test('the command names of earlier versions still work', async () => {
    world = await createWorld(workspace);
    await writeFile(configFile(), existingText);
    const { stdout: help } = await world.run('--help');
    expect(help).not.toMatch(/^ {2}(exports|undo)\b/m);
    expect(await world.run('export', 'Docs', '--to', 'claude-code')).toMatchObject({ code: 0 });
    expect((await world.run('exports')).stdout).toContain('Docs in Claude Code');
    expect(await world.run('undo')).toMatchObject({ code: 0 });
    expect(await readFile(configFile(), 'utf8')).toBe(existingText);
  });

  test('a file that is not valid JSON is refused with its place and left alone', async () => {
    world = await createWorld(workspace);
    await writeFile(configFile(), '{\n  // mine\n}\n');
    const { code, stderr } = await world.run('connect', 'Docs', '--to', 'claude-code');
    expect(code).toBe(1);
    expect(stderr).toContain(`${configFile()}:2:3: `);
    expect(await readFile(configFile(), 'utf8')).toBe('{\n  // mine\n}\n');
  });
});

describe('open', () => {
  test('makes the sample workspace, prints the address of the page, and ends on a signal', async () => {
    world = await createWorld();
    const child = world.start('open', '--no-browser');
    const [, url = ''] = await said(child, /^Workbench: (\S+)$/m);
    expect((await fetch(url)).status).toBe(200);
    expect(await readdir(join(world.workspace, 'servers'))).toContain('Samples.yaml');
    const end = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await end).toBe(0);
  });

  test('a second start opens the running workbench, and a third after its end starts a new one', async () => {
    world = await createWorld();
    const firstProcess = world.start('open', '--no-browser');
    const [, url = ''] = await said(firstProcess, /^Workbench: (\S+)$/m);
    const secondOutcome = await world.run('open', '--no-browser');
    expect(secondOutcome).toMatchObject({ code: 0, stderr: '' });
    // Each link opens one page.
    const [, secondUrl = ''] = /^The workbench is already open: (\S+)$/m.exec(secondOutcome.stdout) ?? [];
    expect(new URL(secondUrl).origin).toBe(new URL(url).origin);
    expect(secondUrl).not.toBe(url);
    const end = new Promise((resolve) => firstProcess.once('exit', resolve));
    firstProcess.kill('SIGTERM');
    await end;
    const [, thirdUrl = ''] = await said(world.start('open', '--no-browser'), /^Workbench: (\S+)$/m);
    expect(new URL(thirdUrl).origin).toBe(new URL(url).origin);
    expect(thirdUrl).not.toBe(url);
  });

  test('starts at the same instant leave one workbench, and each opens a page of it', async () => {
    world = await createWorld();
    const starts = Array.from({ length: 4 }, () => world.start('open', '--no-browser'));
    const links = await Promise.all(starts.map((child) => said(child, /(http:\S+#\S+)/)));
    const origins = new Set(links.map(([, link = '']) => new URL(link).origin));
    expect(origins.size).toBe(1);
    await vi.waitFor(() => expect(starts.filter(({ exitCode }) => exitCode === null)).toHaveLength(1));
  });

  test('the sessions of the open workbench are listed and ended', async () => {
    world = await createWorld();
    const none = await world.run('sessions');
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('No workbench has') });
    const [, link = ''] = await said(world.start('open', '--no-browser'), /^Workbench: (\S+)$/m);
    const { origin, hash } = new URL(link);
    await exchangeCode(origin, hash.slice('#code='.length));
    const { stdout } = await world.run('sessions', '--json');
    const [session] = JSON.parse(stdout).sessions;
    expect(session).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{8}$/) });
    for (const id of ['ffffffff0', 'mine', 'a/b'])
      expect(await world.run('sessions', '--end', id)).toMatchObject({
        code: 1,
        stderr: `There is no session ${id}; prompt-workbench sessions lists them.\n`,
      });
    expect(await world.run('sessions', '--end', session.id)).toMatchObject({ code: 0, stdout: 'Ended 1 session.\n' });
    expect(JSON.parse((await world.run('sessions', '--json')).stdout)).toEqual({ sessions: [] });
    expect((await world.run('sessions')).stdout).toBe('No page is signed in.\n');
  });

  test('a port in use is reported in a sentence, and nothing stays running', async () => {
    world = await createWorld();
    const firstProcess = world.start('open', '--no-browser');
    const [, port = ''] = await said(firstProcess, /^Workbench: http:\/\/127\.0\.0\.1:(\d+)\/#/m);
    const secondOutcome = await world.run(
      'open',
      '--no-browser',
      '--port',
      port,
      '--workspace',
      join(world.project, 'other'),
    );
    expect(secondOutcome).toMatchObject({ code: 1, stdout: '' });
    expect(secondOutcome.stderr).toMatch(new RegExp(`^Another program uses port ${port}; .*\\.$`, 'm'));
  });
});
