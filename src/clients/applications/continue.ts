/** Continue. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';
import { joinedText } from './simulation-rules.ts';

export const continueDev: ClientApplication = {
  id: 'continue',
  name: 'Continue',
  format: 'yaml',
  place: { path: ['mcpServers'], nameKey: 'name' },
  scopes: {
    user: { files: ({ home }) => [join(home, '.continue', 'config.yaml')] },
    // Every file of that folder is read; this one is for all servers of the workbench.
    project: { files: (_, project) => [join(project, '.continue', 'mcpServers', 'prompt-workbench.yaml')] },
  },
  stdio: plainStdio,
  newFile: { name: 'Prompt Workbench', version: '1.0.0', schema: 'v1' },
  signs: { folders: ({ home }) => [join(home, '.continue')], programs: ['cn'] },
  prompts: { support: 'yes', command: '/{prompt}' },
  simulation: { filling: 'none', firstPageOnly: true, reading: joinedText },
  forms: 'none',
  notes: [
    'Continue fetches every prompt once when it loads, without arguments, and offers that text; its command line does not expand prompts.',
  ],
  evidence: 'its documentation and source; tested with CLI 1.5.47; forms: its source of d0a3c0b, which has none',
  checked: '2026-11-21',
};
