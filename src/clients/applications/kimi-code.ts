/** Kimi Code, the command line of Moonshot AI, and its predecessor Kimi CLI. */
import { join } from 'node:path';
import { folderFrom, type SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

const ownFolder = ({ env, home }: SystemFolders) => folderFrom(env, 'KIMI_CODE_HOME', join(home, '.kimi-code'));

export const kimiCode: ClientApplication = {
  id: 'kimi-code',
  name: 'Kimi Code',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: (folders) => [join(ownFolder(folders), 'mcp.json'), join(folders.home, '.kimi', 'mcp.json')] },
    project: {
      files: (_, project) => [join(project, '.kimi-code', 'mcp.json')],
      notes: [
        'Kimi Code reads the configuration of a project only in a folder that you trust; its question preselects another answer.',
      ],
    },
  },
  stdio: plainStdio,
  http: { entry: (url, variable) => ({ url, bearerTokenEnvVar: variable }) },
  signs: { folders: (folders) => [ownFolder(folders), join(folders.home, '.kimi')], programs: ['kimi'] },
  prompts: { support: 'no' },
  isAdapted: true,
  notes: ['Kimi Code does not offer MCP prompts: the server lists each of them as a tool.'],
  evidence:
    "its documentation and source (kimi-code of d723cc4: mcp/config-loader.ts, config/schema.ts); trust: the package 2.1.0; the older path: Wolfram's AgentTools",
  checked: '2026-11-27',
};
