/** Cursor. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { bearer, plainStdio, queryLink } from './shapes.ts';

export const cursor: ClientApplication = {
  id: 'cursor',
  name: 'Cursor',
  format: 'jsonc',
  commentsUntested: true,
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: ({ home }) => [join(home, '.cursor', 'mcp.json')] },
    project: { files: (_, project) => [join(project, '.cursor', 'mcp.json')] },
  },
  stdio: plainStdio,
  http: { entry: (url, variable) => ({ url, headers: bearer(`\${env:${variable}}`) }) },
  remote: {
    entry: (url) => ({ url }),
    login: 'Then log in to {server} in the list of MCP servers in the settings of Cursor.',
    evidence: 'its documentation',
  },
  expands: /\$\{/,
  signs: { folders: ({ home }) => [join(home, '.cursor')], programs: ['cursor'] },
  installLink: queryLink('cursor://anysphere.cursor-deeplink/mcp/install'),
  prompts: { support: 'yes', menu: 'Type "/" in the chat and choose {prompt}.' },
  forms: 'declared',
  notes: [],
  evidence:
    'its documentation, add-mcp 2.4.0; how it names a variable: documentation of servers that use it; forms: what it declares to servers (apify/mcp-client-capabilities)',
  checked: '2026-11-22',
};
