/** Amazon Q Developer, on the command line. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';
import { conversation } from './simulation-rules.ts';

export const amazonQ: ClientApplication = {
  id: 'amazon-q',
  name: 'Amazon Q',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: ({ home }) => [join(home, '.aws', 'amazonq', 'mcp.json')] },
    project: { files: (_, project) => [join(project, '.amazonq', 'mcp.json')] },
  },
  stdio: plainStdio,
  signs: { folders: ({ home }) => [join(home, '.aws', 'amazonq')], programs: ['q'] },
  prompts: { support: 'yes', command: '@{prompt}' },
  simulation: { filling: 'shell', reading: conversation },
  forms: 'none',
  notes: ['If two servers have a prompt of the same name, type @{server}/{prompt}.'],
  evidence: 'its source; forms: chat-cli/src/mcp_client/client.rs of 15cc8f3, which refuses them',
  checked: '2026-11-21',
};
