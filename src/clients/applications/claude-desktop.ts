/** Claude Desktop. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

export const claudeDesktop: ClientApplication = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: ({ applicationData }) => [join(applicationData, 'Claude', 'claude_desktop_config.json')] },
  },
  stdio: plainStdio,
  signs: { folders: ({ applicationData }) => [join(applicationData, 'Claude')], programs: [] },
  prompts: { surfaced: 'yes', how: 'Press "+" below the message, choose {server}, then {prompt}.' },
  quirks: [
    'Quit Claude Desktop before this is written, and start it again afterwards: while it runs it writes this file itself and may drop the entry.',
  ],
  source: 'its documentation, add-mcp 2.4.0; prompts: two directories of client features',
  checked: '2026-11-21',
};
