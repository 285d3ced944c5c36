/** Publishing in real repositories: only what is chosen is committed, and a failure leaves everything as it was. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateRepository } from '../git/repository.ts';
import { type PublishOptions, publish } from './publish.ts';
import { planPublishing } from './publish-plan.ts';
import { createTeam, type Person, type Team } from './testing/team.ts';

const greet = (text: string) => `Name: greet\nContent: ${text}\n`;

let team: Team;
let ada: Person;
beforeEach(() => {
  team = createTeam({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, part]\n',
    'prompts/greet.yaml': greet('Hello'),
    'prompts/part.yaml': 'Name: part\nContent: Goodbye\n',
  });
  ({ ada } = team);
});
afterEach(() => team.dispose());

async function publishAs(person: Person, chosenFiles: readonly string[], options: PublishOptions = {}) {
  const [library, place] = [await person.library(), await locateRepository(person.dir)];
  return publish(place, await planPublishing(library, place, chosenFiles), options);
}

async function plan(chosenFiles: readonly string[] = []) {
  return planPublishing(await ada.library(), await locateRepository(ada.dir), chosenFiles);
}

test('one prompt is committed and pushed; other changed or staged files stay as they are', async () => {
  ada.write('prompts/greet.yaml', greet('Hi'));
  ada.write('prompts/part.yaml', 'Name: part\nContent: So long\n');
  writeFileSync(join(ada.root, 'notes.txt'), 'staged');
  ada.git('add', 'notes.txt');
  const outcome = await publishAs(ada, ['greet'], { push: true });
  expect(outcome).toMatchObject({ branch: 'main', pushed: { to: 'origin/main' } });
  expect(ada.git('log', '-1', '--format=%B')).toBe('greet: Text changed: "Hello" → "Hi"\n\n');
  expect(ada.git('show', '--name-only', '--format=')).toBe('prompt library/prompts/greet.yaml\n');
  expect(ada.git('status', '--porcelain')).toBe('A  notes.txt\n M "prompt library/prompts/part.yaml"\n');
  expect(ada.git('rev-parse', 'origin/main').trim()).toBe(outcome.commit);
});

test('everything that belongs to the workspace is published, with names that look like options, and nothing else', async () => {
  ada.write('prompts/--all.yaml', 'Name: all\nContent: All\n');
  ada.write('prompts/-rf x.yaml', 'Name: rf\nContent:\n  Messages:\n    - Content: {Type: image, File: a b.png}\n');
  ada.write('media/a b.png', 'png');
  ada.write('snapshots/Docs/rf/One.txt', 'text');
  ada.write('elsewhere.txt', 'mine');
  ada.remove('prompts/part.yaml');
  await publishAs(ada, []);
  expect(ada.git('show', '--name-status', '--format=', '-z').split('\0').sort()).toEqual(
    [
      '',
      'A',
      'A',
      'A',
      'A',
      'D',
      'prompt library/media/a b.png',
      'prompt library/prompts/--all.yaml',
      'prompt library/prompts/-rf x.yaml',
      'prompt library/prompts/part.yaml',
      'prompt library/snapshots/Docs/rf/One.txt',
    ].sort(),
  );
  expect(ada.git('status', '--porcelain')).toBe('?? "prompt library/elsewhere.txt"\n');
  expect(ada.git('log', '-1', '--format=%B')).toContain('- Add the prompt -rf x\n');
});

test('a prompt takes its media along, and the plan says when no published server lists it', async () => {
  ada.write('prompts/new.yaml', 'Name: new\nContent:\n  Messages:\n    - Content: {Type: image, File: new.png}\n');
  ada.write('media/new.png', 'png');
  ada.write('media/other.png', 'png');
  ada.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet, part, new]\n');
  const { files, notes } = await plan(['new']);
  expect(files.map(({ path }) => path).sort()).toEqual(['media/new.png', 'prompts/new.yaml']);
  expect(notes).toContain('No published server lists new yet: publish servers/Docs.yaml too.');
  expect((await plan(['new', 'Docs'])).notes.join()).not.toContain('lists');
  await expect(plan(['gret'])).rejects.toThrow('"gret" has no change to publish');
});

test('a change after the plan was shown is not committed', async () => {
  ada.write('prompts/greet.yaml', greet('Hi'));
  const plannedFiles = (await plan()).files.map(({ path }) => path);
  ada.write('prompts/part.yaml', 'Name: part\nContent: So long\n');
  ada.write('prompts/new.yaml', 'Name: new\nContent: New\n');
  await publishAs(ada, [], { plannedFiles });
  expect(ada.git('show', '--name-only', '--format=')).toBe('prompt library/prompts/greet.yaml\n');
  ada.git('restore', '.');
  await expect(publishAs(ada, [], { plannedFiles })).rejects.toThrow('Nothing has changed since the last commit.');
});

test('a hook that refuses, a failed signature and a person without a name change nothing, even on a new branch', async () => {
  ada.write('prompts/greet.yaml', greet('Hi'));
  ada.write('prompts/new.yaml', 'Name: new\nContent: New\n');
  const before = () => [
    ada.git('status', '--porcelain', '--branch'),
    ada.git('branch', '--format=%(refname)'),
    ada.git('ls-files', '--stage'),
  ];
  const stateBefore = before();
  ada.hook('pre-commit', 'echo "Prompts need a ticket" >&2; exit 1');
  const refusedText = 'A hook of the repository refused the commit: Prompts need a ticket.';
  await expect(publishAs(ada, [])).rejects.toThrow(refusedText);
  await expect(publishAs(ada, [], { branch: 'draft/x' })).rejects.toThrow(refusedText);
  ada.hook('pre-commit', 'exit 0');
  expect(before()).toEqual(stateBefore);
  ada.git('config', 'commit.gpgSign', 'true');
  ada.git('config', 'gpg.program', '/bin/false');
  await expect(publishAs(ada, [])).rejects.toThrow('The commit cannot be signed, so nothing was committed');
  ada.git('config', 'commit.gpgSign', 'false');
  ada.git('config', '--unset', 'user.name');
  ada.git('config', '--unset', 'user.email');
  ada.git('config', 'user.useConfigOnly', 'true');
  await expect(publishAs(ada, [])).rejects.toThrow('git does not know who you are');
  expect(before()).toEqual(stateBefore);
});

test('a branch for a draft is created, pushed and left checked out; the page of its pull request is named', async () => {
  // In place of ssh to the host: it runs what a host would run.
  writeFileSync(join(ada.root, '.git', 'ssh'), `#!/bin/sh\nexec git-receive-pack '${team.remote}'\n`, { mode: 0o755 });
  ada.git('config', 'core.sshCommand', join(ada.root, '.git', 'ssh'));
  ada.git('remote', 'set-url', 'origin', 'git@github.example:team/prompts.git');
  ada.write('prompts/greet.yaml', greet('Hi'));
  const outcome = await publishAs(ada, ['prompts/greet.yaml'], {
    branch: 'draft/short',
    message: '# Kept',
    push: true,
  });
  expect(outcome).toMatchObject({
    branch: 'draft/short',
    pushed: { to: 'origin/draft/short', page: 'https://github.example/team/prompts/compare/draft/short?expand=1' },
  });
  expect(ada.git('symbolic-ref', '--short', 'HEAD')).toBe('draft/short\n');
  expect(ada.git('log', '-1', '--format=%s')).toBe('# Kept\n');
  ada.write('prompts/greet.yaml', greet('Hi again'));
  await expect(publishAs(ada, [], { branch: '--force' })).rejects.toThrow('is not the name of a branch');
  await expect(publishAs(ada, [], { branch: 'a..b' })).rejects.toThrow('is not the name of a branch');
});

test('a commit that the remote refuses stays here, and the reason says what to do', async () => {
  team.bob.write('prompts/part.yaml', 'Name: part\nContent: Bye\n');
  team.bob.share('Second');
  ada.write('prompts/greet.yaml', greet('Hi'));
  const lateOutcome = await publishAs(ada, [], { push: true });
  expect(lateOutcome.pushFailure).toEqual({ reason: 'behind', to: 'origin/main' });
  expect(lateOutcome.commit).toBe(ada.git('rev-parse', 'HEAD').trim());
  ada.git('pull', '--quiet', '--no-rebase', '--no-edit');
  // A push without a new commit.
  expect(await publishAs(ada, [], { push: true })).toEqual({ branch: 'main', pushed: { to: 'origin/main' } });
  ada.write('prompts/greet.yaml', greet('Hi there'));
  ada.git('remote', 'set-url', 'origin', '/nowhere at all');
  expect((await publishAs(ada, [], { push: true })).pushFailure).toEqual({
    reason: 'other',
    message: expect.stringContaining('git cannot push to origin'),
  });
});

test('nothing is committed without a branch, during a merge or without a change, and one sentence says why', async () => {
  await expect(publishAs(ada, [])).rejects.toThrow('Nothing has changed since the last commit.');
  ada.git('switch', '--quiet', '--detach');
  ada.write('prompts/greet.yaml', greet('Hi'));
  await expect(publishAs(ada, [])).rejects.toThrow('The repository is on no branch: name one with --branch');
  writeFileSync(join(ada.root, '.git', 'MERGE_HEAD'), ada.git('rev-parse', 'HEAD'));
  await expect(publishAs(ada, [], { branch: 'x' })).rejects.toThrow('in the middle of a merge');
});

test('files that git ignores are neither committed nor in the message, and the plan says so', async () => {
  ada.write('.gitignore', 'prompts/draft-*\n');
  ada.write('prompts/draft-greet.yaml', 'Name: draft\nContent: Draft\n');
  ada.write('prompts/greet.yaml', greet('Hi'));
  const { definitions, files, message, notes } = await plan();
  expect(definitions.map(({ file }) => file)).toEqual(['prompts/greet.yaml']);
  expect(files.map(({ path }) => path)).toEqual(['prompts/greet.yaml']);
  expect(message).toBe('greet: Text changed: "Hello" → "Hi"');
  expect(notes).toEqual([
    'git ignores prompts/draft-greet.yaml, so it is not published: change .gitignore if it should be.',
  ]);
  await expect(plan(['draft-greet'])).rejects.toThrow('git ignores prompts/draft-greet.yaml');
  ada.git('-C', ada.dir, 'update-index', '--assume-unchanged', 'prompts/greet.yaml');
  const { definitions: otherDefinitions, notes: otherNotes } = await plan();
  expect([otherDefinitions, otherNotes]).toEqual([[], notes]);
});

test('changed comments can be published, and line endings that git writes do not count as a change', async () => {
  ada.write('prompts/greet.yaml', `# Short\n${greet('Hello')}`);
  ada.write('prompts/part.yaml', 'Name: part\r\nContent: Goodbye\r\n');
  ada.git('config', 'core.autocrlf', 'true');
  const { definitions, message } = await plan();
  expect(definitions).toMatchObject([{ name: 'greet', summary: 'Comments or layout changed' }]);
  expect(message).toBe('greet: Comments or layout changed');
});
