/** Augment Code on the command line (Auggie). */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

export const augmentCode: ClientApplication = {
  id: 'augment-code',
  name: 'Augment Code',
  format: 'jsonc',
  commentsUntested: true,
  place: { path: ['mcpServers'] },
  scopes: { user: { files: ({ home }) => [join(home, '.augment', 'settings.json')] } },
  stdio: plainStdio,
  signs: { folders: ({ home }) => [join(home, '.augment')], programs: ['auggie'] },
  prompts: { support: 'unknown' },
  notes: ['On Windows, Augment starts the command in a shell: a path with a space in it fails.'],
  evidence: "its documentation (CLI 0.5.4); Windows: the notes of Wolfram's AgentTools",
  checked: '2026-11-23',
};
