import { expect, test } from 'vitest';
import { readWrittenSkill } from './skill.ts';

const good = {
  name: 'release-notes',
  Description: 'Writes release notes. Use it before a release.',
  Content: '# Steps\n\n1. Read `git log`.',
};

test('a file in skills/ is a skill, with keys in any case', () => {
  const more = { allowedtools: ['Bash(git *)'], Files: ['guides/./tone.md'], UserInvocable: false, Tags: 'git' };
  expect(readWrittenSkill({ ...good, ...more })).toEqual({
    writtenSkill: {
      name: 'release-notes',
      description: good.Description,
      allowedTools: ['Bash(git *)'],
      files: ['guides/tone.md'],
      userInvocable: false,
      tags: ['git'],
      content: good.Content,
    },
    findings: [],
  });
});

test.each([
  [{ ...good, name: 'Release Notes' }, ['Name'], 'must be lower-case letters and digits with single hyphens'],
  [{ ...good, name: 'a'.repeat(65) }, ['Name'], 'must be at most 64 characters.'],
  [{ ...good, Description: 'a'.repeat(1025) }, ['Description'], 'must be at most 1024 characters.'],
  [{ ...good, Files: ['tone.md', 'skill.MD'] }, ['Files', 1], 'Content becomes SKILL.md: rename this file.'],
  [{ ...good, Files: ['../secret'] }, ['Files', 0], 'inside the media folder'],
  // The window has these below the fields “When to use it” and “Instructions”.
  [
    { ...good, Description: '' },
    ['Description'],
    'Description must not be empty: say what the skill does and when to use it.',
  ],
  [{ ...good, Content: ' ' }, ['Content'], 'Content must not be empty: write the instructions of the skill.'],
  [{ name: 'x', Content: 'y' }, [], 'Description'],
  [null, [], 'A skill must have the keys Name, Description and Content.'],
])('an error is at its value: %j', (data, at, message) => {
  const { writtenSkill, findings } = readWrittenSkill(data);
  expect(writtenSkill).toBeUndefined();
  expect(findings).toMatchObject([
    { tag: 'InvalidSkillSpecification', severity: 'error', at, message: expect.stringContaining(message) },
  ]);
});
