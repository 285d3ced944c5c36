import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkOf } from '../../mcp/server/tools/validator.ts';
import { openSandboxFixture } from '../../sandbox/testing/sandbox.ts';
import type { Block, PromptDefinition, ToolDefinition } from '../definitions.ts';
import { askingOf } from '../prompt/asking.ts';
import { readPrompt } from '../prompt/prompt.ts';
import { resolveServer } from '../resolve.ts';
import { readServer } from '../server.ts';
import { lowerCaseKeys } from '../testing/data.ts';
import { jsonSchema } from '../tool/json-schema.ts';
import { readTool } from '../tool/tool.ts';

const samples = join(import.meta.dirname, '../../../samples');

function filesOf(folder: string): { name: string; text: string }[] {
  return readdirSync(join(samples, folder)).map((file) => ({
    name: basename(file, '.yaml'),
    text: readFileSync(join(samples, folder, file), 'utf8'),
  }));
}

const prompts = new Map<string, PromptDefinition>();
for (const { name, text } of filesOf('prompts')) {
  const { prompt } = readPrompt(parse(text));
  if (prompt) prompts.set(name, prompt);
}

const tools = new Map<string, ToolDefinition>();
for (const { name, text } of filesOf('tools')) {
  const { tool } = readTool(parse(text));
  if (tool) tools.set(name, tool);
}

function blocksOf(prompt: PromptDefinition | undefined): readonly Block[] {
  return prompt?.content.kind === 'messages' ? prompt.content.messages.flatMap((message) => message.blocks) : [];
}

describe('The workspace of a first start', () => {
  it('has a server that serves every sample prompt and tool, without a problem', () => {
    const [file] = filesOf('servers');
    const { server, findings } = readServer(parse(file?.text ?? ''));
    expect(findings).toEqual([]);
    expect(server?.name).toBe('Samples');
    if (!server) return;
    const resolution = resolveServer(
      server,
      {
        lookup: (name) => {
          const prompt = prompts.get(name);
          return prompt && { ...prompt, catalogueName: name, origin: { kind: 'builtin' } };
        },
        lookupTool: (name) => {
          const tool = tools.get(name);
          return tool && { tool, origin: { kind: 'builtin' } };
        },
      },
      'servers/Samples.yaml',
    );
    expect(resolution.findings).toEqual([]);
    expect(resolution.resolvedServer.prompts.map((prompt) => prompt.name).sort()).toEqual([...prompts.keys()].sort());
    expect(resolution.resolvedServer.tools.map((tool) => tool.name).sort()).toEqual([...tools.keys()].sort());
  });

  it.each(filesOf('prompts'))('has a prompt $name without a problem, explained at its top', ({ name, text }) => {
    const { prompt, findings } = readPrompt(parse(text));
    expect(findings).toEqual([]);
    expect(prompt?.name, 'the name clients show is the name of the file').toBe(name);
    expect(prompt?.name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
    expect(prompt?.description).toBeTruthy();
    expect(text).toMatch(/^# \S/);
    for (const argument of prompt?.arguments ?? []) expect(argument.description).toBeTruthy();
    if (prompt?.arguments.length) expect(prompt.samples).not.toEqual([]);
    for (const sample of prompt?.samples ?? []) {
      const requiredNames = prompt?.arguments.filter((argument) => argument.required).map((argument) => argument.name);
      expect(Object.keys(sample.arguments)).toEqual(expect.arrayContaining(requiredNames ?? []));
    }
  });

  it.each(filesOf('tools'))('has a tool $name without a problem, explained at its top', ({ name, text }) => {
    const { tool, findings } = readTool(parse(text));
    expect(findings).toEqual([]);
    expect(tool?.name, 'the name that models call is the name of the file').toBe(name);
    expect(tool?.description).toBeTruthy();
    expect(tool?.annotations).toEqual({ readOnlyHint: true });
    expect(text).toMatch(/^# \S/);
  });

  it('has a tool that counts, and reports wrong arguments', async () => {
    const { content, outputSchema } = tools.get('count-words') ?? {};
    if (content?.kind !== 'function' || !outputSchema) throw new Error('count-words is not a function');
    const fixture = await openSandboxFixture();
    try {
      const args = { text: "It's a well-known rule. Isn’t it? Größe: 3.5 m…", wordsPerMinute: 100 };
      const counts = await fixture.run(content.code, { args: [args] });
      expect(counts).toEqual({ words: 10, sentences: 3, characters: 47, minutes: 0.1 });
      expect(checkOf(outputSchema)(counts)).toEqual([]);
      expect(await fixture.run(content.code, { args: [{ text: '', wordsPerMinute: 230 }] })).toMatchObject({
        words: 0,
      });
      const failure = await fixture.failure(content.code, { args: [{ ...args, wordsPerMinute: 0 }] });
      expect(failure).toContain('wordsPerMinute must be 1 or more');
    } finally {
      await fixture.close();
    }
  });

  it('teaches static text, template, default, completion, both roles, image, resource, function and questions', () => {
    expect(prompts.get('commit-message')?.content).toMatchObject({ kind: 'text', text: { kind: 'literal' } });
    expect(prompts.get('explain')?.content).toMatchObject({ kind: 'text', text: { kind: 'template' } });
    expect(prompts.get('translate')?.arguments[1]).toMatchObject({
      required: false,
      default: '(your last answer, in full)',
    });
    expect(prompts.get('change-tone')?.arguments[0]?.complete?.kind).toBe('values');
    const names = prompts.get('suggest-names')?.content;
    expect(names?.kind === 'messages' && names.messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
    expect(blocksOf(prompts.get('chart-style')).map((block) => block.type)).toContain('image');
    expect(blocksOf(prompts.get('review-code')).map((block) => block.type)).toContain('resource');
    expect(prompts.get('compare')?.content.kind).toBe('function');
    const askingDefinition = prompts.get('explain-error');
    expect(askingDefinition?.arguments.map((argument) => askingOf(askingDefinition, argument))).toEqual([
      'missing',
      'missing',
      'missing',
    ]);
    expect(prompts.size).toBe(9);
  });

  it('has no sample that Claude Code would split: only the rest of the line has several words', () => {
    for (const { name, arguments: declaredArguments, samples } of prompts.values()) {
      const singleNames = declaredArguments.filter(({ restOfLine }) => !restOfLine).map((argument) => argument.name);
      for (const sample of samples ?? [])
        for (const argument of singleNames)
          expect(sample.arguments[argument] ?? '', `${name}, ${sample.name}: ${argument}`).not.toMatch(/\s/);
    }
  });

  it('names only media files that are there', () => {
    const ofTools = [...tools.values()].flatMap(({ content }) => (content.kind === 'blocks' ? content.blocks : []));
    const namedFiles = [...[...prompts.values()].flatMap(blocksOf), ...ofTools].flatMap((block) => {
      if (block.type === 'image' || block.type === 'audio')
        return block.media.kind === 'file' ? [block.media.file] : [];
      return block.type === 'resource' && block.body.kind === 'file' ? [block.body.file] : [];
    });
    expect([...new Set(namedFiles)].sort()).toEqual(readdirSync(join(samples, 'media')).sort());
    const png = readFileSync(join(samples, 'media/chart-style.png'));
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  });

  it('has a function that answers its samples, one of them with a sentence', async () => {
    const content = prompts.get('compare')?.content;
    if (content?.kind !== 'function') throw new Error('compare is not a function');
    const [databases, tooFew] = prompts.get('compare')?.samples ?? [];
    const fixture = await openSandboxFixture();
    try {
      const text = await fixture.run(content.code, { args: [databases?.arguments] });
      expect(text).toContain('Compare these 3 options for a desktop application that works offline: PostgreSQL,');
      expect(text).toContain('| Criterion | PostgreSQL | SQLite | DuckDB |\n| --- | --- | --- | --- |');
      expect(await fixture.failure(content.code, { args: [tooFew?.arguments] })).toContain('at least two options');
    } finally {
      await fixture.close();
    }
  });

  it.each([
    ['server', 'servers'],
    ['prompt', 'prompts'],
    ['tool', 'tools'],
  ] as const)('is accepted by the JSON Schema for a %s, in lower case too', (kind, folder) => {
    const validate = new AjvJsonSchemaValidator().getValidator(jsonSchema(kind));
    for (const { text } of filesOf(folder)) {
      expect(validate(parse(text))).toMatchObject({ valid: true });
      expect(validate(lowerCaseKeys(parse(text)))).toMatchObject({ valid: true });
    }
    expect(validate({ Title: 'No name' })).toMatchObject({ valid: false });
  });
});
