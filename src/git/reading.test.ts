/** Reading a repository starts no program, and misleading variables and names lead nowhere. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blame } from '../publish/blame.ts';
import { listChangedDefinitions } from '../publish/changed-definitions.ts';
import { createTeam, type Team } from '../publish/testing/team.ts';
import { listCommit, readObjects } from './commit-files.ts';
import { locateRepository, resolveCommit } from './repository.ts';
import { readRepositoryState } from './state.ts';

let team: Team;
beforeEach(() => {
  team = createTeam({ 'prompts/a b.yaml': 'Name: a\nContent: A\n' });
});
afterEach(() => team.dispose());

test('reading starts no program that the configuration of the repository names', async () => {
  const { ada } = team;
  const trap = join(ada.root, '.git', 'trap');
  const program = join(ada.root, '.git', 'program');
  writeFileSync(program, `#!/bin/sh\ntouch '${trap}'\nexit 1\n`, { mode: 0o755 });
  for (const [name, value] of [
    ['core.fsmonitor', program],
    ['core.pager', program],
    ['core.hooksPath', join(ada.root, '.git')],
    ['diff.external', program],
    ['filter.trap.smudge', program],
    ['filter.trap.clean', program],
    ['gpg.program', program],
    ['log.showSignature', 'true'],
  ] as const)
    ada.git('config', name, value);
  writeFileSync(join(ada.root, '.gitattributes'), '* filter=trap diff=trap\n');
  ada.write('prompts/a b.yaml', 'Name: a\nContent: B\n');
  const [library, place] = [await ada.library(), await locateRepository(ada.dir)];
  const { head } = await readRepositoryState(place.dir);
  expect(await listChangedDefinitions(library, place, head)).toMatchObject([{ name: 'a b', change: 'changed' }]);
  expect(await blame(library, place, 'prompts/a b.yaml')).toHaveLength(2);
  expect(await listCommit(place, head ?? '')).toMatchObject([{ path: 'prompts/a b.yaml' }]);
  expect(existsSync(trap)).toBe(false);
});

test('variables set by a hook of another repository do not lead to that repository', async () => {
  const { ada, bob } = team;
  bob.write('prompts/a b.yaml', 'Name: a\nContent: Other\n');
  bob.share('Second');
  vi.stubEnv('GIT_DIR', join(bob.root, '.git'));
  vi.stubEnv('GIT_INDEX_FILE', join(bob.root, '.git', 'index'));
  const { head } = await readRepositoryState(ada.dir);
  vi.stubEnv('GIT_DIR', undefined);
  vi.stubEnv('GIT_INDEX_FILE', undefined);
  expect(head).toBe(ada.git('rev-parse', 'HEAD').trim());
});

test('a name cannot be an option, a range or a path, and a missing object is not an error', async () => {
  const { ada } = team;
  for (const name of ['--help', '-x', 'main..main', 'HEAD:prompts', 'a b', 'main^{/x y}', ''])
    await expect(resolveCommit(ada.dir, name)).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(resolveCommit(ada.dir, 'no-such')).rejects.toThrow('The repository has no commit "no-such"');
  const { prefix } = await locateRepository(ada.dir);
  const names = [`HEAD:${prefix}prompts/a b.yaml`, `HEAD:${prefix}prompts/no 12.yaml`];
  expect([...(await readObjects(ada.dir, names)).keys()]).toEqual([names[0]]);
});
