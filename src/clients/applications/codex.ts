/** Codex, in the terminal and in the editors that run it. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { plainStdio } from './shapes.ts';
import { folderFrom, type SystemFolders } from './system-folders.ts';

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
      quirks: ['Codex reads the configuration of a project only where it was told to trust the folder.'],
    },
  },
  stdio: plainStdio,
  http: { entry: (url, variable) => ({ url, bearer_token_env_var: variable }) },
  signs: { folders: (folders) => [ownFolder(folders)], programs: ['codex'] },
  forName: 'codex',
  prompts: { surfaced: 'no' },
  quirks: ['Codex does not offer MCP prompts: the server offers each of them as a tool.'],
  source: 'run with 0.169',
  checked: '2026-11-21',
};
