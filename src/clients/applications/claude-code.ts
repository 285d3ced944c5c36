/** Claude Code, in the terminal and in the editors that run it. */
import { join } from 'node:path';
import { folderFrom, type SystemFolders } from '../config-files/system-folders.ts';
import type { ClientApplication, Entry, Scope } from './application.ts';
import { bearer, plainStdio } from './shapes.ts';
import { blanks } from './simulation-rules.ts';

const ownFile = ({ env, home }: SystemFolders) => join(folderFrom(env, 'CLAUDE_CONFIG_DIR', home), '.claude.json');

/** The arguments of `claude` that add an entry. */
export function claudeAddArguments(scope: Scope, name: string, entry: Entry): string[] {
  return ['mcp', 'add-json', '-s', scope, '--', name, JSON.stringify(entry)];
}

export const claudeCode: ClientApplication = {
  id: 'claude-code',
  name: 'Claude Code',
  format: 'json',
  place: { path: ['mcpServers'] },
  scopes: {
    project: {
      files: (_, project) => [join(project, '.mcp.json')],
      approval: 'claude',
    },
    user: { files: (folders) => [ownFile(folders)], ownCommand: 'claude' },
    local: {
      files: (folders) => [ownFile(folders)],
      place: (project) => ({ path: ['projects', project, 'mcpServers'] }),
      ownCommand: 'claude',
    },
  },
  stdio: (command) => ({ type: 'stdio', ...plainStdio(command) }),
  http: { entry: (url, variable) => ({ type: 'http', url, headers: bearer(`\${${variable}}`) }) },
  remote: {
    entry: (url) => ({ type: 'http', url }),
    login: 'Then type /mcp in Claude Code, choose {server}, and log in there.',
    evidence: 'its documentation',
  },
  mapServer: { characters: /[^A-Za-z0-9_-]/g, to: '_' },
  reservedNames: ['workspace', 'claude-in-chrome', 'computer-use', 'Claude_Preview', 'Claude_Browser', '__proto__'],
  expands: /\$\{/,
  signs: {
    folders: ({ env, home }) => [folderFrom(env, 'CLAUDE_CONFIG_DIR', join(home, '.claude'))],
    programs: ['claude'],
  },
  unreadFiles: ({ env, home }, project) =>
    [folderFrom(env, 'CLAUDE_CONFIG_DIR', join(home, '.claude')), ...(project === '' ? [] : [join(project, '.claude')])]
      .flatMap((folder) => [join(folder, 'settings.json'), join(folder, 'settings.local.json')])
      .map((file) => ({ file, place: { path: ['mcpServers'] }, format: 'json' })),
  addCommand: (...entry) => ['claude', ...claudeAddArguments(...entry)],
  prompts: { support: 'yes', command: '/mcp__{server}__{prompt}' },
  simulation: {
    filling: 'words',
    unusableInNames: blanks,
    reading: {
      messages: 'all',
      roles: 'lost',
      form: 'tagged',
      image: 'attached',
      audio: 'noted',
      resource: 'inlined',
      file: 'noted',
      link: 'noted',
    },
  },
  // Recorded with 2.1.280: anthropics/claude-code#79944.
  showsStructured: true,
  // Drawn in the terminal with 2.1.330 on 2026-11-22; with --print, it answers “cancel”.
  forms: 'drawn',
  isAdapted: true,
  notes: [],
  evidence: 'tested with 2.1.330: its files, its commands, 68 prompts, forms',
  checked: '2026-11-21',
};
