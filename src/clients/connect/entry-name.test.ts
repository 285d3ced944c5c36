import { describe, expect, it } from 'vitest';
import { applicationOf } from '../applications/applications.ts';
import { collision, entryName } from './entry-name.ts';

const claude = applicationOf('claude-code');

describe('a server name', () => {
  it.each([
    ['Docs', 'Docs'],
    ['my-server_2', 'my-server_2'],
    ['my server', 'my_server'],
    ['my.server', 'my_server'],
    ['Ünï', '_n_'],
  ])('%s is known to Claude Code as %s', (server, name) => {
    expect(entryName(claude, server)).toBe(name);
  });

  it.each([
    ['workspace', 'workspace-prompts'],
    ['claude-in-chrome', 'claude-in-chrome-prompts'],
    ['Claude Preview', 'ClaudePreview-prompts'],
    ['Claude_Browser', 'ClaudeBrowser-prompts'],
    ['__proto__', 'proto-prompts'],
  ])('that Claude Code reserves is refused, with another one: %s', (server, suggestion) => {
    expect(() => entryName(claude, server)).toThrow(suggestion);
    expect(entryName(claude, suggestion)).toBe(suggestion);
  });

  it('is case-sensitive when it comes to reserved names', () => {
    expect(entryName(claude, 'Workspace')).toBe('Workspace');
  });

  it.each([
    ['my_server', 'my server', { 'my.server': {} }, 'my.server'],
    ['my_server', 'my server', { my_server: { command: 'x', args: ['serve', 'my.server'] } }, 'my_server'],
    ['my_server', 'my server', { my_server: { command: 'x', args: ['serve', 'my server'] } }, undefined],
    ['my_server', 'my_server', { my_server: { command: 'other' } }, undefined],
    ['my_server', 'my_server', { myserver: {}, my_Server: {} }, undefined],
  ])('%s of "%s" beside %j collides with %s', (name, server, entries, expected) => {
    const list = Object.entries(entries).map(([key, value]) => ({ name: key, value }));
    expect(collision(claude, name, server, list)).toBe(expected);
  });
});

it('an entry name has only letters that no application changes', () => {
  expect(entryName(applicationOf('cursor'), 'my docs.2')).toBe('my_docs_2');
  expect(entryName(applicationOf('vscode'), 'my docs.2')).toBe('my_docs.2');
});
