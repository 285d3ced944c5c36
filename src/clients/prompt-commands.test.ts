import { describe, expect, it } from 'vitest';
import type { Argument } from '../model/definitions.ts';
import { applicationOf } from './applications/applications.ts';
import { commandsOf, menuOf, promptWarnings } from './prompt-commands.ts';

const claude = applicationOf('claude-code');
const argument = (name: string, required = true): Argument => ({ name, required });
const prompt = (name: string, ...args: Argument[]) => ({ name, arguments: args });

describe('what a person types', () => {
  it('in Claude Code is one command a prompt, under the names that the server gives them there', () => {
    const prompts = [prompt('Greet'), prompt('a.b/c:d'), prompt('要約'), prompt('Say hello')];
    expect(commandsOf(claude, 'my_server', prompts, 'stdio')).toEqual([
      '/mcp__my_server__Greet',
      '/mcp__my_server__a.b/c:d',
      '/mcp__my_server__要約',
      '/mcp__my_server__Say-hello',
    ]);
  });

  it('has no command for a name with white space where the server cannot give it another, and a warning says so', () => {
    const prompts = [prompt('Say hello'), prompt('Greet')];
    expect(commandsOf(claude, 'S', prompts, 'http')).toEqual(['/mcp__S__Greet']);
    expect(promptWarnings(claude, prompts, 'http')).toEqual([
      expect.stringMatching(/cannot run .*white space: "Say hello"/),
    ]);
  });

  it('follows each application', () => {
    const prompts = [prompt('Say hello')];
    expect(commandsOf(applicationOf('vscode'), 'S', prompts, 'stdio')).toEqual(['/mcp.S.Say_hello']);
    expect(commandsOf(applicationOf('opencode'), 'S', prompts, 'stdio')).toEqual(['/S:Say_hello']);
    expect(commandsOf(applicationOf('gemini-cli'), 'S', prompts, 'stdio')).toEqual(['/Say-hello']);
    expect(commandsOf(applicationOf('codex'), 'S', prompts, 'stdio')).toEqual([]);
    expect(menuOf(applicationOf('claude-desktop'), 'S', prompts)).toContain('choose S, then Say hello');
  });
});

describe('warnings', () => {
  it.each([
    ['arguments of several words', [prompt('Ask', argument('question'))], 'one word'],
    [
      'a required argument behind an optional one',
      [prompt('Ask', argument('a', false), argument('b'))],
      'required ones first',
    ],
    ['a server without prompts', [], 'no prompts yet'],
  ])('are given for %s', (_, prompts, sentence) => {
    expect(promptWarnings(claude, prompts, 'stdio').join('\n')).toContain(sentence);
  });

  it('are given over HTTP for argument names that do not arrive; over stdio the server gives them others', () => {
    const prompts = [prompt('Ask', { ...argument('ma\u200bx'), restOfLine: true })];
    expect(promptWarnings(claude, prompts, 'http').join('\n')).toContain('their values are lost');
    expect(promptWarnings(claude, prompts, 'stdio')).toEqual([]);
  });

  it('are given for prompts that an application shows under one name', () => {
    const prompts = [prompt('a b'), prompt('a.b'), prompt('c')];
    expect(promptWarnings(applicationOf('opencode'), prompts, 'stdio')).toEqual([
      'OpenCode cannot tell these prompts apart, so rename all but one: "a b", "a.b".',
    ]);
  });

  it('are not given for a prompt that comes through as it is', () => {
    expect(promptWarnings(claude, [prompt('Greet')], 'stdio')).toEqual([]);
  });

  it('say when nobody knows whether an application offers prompts', () => {
    expect(promptWarnings(applicationOf('windsurf'), [prompt('Greet')], 'stdio')).toEqual([
      expect.stringContaining('not known'),
    ]);
  });

  it('name at most five prompts', () => {
    const prompts = Array.from({ length: 8 }, (_, i) => prompt(`p${i}`, argument('x')));
    expect(promptWarnings(claude, prompts, 'stdio')).toEqual([expect.stringContaining('"p4" and 3 more')]);
  });
});
