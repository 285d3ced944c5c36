import { describe, expect, it } from 'vitest';
import { applicationOf, applications } from '../../applications/applications.ts';
import { formats } from '../../config-files/edit.ts';
import { snippetsOf } from './snippets.ts';

const command = { command: 'C:\\Program Files\\nöde\\node.exe', args: ['a b', '100% + "x"', '--', 'Docs'] };
const snippetsFor = (id: string) => {
  const application = applicationOf(id);
  return snippetsOf(application, 'user', 'Docs', application.stdio(command, 'Docs'));
};

describe('what a person copies', () => {
  it.each(applications.map(({ id }) => [id]))('for %s is a part of its file with the same entry', (id) => {
    const application = applicationOf(id);
    const { snippet } = snippetsFor(id);
    expect(formats[application.format](snippet, application.place).find('Docs')?.value).toEqual(
      application.stdio(command, 'Docs'),
    );
  });

  it('is a link for Cursor that carries the entry, not its wrapper', () => {
    const url = new URL(snippetsFor('cursor').link ?? '');
    expect(url.href.startsWith('cursor://anysphere.cursor-deeplink/mcp/install?')).toBe(true);
    expect(url.searchParams.get('name')).toBe('Docs');
    const config = Buffer.from(url.searchParams.get('config') ?? '', 'base64').toString('utf8');
    expect(JSON.parse(config)).toEqual({ command: command.command, args: command.args });
  });

  it('is a link for VS Code that carries the name with the entry', () => {
    const link = snippetsFor('vscode').link ?? '';
    expect(link.startsWith('vscode:mcp/install?%7B')).toBe(true);
    expect(JSON.parse(decodeURIComponent(link.slice('vscode:mcp/install?'.length)))).toEqual({
      name: 'Docs',
      type: 'stdio',
      command: command.command,
      args: command.args,
    });
  });

  it('is a command for Claude Code and VS Code', () => {
    expect(snippetsFor('claude-code').shell).toMatch(/^claude mcp add-json -s user -- Docs '\{"type":"stdio"/);
    expect(snippetsFor('vscode').shell).toMatch(/^code --add-mcp '\{"name":"Docs"/);
    expect(snippetsFor('zed')).not.toHaveProperty('shell');
    expect(snippetsFor('zed')).not.toHaveProperty('link');
  });
});
