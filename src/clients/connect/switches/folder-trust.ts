/** Applications that read the configuration of a project only in a folder that the person trusts. */
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../../../files/sha256.ts';
import { folderFrom, type SystemFolders } from '../../config-files/system-folders.ts';
import { includesText, readSettings, valueAt } from './settings-file.ts';
import type { LoadProblem, WrittenEntry } from './written-entry.ts';

/** Codex. Its own file names trusted folders; tested with 0.169. */
export async function codexProblems({ scope, project }: WrittenEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  if (scope !== 'project') return [];
  const ownFile = join(folderFrom(folders.env, 'CODEX_HOME', join(folders.home, '.codex')), 'config.toml');
  const settings = await readSettings(ownFile, 'toml');
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
  const ownFile = join(folderFrom(folders.env, 'COPILOT_HOME', join(folders.home, '.copilot')), 'config.json');
  const settings = await readSettings(ownFile, 'jsonc');
  const lists = [valueAt(settings, 'trusted_folders'), valueAt(settings, 'trustedFolders')];
  if (withParents(project).some((folder) => lists.some((list) => includesText(list, folder)))) return [];
  const message = `Copilot CLI reads this file only in a folder that you trust: start copilot in ${project} and trust it.`;
  return [{ severity: 'warning', message }];
}

/** Kimi Code; its package 2.1.0. It trusts single folders: for each it keeps a file, whose name has a hash of the path. */
export async function kimiProblems({ scope, project }: WrittenEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  if (scope !== 'project') return [];
  const ownFolder = folderFrom(folders.env, 'KIMI_CODE_HOME', join(folders.home, '.kimi-code'));
  if (await readSettings(join(ownFolder, 'workspace-trust', kimiKey(project)))) return [];
  const message = `Kimi Code reads this file only in a folder that you trust: start kimi in ${project} and trust it.`;
  return [{ severity: 'warning', message }];
}

/** The name of the file, for a path with its letters as written; on Windows, Kimi Code makes them small. */
export function kimiKey(project: string): string {
  const projectPath = project.replaceAll('\\', '/').replace(/\/+$/, '');
  const path = /^(?:[A-Za-z]:\/|\/\/)/.test(projectPath) ? projectPath.toLowerCase() : projectPath;
  const trimDashes = (text: string) => text.replace(/^-+|-+$/g, '');
  const name = trimDashes(
    trimDashes(
      basename(path)
        .toLowerCase()
        .replaceAll(/[^a-z0-9._-]+/g, '-'),
    ).slice(0, 40),
  );
  const hash = sha256(path).slice(0, 12);
  return `wd_${name === '' || name === '.' || name === '..' ? 'workspace' : name}_${hash}`;
}

/** A folder and those around it, the nearest first: trust of a folder includes those in it. */
function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}
