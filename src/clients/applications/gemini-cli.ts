/** Gemini CLI. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { bearer, plainStdio } from './shapes.ts';
import { geminiRules } from './simulation-rules.ts';

export const geminiCli: ClientApplication = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  format: 'commented-json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: ({ home }) => [join(home, '.gemini', 'settings.json')] },
    project: { files: (_, project) => [join(project, '.gemini', 'settings.json')] },
  },
  stdio: plainStdio,
  http: { entry: (url, variable) => ({ url, type: 'http', headers: bearer(`\${${variable}}`) }) },
  // Tested with 0.61: `$NAME` too.
  expands: /\$[{\w]/,
  signs: { folders: () => [], programs: ['gemini'] },
  prompts: { surfaced: 'yes', command: '/{prompt}', mapPrompt: { characters: /\s+/g, to: '-' } },
  simulation: geminiRules,
  isAdapted: true,
  notes: [
    'Gemini CLI passes on only the first message of a prompt, and only if it is text.',
    'In a folder that is not trusted, Gemini CLI starts no server at all.',
  ],
  evidence: 'tested with 0.61',
  checked: '2026-11-21',
};
