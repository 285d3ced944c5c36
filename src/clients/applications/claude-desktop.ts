/** Claude Desktop. */
import { join } from 'node:path';
import { folderFrom, type SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

const name = 'claude_desktop_config.json';

/** Installed from the Store of Windows, it may keep its files in a folder of its package (unconfirmed). */
const storeFolder = ({ home, env }: SystemFolders) =>
  join(
    folderFrom(env, 'LOCALAPPDATA', join(home, 'AppData', 'Local')),
    ...['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude'],
  );

export const claudeDesktop: ClientApplication = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: {
      files: (folders) => [
        join(folders.applicationData, 'Claude', name),
        ...(folders.platform === 'win32' ? [join(storeFolder(folders), name)] : []),
      ],
    },
  },
  stdio: plainStdio,
  signs: { folders: ({ applicationData }) => [join(applicationData, 'Claude')], programs: [] },
  prompts: { support: 'yes', menu: 'Press "+" below the message, choose {server}, then {prompt}.' },
  notes: [
    'Quit Claude Desktop before you connect, and start it again afterwards: while it runs, it writes this file itself and may drop the entry.',
  ],
  evidence: 'its documentation, add-mcp 2.4.0; prompts: two directories of client features',
  checked: '2026-11-21',
};
