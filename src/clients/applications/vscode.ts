/** Visual Studio Code. */
import { join } from 'node:path';
import type { SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

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
  // No HTTP entry: VS Code takes a token from an input, which is an entry under another key of the file.
  remote: {
    entry: (url) => ({ type: 'http', url }),
    login: 'VS Code then asks whether it may log in, and opens the login page.',
    evidence: 'its documentation',
  },
  expands: /\$\{/,
  signs: { folders: (folders) => [userFolder(folders)], programs: ['code'] },
  unreadFiles: (folders, project) => [
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
  addCommand: (_, name, entry) => ['code', '--add-mcp', JSON.stringify({ name, ...entry })],
  installLink: {
    write: (name, entry) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
    read: (link) => {
      const { name, ...entry } = JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1)));
      return { name, entry };
    },
  },
  prompts: {
    support: 'yes',
    command: '/mcp.{server}.{prompt}',
    mapPrompt: { characters: /[^A-Za-z0-9_.-]/g, to: '_' },
  },
  mapServer: { characters: /[^A-Za-z0-9_.-]/g, to: '_' },
  simulation: {
    filling: 'form',
    reading: {
      messages: 'all',
      roles: 'written',
      form: 'joined',
      image: 'attached',
      audio: 'dropped',
      resource: 'attached',
      file: 'attached',
      link: 'dropped',
    },
  },
  forms: 'declared',
  notes: ['When VS Code starts this server for the first time, it asks whether you trust it.'],
  evidence:
    'its source and documentation; audio and linked resources: its source; forms: its documentation, and what it declares to servers (apify/mcp-client-capabilities)',
  checked: '2026-11-21',
};
