/** The output and the exit code of `skill`. */
import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

const workspace = {
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [explain, shout, plain]\n',
  'prompts/explain.yaml': `Name: explain
Description: Explains things
Content: Explain it to a child.
Skill: { Description: Explains things. Use it to answer why., Files: [guides/tone.md] }
`,
  'prompts/shout.yaml': 'Name: shout\nDescription: Shouts\nContent: { Function: "() => `HEY`" }\nSkill: true\n',
  'prompts/plain.yaml': 'Name: plain\nContent: Plain.\n',
  'media/guides/tone.md': 'Be kind.\n',
};

let world: World;
afterEach(() => world.dispose());

test('lists the skills with their prompts and files, and names what they cannot carry', async () => {
  world = await createWorld(workspace);
  const { code, stdout, stderr } = await world.run('skill', 'Docs');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `explain - Explains things. Use it to answer why.
  from the prompt explain, with guides/tone.md
shout - Shouts
  from the prompt shout
`,
  });
  expect(stderr).toMatch(/^shout: The server Docs runs this prompt and has no tool for it: set PromptsAsTools: true/);
});

test('lists the skills of a server whose name is a command of skill', async () => {
  world = await createWorld({ ...workspace, 'servers/install.yaml': 'Name: install\nMCPPrompts: [explain]\n' });
  expect((await world.run('skill', 'list', 'install')).stdout).toMatch(/^explain - /);
  expect((await world.run('skill', 'list', 'install', 'explain')).stdout).toMatch(/^---\nname: explain/);
  const { stdout } = await world.run('skill', 'list', 'install', '--json');
  expect(JSON.parse(stdout).skills).toHaveLength(1);
});

test('lists a skill without a prompt', async () => {
  world = await createWorld({
    'servers/Own.yaml': 'Name: Own\nSkills: [notes]\n',
    'skills/notes.yaml': 'Name: release-notes\nDescription: Writes release notes\nContent: Read the log.\n',
  });
  expect(await world.run('skill', 'Own')).toMatchObject({
    code: 0,
    stdout: 'release-notes - Writes release notes\n  without a prompt\n',
  });
});

test('prints the SKILL.md of one, or the entry that clients get', async () => {
  world = await createWorld(workspace);
  expect(await world.run('skill', 'Docs', 'explain')).toEqual({
    code: 0,
    stdout: `---
name: explain
description: "Explains things. Use it to answer why."
---

Explain it to a child.
`,
    stderr: '',
  });
  const { stdout } = await world.run('skill', 'Docs', 'explain', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    skill: {
      uri: 'skill://explain/SKILL.md',
      resources: [{ uri: 'skill://explain/SKILL.md' }, { uri: 'skill://explain/guides/tone.md', size: 9 }],
    },
  });
});

test('says what to do about an unknown skill, a missing file and a server without skills', async () => {
  world = await createWorld({
    ...workspace,
    'servers/Plain.yaml': 'Name: Plain\nMCPPrompts: [plain]\n',
    'media/guides/tone.md': '',
  });
  expect(await world.run('skill', 'Docs', 'explian')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The server "Docs" has no skill "explian"; did you mean "explain"?'),
  });
  expect(await world.run('skill', 'Plain')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('add "Skill: true"'),
  });
  await world.write('prompts/explain.yaml', workspace['prompts/explain.yaml'].replace('tone.md', 'gone.md'));
  expect(await world.run('check')).toMatchObject({ code: 1, stdout: expect.stringContaining('guides/gone.md') });
});
