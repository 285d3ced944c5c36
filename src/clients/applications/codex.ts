/** Codex, in the terminal and in the editors that run it. */
import { join } from 'node:path';
import { folderFrom, type SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';

const ownFolder = ({ env, home }: SystemFolders) => folderFrom(env, 'CODEX_HOME', join(home, '.codex'));

export const codex: ClientApplication = {
  id: 'codex',
  name: 'Codex CLI',
  format: 'toml',
  place: { path: ['mcp_servers'] },
  scopes: {
    user: { files: (folders) => [join(ownFolder(folders), 'config.toml')] },
    project: {
      files: (_, project) => [join(project, '.codex', 'config.toml')],
      notes: ['Codex reads the configuration of a project only in a folder that you trust.'],
    },
  },
  stdio: plainStdio,
  http: { entry: (url, variable) => ({ url, bearer_token_env_var: variable }) },
  remote: {
    entry: (url) => ({ url }),
    login: 'Then run "codex mcp login {server}", which opens the login page.',
    evidence: 'its documentation; openai/codex#5193',
  },
  signs: { folders: (folders) => [ownFolder(folders)], programs: ['codex'] },
  prompts: { support: 'no' },
  // As OpenCode’s makers describe it: anomalyco/opencode#32074.
  showsStructured: true,
  isAdapted: true,
  notes: ['Codex does not offer MCP prompts: the server lists each of them as a tool.'],
  evidence: 'tested with 0.169',
  checked: '2026-11-21',
};
