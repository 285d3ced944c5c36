/** Google Antigravity: the editor, the desktop app and the command line, which share one file. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

export const antigravity: ClientApplication = {
  id: 'antigravity',
  name: 'Antigravity',
  format: 'jsonc',
  commentsUntested: true,
  place: { path: ['mcpServers'] },
  scopes: {
    user: {
      files: ({ home }) => [
        join(home, '.gemini', 'config', 'mcp_config.json'),
        join(home, '.gemini', 'antigravity', 'mcp_config.json'),
      ],
      // Its installer leaves this file once it has moved the older configuration.
      firstFileIf: ({ home }) => join(home, '.gemini', 'config', '.migrated'),
    },
    project: { files: (_, project) => [join(project, '.agents', 'mcp_config.json')] },
  },
  // Without `type`, which it rejects.
  stdio: plainStdio,
  signs: {
    folders: ({ home }) => [join(home, '.gemini', 'antigravity'), join(home, '.gemini', 'antigravity-cli')],
    programs: ['agy', 'antigravity'],
  },
  prompts: { support: 'unknown' },
  notes: [],
  evidence:
    "the source of Wolfram's AgentTools (SupportedClients.wl) and of two other installers; the path: a run of agy 1.1.11 that one of them records",
  checked: '2026-11-23',
};
