/** `publish`, `pull` and `blame` as a person types them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

const greet = (title: string, content: string) => `Name: greet\nTitle: ${title}\nContent: ${content}\n`;

let world: World;
let clone: string;
beforeEach(async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
    'prompts/greet.yaml': greet('Old', 'Hello'),
  });
  const remote = join(world.project, 'remote.git');
  clone = join(world.project, 'clone');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
  git(world.workspace, 'init', '--quiet', '--initial-branch', 'main');
  for (const [name, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
    ['commit.gpgSign', 'false'],
  ] as const)
    git(world.workspace, 'config', name, value);
  git(world.workspace, 'remote', 'add', 'origin', remote);
  git(world.workspace, 'add', '--all');
  git(world.workspace, 'commit', '--quiet', '--message', 'First');
  git(world.workspace, 'push', '--quiet', '--set-upstream', 'origin', 'main');
});
afterEach(() => world.dispose());

function git(dir: string, ...args: readonly string[]): string {
  const bob = ['-c', 'user.name=Bob', '-c', 'user.email=bob@example.com', '-c', 'commit.gpgSign=false'];
  return execFileSync('git', ['-C', dir, ...(dir === clone ? bob : []), ...args], { encoding: 'utf8' });
}

test('publish, pull with a choice, and blame work from one prompt to the next', async () => {
  await world.write('prompts/greet.yaml', greet('Old', 'Hi'));
  expect(await world.run('publish', 'greet', '--dry-run')).toMatchObject({
    code: 0,
    stdout: 'Would commit on main:\n  prompts/greet.yaml\n\ngreet: Text changed: "Hello" → "Hi"\n',
  });
  const publishedOutcome = await world.run('publish', 'greet', '--push', '--message', 'Say hi');
  expect(publishedOutcome.stdout).toMatch(
    /^Committed on main as [0-9a-f]{9}:\n {2}~ prompt greet: Text changed: .*\nPushed to origin\/main\.\n$/,
  );
  execFileSync('git', ['clone', '--quiet', join(world.project, 'remote.git'), clone]);
  writeFileSync(join(clone, 'prompts/greet.yaml'), greet('By Bob', 'Hi'));
  git(clone, 'commit', '--quiet', '--all', '--message', 'Name it');
  git(clone, 'push', '--quiet');
  await world.write('prompts/greet.yaml', greet('Typed', 'Hi'));
  expect(await world.run('pull')).toMatchObject({
    code: 1,
    stdout: `1 place was changed here and on origin/main. Nothing has been pulled: choose with --ours PLACE or --theirs PLACE.

  greet › Title
    here:  “Typed”
    there: “By Bob”
`,
  });
  expect(await world.run('pull', '--theirs', 'greet.Titel', '--ours', 'greet.Title.x')).toMatchObject({
    code: 1,
    stderr: ['greet.Title.x', 'greet.Titel'].map((place) => `No place "${place}" needs a choice.\n`).join(''),
  });
  const pulledOutcome = await world.run('pull', '--json', '--theirs', 'greet.Title');
  expect(JSON.parse(pulledOutcome.stdout)).toMatchObject({ kind: 'pulled', merged: ['prompts/greet.yaml'] });
  const blameOutcome = await world.run('blame', 'Docs', 'greet', '--json');
  expect(JSON.parse(blameOutcome.stdout).parts).toMatchObject([
    { place: 'Name', by: { author: 'Ada', subject: 'First' } },
    { place: 'Title', by: { author: 'Bob', subject: 'Name it' } },
    { place: 'Content', by: { author: 'Ada', subject: 'Say hi' } },
  ]);
});

test('a push that the remote rejects fails with the commands that help', async () => {
  execFileSync('git', ['clone', '--quiet', join(world.project, 'remote.git'), clone]);
  writeFileSync(join(clone, 'prompts/greet.yaml'), greet('By Bob', 'Hello'));
  git(clone, 'commit', '--quiet', '--all', '--message', 'Name it');
  git(clone, 'push', '--quiet');
  await world.write('prompts/greet.yaml', greet('Old', 'Hi'));
  const why = 'origin/main has commits that are not here: run prompt-workbench pull, then publish --push.';
  const rejectedOutcome = await world.run('publish', '--push');
  expect([rejectedOutcome.code, rejectedOutcome.stderr]).toEqual([1, `${why}\n`]);
  expect(JSON.parse((await world.run('publish', '--push', '--json')).stdout)).toMatchObject({ pushFailure: why });
});

test('pull takes nothing if a place is mistyped, or both options name it', async () => {
  execFileSync('git', ['clone', '--quiet', join(world.project, 'remote.git'), clone]);
  writeFileSync(join(clone, 'prompts/greet.yaml'), greet('By Bob', 'Hi'));
  git(clone, 'commit', '--quiet', '--all', '--message', 'Change it');
  git(clone, 'push', '--quiet');
  const own = greet('Typed', 'Hey');
  await world.write('prompts/greet.yaml', own);
  const fileText = () => readFileSync(join(world.workspace, 'prompts/greet.yaml'), 'utf8');
  expect(await world.run('pull', '--ours', 'greet.Titel', '--theirs')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('2 places were changed here and on origin/main. Nothing has been pulled'),
    stderr: 'No place "greet.Titel" needs a choice.\n',
  });
  expect(fileText()).toBe(own);
  for (const [options, message] of [
    [['--ours', 'greet', '--theirs', 'greet'], 'Use --ours or --theirs for "greet", not both.\n'],
    [['--ours', '--theirs'], 'Use --ours or --theirs for all places, not both.\n'],
  ] as const)
    expect(await world.run('pull', ...options)).toEqual({ code: 2, stdout: '', stderr: message });
  expect(fileText()).toBe(own);
  expect(await world.run('pull', '--ours', 'greet.Title', '--theirs')).toMatchObject({ code: 0 });
  expect(fileText()).toBe(greet('Typed', 'Hi'));
});

test('publish lists the committed files that are not definitions', async () => {
  await world.write('prompts/greet.yaml', greet('Old', 'Hi'));
  await world.write('media/new.txt', 'text');
  await world.write('workbench.yaml', 'Lint: {}\n');
  expect((await world.run('publish')).stdout).toMatch(
    /^Committed on main as [0-9a-f]{9}:\n {2}~ prompt greet: .*\n {2}media\/new\.txt\n {2}workbench\.yaml\n$/,
  );
});

test('a dry run is refused where the commit would be: on no branch, for an impossible branch, in a rebase', async () => {
  await world.write('prompts/greet.yaml', greet('Old', 'Hi'));
  git(world.workspace, 'checkout', '--quiet', '--detach');
  const sentence = 'The repository is on no branch: name one with --branch, or check one out.\n';
  expect(await world.run('publish', '--dry-run')).toEqual({ code: 1, stdout: '', stderr: sentence });
  expect((await world.run('publish', '--dry-run', '--branch', 'next')).stdout).toMatch(/^Would commit on next:/);
  expect((await world.run('publish', '--dry-run', '--branch', 'next.lock')).stderr).toBe(
    '"next.lock" cannot be the name of a branch: choose another.\n',
  );
  git(world.workspace, 'commit', '--quiet', '--all', '--message', 'Second');
  expect(() => git(world.workspace, 'rebase', '--exec', 'false', 'HEAD~1')).toThrow();
  await world.write('prompts/greet.yaml', greet('Old', 'Hey'));
  expect(await world.run('publish', '--dry-run', '--branch', 'next')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The repository is in the middle of a rebase: finish or abort it first.\n',
  });
});

test('a folder without a repository, and a prompt that does not exist, are refused in one sentence', async () => {
  expect(await world.run('publish', '--workspace', world.state)).toMatchObject({ code: 1 });
  expect(await world.run('blame', 'Docs', 'gret')).toMatchObject({
    code: 1,
    stderr: 'The server "Docs" has no prompt "gret"; did you mean "greet"?\n',
  });
  expect(await world.run('blame', 'Docs', 'welcome')).toMatchObject({
    code: 1,
    stderr: 'The server "Docs" has no prompt "welcome"; run prompt-workbench list Docs to see its prompts.\n',
  });
  expect(await world.run('publish')).toMatchObject({
    code: 1,
    stderr: 'Nothing has changed since the last commit.\n',
  });
});
