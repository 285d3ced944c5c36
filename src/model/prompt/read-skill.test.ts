import { expect, test } from 'vitest';
import { readPrompt } from './prompt.ts';
import { skillNameOf } from './read-skill.ts';

const withSkill = (Skill: unknown, fields: object = {}) =>
  readPrompt({
    Name: 'ExplainError',
    Description: 'Explains an error message.',
    Content: 'Explain it.',
    Skill,
    ...fields,
  });

test('Skill: true takes the name and the description of the prompt', () => {
  expect(withSkill(true).prompt?.skill).toEqual({ name: 'explain-error', description: 'Explains an error message.' });
  expect(withSkill(false).prompt).not.toHaveProperty('skill');
});

test('a skill says when to use it, what it needs and who may start it', () => {
  const skill = {
    Name: 'explain',
    Description: 'Explains errors: use it after a failed build.',
    AllowedTools: ['Read', 'Bash(git log *)'],
    Files: ['./guides/tone.md', 'guides/tone.md'],
    License: 'MIT',
    Compatibility: 'Needs git',
    Metadata: { version: '1.2' },
    UserInvocable: false,
  };
  expect(withSkill(skill).prompt?.skill).toEqual({
    name: 'explain',
    description: 'Explains errors: use it after a failed build.',
    allowedTools: ['Read', 'Bash(git log *)'],
    files: ['guides/tone.md'],
    license: 'MIT',
    compatibility: 'Needs git',
    metadata: { version: '1.2' },
    userInvocable: false,
  });
});

test.each([
  ['a name with capitals', { Name: 'Explain' }, ['Skill', 'Name'], 'lower-case letters'],
  ['a name with two hyphens', { Name: 'a--b' }, ['Skill', 'Name'], 'single hyphens'],
  ['a long name', { Name: 'a'.repeat(65) }, ['Skill', 'Name'], 'at most 64'],
  ['a long description', { Description: 'x'.repeat(1025) }, ['Skill', 'Description'], 'at most 1024'],
  ['a file outside the media folder', { Files: ['../secret'] }, ['Skill', 'Files', 0], 'inside the media folder'],
  ['a second SKILL.md', { Files: ['a.md', 'skill.md'] }, ['Skill', 'Files', 1], 'rename this file'],
  ['text instead of keys', 'explain', ['Skill'], 'must be true, or a set of keys'],
])('%s is refused at its place, with what to do', (_, skill, at, words) => {
  expect(withSkill(skill).findings).toMatchObject([{ severity: 'error', at, message: expect.stringContaining(words) }]);
});

test.each([
  ['a description, by which a model chooses it', { Name: 'Explain' }, 'add Description to the prompt'],
  ['a short description', { Name: 'Explain', Description: 'x'.repeat(1025) }, 'at most 1024 characters'],
  ['a name with letters', { Name: '日本', Description: 'Explains.' }, 'add Name to Skill'],
])('a skill needs %s; without it, the prompt is still served', (_, data, words) => {
  const { prompt, findings } = readPrompt({ ...data, Content: 'Explain it.', Skill: true });
  expect(prompt).toMatchObject({ name: data.Name });
  expect(prompt?.skill).toBeUndefined();
  expect(findings).toMatchObject([{ severity: 'warning', at: ['Skill'], message: expect.stringContaining(words) }]);
});

test.each([
  ['findBugs', 'find-bugs'],
  ['Résumé  writer!', 'resume-writer'],
  ['--x--', 'x'],
  ['日本', undefined],
  [`${'a'.repeat(63)}-b`, 'a'.repeat(63)],
])('the prompt %s becomes the skill %s', (name, skill) => {
  expect(skillNameOf(name)).toBe(skill);
});
