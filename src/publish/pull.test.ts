/** Pulling in real repositories: both sides' changes meet, and nothing that was typed is lost. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateRepository } from '../git/repository.ts';
import type { ChooseSide } from './merge-definitions.ts';
import { pull } from './pull.ts';
import { createTeam, type Person, type Team } from './testing/team.ts';

const prompt = (title: string, description: string, content = 'Hello') =>
  `# A greeting\nName: greet\nTitle: ${title}\nDescription: ${description}\nArguments:\n  - Name: tone # how\nContent: ${content}\n`;

let team: Team;
let ada: Person;
let bob: Person;
beforeEach(() => {
  team = createTeam({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
    'prompts/greet.yaml': prompt('old', 'old'),
    'prompts/part.yaml': 'Name: part\nContent: Goodbye\n',
  });
  ({ ada, bob } = team);
});
afterEach(() => team.dispose());

async function pullAs(person: Person, choose: ChooseSide = () => undefined, commit?: string) {
  const options = { choose, ...(commit !== undefined && { commit }) };
  return pull(await person.library(), await locateRepository(person.dir), options);
}

test('pull gets what others have published and merges uncommitted typing into it', async () => {
  bob.write('prompts/greet.yaml', prompt('old', 'Bob wrote'));
  bob.write('prompts/new.yaml', 'Name: new\nContent: New\n');
  bob.remove('prompts/part.yaml');
  bob.share('Second');
  ada.write('prompts/greet.yaml', prompt('Ada typed # mine', 'old'));
  ada.write('draft.txt', 'mine');
  const outcome = await pullAs(ada);
  expect(outcome).toMatchObject({
    kind: 'pulled',
    from: 'origin/main',
    isMerge: false,
    merged: ['prompts/greet.yaml'],
  });
  expect(ada.read('prompts/greet.yaml')).toBe(prompt('Ada typed # mine', 'Bob wrote'));
  expect(ada.has('prompts/new.yaml')).toBe(true);
  expect(ada.has('prompts/part.yaml')).toBe(false);
  expect(ada.git('rev-parse', 'HEAD')).toBe(bob.git('rev-parse', 'HEAD'));
  expect(ada.git('status', '--porcelain')).toBe(
    ' M "prompt library/prompts/greet.yaml"\n?? "prompt library/draft.txt"\n',
  );
  expect(await pullAs(ada)).toEqual({ kind: 'current', from: 'origin/main' });
});

test('commits of both sides are merged by field into a commit with both parents, and git pushes it', async () => {
  bob.write('prompts/greet.yaml', prompt('old', 'Bob'));
  writeFileSync(join(bob.root, 'readme.txt'), 'By Bob');
  bob.share('By Bob');
  ada.write('prompts/greet.yaml', prompt('Ada', 'old'));
  ada.git('commit', '--all', '--quiet', '--message', 'By Ada');
  ada.hook('commit-msg', 'echo "Reviewed-by: hook" >> "$1"');
  ada.hook('post-merge', 'touch "$(git rev-parse --git-dir)/merged"');
  expect(await pullAs(ada)).toMatchObject({ kind: 'pulled', isMerge: true, files: ['prompts/greet.yaml'], merged: [] });
  expect(ada.read('prompts/greet.yaml')).toBe(prompt('Ada', 'Bob'));
  expect(ada.git('log', '-1', '--format=%B%P').trim().split(/\s+/)).toHaveLength(6);
  expect(ada.git('log', '-1', '--format=%B')).toBe('Merge origin/main\nReviewed-by: hook\n\n');
  expect(ada.git('status', '--porcelain')).toBe('');
  expect(existsSync(join(ada.root, '.git', 'merged'))).toBe(true);
  expect(existsSync(join(ada.root, 'readme.txt'))).toBe(true);
  ada.git('push', '--quiet');
});

test('a place that both changed needs a choice: until then nothing changes, and no file ever has a mark', async () => {
  bob.write('prompts/greet.yaml', prompt('Bob', 'Bob', 'Bob'));
  bob.share('By Bob');
  ada.write('prompts/greet.yaml', prompt('Committed', 'old', 'Ada'));
  ada.git('commit', '--all', '--quiet', '--message', 'By Ada');
  ada.write('prompts/greet.yaml', prompt('Typed', 'old', 'Ada'));
  const before = [ada.git('rev-parse', 'HEAD'), ada.git('status', '--porcelain'), ada.read('prompts/greet.yaml')];
  const firstOutcome = await pullAs(ada);
  expect(firstOutcome).toMatchObject({
    kind: 'conflicts',
    conflicts: [
      { file: 'prompts/greet.yaml', name: 'greet', place: 'Title', base: 'old', ours: 'Typed', theirs: 'Bob' },
      { place: 'Content', base: 'Hello', ours: 'Ada', theirs: 'Bob' },
    ],
  });
  expect([ada.git('rev-parse', 'HEAD'), ada.git('status', '--porcelain'), ada.read('prompts/greet.yaml')]).toEqual(
    before,
  );
  const commit = firstOutcome.kind === 'conflicts' ? firstOutcome.commit : '';
  const outcome = await pullAs(ada, ({ place }) => (place === 'Title' ? 'ours' : 'theirs'), commit);
  expect(outcome).toMatchObject({ kind: 'pulled', isMerge: true });
  expect(ada.read('prompts/greet.yaml')).toBe(prompt('Typed', 'Bob', 'Bob'));
  expect(ada.git('show', 'HEAD:prompt library/prompts/greet.yaml')).toBe(prompt('Committed', 'Bob', 'Bob'));
});

test('a prompt that others deleted while a person edits it needs a choice, and both answers work', async () => {
  bob.remove('prompts/part.yaml');
  bob.share('Away');
  ada.write('prompts/part.yaml', 'Name: part\nContent: Typed\n');
  expect(await pullAs(ada)).toMatchObject({ kind: 'conflicts', conflicts: [{ name: 'part', place: '' }] });
  expect(await pullAs(ada, () => 'ours')).toMatchObject({ kind: 'pulled' });
  expect(ada.read('prompts/part.yaml')).toBe('Name: part\nContent: Typed\n');
  expect(ada.git('status', '--porcelain')).toBe('?? "prompt library/prompts/part.yaml"\n');
  bob.write('prompts/part.yaml', 'Name: part\nContent: Bob\n');
  bob.share('Back');
  expect(await pullAs(ada)).toMatchObject({ kind: 'conflicts', conflicts: [{ place: 'Content' }] });
  expect(await pullAs(ada, () => 'theirs')).toMatchObject({ kind: 'pulled' });
  expect(ada.read('prompts/part.yaml')).toBe('Name: part\nContent: Bob\n');
  expect(ada.git('status', '--porcelain')).toBe('');
  bob.remove('prompts/part.yaml');
  bob.share('Away again');
  ada.write('prompts/part.yaml', 'Name: part\nContent: Typed\n');
  expect(await pullAs(ada, () => 'theirs')).toMatchObject({ kind: 'pulled' });
  expect(ada.has('prompts/part.yaml')).toBe(false);
  expect(ada.git('status', '--porcelain')).toBe('');
});

test('other files in conflict, a hook that refuses and a lost remote stop the pull before anything changes', async () => {
  writeFileSync(join(bob.root, 'readme.txt'), 'By Bob');
  bob.write('prompts/greet.yaml', prompt('Bob', 'old'));
  bob.share('By Bob');
  writeFileSync(join(ada.root, 'readme.txt'), 'Not committed');
  ada.write('prompts/greet.yaml', prompt('old', 'Ada'));
  const state = () => [ada.git('rev-parse', 'HEAD'), ada.git('status', '--porcelain'), ada.read('prompts/greet.yaml')];
  const typedState = state();
  await expect(pullAs(ada)).rejects.toThrow(
    'The pull would overwrite uncommitted changes of readme.txt: commit or undo them first. Nothing has been pulled.',
  );
  expect(state()).toEqual(typedState);
  ada.git('add', '--all');
  ada.git('commit', '--quiet', '--message', 'By Ada');
  const committedState = state();
  await expect(pullAs(ada)).rejects.toThrow('Both sides have changed readme.txt: merge with git');
  ada.git('rm', '--quiet', 'readme.txt');
  ada.git('commit', '--quiet', '--amend', '--no-edit');
  ada.hook('pre-merge-commit', 'echo "No merges on Fridays" >&2; exit 1');
  await expect(pullAs(ada)).rejects.toThrow('A hook of the repository refused the merge: No merges on Fridays.');
  expect(state()[2]).toBe(committedState[2]);
  ada.git('remote', 'set-url', 'origin', '/nowhere');
  await expect(pullAs(ada)).rejects.toThrow('git cannot fetch from origin');
  ada.git('switch', '--quiet', '--create', 'own');
  await expect(pullAs(ada)).rejects.toThrow('The branch own does not track a branch of another repository');
});

test('line endings that git converts are kept, and cause no conflict', async () => {
  ada.git('config', 'core.autocrlf', 'true');
  bob.write('prompts/greet.yaml', prompt('Bob', 'old'));
  bob.share('By Bob');
  ada.write('prompts/greet.yaml', prompt('old', 'Ada').replaceAll('\n', '\r\n'));
  expect(await pullAs(ada)).toMatchObject({ kind: 'pulled' });
  expect(ada.read('prompts/greet.yaml')).toBe(prompt('Bob', 'Ada').replaceAll('\n', '\r\n'));
});
