/** Out as Wolfram Language and in again: what was not listed as lost is there, for the samples and for random servers. */
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import type { GetPromptResult } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openLibrary } from '../library/open-library.ts';
import { createPreview } from '../mcp/preview/preview.ts';
import { fakeServices } from '../mcp/server/testing/fake-live-server.ts';
import type { Argument, Content, PromptDefinition, TextOrTemplate } from '../model/definitions.ts';
import { readPrompt } from '../model/prompt/prompt.ts';
import { readServer } from '../model/server.ts';
import { applyTemplate } from '../model/template/string-template.ts';
import { readWolframDefinitions } from '../wolfram/read-definitions.ts';
import { serverAsWolfram } from '../wolfram/write-definitions.ts';
import { arrangeImport } from './arrange-import.ts';
import { readFiles } from './read-sources.ts';
import { serverText } from './wolfram-text.ts';

const folder = fileURLToPath(new URL('../../samples/prompts', import.meta.url));
const samples = readdirSync(folder).map((file) => readPrompt(parse(readFileSync(`${folder}/${file}`, 'utf8'))).prompt);

/** The prompts that an import returns after they were written as one server. */
function backAgain(prompts: readonly PromptDefinition[]) {
  const { text, notes } = serverAsWolfram({
    name: 'Trip',
    version: '1.0.0',
    hasIcons: false,
    tools: [],
    prompts: prompts.map((prompt) => ({ prompt })),
  });
  const { definitions, problems } = readWolframDefinitions(text);
  expect(problems).toEqual([]);
  const { server, findings } = readServer(definitions[0]?.data);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const returnedPrompts = (server?.prompts ?? []).flatMap((entry) =>
    entry.kind === 'inline' && entry.prompt ? [entry.prompt] : [],
  );
  return { returnedPrompts, notes, importNotes: definitions[0]?.notes ?? [] };
}

function hold(prompt: PromptDefinition, returnedPrompt: PromptDefinition | undefined): void {
  expect(returnedPrompt?.name).toBe(prompt.name);
  expect(returnedPrompt?.description).toBe(prompt.description);
  expect(returnedPrompt?.tags).toEqual(prompt.tags);
  expect(returnedPrompt?.arguments.map(({ name, description, required }) => ({ name, description, required }))).toEqual(
    prompt.arguments.map(({ name, description, required }) => ({ name, description, required })),
  );
  if (prompt.content.kind === 'wolfram' || prompt.content.kind === 'function')
    expect(returnedPrompt?.content).toEqual(prompt.content);
  else {
    // A text that no template holds is a function of ours, which says the same.
    const values = Object.fromEntries(prompt.arguments.map(({ name }, index) => [name, `<${index} \`a\`>`]));
    expect(textOf(returnedPrompt, values)).toBe(textOf(prompt, values));
  }
}

/** The texts of its messages, which are one in Wolfram's server. */
function textOf(prompt: PromptDefinition | undefined, values: Readonly<Record<string, string>>): string | undefined {
  if (!prompt) return undefined;
  if (prompt.content.kind === 'function') return runInNewContext(prompt.content.code)(values);
  const names = prompt.arguments.map(({ name }) => name);
  return textsOf(prompt.content)
    .map((text) => (text.kind === 'literal' ? text.text : applyTemplate(text.template, { names, values }).text))
    .join('\n\n');
}

function textsOf(content: Content): readonly TextOrTemplate[] {
  if (content.kind === 'text') return [content.text];
  const blocks = content.kind === 'messages' ? content.messages.flatMap((message) => message.blocks) : [];
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

test('the samples survive export and import, except for the listed losses', () => {
  const prompts = samples.filter((prompt) => prompt !== undefined);
  expect(prompts.length).toBeGreaterThanOrEqual(8);
  expect(backAgain(prompts.filter(({ content }) => content.kind === 'text')).importNotes).toEqual([]);
  const { returnedPrompts, notes } = backAgain(prompts);
  const wholePrompts = new Set(
    notes.filter(({ message }) => /prompt is left out/.test(message)).map(({ prompt }) => prompt),
  );
  expect([...wholePrompts]).toEqual([]);
  const keptDefinitions = prompts.filter(({ name }) => !wholePrompts.has(name));
  expect(returnedPrompts.map(({ name }) => name)).toEqual(keptDefinitions.map(({ name }) => name));
  for (const [index, prompt] of keptDefinitions.entries()) hold(prompt, returnedPrompts[index]);
});

const line = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((text) => /\S/.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text));
const text = fc
  .tuple(
    fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('`a`', '`b`', '`c-d`', '`é`')), {
      maxLength: 6,
    }),
    fc.boolean(),
  )
  .map(([parts, isTemplate]): TextOrTemplate => {
    const joinedText = parts.join('').replaceAll('<*', '<');
    return isTemplate ? { kind: 'template', template: joinedText } : { kind: 'literal', text: joinedText };
  });
const code = fc.constantFrom(
  'ToUpperCase[#name] &',
  'f[x_] := x^2 (* kept *);\n\nf[ToExpression[#n]] &',
  'Module[{a = 1},\n  Function[args, ToString[a] <> args["a"]]\n]',
  'StringTemplate["It is <* Now *>, `a`."]',
  'known',
);
const generatedArbitrary: fc.Arbitrary<PromptDefinition> = fc
  .record({
    name: line,
    description: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
    tags: fc.option(
      fc.uniqueArray(
        line.map((tag) => tag.trim()),
        { minLength: 1, maxLength: 3 },
      ),
      { nil: undefined },
    ),
    arguments: fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b', 'c-d', 'é'), required: fc.boolean() }), {
      selector: ({ name }) => name,
    }),
    content: fc.oneof(
      { weight: 3, arbitrary: text.map((source): Content => ({ kind: 'text', text: source })) },
      { weight: 1, arbitrary: code.map((writtenText): Content => ({ kind: 'wolfram', code: writtenText })) },
      {
        weight: 2,
        arbitrary: fc
          .array(fc.tuple(fc.constantFrom('user' as const, 'assistant' as const), text), { minLength: 1, maxLength: 3 })
          .map((messages): Content => {
            const writtenMessages = messages.map(([role, textSource]) => ({
              role,
              blocks: [{ type: 'text' as const, text: textSource }],
            }));
            return { kind: 'messages', messages: writtenMessages };
          }),
      },
    ),
  })
  .map(({ name, description, tags, arguments: args, content }) => ({
    name,
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    arguments: args,
    type: content.kind === 'wolfram' ? 'Function' : 'Text',
    content,
    samples: [],
  }));

test('random servers survive export and import; several messages become one, and no text is lost', () => {
  fc.assert(
    fc.property(fc.uniqueArray(generatedArbitrary, { maxLength: 4, selector: ({ name }) => name }), (prompts) => {
      const { returnedPrompts, notes } = backAgain(prompts);
      expect(notes.filter(({ kind }) => kind === 'lost')).toEqual([]);
      expect(returnedPrompts).toHaveLength(prompts.length);
      prompts.forEach((prompt, index) => {
        hold(prompt, returnedPrompts[index]);
      });
    }),
    { numRuns: 300 },
  );
});

test('the sample workspace can be imported again and is served the same', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'round-trip-'));
  await cp(fileURLToPath(new URL('../../samples', import.meta.url)), dir, { recursive: true });
  const library = await openLibrary(dir, { watch: false });
  const services = fakeServices(async ({ code, args }) => runInNewContext(code)(...args));
  const { text, notes } = serverText(library.snapshot(), 'Samples');
  const leftOut = notes.filter(({ message }) => /is left out/.test(message));
  expect(leftOut.length).toBeGreaterThan(0);
  const files = await readFiles([{ path: 'Samples.wl', text }]);
  expect([files.problems, files.items.flatMap((item) => item.notes.filter(({ kind }) => kind === 'lost'))]).toEqual([
    [],
    [],
  ]);
  await library.arrange(arrangeImport(files, [{ index: 0, instead: false }], { kind: 'catalogue' }));
  const [before, after] = ['Samples', 'Samples-2'].map((name) => createPreview(library.server(name), services));
  if (!before || !after) throw new Error('not served');
  const oldPrompts = await before.list();
  const newPrompts = await after.list();
  expect(newPrompts.map(({ name }) => name)).toEqual(oldPrompts.map(({ name }) => name));
  for (const prompt of newPrompts.filter(({ name }) => name !== 'compare')) {
    const args = samples.find((sample) => sample?.name === prompt.name)?.arguments ?? [];
    const values = Object.fromEntries(args.map((argument, index) => [argument.name, exampleOf(argument, index)]));
    // With all values, and with the required ones alone.
    for (const answers of [
      values,
      Object.fromEntries(args.flatMap((arg) => (arg.required ? [[arg.name, 'x']] : []))),
    ]) {
      const oldAnswer = await before.get(prompt.name, answers);
      const newAnswer = await after.get(prompt.name, answers);
      const writtenText = textsAnswered(newAnswer).join('');
      // Conditions are left out, with a note: every text is always there.
      if (isConditional(prompt.name)) for (const part of textsAnswered(oldAnswer)) expect(writtenText).toContain(part);
      else expect(writtenText).toBe(textsAnswered(oldAnswer).join('\n\n'));
    }
  }
  await Promise.all([before.close(), after.close(), library.close()]);
});

function isConditional(name: string): boolean {
  const content = samples.find((sample) => sample?.name === name)?.content;
  return content?.kind === 'messages' && content.messages.some(({ when }) => when !== undefined);
}

/** A value of its kind; a text that a template could take for a slot. */
function exampleOf({ kind, choices }: Argument, index: number): string {
  if (kind === 'boolean') return 'true';
  return choices?.[0]?.value ?? `<${index} \`a\`>`;
}

function textsAnswered(answer: Awaited<ReturnType<ReturnType<typeof createPreview>['get']>>): readonly string[] {
  if (answer.kind !== 'result') throw new Error(answer.message);
  const { response } = answer.exchange as unknown as { response: { result: GetPromptResult } };
  return response.result.messages.flatMap(({ content }) => (content.type === 'text' ? [content.text] : []));
}
