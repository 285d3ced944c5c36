/** The settings of Gemini CLI that keep it from loading a server. Read from its documentation and tested with 0.61. */
import { dirname, join, relative, sep } from 'node:path';
import { folderFrom, type SystemFolders } from '../../applications/system-folders.ts';
import type { LoadProblem, WrittenEntry } from './load-problems.ts';
import { includesText, readSettings, valueAt } from './settings-file.ts';

/** The reasons why Gemini CLI does not load an entry when it starts in the project. */
export async function geminiProblems({ name, project }: WrittenEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  const files = [
    join(folders.root, 'etc', 'gemini-cli', 'settings.json'),
    join(folders.home, '.gemini', 'settings.json'),
    ...(project === '' ? [] : [join(project, '.gemini', 'settings.json')]),
  ];
  const problems: LoadProblem[] = [];
  const read = await Promise.all(
    files.map(async (file) => ({ file, data: await readSettings(file, 'commented-json') })),
  );
  for (const { file, data } of read) {
    const allowed = valueAt(data, 'mcp', 'allowed');
    if (includesText(valueAt(data, 'mcp', 'excluded'), name))
      problems.push({
        severity: 'error',
        message: `"${name}" is switched off for Gemini CLI: remove it from mcp.excluded in ${file}.`,
      });
    else if (Array.isArray(allowed) && !allowed.includes(name))
      problems.push({
        severity: 'error',
        message: `Gemini CLI loads only the servers of mcp.allowed: add "${name}" to it in ${file}.`,
      });
  }
  // A project cannot switch the protection from itself off.
  const [system, user] = read;
  const needsTrust = [system, user].some((each) => valueAt(each?.data, 'security', 'folderTrust', 'enabled') === true);
  if (project !== '' && needsTrust && !(await isTrusted(project, folders)))
    problems.push({
      severity: 'warning',
      message: `Gemini CLI starts no server in a folder that you do not trust: start gemini in ${project}, type /permissions and trust it.`,
    });
  return problems;
}

/** The rule with the longest path that contains the folder decides. */
async function isTrusted(project: string, { env, home }: SystemFolders): Promise<boolean> {
  const file = folderFrom(env, 'GEMINI_CLI_TRUSTED_FOLDERS_PATH', join(home, '.gemini', 'trustedFolders.json'));
  const rules = Object.entries((await readSettings(file, 'commented-json')) ?? {})
    .map(([path, level]) => ({ path: level === 'TRUST_PARENT' ? dirname(path) : path, level }))
    .filter(({ path }) => contains(path, project))
    .sort((one, other) => other.path.length - one.path.length);
  return rules[0] !== undefined && rules[0].level !== 'DO_NOT_TRUST';
}

function contains(folder: string, inner: string): boolean {
  const path = relative(folder, inner);
  return path !== '..' && !path.startsWith(`..${sep}`);
}
