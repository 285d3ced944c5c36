/** The settings of Gemini CLI that keep it from loading a server. Measured with 0.61.0. Never writes them. */
import { join } from 'node:path';
import { geminiFolder } from '../../applications/gemini-cli.ts';
import type { SystemFolders } from '../../config-files/system-folders.ts';
import { hidingProblems, readSettingsFiles, type SettingsProgram, trustProblems } from './gemini-settings.ts';
import { includesText, readSettings, valueAt } from './settings-file.ts';
import type { LoadProblem, WrittenEntry } from './written-entry.ts';

const geminiCli: SettingsProgram = {
  name: 'Gemini CLI',
  command: 'gemini',
  ownFolder: geminiFolder,
  projectFolder: '.gemini',
  systemFolder: { darwin: 'GeminiCli', otherPlatforms: 'gemini-cli' },
  variables: {
    system: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
    defaults: 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH',
    trustedFolders: 'GEMINI_CLI_TRUSTED_FOLDERS_PATH',
  },
  asksForTrust: true,
  trustCommand: '/permissions',
  choose: (rules) => [...rules].sort((left, right) => right.path.length - left.path.length)[0],
};

/** The reasons why Gemini CLI does not load an entry when it starts in the project. */
export async function geminiProblems(entry: WrittenEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  const { name, project } = entry;
  const files = await readSettingsFiles(geminiCli, project, folders);
  const errors: string[] = [];
  // A server must be on every list of allowed ones.
  for (const { file, data } of files) {
    const allowList = valueAt(data, 'mcp', 'allowed');
    if (includesText(valueAt(data, 'mcp', 'excluded'), name))
      errors.push(`"${name}" is switched off for Gemini CLI: remove it from mcp.excluded in ${file}.`);
    else if (Array.isArray(allowList) && !allowList.includes(name))
      errors.push(`Gemini CLI loads only the servers of mcp.allowed: add "${name}" to it in ${file}.`);
  }
  const switches = await readSettings(join(geminiFolder(folders), 'mcp-server-enablement.json'));
  if (valueAt(switches, name.toLowerCase().trim(), 'enabled') === false)
    errors.push(`"${name}" is switched off in Gemini CLI: start gemini and type /mcp enable ${name}.`);
  return [
    ...errors.map((message) => ({ severity: 'error', message }) as const),
    ...hidingProblems(entry, files),
    ...(await trustProblems(geminiCli, entry, files, folders)),
  ];
}
