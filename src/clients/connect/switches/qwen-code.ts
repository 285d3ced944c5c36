/** The settings of Qwen Code that keep it from loading a server. Measured with 0.24.4. Never writes them. */
import { join } from 'node:path';
import { globFault, globMatcher } from '../../../base/glob.ts';
import { isJsonObject } from '../../../base/json.ts';
import { sha256 } from '../../../files/sha256.ts';
import { qwenFolder } from '../../applications/qwen-code.ts';
import { folderFrom, type SystemFolders } from '../../config-files/system-folders.ts';
import {
  hidingProblems,
  readSettingsFiles,
  type SettingsFile,
  type SettingsProgram,
  trustProblems,
} from './gemini-settings.ts';
import { readSettings, valueAt } from './settings-file.ts';
import type { LoadProblem, WrittenEntry } from './written-entry.ts';

const qwenCode: SettingsProgram = {
  name: 'Qwen Code',
  command: 'qwen',
  ownFolder: qwenFolder,
  projectFolder: '.qwen',
  systemFolder: { darwin: 'QwenCode', otherPlatforms: 'qwen-code' },
  variables: {
    system: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
    defaults: 'QWEN_CODE_SYSTEM_DEFAULTS_PATH',
    trustedFolders: 'QWEN_CODE_TRUSTED_FOLDERS_PATH',
  },
  asksForTrust: false,
  trustCommand: '/trust',
  choose: (rules) =>
    [...rules].sort(
      (left, right) => right.folder.length - left.folder.length || Number(left.trusts) - Number(right.trusts),
    )[0],
};

/** The reasons why Qwen Code does not load an entry when it starts in the project. */
export async function qwenProblems(entry: WrittenEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  const files = await readSettingsFiles(qwenCode, entry.project, folders);
  return [
    ...listProblems(entry, files),
    ...hidingProblems(entry, files),
    ...(await approvalProblems(entry, folders)),
    ...(await trustProblems(qwenCode, entry, files, folders)),
  ];
}

/** The lists of all files are one list; `*` and `?` in it match as in a shell. */
function listProblems({ name }: WrittenEntry, files: readonly SettingsFile[]): LoadProblem[] {
  const lists = (key: string) =>
    files.flatMap(({ file, data }) => {
      const list = valueAt(data, 'mcp', key);
      return Array.isArray(list) ? [{ file, found: list.find((candidate) => matches(name, candidate)) }] : [];
    });
  const excludedList = lists('excluded').find(({ found }) => found !== undefined);
  if (excludedList) {
    const message = `"${name}" is switched off for Qwen Code: remove "${excludedList.found}" from mcp.excluded in ${excludedList.file}.`;
    return [{ severity: 'error', message }];
  }
  const allowLists = lists('allowed');
  if (allowLists.length === 0 || allowLists.some(({ found }) => found !== undefined)) return [];
  const message = `Qwen Code loads only the servers of mcp.allowed: add "${name}" to it in ${allowLists[0]?.file}.`;
  return [{ severity: 'error', message }];
}

/** Of a project's settings, Qwen Code starts only what the person has approved, in exactly this form. */
async function approvalProblems(
  { name, scope, project, value }: WrittenEntry,
  { env, ...folders }: SystemFolders,
): Promise<LoadProblem[]> {
  if (scope !== 'project') return [];
  const usualFile = join(qwenFolder({ env, ...folders }), 'mcpApprovals.json');
  const approvals = await readSettings(folderFrom(env, 'QWEN_CODE_MCP_APPROVALS_PATH', usualFile), 'commented-json');
  const decision = valueAt(approvals, project, name);
  // It replaces variables before it compares, and their values are not known here.
  const isCompared = !/\$[{\w]/.test(JSON.stringify(value));
  const isCurrent = !isCompared || valueAt(decision, 'hash') === hashOf(value);
  const status = isCurrent ? valueAt(decision, 'status') : undefined;
  if (status === 'approved') return [];
  if (status === 'rejected') {
    const message = `You rejected "${name}" in Qwen Code for this folder. To choose again, run in ${project}: qwen mcp approve ${name}`;
    return [{ severity: 'error', message }];
  }
  const message = `Qwen Code still needs your approval of "${name}": start qwen in ${project} and approve this server where it asks.`;
  return [{ severity: 'warning', message }];
}

/** SHA-256 of the entry as JSON with sorted keys, without what only describes it. */
function hashOf(value: unknown): string {
  if (!isJsonObject(value)) return '';
  const { scope, extensionName, description, ...behaviour } = value;
  const text = JSON.stringify(behaviour, (_, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
  return sha256(text);
}

function matches(name: string, pattern: unknown): boolean {
  if (typeof pattern !== 'string' || !/[*?]/.test(pattern)) return name === pattern;
  return globFault(pattern) === undefined && globMatcher(pattern)(name);
}
