/** Qwen Code. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

export const qwenCode: ClientApplication = {
  id: 'qwen-code',
  name: 'Qwen Code',
  format: 'jsonc',
  commentsUnknown: true,
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: ({ home }) => [join(home, '.qwen', 'settings.json')] },
    project: { files: (_, project) => [join(project, '.qwen', 'settings.json')] },
  },
  stdio: plainStdio,
  signs: { folders: ({ home }) => [join(home, '.qwen')], programs: ['qwen'] },
  prompts: { surfaced: 'unknown' },
  quirks: [],
  source: "its documentation; the paths of Wolfram's AgentTools",
  checked: '2026-11-22',
};
