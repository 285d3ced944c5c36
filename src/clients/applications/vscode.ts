/** Visual Studio Code. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';
import type { SystemFolders } from './system-folders.ts';

const userFolder = ({ applicationData }: SystemFolders) => join(applicationData, 'Code', 'User');

export const vscode: ClientApplication = {
  id: 'vscode',
  name: 'VS Code',
  format: 'jsonc',
  place: { path: ['servers'] },
  scopes: {
    user: { files: (folders) => [join(userFolder(folders), 'mcp.json')] },
    project: { files: (_, project) => [join(project, '.vscode', 'mcp.json')] },
  },
  stdio: (command) => ({ type: 'stdio', ...plainStdio(command) }),
  // HTTP: the token would have to be an input, which is an entry under another key of the file.
  expands: /\$\{/,
  signs: { folders: (folders) => [userFolder(folders)], programs: ['code'] },
  strays: (folders, project) => [
    { file: join(userFolder(folders), 'mcp.json'), place: { path: ['mcpServers'] }, format: 'jsonc' },
    { file: join(userFolder(folders), 'settings.json'), place: { path: ['mcp', 'servers'] }, format: 'jsonc' },
    ...(project === ''
      ? []
      : [
          { file: join(project, '.vscode', 'mcp.json'), place: { path: ['mcpServers'] }, format: 'jsonc' as const },
          {
            file: join(project, '.vscode', 'settings.json'),
            place: { path: ['mcp', 'servers'] },
            format: 'jsonc' as const,
          },
        ]),
  ],
  prompts: {
    surfaced: 'yes',
    command: '/mcp.{server}.{prompt}',
    mapPrompt: { characters: /[^A-Za-z0-9_.-]/g, to: '_' },
  },
  mapServer: { characters: /[^A-Za-z0-9_.-]/g, to: '_' },
  quirks: ['VS Code asks once whether to trust this server when it first starts it.'],
  source: 'its source and documentation',
  checked: '2026-11-21',
};
