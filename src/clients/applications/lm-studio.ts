/** LM Studio. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio, queryLink } from './shapes.ts';

export const lmStudio: ClientApplication = {
  id: 'lm-studio',
  name: 'LM Studio',
  format: 'jsonc',
  commentsUntested: true,
  place: { path: ['mcpServers'] },
  scopes: { user: { files: ({ home }) => [join(home, '.lmstudio', 'mcp.json')] } },
  stdio: plainStdio,
  signs: { folders: ({ home }) => [join(home, '.lmstudio')], programs: ['lms'] },
  installLink: queryLink('lmstudio://add_mcp'),
  prompts: { support: 'unknown' },
  notes: [],
  evidence: 'its documentation; the path is not confirmed',
  checked: '2026-11-21',
};
