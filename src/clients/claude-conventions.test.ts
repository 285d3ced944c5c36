import { describe, expect, it } from 'vitest';
import type { Argument } from '../model/definitions.ts';
import { collision, commandsOf, entryOf, nameOf, promptWarnings } from './claude-conventions.ts';

const argument = (name: string, required = true): Argument => ({ name, required });
const prompt = (name: string, ...args: Argument[]) => ({ name, arguments: args });

describe('a server name', () => {
  it.each([
    ['Docs', 'Docs'],
    ['my-server_2', 'my-server_2'],
    ['my server', 'my_server'],
    ['my.server', 'my_server'],
    ['Ünï', '_n_'],
  ])('%s is known to Claude Code as %s', (server, name) => {
    expect(nameOf(server)).toBe(name);
  });

  it.each([
    ['workspace', 'workspace-prompts'],
    ['claude-in-chrome', 'claude-in-chrome-prompts'],
    ['Claude Preview', 'ClaudePreview-prompts'],
    ['Claude_Browser', 'ClaudeBrowser-prompts'],
    ['__proto__', 'proto-prompts'],
  ])('that Claude Code keeps for itself is refused with another: %s', (server, suggestion) => {
    expect(() => nameOf(server)).toThrow(suggestion);
    expect(nameOf(suggestion)).toBe(suggestion);
  });

  it('is case-sensitive when it comes to reserved names', () => {
    expect(nameOf('Workspace')).toBe('Workspace');
  });

  it.each([
    ['my_server', 'my server', { 'my.server': {} }, 'my.server'],
    ['my_server', 'my server', { my_server: { command: 'x', args: ['serve', 'my.server'] } }, 'my_server'],
    ['my_server', 'my server', { my_server: { command: 'x', args: ['serve', 'my server'] } }, undefined],
    ['my_server', 'my_server', { my_server: { command: 'other' } }, undefined],
    ['my_server', 'my_server', { myserver: {}, my_Server: {} }, undefined],
  ])('%s of "%s" beside %j collides with %s', (name, server, entries, expected) => {
    expect(collision(name, server, new Map(Object.entries(entries)))).toBe(expected);
  });
});

describe('an entry', () => {
  it('is a stdio command without anything else', () => {
    expect(entryOf({ command: '/bin/node', args: ['a'] })).toEqual({
      type: 'stdio',
      command: '/bin/node',
      args: ['a'],
    });
    expect(entryOf({ command: '/bin/electron', args: [], env: { A: '1' } })).toHaveProperty('env', { A: '1' });
  });

  it.each([
    { command: `/a/\${b}/node`, args: [] },
    { command: '/bin/node', args: ['--workspace', `/home/me/\${x`] },
    { command: '/bin/node', args: [], env: { A: `x\${y}` } },
  ])('that Claude Code would expand is refused: %j', (command) => {
    expect(() => entryOf(command)).toThrow('for a variable');
  });
});

describe('what a user types', () => {
  it('is one command a prompt, prompt names as they are', () => {
    expect(commandsOf('my_server', [prompt('Greet'), prompt('a.b/c:d'), prompt('要約')])).toEqual([
      '/mcp__my_server__Greet',
      '/mcp__my_server__a.b/c:d',
      '/mcp__my_server__要約',
    ]);
  });

  it('has no command for a name with white space, and a warning says so', () => {
    const prompts = [prompt('Say hello'), prompt('Greet')];
    expect(commandsOf('S', prompts)).toEqual(['/mcp__S__Greet']);
    expect(promptWarnings(prompts)).toEqual([expect.stringMatching(/cannot run .*white space: "Say hello"/)]);
  });
});

describe('warnings', () => {
  it.each([
    ['arguments of several words', [prompt('Ask', argument('question'))], 'knows no quotes'],
    [
      'a required argument behind an optional one',
      [prompt('Ask', argument('a', false), argument('b'))],
      'required ones first',
    ],
    ['argument names that do not arrive', [prompt('Ask', argument('ma\u200bx'))], 'their values are lost'],
    ['a server without prompts', [], 'no prompts yet'],
  ])('are given for %s', (_, prompts, sentence) => {
    expect(promptWarnings(prompts).join('\n')).toContain(sentence);
  });

  it('are not given for a prompt that comes through as it is', () => {
    expect(promptWarnings([prompt('Greet')])).toEqual([]);
  });

  it('name at most five prompts', () => {
    const prompts = Array.from({ length: 8 }, (_, i) => prompt(`p${i}`, argument('x')));
    expect(promptWarnings(prompts)).toEqual([expect.stringContaining('"p4" and 3 more')]);
  });
});
