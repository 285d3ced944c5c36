/** `skill install`, `uninstall`, `installed` and `undo`, as a person types them in a project. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

const workspace = {
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [explain, shout]\n',
  'prompts/explain.yaml': `Name: explain
Content: Explain it to a child.
Skill: { Description: Explains things. Use it to answer why., Files: [guides/tone.md] }
`,
  'prompts/shout.yaml': 'Name: shout\nDescription: Shouts\nContent: HEY\nSkill: true\n',
  'media/guides/tone.md': 'Be kind.\n',
};

let world: World;
afterEach(() => world.dispose());

test('installs the skills of a server, shows their state, and takes each step back', async () => {
  world = await createWorld(workspace);
  const skills = join(world.project, '.agents', 'skills');
  const dryRun = await world.run('skill', 'install', 'Docs', '--for', 'codex', '--dry-run');
  expect(dryRun).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('+Explain it to a child.'),
    stderr: 'Nothing was written.\n',
  });
  expect(await readdir(world.project)).toEqual([]);

  const installedOutcome = await world.run('skill', 'install', 'Docs', '--for', 'codex', '--keep');
  expect(installedOutcome.stdout).toContain(
    `Written: ${join(skills, 'explain')}\nTo undo: prompt-workbench skill undo `,
  );
  expect(installedOutcome.stdout).toContain('The open workbench keeps them in step.\n');
  const { stdout: servedText } = await world.run('skill', 'Docs', 'explain');
  expect(await readFile(join(skills, 'explain', 'SKILL.md'), 'utf8')).toBe(servedText);

  await world.write('prompts/shout.yaml', workspace['prompts/shout.yaml'].replace('HEY', 'HO'));
  await writeFile(join(skills, 'explain', 'SKILL.md'), 'Mine.\n');
  const { stdout } = await world.run('skill', 'installed');
  expect(stdout).toMatch(/^explain {2}changed outside, kept in step\n {2}of Docs, read by .*Codex CLI/);
  expect(stdout).toMatch(/^shout {2}outdated, kept in step$/m);

  const refusal = await world.run('skill', 'install', 'Docs', 'explain', '--for', 'codex', '--json');
  expect(refusal.code).toBe(1);
  expect(JSON.parse(refusal.stdout)).toMatchObject({
    error: { code: 'refused', message: expect.stringContaining('install it again with --discard-changes') },
  });
  const secondOutcome = await world.run(
    'skill',
    'install',
    'Docs',
    'explain',
    '--for',
    'codex',
    '--discard-changes',
    '--json',
  );
  const [{ journalId, change }] = JSON.parse(secondOutcome.stdout);
  expect(change).toBe('update');
  expect(await world.run('skill', 'undo', 'other')).toMatchObject({
    code: 1,
    stderr:
      'There is no installation "other": check the list of installed skills ("prompt-workbench skill installed").\n',
  });
  expect(await world.run('skill', 'undo', journalId)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('as it was before'),
  });
  expect(await readFile(join(skills, 'explain', 'SKILL.md'), 'utf8')).toBe('Mine.\n');

  const removalOutcome = await world.run(
    'skill',
    'uninstall',
    'explain',
    'shout',
    '--for',
    'cursor',
    '--discard-changes',
  );
  expect(removalOutcome.stderr).not.toContain('--discard-changes');
  expect(existsSync(skills)).toBe(false);
  expect(await world.run('skill', 'installed')).toMatchObject({ code: 0, stdout: 'No skill is installed.\n' });
});

test('says what is missing or wrong', async () => {
  world = await createWorld({ ...workspace, 'servers/Plain.yaml': 'Name: Plain\n' });
  expect(await world.run('skill', 'install', 'Docs')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^For which client application\? Add --for with one of claude-code, /),
  });
  expect(await world.run('skill', 'install', 'Docs', '--for', 'lm-studio')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The workbench does not know where lm-studio reads skills.'),
  });
  expect(await world.run('skill', 'install', 'Plain', '--for', 'codex')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Plain has no skill to install'),
  });
  expect(await world.run('skill', 'install', 'Docs', 'nothing', '--for', 'codex')).toMatchObject({
    code: 1,
    stderr: 'The server "Docs" has no skill "nothing"; prompt-workbench skill Docs lists those it has.\n',
  });
  expect(await world.run('skill', 'uninstall', 'explain', '--for', 'codex')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not installed in'),
  });
});
