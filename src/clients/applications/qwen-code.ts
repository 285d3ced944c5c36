/** Qwen Code. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';
import { geminiRules } from './simulation-rules.ts';

export const qwenCode: ClientApplication = {
  id: 'qwen-code',
  name: 'Qwen Code',
  format: 'jsonc',
  commentsUntested: true,
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: ({ home }) => [join(home, '.qwen', 'settings.json')] },
    project: { files: (_, project) => [join(project, '.qwen', 'settings.json')] },
  },
  stdio: plainStdio,
  signs: { folders: ({ home }) => [join(home, '.qwen')], programs: ['qwen'] },
  prompts: { surfaced: 'yes', command: '/{prompt}' },
  simulation: { ...geminiRules, filling: 'all-options', needsPlainNames: true },
  isAdapted: true,
  notes: ['Qwen Code passes on only the first message of a prompt, and only if it is text.'],
  evidence:
    "its documentation; the paths of Wolfram's AgentTools; prompts: tested with 0.24.4, whose own classes read 628 lines",
  checked: '2026-11-24',
};
