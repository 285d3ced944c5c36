/** Why a client application does not load an entry that its file has: switches, lists of servers, folders without trust. */
import type { SystemFolders } from '../../config-files/system-folders.ts';
import { claudeProblems } from './claude-code.ts';
import { codexProblems, copilotProblems, kimiProblems } from './folder-trust.ts';
import { geminiProblems } from './gemini-cli.ts';
import { qwenProblems } from './qwen-code.ts';
import { valueAt } from './settings-file.ts';
import type { LoadProblem, WrittenEntry } from './written-entry.ts';

type FindProblems = (entry: WrittenEntry, folders: SystemFolders) => Promise<LoadProblem[]>;

/** The applications whose settings are known. */
const finders: Readonly<Record<string, FindProblems>> = {
  'claude-code': claudeProblems,
  'gemini-cli': geminiProblems,
  'qwen-code': qwenProblems,
  codex: codexProblems,
  'copilot-cli': copilotProblems,
  'kimi-code': kimiProblems,
};

/** Reads the application's settings, and writes nothing. Settings that cannot be read count as empty. */
export async function loadProblems(entry: WrittenEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  const { name, value } = entry;
  const isOff = valueAt(value, 'enabled') === false || valueAt(value, 'disabled') === true;
  const ownProblems: LoadProblem[] = isOff
    ? [{ severity: 'error', message: `"${name}" is switched off in its entry: switch it on there.` }]
    : [];
  return [...ownProblems, ...((await finders[entry.application]?.(entry, folders)) ?? [])];
}
