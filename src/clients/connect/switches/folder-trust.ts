/** Applications that read the configuration of a project only in a folder that the person trusts. */
import { dirname, join } from 'node:path';
import { folderFrom, type SystemFolders } from '../../applications/system-folders.ts';
import type { LoadProblem, WrittenEntry } from './load-problems.ts';
import { includesText, readSettings, valueAt } from './settings-file.ts';

/** Codex. Its own file names trusted folders; tested with 0.169. */
export async function codexProblems({ scope, project }: WrittenEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  if (scope !== 'project') return [];
  const own = join(folderFrom(folders.env, 'CODEX_HOME', join(folders.home, '.codex')), 'config.toml');
  const settings = await readSettings(own, 'toml');
  const isTrusted = withParents(project).some(
    (folder) => valueAt(settings, 'projects', folder, 'trust_level') === 'trusted',
  );
  if (isTrusted) return [];
  const message = `Codex CLI reads this file only in a folder that you trust: start codex in ${project} and trust it.`;
  return [{ severity: 'warning', message }];
}

/** Copilot CLI; tested with 1.0.102. */
export async function copilotProblems(
  { scope, project }: WrittenEntry,
  folders: SystemFolders,
): Promise<LoadProblem[]> {
  if (scope !== 'project') return [];
  const own = join(folderFrom(folders.env, 'COPILOT_HOME', join(folders.home, '.copilot')), 'config.json');
  const settings = await readSettings(own, 'jsonc');
  const lists = [valueAt(settings, 'trusted_folders'), valueAt(settings, 'trustedFolders')];
  if (withParents(project).some((folder) => lists.some((list) => includesText(list, folder)))) return [];
  const message = `Copilot CLI reads this file only in a folder that you trust: start copilot in ${project} and trust it.`;
  return [{ severity: 'warning', message }];
}

/** A folder and those around it, the nearest first: trust of a folder includes those in it. */
function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}
