/** OpenCode. */
import { join } from 'node:path';
import type { ClientApplication } from './application.ts';
import { bearer } from './shapes.ts';
import { joinedText } from './simulation-rules.ts';

export const opencode: ClientApplication = {
  id: 'opencode',
  name: 'OpenCode',
  format: 'jsonc',
  place: { path: ['mcp'] },
  scopes: {
    // ~/.config on Windows too.
    user: {
      files: ({ config }) => [join(config, 'opencode', 'opencode.jsonc'), join(config, 'opencode', 'opencode.json')],
    },
    project: { files: (_, project) => [join(project, 'opencode.jsonc'), join(project, 'opencode.json')] },
  },
  stdio: ({ command, args, env }) => ({
    type: 'local',
    command: [command, ...args],
    ...(env ? { environment: { ...env } } : {}),
    enabled: true,
  }),
  http: {
    entry: (url, variable) => ({ type: 'remote', url, headers: bearer(`{env:${variable}}`), enabled: true }),
  },
  remote: {
    entry: (url) => ({ type: 'remote', url, enabled: true }),
    login: 'Then run "opencode mcp auth {server}", which opens the login page.',
    evidence: 'its documentation; anomalyco/opencode#5014',
  },
  mapServer: { characters: /[^A-Za-z0-9_-]/g, to: '_' },
  expands: /\{(env|file):/,
  signs: { folders: ({ config }) => [join(config, 'opencode')], programs: ['opencode'] },
  unreadFiles: ({ platform, applicationData }) =>
    platform === 'win32'
      ? ['opencode.jsonc', 'opencode.json'].map((name) => ({
          file: join(applicationData, 'opencode', name),
          place: { path: ['mcp'] },
          format: 'jsonc',
        }))
      : [],
  prompts: {
    support: 'yes',
    command: '/{server}:{prompt}',
    mapPrompt: { characters: /[^A-Za-z0-9_-]/g, to: '_' },
  },
  simulation: { filling: 'placeholders', interpretsText: true, reading: joinedText },
  // Its change of 12 June 2026: anomalyco/opencode#32074.
  showsStructured: true,
  isAdapted: true,
  forms: 'none',
  notes: ['OpenCode puts the words that you type into the text of a prompt itself, and reads only text.'],
  evidence:
    'tested with 1.18; the {env:…} notation: its issue 29611; forms: the program 1.18.33, whose client declares only roots',
  checked: '2026-11-22',
};
