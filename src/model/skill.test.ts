import { expect, test } from 'vitest';
import { readWrittenSkill } from './skill.ts';

const validSkill = {
  name: 'release-notes',
  Description: 'Writes release notes. Use it before a release.',
  Content: '# Steps\n\n1. Read `git log`.',
};

test('a file in skills/ is a skill, with keys in any case', () => {
  const unknownFields = {
    allowedtools: ['Bash(git *)'],
    Files: ['guides/./tone.md'],
    UserInvocable: false,
    Tags: 'git',
  };
  expect(readWrittenSkill({ ...validSkill, ...unknownFields })).toEqual({
    writtenSkill: {
      name: 'release-notes',
      description: validSkill.Description,
      allowedTools: ['Bash(git *)'],
      files: ['guides/tone.md'],
      userInvocable: false,
      tags: ['git'],
      content: validSkill.Content,
    },
    findings: [],
  });
});

test.each([
  [{ ...validSkill, name: 'Release Notes' }, ['Name'], 'must be lower-case letters and digits with single hyphens'],
  [{ ...validSkill, name: 'a'.repeat(65) }, ['Name'], 'must be at most 64 characters.'],
  [{ ...validSkill, Description: 'a'.repeat(1025) }, ['Description'], 'must be at most 1024 characters.'],
  [{ ...validSkill, Files: ['tone.md', 'skill.MD'] }, ['Files', 1], 'Content becomes SKILL.md: rename this file.'],
  [{ ...validSkill, Files: ['../secret'] }, ['Files', 0], 'inside the media folder'],
  // The window has these below the fields “When to use it” and “Instructions”.
  [
    { ...validSkill, Description: '' },
    ['Description'],
    'Description must not be empty: say what the skill does and when to use it.',
  ],
  [{ ...validSkill, Content: ' ' }, ['Content'], 'Content must not be empty: write the instructions of the skill.'],
  [{ name: 'x', Content: 'y' }, [], 'Description'],
  [null, [], 'A skill must have the keys Name, Description and Content.'],
])('an error is at its value: %j', (data, at, message) => {
  const { writtenSkill, findings } = readWrittenSkill(data);
  expect(writtenSkill).toBeUndefined();
  expect(findings).toMatchObject([
    { tag: 'InvalidSkillSpecification', severity: 'error', at, message: expect.stringContaining(message) },
  ]);
});
