/** Qwen Code. */
import { join } from 'node:path';
import { folderFrom, type SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';
import { blanks, geminiRules } from './simulation-rules.ts';

export const qwenFolder = ({ env, home }: SystemFolders) => folderFrom(env, 'QWEN_HOME', join(home, '.qwen'));

export const qwenCode: ClientApplication = {
  id: 'qwen-code',
  name: 'Qwen Code',
  // It empties settings with a trailing comma or a byte order mark, or replaces them by its own backup.
  format: 'commented-json',
  place: { path: ['mcpServers'] },
  scopes: {
    user: { files: (folders) => [join(qwenFolder(folders), 'settings.json')] },
    project: {
      files: (_, project) => [join(project, '.qwen', 'settings.json')],
      notes: [
        'Qwen Code asks before it starts a server of a project, and again after each change of the entry: choose "Approve this server".',
      ],
    },
  },
  stdio: plainStdio,
  expands: /\$[{\w]/,
  signs: { folders: (folders) => [qwenFolder(folders)], programs: ['qwen'] },
  prompts: { support: 'yes', command: '/{prompt}' },
  simulation: { ...geminiRules, filling: 'all-options', unusableInNames: blanks },
  isAdapted: true,
  forms: 'none',
  notes: ['Qwen Code passes on only the first message of a prompt, and only if it is text.'],
  evidence:
    'its source (qwen-code of 03330f7: cli/src/config/settings.ts, of 38754ef: cli/src/utils/envVarResolver.ts); prompts: tested with 0.24.4, whose own classes read 640 lines; approval: tested with 0.24.4; forms: the package 0.24.4, whose client declares only roots',
  checked: '2026-11-24',
};
