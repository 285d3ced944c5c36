import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemFolders } from '../config-files/system-folders.ts';
import { applicationOf, applications, scopeFileOf, scopesOf } from './applications.ts';

const command = { command: '/opt/node', args: ['/app/cli.cjs', 'serve', '--', 'Docs'] };
const linux = systemFolders({}, 'linux', '/home/me');
const mac = systemFolders({}, 'darwin', '/Users/me');

describe('every client application', () => {
  it('has a unique id, by which it is found', () => {
    expect(applications.length).toBeGreaterThanOrEqual(22);
    expect(new Set(applications.map(({ id }) => id)).size).toBe(applications.length);
    for (const application of applications) expect(applicationOf(application.id)).toBe(application);
  });

  it.each(applications.map((application) => [application.name, application] as const))(
    '%s has an absolute file for each scope, evidence and the day of the last check',
    (_, application) => {
      for (const scope of scopesOf(application)) {
        const files = scopeFileOf(application, scope).files(linux, scope === 'user' ? '' : '/home/me/project');
        expect(files.length).toBeGreaterThan(0);
        for (const file of files) expect(isAbsolute(file)).toBe(true);
      }
      expect(application.evidence).not.toBe('');
      expect(application.checked).toMatch(/^2026-\d\d-\d\d$/);
    },
  );

  it.each(applications.map((application) => [application.name, application] as const))(
    '%s starts the absolute command with unchanged arguments and without a shell',
    (_, application) => {
      const entry = application.stdio(command, 'Docs');
      const writtenWords = [entry.command ?? entry.cmd, entry.args ?? []].flat(2);
      expect(writtenWords).toEqual([command.command, ...command.args]);
    },
  );

  it('over HTTP refers to the token and never contains it', () => {
    for (const { http } of applications) {
      if (!http) continue;
      expect(JSON.stringify(http.entry('http://127.0.0.1:1/mcp', 'A_TOKEN'))).toContain('A_TOKEN');
    }
  });
});

it('an unknown id is refused with the nearest known one', () => {
  expect(() => applicationOf('claud-code')).toThrow('Did you mean "claude-code"?');
  expect(() => applicationOf('emacs')).toThrow('Choose one of claude-code,');
});

it('an unsupported scope is refused with the supported ones', () => {
  expect(() => scopeFileOf(applicationOf('claude-desktop'), 'project')).toThrow('choose user');
});

describe('where the files are', () => {
  const file = (id: string, folders = linux) => scopeFileOf(applicationOf(id), 'user').files(folders, '')[0];

  it('follows the operating system', () => {
    expect(file('vscode')).toBe('/home/me/.config/Code/User/mcp.json');
    expect(file('vscode', mac)).toBe('/Users/me/Library/Application Support/Code/User/mcp.json');
    const windows = systemFolders(
      { APPDATA: '/users/me/Roaming', LOCALAPPDATA: '/users/me/Local' },
      'win32',
      '/users/me',
    );
    expect(scopeFileOf(applicationOf('claude-desktop'), 'user').files(windows, '')).toEqual([
      '/users/me/Roaming/Claude/claude_desktop_config.json',
      '/users/me/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json',
    ]);
    expect(file('zed', mac)).toBe('/Users/me/.config/zed/settings.json');
  });

  it('on macOS and Windows is the place that each application documents', () => {
    const windows = systemFolders({ APPDATA: '/AppData', LOCALAPPDATA: '/Local' }, 'win32', '/home');
    const places = applications.flatMap(({ id }) => {
      const [onMac, onWindows] = [systemFolders({}, 'darwin', '/home'), windows].map((folders) => file(id, folders));
      return [`${id}: ${onMac === onWindows ? onMac : `${onMac} | ${onWindows}`}`];
    });
    expect(places).toMatchInlineSnapshot(`
      [
        "claude-code: /home/.claude.json",
        "claude-desktop: /home/Library/Application Support/Claude/claude_desktop_config.json | /AppData/Claude/claude_desktop_config.json",
        "cursor: /home/.cursor/mcp.json",
        "vscode: /home/Library/Application Support/Code/User/mcp.json | /AppData/Code/User/mcp.json",
        "windsurf: /home/.codeium/windsurf/mcp_config.json",
        "codex: /home/.codex/config.toml",
        "gemini-cli: /home/.gemini/settings.json",
        "copilot-cli: /home/.copilot/mcp-config.json",
        "zed: /home/.config/zed/settings.json | /AppData/Zed/settings.json",
        "opencode: /home/.config/opencode/opencode.jsonc",
        "cline: /home/.cline/data/settings/cline_mcp_settings.json",
        "goose: /home/.config/goose/config.yaml | /AppData/Block/goose/config/config.yaml",
        "continue: /home/.continue/config.yaml",
        "lm-studio: /home/.lmstudio/mcp.json",
        "kiro: /home/.kiro/settings/mcp.json",
        "junie: /home/.junie/mcp/mcp.json",
        "qwen-code: /home/.qwen/settings.json",
        "amazon-q: /home/.aws/amazonq/mcp.json",
        "antigravity: /home/.gemini/config/mcp_config.json",
        "kimi-code: /home/.kimi-code/mcp.json",
        "augment-code: /home/.augment/settings.json",
        "augment-ide: /home/Library/Application Support/Code/User/globalStorage/augment.vscode-augment/augment-global-state/mcpServers.json | /AppData/Code/User/globalStorage/augment.vscode-augment/augment-global-state/mcpServers.json",
      ]
    `);
  });

  it('follows the environment if the application does', () => {
    const env = {
      CODEX_HOME: '/c',
      COPILOT_HOME: '/p',
      CLAUDE_CONFIG_DIR: '/d',
      QWEN_HOME: '/q',
      XDG_CONFIG_HOME: '/x',
    };
    const folders = systemFolders(env, 'linux', '/home/me');
    expect(['codex', 'copilot-cli', 'claude-code', 'qwen-code', 'opencode'].map((id) => file(id, folders))).toEqual([
      '/c/config.toml',
      '/p/mcp-config.json',
      '/d/.claude.json',
      '/q/settings.json',
      '/x/opencode/opencode.jsonc',
    ]);
    expect(systemFolders({ XDG_CONFIG_HOME: 'relative' }, 'linux', '/home/me').config).toBe('/home/me/.config');
  });
});
