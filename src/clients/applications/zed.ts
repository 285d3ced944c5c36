/** Zed. */
import { join } from 'node:path';
import type { SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';
import { joinedText } from './simulation-rules.ts';

// On macOS too it is ~/.config, unlike most applications there.
const ownFolder = ({ platform, applicationData, config, home }: SystemFolders) =>
  platform === 'win32'
    ? join(applicationData, 'Zed')
    : platform === 'darwin'
      ? join(home, '.config', 'zed')
      : join(config, 'zed');

export const zed: ClientApplication = {
  id: 'zed',
  name: 'Zed',
  format: 'jsonc',
  place: { path: ['context_servers'] },
  scopes: {
    user: { files: (folders) => [join(ownFolder(folders), 'settings.json')] },
    project: { files: (_, project) => [join(project, '.zed', 'settings.json')] },
  },
  stdio: (command) => ({ source: 'custom', ...plainStdio(command) }),
  signs: { folders: (folders) => [ownFolder(folders)], programs: ['zed', 'zeditor'] },
  unreadFiles: (folders) =>
    folders.platform === 'darwin'
      ? [
          {
            file: join(folders.applicationData, 'Zed', 'settings.json'),
            place: { path: ['context_servers'] },
            format: 'jsonc',
          },
        ]
      : [],
  prompts: { support: 'yes', command: '/{prompt}' },
  // It takes what is before a dot for the name of a server, and what is before a colon for that of a group of skills.
  simulation: { filling: 'line', maxArguments: 1, unusableInNames: /[\s.:]/, reading: joinedText },
  isAdapted: true,
  forms: 'none',
  notes: ['Zed offers prompts with at most one argument and hides the others.'],
  evidence:
    'its source (names: agent/src/agent.rs of 48bab10, Command::parse), add-mcp 2.4.0; forms: its source (context_server/src/protocol.rs of 03c7794), which declares none',
  checked: '2026-11-21',
};
