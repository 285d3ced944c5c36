/** Augment Code in VS Code. */
import { join } from 'node:path';
import type { SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

const storage = ({ applicationData }: SystemFolders) =>
  join(applicationData, 'Code', 'User', 'globalStorage', 'augment.vscode-augment');

export const augmentIde: ClientApplication = {
  id: 'augment-ide',
  name: 'Augment IDE',
  format: 'json',
  // The whole file is the list.
  place: { path: [], nameKey: 'name' },
  scopes: { user: { files: (folders) => [join(storage(folders), 'augment-global-state', 'mcpServers.json')] } },
  stdio: (command, name) => ({ name, type: 'stdio', ...plainStdio(command) }),
  signs: { folders: (folders) => [storage(folders)], programs: [] },
  prompts: { support: 'unknown' },
  notes: [
    'Reload the window of VS Code afterwards: the extension keeps its servers in this file and may write it while it runs.',
    'On Windows, Augment starts the command in a shell: a path with a space in it fails.',
  ],
  evidence: "the notes of Wolfram's AgentTools, which read the extension; two other readers of the file",
  checked: '2026-11-23',
};
