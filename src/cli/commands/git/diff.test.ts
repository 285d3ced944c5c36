/** `diff` in a repository with its own history. */
import { execFileSync } from 'node:child_process';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

const greet = (words: string, moreText = '') => `Name: greet
Arguments: [{Name: name, Required: true}${moreText}]
Content: {StringTemplate: "${words}, \`name\`!"}
Samples: [{Name: Ada, Arguments: {name: Ada Lovelace}}]
`;

let world: World;
beforeEach(async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, same, old]\n',
    'prompts/greet.yaml': greet('Hello'),
    'prompts/same.yaml': 'Name: same\nContent: Same\n',
    'prompts/old.yaml': 'Name: old\nContent: Old\n',
  });
  git('init', '--quiet', '--initial-branch', 'main');
  commit('First');
});
afterEach(() => world.dispose());

function git(...args: readonly string[]): void {
  const identityOptions = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  execFileSync('git', ['-C', world.workspace, ...identityOptions, ...args]);
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

test('diff lists changes by prompt and argument, the names that clients see, and what each client reads differently', async () => {
  expect((await world.run('diff', 'HEAD')).stdout).toBe('Nothing has changed.\n');
  await world.write('prompts/greet.yaml', greet('Good morning', ', {Name: mood}'));
  await world.write('prompts/same.yaml', '# A comment\nname: same\ncontent: "Same"\n');
  await world.write('prompts/new.yaml', 'Name: new\nContent: New\n');
  await rm(join(world.workspace, 'prompts/old.yaml'));
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet, same, new]\n');
  commit('Second');
  expect((await world.run('diff', 'HEAD')).stdout).toBe('Nothing has changed.\n');
  const { code, stdout } = await world.run('diff', 'HEAD~1');
  expect(code).toBe(0);
  expect(stdout).toContain(`~ prompt greet
    Content: “Hello, \`name\`!” → “Good morning, \`name\`!”
    Arguments › mood (new)
`);
  expect(stdout).toContain('+ prompt new (added)\n- prompt old (removed)\n');
  expect(stdout).toContain('+ Docs serves the prompt new\n- Docs no longer serves the prompt old\n');
  expect(stdout).not.toContain('same');
  expect(stdout).toContain(`Docs › greet, sample Ada, read by any MCP client, vscode, zed, opencode, goose, 2 more:
    -user: Hello, Ada Lovelace!
    +user: Good morning, Ada Lovelace!
`);
  // Claude Code gives each argument one word.
  expect(stdout).toContain('read by claude-code:\n    -user: Hello, Ada!\n    +user: Good morning, Ada!\n');
});

test('diff also prints Markdown and JSON, and reads the commit, not the work tree', async () => {
  await world.write('prompts/greet.yaml', greet('Hi *there* @all <b>'));
  const [markdown, json] = await Promise.all([
    world.run('diff', 'main', '--markdown'),
    world.run('diff', 'main', '--json'),
  ]);
  expect(markdown.stdout).toContain('### What clients read since `');
  expect(markdown.stdout).toContain('→ “Hi \\*there\\* \\@all \\<b\\>, \\`name\\`\\!”');
  const changes = JSON.parse(json.stdout);
  expect(changes.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(changes.definitions).toMatchObject([{ kind: 'prompt', name: 'greet', change: 'changed' }]);
  expect(changes.readings[0]).toMatchObject({ server: 'Docs', prompt: 'greet', sample: 'Ada' });
});

test('a workspace below the root of its repository is compared by itself, and links of a commit are not followed', async () => {
  const innerFolder = join(world.workspace, 'inner');
  await world.write('inner/servers/In.yaml', 'Name: In\nMCPPrompts: [a]\n');
  await world.write('inner/prompts/a.yaml', 'Name: a\nContent: A\n');
  await symlink('/etc/hostname', join(innerFolder, 'prompts/link.yaml'));
  commit('Inner');
  await rm(join(innerFolder, 'prompts/link.yaml'));
  await writeFile(join(innerFolder, 'prompts/a.yaml'), 'Name: a\nContent: B\n');
  const { stdout } = await world.run('diff', 'HEAD', '--workspace', innerFolder);
  expect(stdout).toContain('~ prompt a\n    Content: “A” → “B”\n');
  expect(stdout).not.toContain('greet');
  expect(stdout).not.toContain('link');
});

test('an unknown commit, and a folder without a repository, are refused in one sentence', async () => {
  expect(await world.run('diff', 'nowhere')).toMatchObject({
    code: 1,
    stderr: 'The repository has no commit "nowhere": fetch it, or name another one.\n',
  });
  expect(await world.run('diff', 'HEAD', '--workspace', world.project)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not in a git repository'),
  });
  expect(await world.run('diff')).toMatchObject({ code: 2 });
});

test('diff starts no program that the configuration of the repository names', async () => {
  const trap = join(world.project, 'trap');
  git('config', 'core.fsmonitor', `touch ${trap}`);
  git('config', 'filter.trap.smudge', `touch ${trap}`);
  await world.write('.gitattributes', '*.yaml filter=trap\n');
  await world.write('prompts/greet.yaml', greet('Hi'));
  expect((await world.run('diff', 'HEAD')).code).toBe(0);
  await expect(import('node:fs/promises').then(({ stat }) => stat(trap))).rejects.toThrow('ENOENT');
});

test('diff is silent about an argument that only one side has', async () => {
  await world.write(
    'prompts/same.yaml',
    'Name: same\nArguments: [{Name: mood}]\nContent: {StringTemplate: "`mood`"}\n',
  );
  expect(await world.run('diff', 'HEAD')).toMatchObject({ code: 0, stderr: '' });
});
