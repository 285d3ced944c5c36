import { describe, expect, it } from 'vitest';
import type { Argument } from '../../../model/definitions.ts';
import { applicationOf } from '../../applications/applications.ts';
import { commandsOf, menuOf, notesOnPrompts } from './prompt-commands.ts';

const claude = applicationOf('claude-code');
const argument = (name: string, isRequired = true): Argument => ({ name, required: isRequired });
const notesOn = (...args: Parameters<typeof notesOnPrompts>) => notesOnPrompts(...args).map(({ message }) => message);
const prompt = (name: string, ...args: Argument[]) => ({ name, arguments: args });

describe('what a person types', () => {
  it('in Claude Code is one command per prompt, under the name that the server gives it there', () => {
    const prompts = [prompt('Greet'), prompt('a.b/c:d'), prompt('要約'), prompt('Say hello')];
    expect(commandsOf(claude, 'my_server', prompts)).toEqual([
      '/mcp__my_server__Greet',
      '/mcp__my_server__a.b/c:d',
      '/mcp__my_server__要約',
      '/mcp__my_server__Say-hello',
    ]);
  });

  it('has a name with white space in quotes where the application splits the line like a shell', () => {
    const prompts = [prompt('Say hello'), prompt("what's new"), prompt('要約')];
    expect(commandsOf(applicationOf('amazon-q'), 'S', prompts)).toEqual(["@'Say hello'", `@'what'"'"'s new'`, '@要約']);
    expect(commandsOf(applicationOf('goose'), 'S', prompts)[0]).toBe("/prompt 'Say hello'");
    expect(notesOn(applicationOf('goose'), prompts)).toEqual([]);
  });

  it('in Zed has no space, dot or colon in a name, where Zed would end it', () => {
    expect(commandsOf(applicationOf('zed'), 'S', [prompt('Say hello'), prompt('v1.2')])).toEqual([
      '/Say-hello',
      '/v1-2',
    ]);
  });

  it('has no command for a prompt that the application hides, and a note says so', () => {
    const prompts = [prompt('Ask', argument('a'), argument('b')), prompt('Greet', argument('a'), argument('b', false))];
    const zed = applicationOf('zed');
    expect(commandsOf(zed, 'S', prompts)).toEqual(['/Greet']);
    expect(notesOn(zed, prompts)).toEqual([
      'Zed hides prompts with more than 1 required argument, here "Ask": make the others optional.',
    ]);
  });

  it('follows each application', () => {
    const prompts = [prompt('Say hello')];
    expect(commandsOf(applicationOf('vscode'), 'S', prompts)).toEqual(['/mcp.S.Say_hello']);
    expect(commandsOf(applicationOf('opencode'), 'S', prompts)).toEqual(['/S:Say_hello']);
    expect(commandsOf(applicationOf('gemini-cli'), 'S', prompts)).toEqual(['/Say-hello']);
    expect(commandsOf(applicationOf('codex'), 'S', prompts)).toEqual([]);
    expect(menuOf(applicationOf('claude-desktop'), 'S', prompts)).toContain('choose S, then Say hello');
  });
});

describe('notes', () => {
  it.each([
    ['arguments of several words', [prompt('Ask', argument('question'))], 'one word'],
    [
      'a required argument after an optional one',
      [prompt('Ask', argument('a', false), argument('b'))],
      'required ones first',
    ],
    ['a server without prompts', [], 'no prompts yet'],
  ])('are given for %s', (_, prompts, sentence) => {
    expect(notesOn(claude, prompts).join('\n')).toContain(sentence);
  });

  it('are not given for argument names that Claude Code would change: the server lists others', () => {
    const prompts = [prompt('Ask', { ...argument('ma\u200bx'), restOfLine: true })];
    expect(notesOn(claude, prompts)).toEqual([]);
  });

  it('are not given where a form asks for what a line cannot give', () => {
    const lateArguments = [argument('a', false), argument('b')];
    expect(notesOn(claude, [{ ...prompt('Ask', ...lateArguments), ask: 'missing' }])).toEqual([]);
    const silentArgument = { ...argument('b'), ask: 'never' as const };
    expect(notesOn(claude, [{ ...prompt('Ask', argument('a', false), silentArgument), ask: 'missing' }])).toHaveLength(
      2,
    );
  });

  it('are given for prompts that an application shows under the same name', () => {
    const prompts = [prompt('a b'), prompt('a.b'), prompt('c')];
    expect(notesOn(applicationOf('opencode'), prompts)).toEqual([
      'OpenCode cannot tell these prompts apart, so rename all but one: "a b", "a.b".',
    ]);
  });

  it('are not given for a prompt that arrives unchanged', () => {
    expect(notesOn(claude, [prompt('Greet')])).toEqual([]);
  });

  it('say if it is untested whether an application offers prompts', () => {
    expect(notesOn(applicationOf('windsurf'), [prompt('Greet')])).toEqual([
      expect.stringContaining('Untested: whether Windsurf'),
    ]);
  });

  it('name at most five prompts', () => {
    const prompts = Array.from({ length: 8 }, (_, i) => prompt(`p${i}`, argument('x')));
    expect(notesOn(claude, prompts)).toEqual([expect.stringContaining('"p4" and 3 more')]);
  });

  it('name the last argument of each prompt that should take the rest of the line', () => {
    const restArgument: Argument = { ...argument('rest'), restOfLine: true };
    const prompts = [
      prompt('Ask', argument('who'), argument('question')),
      prompt('Out of order', restArgument, argument('last')),
      prompt('Good', restArgument),
    ];
    const [firstNote, ...otherNotes] = notesOnPrompts(claude, prompts);
    expect(firstNote?.restOfLine).toEqual([{ prompt: 'Ask', argument: 'question' }]);
    expect(otherNotes).toEqual([]);
  });
});
