/** Gemini CLI. */
import { join } from 'node:path';
import { folderFrom, type SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { bearer, plainStdio } from './shapes.ts';
import { geminiRules } from './simulation-rules.ts';

export const geminiFolder = ({ env, home }: SystemFolders) => join(folderFrom(env, 'GEMINI_CLI_HOME', home), '.gemini');

export const geminiCli: ClientApplication = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  format: 'commented-json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: (folders) => [join(geminiFolder(folders), 'settings.json')] },
    project: { files: (_, project) => [join(project, '.gemini', 'settings.json')] },
  },
  stdio: plainStdio,
  http: { entry: (url, variable) => ({ url, type: 'http', headers: bearer(`\${${variable}}`) }) },
  remote: {
    entry: (url) => ({ url, type: 'http' }),
    login: 'Then type "/mcp auth {server}" in Gemini CLI, which opens the login page.',
    evidence: 'its documentation',
  },
  // Tested with 0.61: `$NAME` too.
  expands: /\$[{\w]/,
  signs: { folders: () => [], programs: ['gemini'] },
  prompts: { support: 'yes', command: '/{prompt}', mapPrompt: { characters: /\s+/g, to: '-' } },
  simulation: geminiRules,
  isAdapted: true,
  forms: 'none',
  notes: [
    'Gemini CLI passes on only the first message of a prompt, and only if it is text.',
    'Gemini CLI starts no server in a folder that you do not trust, and asks when it starts in a new one.',
  ],
  evidence: 'tested with 0.61; forms: the package 0.61.0, whose client declares only roots',
  checked: '2026-11-21',
};
