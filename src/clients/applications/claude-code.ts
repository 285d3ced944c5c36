/** Claude Code, in the terminal and in the editors that run it. */
import { join } from 'node:path';
import { usableNames, usablePromptName } from '../adapters/names.ts';
import type { ClientApplication } from './application.ts';
import { bearer, plainStdio } from './shapes.ts';
import { folderFrom, type SystemFolders } from './system-folders.ts';

const ownFile = ({ env, home }: SystemFolders) => join(folderFrom(env, 'CLAUDE_CONFIG_DIR', home), '.claude.json');

export const claudeCode: ClientApplication = {
  id: 'claude-code',
  name: 'Claude Code',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: {
    project: {
      files: (_, project) => [join(project, '.mcp.json')],
      quirks: [
        'When Claude Code next starts in this folder it asks about this server: choose the first line, not the one preselected.',
      ],
    },
    // Claude Code writes this file while it runs, so it is asked to write the entry itself.
    user: { files: (folders) => [ownFile(folders)], ownCommand: 'claude' },
    local: {
      files: (folders) => [ownFile(folders)],
      place: (project) => ({ path: ['projects', project, 'mcpServers'] }),
      ownCommand: 'claude',
    },
  },
  stdio: (command) => ({ type: 'stdio', ...plainStdio(command) }),
  http: { entry: (url, variable) => ({ type: 'http', url, headers: bearer(`\${${variable}}`) }) },
  forName: 'claude-code',
  servedNames: (prompts) => usableNames(prompts, usablePromptName),
  mapServer: { characters: /[^A-Za-z0-9_-]/g, to: '_' },
  reserved: ['workspace', 'claude-in-chrome', 'computer-use', 'Claude_Preview', 'Claude_Browser', '__proto__'],
  expands: /\$\{/,
  signs: {
    folders: ({ env, home }) => [folderFrom(env, 'CLAUDE_CONFIG_DIR', join(home, '.claude'))],
    programs: ['claude'],
  },
  strays: ({ env, home }, project) =>
    [folderFrom(env, 'CLAUDE_CONFIG_DIR', join(home, '.claude')), ...(project === '' ? [] : [join(project, '.claude')])]
      .flatMap((folder) => [join(folder, 'settings.json'), join(folder, 'settings.local.json')])
      .map((file) => ({ file, place: { path: ['mcpServers'] }, format: 'json' })),
  prompts: { surfaced: 'yes', command: '/mcp__{server}__{prompt}' },
  quirks: [],
  source: 'run with 2.1.330: its files, its commands, 68 prompts',
  checked: '2026-11-21',
};
