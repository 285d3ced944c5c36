/** GitHub Copilot CLI. */
import { join } from 'node:path';
import { folderFrom, type SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

const ownFolder = ({ env, home }: SystemFolders) => folderFrom(env, 'COPILOT_HOME', join(home, '.copilot'));

export const copilotCli: ClientApplication = {
  id: 'copilot-cli',
  name: 'Copilot CLI',
  format: 'jsonc',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: (folders) => [join(ownFolder(folders), 'mcp-config.json')] },
    // It reads .mcp.json too, but Claude Code does not read entries of its shape there.
    project: {
      files: (_, project) => [join(project, '.github', 'mcp.json')],
      notes: ['Copilot CLI reads the configuration of a project only in a folder that you trust.'],
    },
  },
  stdio: (command) => ({ type: 'local', ...plainStdio(command), tools: ['*'] }),
  signs: { folders: (folders) => [ownFolder(folders)], programs: ['copilot'] },
  prompts: { support: 'no' },
  // Tested with 1.0.102: `$NAME` and `${NAME:-usual}`.
  expands: /\$[{\w]/,
  // Alone, later too: github/copilot-cli#3258, github/copilot-cli#4515.
  showsStructured: true,
  isAdapted: true,
  notes: ['Copilot CLI does not offer MCP prompts: the server lists each of them as a tool.'],
  evidence: 'tested with 1.0.102',
  checked: '2026-11-21',
};
