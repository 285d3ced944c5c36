/** Cline, in the terminal and in VS Code. */
import { isAbsolute, join } from 'node:path';
import type { SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

const files = ({ env, home, applicationData }: SystemFolders) => {
  const settingsPath = env.CLINE_MCP_SETTINGS_PATH;
  if (settingsPath && isAbsolute(settingsPath)) return [settingsPath];
  return [
    join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    // Where older versions of the extension for VS Code keep it.
    join(
      applicationData,
      'Code',
      'User',
      'globalStorage',
      'saoudrizwan.claude-dev',
      'settings',
      'cline_mcp_settings.json',
    ),
  ];
};

export const cline: ClientApplication = {
  id: 'cline',
  name: 'Cline',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: { user: { files } },
  stdio: (command) => ({ ...plainStdio(command), disabled: false, autoApprove: [] }),
  signs: {
    folders: ({ home, applicationData }) => [
      join(home, '.cline'),
      join(applicationData, 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev'),
    ],
    programs: ['cline'],
  },
  prompts: { support: 'no' },
  isAdapted: true,
  notes: ['Cline does not fetch MCP prompts: the server lists each of them as a tool.'],
  evidence: 'tested with CLI 3.0.65; its source of 22 August 2026',
  checked: '2026-11-21',
};
