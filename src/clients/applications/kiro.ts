/** Kiro. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { bearer, plainStdio } from './shapes.ts';
import { conversation } from './simulation-rules.ts';

export const kiro: ClientApplication = {
  id: 'kiro',
  name: 'Kiro',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: ({ home }) => [join(home, '.kiro', 'settings', 'mcp.json')] },
    project: { files: (_, project) => [join(project, '.kiro', 'settings', 'mcp.json')] },
  },
  stdio: (command) => ({ ...plainStdio(command), disabled: false, autoApprove: [] }),
  http: { entry: (url, variable) => ({ url, headers: bearer(`\${${variable}}`) }) },
  remote: {
    entry: (url) => ({ url }),
    login: 'Kiro then opens the login page in your browser.',
    evidence: 'its documentation and changelog (2.12)',
  },
  expands: /\$\{/,
  signs: { folders: ({ home }) => [join(home, '.kiro')], programs: ['kiro', 'kiro-cli'] },
  prompts: { support: 'yes', command: '@{prompt}' },
  simulation: { filling: 'shell', reading: conversation },
  notes: ['If two servers have a prompt of the same name, type @{server}/{prompt}.'],
  evidence: 'its documentation; prompts: the source of its command line',
  checked: '2026-11-21',
};
