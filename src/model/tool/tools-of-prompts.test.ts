import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResolvedPrompt, ResolvedServer } from '../definitions.ts';
import { schemaOfArguments, toolsOf, withPromptsAsTools } from './tools-of-prompts.ts';

const prompt = (name: string, change: Partial<ResolvedPrompt> = {}): ResolvedPrompt => ({
  name,
  arguments: [],
  type: 'Text',
  content: { kind: 'text', text: { kind: 'literal', text: name } },
  samples: [],
  origin: { kind: 'builtin' },
  ...change,
});
const namesOf = (prompts: readonly string[], tools: readonly string[] = []) =>
  toolsOf(
    prompts.map((name) => prompt(name)),
    tools.map((name) => ({ name })),
  ).map(({ name }) => name);

describe('A prompt as a tool', () => {
  it('has the prompt’s description, and its arguments as text', () => {
    const declaredArguments = [
      { name: 'text', description: 'What to translate', required: true },
      { name: 'language', title: 'Language', required: false, default: 'English' },
    ];
    expect(schemaOfArguments(declaredArguments)).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string', description: 'What to translate' },
        language: { type: 'string', title: 'Language', default: 'English' },
      },
      required: ['text'],
    });
    expect(schemaOfArguments([])).toEqual({ type: 'object', additionalProperties: false });
    const [tool] = toolsOf([prompt('greet', { title: 'Greet', description: 'Says hello' })], []);
    expect(tool).toMatchObject({
      name: 'greet',
      title: 'Greet',
      description: 'Says hello',
      origin: { kind: 'prompt' },
    });
  });

  it.each([
    [['greet'], [], ['greet']],
    [['say hello', 'größe', '日本'], [], ['say_hello', 'gr_e', '_']],
    [['find'], ['find'], ['find_prompt']],
    [['find', 'find_prompt'], ['find'], ['find_prompt', 'find_prompt_prompt']],
    [['a b', 'a/b', 'a:b'], [], ['a_b', 'a_b_prompt', 'a_b_prompt_2']],
  ])('gets a name without a clash: %j beside %j', (prompts, tools, names) => {
    expect(namesOf(prompts, tools)).toEqual(names);
  });

  it('has a valid and unique name for any prompt names', () => {
    const names = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom('a', 'A', 'a b', 'a_b')),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(names, (prompts) => {
        const names = namesOf(prompts, ['a', 'a_b']);
        expect(new Set([...names, 'a', 'a_b']).size).toBe(names.length + 2);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
      }),
    );
  });

  it('is created once for a server', () => {
    const server: ResolvedServer = { name: 'S', version: '1.0.0', tools: [], prompts: [prompt('greet')] };
    const adaptedServer = withPromptsAsTools(server);
    expect(adaptedServer.tools.map(({ name }) => name)).toEqual(['greet']);
    expect(withPromptsAsTools(server)).toBe(adaptedServer);
    expect(withPromptsAsTools(adaptedServer)).toBe(adaptedServer);
  });
});
