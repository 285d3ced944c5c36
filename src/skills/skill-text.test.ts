import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Argument, Content, PromptDefinition, SkillDefinition } from '../model/definitions.ts';
import { skillText } from './skill-text.ts';

const server = {
  name: 'Docs',
  tools: [
    { name: 'find', content: { kind: 'search', sources: ['Manual', 'Blog'] } },
    { name: 'review', content: { kind: 'prompt', prompt: { name: 'Review' } } },
  ],
};

const writeSkill = (
  name: string,
  content: Content,
  declaredArguments: readonly Argument[] = [],
  skill: Partial<SkillDefinition> = {},
) => {
  const prompt: PromptDefinition & { readonly skill: SkillDefinition } = {
    name,
    arguments: declaredArguments,
    type: 'Text',
    content,
    samples: [],
    skill: { name: 'a-skill', description: 'Does: "it".', ...skill },
  };
  return skillText(prompt, server);
};

test('a text prompt becomes instructions that name its arguments', () => {
  const { text, losses } = writeSkill(
    'Explain',
    { kind: 'text', text: { kind: 'template', template: 'Explain `topic` in `2` words, as `f(x)`.' } },
    [
      { name: 'topic', required: true, description: 'What to\nexplain' },
      { name: 'words', required: false, kind: 'integer', minimum: 5, default: '50' },
    ],
  );
  expect(losses).toEqual([]);
  expect(text).toBe(`---
name: a-skill
description: "Does: \\"it\\"."
---

## Inputs

- {topic} (required): What to explain
- {words} (optional, a value of the kind integer, at least 5, otherwise "50")

Take the values from the request, and read {topic} and {words} in the text below as their values. Ask the person for a required value that is missing.

## Instructions

Explain {topic} in {words} words, as \`f(x)\`.
`);
});

test('the front matter is YAML of every field', () => {
  const { text, frontMatter } = writeSkill('Explain', { kind: 'text', text: { kind: 'literal', text: 'Hi.' } }, [], {
    allowedTools: ['Read', 'Bash(git *)'],
    license: 'MIT',
    compatibility: 'Needs: git # always',
    metadata: { version: '1.0', 'a: b': 'true' },
    userInvocable: false,
  });
  const [, yaml = ''] = /^---\n([\s\S]*?)---\n/.exec(text) ?? [];
  expect(parse(yaml)).toEqual(frontMatter);
  expect(frontMatter).toMatchObject({ 'allowed-tools': 'Read Bash(git *)', 'user-invocable': false });
});

test('a search becomes the call of the server’s search tool', () => {
  const { text, losses } = writeSkill(
    'Look up',
    { kind: 'search', sources: ['Manual'], query: { kind: 'template', template: '`query`' } },
    [{ name: 'query', required: true }],
  );
  expect(text).toContain('Call the tool find of the MCP server Docs with the query "{query}", and use what it finds.');
  expect(losses).toEqual([]);
});

test('a function becomes the call of the prompt’s tool', () => {
  const { text, losses } = writeSkill('Review', { kind: 'function', code: '() => ""' }, [
    { name: 'diff', required: true },
  ]);
  expect(text).toContain('Call the tool review of the MCP server Docs with diff, and follow what it answers.');
  expect(losses).toEqual([]);
});

test('a function of a server without tools is named as lost', () => {
  const { losses } = writeSkill('Other', { kind: 'function', code: '() => ""' });
  expect(losses).toEqual([expect.stringContaining('set PromptsAsTools: true')]);
});

test('messages keep their order, conditions and files; bytes in the prompt itself are named as lost', () => {
  const { text, files, losses } = writeSkill('Mixed', {
    kind: 'messages',
    messages: [
      {
        role: 'user',
        blocks: [
          { type: 'text', text: { kind: 'literal', text: 'First.' } },
          { type: 'image', media: { kind: 'file', file: 'a b.png' }, mimeType: 'image/png' },
          { type: 'audio', media: { kind: 'data', data: 'AAAA' }, mimeType: 'audio/wav' },
          {
            type: 'resource',
            uri: 'docs://x',
            mimeType: 'text/plain',
            body: { kind: 'text', text: { kind: 'literal', text: '```\nend' } },
            when: { argument: 'tone', test: 'isEmpty' },
          },
        ],
      },
      { role: 'assistant', blocks: [{ type: 'text', text: { kind: 'literal', text: 'Sure:\nhere' } }] },
    ],
  });
  expect(text).toContain(`First.

Read the file [a b.png](a%20b.png) of this skill.

If tone is empty:

The resource docs://x:

\`\`\`\`
\`\`\`
end
\`\`\`\`

Begin the answer as this one does:

> Sure:
> here
`);
  expect(files).toEqual(['a b.png']);
  expect(losses).toEqual([expect.stringContaining('A sound is left out')]);
});
