/** Qwen Code. */
import { join } from 'node:path';
import { usableNames, usablePromptName } from '../adapters/names.ts';
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
  forName: 'qwen-code',
  servedNames: (prompts) => usableNames(prompts, usablePromptName),
  prompts: { surfaced: 'yes', command: '/{prompt}' },
  quirks: ['Qwen Code passes on the first message of a prompt only, and only when it is text.'],
  source:
    "its documentation; the paths of Wolfram's AgentTools; prompts: its source (McpPromptLoader.ts of 00ce7aa, commands.ts of e4855cf)",
  checked: '2026-11-22',
};
