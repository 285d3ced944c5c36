/** Windsurf. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

export const windsurf: ClientApplication = {
  id: 'windsurf',
  name: 'Windsurf',
  format: 'jsonc',
  commentsUntested: true,
  place: { path: ['mcpServers'] },
  scopes: {
    user: {
      files: ({ home }) => [
        join(home, '.codeium', 'windsurf', 'mcp_config.json'),
        join(home, '.codeium', 'mcp_config.json'),
      ],
    },
  },
  stdio: plainStdio,
  signs: { folders: ({ home }) => [join(home, '.codeium', 'windsurf')], programs: ['windsurf'] },
  prompts: { support: 'unknown' },
  notes: [],
  evidence: 'its documentation, add-mcp 2.4.0',
  checked: '2026-11-21',
};
