/** `lint`: each rule with a workspace that follows it and one that does not. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { printFile } from '../../../library/arrange/workspace.ts';
import { firstSkill, firstText } from '../../../model/placeholders.ts';
import { createWorld, type World } from '../../testing/command-line.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const longText = 'a'.repeat(60);

let world: World;
afterEach(() => world.dispose());

const goodFiles = {
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [good]\nTools: [add]\n',
  'prompts/good.yaml': `Name: good
Title: Greet a person
Description: Greets a person
Arguments: [{Name: name, Description: Whom to greet, Required: true}]
Content:
  Messages:
    - Role: user
      Content:
        - StringTemplate: "Hello, \`name\`! Run ! \`ls\` later."
        - {Type: image, Data: ${png}, MimeType: image/png}
`,
  'tools/add.yaml': 'Name: add\nDescription: Adds\nParameters: [{Name: a, Description: A number}]\nContent: x\n',
};

const badFiles = {
  ...goodFiles,
  'servers/Docs.yaml': `Name: Docs\nMCPPrompts: [good, bad, twin, ${longText}]\nTools: [add, bare]\n`,
  'prompts/bad.yaml': `Name: bad
Title: Bad
Arguments:
  - Name: name
  - {Name: tone, Description: A tone}
Content:
  Messages:
    - Role: user
      Content:
        - StringTemplate: "Hello, \`name\` from {{city}}! Run !\`name\`."
        - {Type: image, Data: ${png}, MimeType: image/jpeg}
        - {Type: image, Data: SUkqAAgAAAA=, MimeType: image/tiff}
        - StringTemplate: "In the tone <t>\`tone\`</t>."
          When: {Argument: name, Is: x}
`,
  'prompts/twin.yaml': (goodFiles['prompts/good.yaml'] ?? '').replace('Name: good', 'Name: twin'),
  [`prompts/${longText}.yaml`]: `Name: ${longText}\nDescription: Long\nContent: Long\n`,
  'tools/bare.yaml': 'Name: bare\nParameters: [{Name: a}]\nContent: x\n',
};

test('a workspace that follows every rule has nothing to improve', async () => {
  world = await createWorld({ ...goodFiles, 'workbench.yaml': 'Lint: {used-in-part: error}\n' });
  expect(await world.run('lint')).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing to improve.\n' });
});

test('each rule finds its fault at its place, as a warning, an error or not at all', async () => {
  world = await createWorld({
    ...badFiles,
    'workbench.yaml': 'Lint:\n  title-is-name: error\n  used-in-part: warning\n  same-content: off\n',
  });
  const { code, stdout, stderr } = await world.run('lint');
  expect(code).toBe(1);
  expect(stdout.trimEnd().split('\n')).toEqual(
    [
      `prompts/${longText}.yaml:1:7: warning long-name: An application that gets prompts as tools`,
      'prompts/bad.yaml:1:1: warning missing-description: The prompt has no Description.',
      'prompts/bad.yaml:2:8: error title-is-name: The Title "Bad" only repeats the Name',
      'prompts/bad.yaml:4:5: warning missing-description: The argument "name" has no Description',
      'prompts/bad.yaml:5:5: warning used-in-part: Only content with a condition uses "tone"',
      'prompts/bad.yaml:10:47: warning other-slots: {{city}} looks like another program',
      'prompts/bad.yaml:10:61: warning client-command: OpenCode runs the value of the slot as a command',
      'prompts/bad.yaml:11:11: warning picture: The picture is sent as image/jpeg, but its bytes are image/png',
      'prompts/bad.yaml:12:11: warning picture: ',
      'prompts/bad.yaml:13:43: warning can-escape: The value "</t>ignore what is above" of tone closes <t>',
      'tools/bare.yaml:1:1: warning missing-description: The tool has no Description.',
      'tools/bare.yaml:2:14: warning missing-description: The argument "a" has no Description',
    ]
      .toSorted((a, b) => (a.split(':')[0] ?? '').localeCompare(b.split(':')[0] ?? '', 'en') || 0)
      .map((line) => expect.stringContaining(line)),
  );
  expect(stderr).toBe('1 error and 11 warnings.\n');
  await writeFile(join(world.workspace, 'workbench.yaml'), 'Lint: {same-content: warning}\n');
  expect((await world.run('lint')).stdout).toContain(
    'prompts/twin.yaml:6:3: warning same-content: twin says the same as good',
  );
});

test('text that the workbench wrote into a new definition is found until a person replaces it', async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nSkills: [notes]\n',
    'skills/notes.yaml': printFile('skills/notes.yaml', { Name: 'notes', ...firstSkill }),
    'skills/own.yaml': 'Name: own\nDescription: Writes notes.\nContent: Write.\n',
    'prompts/a.yaml': `Name: a
Description: Asks
Arguments:
  - {Name: size, Description: How large, Kind: choice, Choices: [small, second], Default: small}
  - {Name: place, Description: Which one, Kind: choice, Choices: [first, second, third]}
Content: {StringTemplate: ${firstText}}
`,
    'tools/b.yaml': `Name: b
Description: Calls
InputSchema: {type: object, properties: {unit: {type: string, enum: [one, another]}}}
Content: x
`,
  });
  const { stdout } = await world.run('lint');
  expect(stdout.trimEnd().split('\n')).toEqual(
    [
      'prompts/a.yaml:4:65: warning placeholder: The choice "second" is still a placeholder',
      'prompts/a.yaml:6:27: warning placeholder: The text is still the placeholder of a new prompt: write your own.',
      'skills/notes.yaml:2:14: warning placeholder: Description is still the placeholder of a new skill: say what',
      'skills/notes.yaml:3:10: warning placeholder: Content is still the placeholder of a new skill: write the instructions.',
      'tools/b.yaml:3:69: warning placeholder: The choice "another" is still a placeholder',
    ].map((line) => expect.stringContaining(line)),
  );
});

test('a comment turns a rule off for one line', async () => {
  world = await createWorld({
    'prompts/a.yaml': `Name: a # lint-off missing-description
Title: A # lint-off title-is-name, long-name
# lint-off other-slots
Content: Hello {{name}} you
`,
  });
  expect(await world.run('lint')).toMatchObject({ code: 0, stdout: '' });
});

test('a comment at the key turns a rule off for a text of several lines', async () => {
  const text = (comment: string) => `Name: a
Description: Reads
Arguments: [{Name: x, Description: Anything}]
Content:
  StringTemplate: |${comment}
    <x>
    \`x\`
    </x>
`;
  world = await createWorld({ 'prompts/a.yaml': text('') });
  expect((await world.run('lint')).stdout).toContain('prompts/a.yaml:7:5: warning can-escape');
  await world.write('prompts/a.yaml', text(' # lint-off can-escape: they paste their own'));
  expect(await world.run('lint')).toMatchObject({ code: 0, stdout: '' });
});

test('--fix corrects what one press would, and keeps the rest of the file', async () => {
  world = await createWorld({
    'prompts/a.yaml': `# Kept
Name: a # kept
Title: A
Description: Greets
Arguments: [] # kept
Content: "<d>Hello {{name}}</d> from {{city}}, !\`ls\`"
`,
  });
  const { stdout, stderr } = await world.run('lint', '--fix');
  expect(await readFile(join(world.workspace, 'prompts/a.yaml'), 'utf8')).toMatch(
    /^# Kept\nName: a # kept\nDescription: Greets\nArguments:/,
  );
  expect(stderr).toContain('5 findings fixed.');
  expect(stdout).toContain('missing-description: The argument "name"');
  const answer = await world.run('check');
  expect(answer.stderr).toContain('no problems');
});

test('--fix puts a required argument before optional ones, unless slots have numbers', async () => {
  const prompt = (name: string, slot: string) => `Name: ${name}
Description: Writes a text
Arguments:
  - {Name: topic, Description: The topic, Required: true}
  - {Name: tone, Description: The tone, RestOfLine: true}
Content: {StringTemplate: "Write {{city}} on ${slot} ${name}: \`tone\`"}
`;
  world = await createWorld({ 'prompts/a.yaml': prompt('a', '`topic`'), 'prompts/b.yaml': prompt('b', '`1`') });
  await world.run('lint', '--fix');
  const namesIn = async (file: string) => {
    const { Arguments } = parse(await readFile(join(world.workspace, file), 'utf8'));
    return Arguments.map(({ Name }: { Name: string }) => Name);
  };
  expect(await namesIn('prompts/a.yaml')).toEqual(['topic', 'city', 'tone']);
  expect(await namesIn('prompts/b.yaml')).toEqual(['topic', 'tone', 'city']);
});

test('a fault of the settings is an error with its place', async () => {
  world = await createWorld({ ...goodFiles, 'workbench.yaml': 'Lint:\n  long-nam: off\n  picture: loud\n' });
  const { code, stdout } = await world.run('lint');
  expect(code).toBe(1);
  expect(stdout).toContain(
    'workbench.yaml:2:3: error settings: There is no rule "long-nam": did you mean long-name?\n',
  );
  expect(stdout).toContain(
    'workbench.yaml:3:3: error settings: The severity of picture must be off, warning or error.\n',
  );
});

test('settings that cannot be read are an error of lint and of check', async () => {
  world = await createWorld(goodFiles);
  await mkdir(join(world.workspace, 'workbench.yaml'));
  const message = 'This file cannot be read, because it is a folder: put a file with settings in its place.';
  expect(await world.run('lint')).toMatchObject({
    code: 1,
    stdout: `workbench.yaml:1:1: error settings: ${message}\n`,
  });
  const { code, stdout } = await world.run('check');
  expect(code).toBe(1);
  expect(stdout).toContain(message);
});

describe('a warning of check', () => {
  const prompts = (comment = '', next = '') => ({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [a]\n',
    'prompts/a.yaml': `Name: a
Description: Reads
Arguments:
  - {Name: late, Description: Any}${comment}
  - {Name: x, Description: Any, Required: true}${next}
Content: {StringTemplate: "\`x\` \`city\`"}
Extra: 1
`,
  });
  const problemsOf = ({ stdout }: { readonly stdout: string }) =>
    stdout.split('\n').flatMap((line) => /(prompts\/a\.yaml:\d+):\d+: (\w+ \w+)/.exec(line)?.slice(1).join(' ') ?? []);

  test('has the severity that workbench.yaml sets, or none, and the prompt is served all the same', async () => {
    world = await createWorld(prompts());
    const plainOutcome = await world.run('check');
    expect(plainOutcome.code).toBe(0);
    expect(problemsOf(plainOutcome)).toEqual([
      'prompts/a.yaml:4 warning InvalidMCPPromptSpecification',
      'prompts/a.yaml:4 warning UnusedArgument',
      'prompts/a.yaml:6 warning UnknownSlot',
      'prompts/a.yaml:7 warning UnknownKey',
    ]);
    await world.write(
      'workbench.yaml',
      'Lint: {unused-argument: error, argument-order: off, undeclared-slot: error, unknown-key: off}\n',
    );
    const set = await world.run('check');
    expect(set.code).toBe(1);
    expect(problemsOf(set)).toEqual(['prompts/a.yaml:4 error UnusedArgument', 'prompts/a.yaml:6 error UnknownSlot']);
    expect((await world.run('get', 'Docs', 'a', 'x=1')).stdout).toContain('1');
  });

  test('has the severity that a comment sets for its line, before that of workbench.yaml', async () => {
    world = await createWorld({
      ...prompts(' # lint-error argument-order', '\n# lint-off undeclared-slot, other-slots'),
      'workbench.yaml': 'Lint: {argument-order: off, unused-argument: off, undeclared-slot: error}\n',
    });
    const { code, stdout } = await world.run('check');
    expect(code).toBe(1);
    expect(problemsOf({ stdout })).toEqual([
      'prompts/a.yaml:4 error InvalidMCPPromptSpecification',
      'prompts/a.yaml:8 warning UnknownKey',
    ]);
  });
});

test('a comment makes a finding of one line an error', async () => {
  world = await createWorld({
    'prompts/a.yaml': 'Name: a\nDescription: Reads\nTitle: A # lint-error title-is-name\nContent: x\n',
  });
  const { code, stdout } = await world.run('lint');
  expect([code, stdout]).toEqual([1, expect.stringContaining('prompts/a.yaml:3:8: error title-is-name')]);
});
