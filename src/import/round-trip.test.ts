/** Out as Wolfram Language and in again: what was not listed as lost is there, for the samples and for random servers. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PromptDefinition } from '../model/definitions.ts';
import { readPrompt } from '../model/prompt.ts';
import { readServer } from '../model/server.ts';
import { applyTemplate } from '../template/string-template.ts';
import { readWolframDefinitions } from '../wolfram/read-definitions.ts';
import { serverAsWolfram } from '../wolfram/write-definitions.ts';

const folder = fileURLToPath(new URL('../../samples/prompts', import.meta.url));
const samples = readdirSync(folder).map((file) => readPrompt(parse(readFileSync(`${folder}/${file}`, 'utf8'))).prompt);

/** What comes back of prompts that were written as one server. */
function backAgain(prompts: readonly PromptDefinition[]) {
  const { text, notes } = serverAsWolfram({
    name: 'Trip',
    version: '1.0.0',
    hasIcons: false,
    tools: [],
    ownTools: [],
    prompts: prompts.map((prompt) => ({ prompt })),
  });
  const { definitions, problems } = readWolframDefinitions(text);
  expect(problems).toEqual([]);
  const { server, findings } = readServer(definitions[0]?.data);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const back = (server?.prompts ?? []).flatMap((entry) =>
    entry.kind === 'inline' && entry.prompt ? [entry.prompt] : [],
  );
  return { back, notes, importNotes: definitions[0]?.notes ?? [] };
}

function hold(prompt: PromptDefinition, back: PromptDefinition | undefined): void {
  expect(back?.name).toBe(prompt.name);
  expect(back?.description).toBe(prompt.description);
  expect(back?.arguments.map(({ name, description, required }) => ({ name, description, required }))).toEqual(
    prompt.arguments.map(({ name, description, required }) => ({ name, description, required })),
  );
  if (prompt.content.kind === 'text') {
    const values = Object.fromEntries(prompt.arguments.map(({ name }, index) => [name, `<${index} \`a\`>`]));
    expect(textOf(back, values)).toBe(textOf(prompt, values));
  }
}

function textOf(prompt: PromptDefinition | undefined, values: Readonly<Record<string, string>>): string | undefined {
  if (prompt?.content.kind !== 'text') return undefined;
  const { text } = prompt.content;
  const names = prompt.arguments.map(({ name }) => name);
  return text.kind === 'literal' ? text.text : applyTemplate(text.template, { names, values }).text;
}

test('the samples come back but for what was listed', () => {
  const prompts = samples.filter((prompt) => prompt !== undefined);
  expect(prompts.length).toBeGreaterThanOrEqual(8);
  expect(backAgain(prompts.filter(({ content }) => content.kind === 'text')).importNotes).toEqual([]);
  const { back, notes } = backAgain(prompts);
  const whole = new Set(notes.filter(({ message }) => /prompt is left out/.test(message)).map(({ prompt }) => prompt));
  expect([...whole]).toEqual(['compare']);
  const kept = prompts.filter(({ name }) => !whole.has(name));
  expect(back.map(({ name }) => name)).toEqual(kept.map(({ name }) => name));
  for (const [index, prompt] of kept.entries()) hold(prompt, back[index]);
});

const line = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((text) => /\S/.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text));
const generated: fc.Arbitrary<PromptDefinition> = fc
  .record({
    name: line,
    description: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
    arguments: fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b', 'c-d', 'é'), required: fc.boolean() }), {
      selector: ({ name }) => name,
    }),
    text: fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('`a`', '`b`', '`c-d`', '`é`')), {
      maxLength: 6,
    }),
    isTemplate: fc.boolean(),
  })
  .map(({ name, description, arguments: args, text, isTemplate }) => {
    const joined = text.join('').replaceAll('<*', '<');
    return {
      name,
      ...(description !== undefined && { description }),
      arguments: args,
      type: 'Text',
      content: {
        kind: 'text',
        text: isTemplate ? { kind: 'template', template: joined } : { kind: 'literal', text: joined },
      },
      samples: [],
    };
  });

test('random servers come back, with nothing lost', () => {
  fc.assert(
    fc.property(fc.uniqueArray(generated, { maxLength: 4, selector: ({ name }) => name }), (prompts) => {
      const { back, notes } = backAgain(prompts);
      expect(notes).toEqual([]);
      expect(back).toHaveLength(prompts.length);
      prompts.forEach((prompt, index) => {
        // Text that no template can hold comes back as a function, which is another test's subject.
        if (back[index]?.content.kind !== 'function') hold(prompt, back[index]);
      });
    }),
    { numRuns: 300 },
  );
});
