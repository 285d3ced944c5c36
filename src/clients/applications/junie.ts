/** Junie. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

export const junie: ClientApplication = {
  id: 'junie',
  name: 'Junie',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: ({ home }) => [join(home, '.junie', 'mcp', 'mcp.json')] },
    project: { files: (_, project) => [join(project, '.junie', 'mcp', 'mcp.json')] },
  },
  stdio: plainStdio,
  signs: { folders: ({ home }) => [join(home, '.junie')], programs: ['junie'] },
  prompts: { support: 'unknown' },
  notes: [],
  evidence: 'its documentation; the user path is not confirmed',
  checked: '2026-11-21',
};
