/** Goose. */
import { join } from 'node:path';
import type { SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { conversation } from './simulation-rules.ts';

const ownFolder = ({ platform, applicationData, home, config }: SystemFolders) =>
  platform === 'win32'
    ? join(applicationData, 'Block', 'goose', 'config')
    : platform === 'darwin'
      ? join(home, '.config', 'goose')
      : join(config, 'goose');

export const goose: ClientApplication = {
  id: 'goose',
  name: 'Goose',
  format: 'yaml',
  place: { path: ['extensions'] },
  scopes: { user: { files: (folders) => [join(ownFolder(folders), 'config.yaml')] } },
  stdio: ({ command, args, env }, name) => ({
    name,
    type: 'stdio',
    cmd: command,
    args: [...args],
    envs: { ...env },
    enabled: true,
    timeout: 300,
  }),
  signs: { folders: (folders) => [ownFolder(folders)], programs: ['goose'] },
  prompts: { support: 'yes', command: '/prompt {prompt}' },
  simulation: { filling: 'pairs', needsTurns: true, reading: conversation },
  forms: 'none',
  notes: ['Goose takes the arguments of a prompt as name=value; put quotes around a value of several words.'],
  evidence:
    'add-mcp 2.4.0; prompts: its source (goose-cli/src/session: input.rs of 02af581, handle_prompt_command); forms: goose/src/agents/mcp_client.rs of 01aaa82, which answers them only during a tool call',
  checked: '2026-11-22',
};
