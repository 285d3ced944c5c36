/** What the settings of Gemini CLI and of its fork Qwen Code have in common: a file for each scope, and trust in folders. */
import { dirname, join, relative, sep } from 'node:path';
import { realPath } from '../../../files/real-path.ts';
import { folderFrom, type SystemFolders } from '../../config-files/system-folders.ts';
import { readSettings, valueAt } from './settings-file.ts';
import type { LoadProblem, WrittenEntry } from './written-entry.ts';

/** Gemini CLI or Qwen Code. */
export interface SettingsProgram {
  /** The display name. */
  readonly name: string;
  /** What a person types to start it. */
  readonly command: string;
  /** The folder of a person's settings. */
  readonly ownFolder: (folders: SystemFolders) => string;
  /** The folder of a project's settings: `.gemini`. */
  readonly projectFolder: string;
  /** The administrator's folder, on macOS and elsewhere. */
  readonly systemFolder: { readonly darwin: string; readonly otherPlatforms: string };
  /** The environment variables that name other files. */
  readonly variables: { readonly system: string; readonly defaults: string; readonly trustedFolders: string };
  /** Whether it asks for trust in a folder if no setting says so. */
  readonly asksForTrust: boolean;
  /** What changes that decision later, in the program. */
  readonly trustCommand: string;
  /** The rule that decides, among those about a folder. */
  readonly choose: (rules: readonly TrustRule[]) => TrustRule | undefined;
}

export interface SettingsFile {
  readonly file: string;
  readonly data: unknown;
  readonly isOfProject: boolean;
}

/** A rule of `trustedFolders.json`. */
export interface TrustRule {
  /** The path as the file has it. */
  readonly path: string;
  /** The folder that it is about. */
  readonly folder: string;
  readonly trusts: boolean;
}

/** Both read comments, but no trailing commas. */
const format = 'commented-json';

/** The files that exist, the weakest first: the administrator's defaults, the person's, the project's, the administrator's. */
export async function readSettingsFiles(
  { ownFolder, projectFolder, systemFolder, variables }: SettingsProgram,
  project: string,
  folders: SystemFolders,
): Promise<readonly SettingsFile[]> {
  const { env, platform, root } = folders;
  const usualFile =
    platform === 'darwin'
      ? join(root, 'Library', 'Application Support', systemFolder.darwin, 'settings.json')
      : join(root, platform === 'win32' ? 'ProgramData' : 'etc', systemFolder.otherPlatforms, 'settings.json');
  const system = folderFrom(env, variables.system, usualFile);
  const files = [
    folderFrom(env, variables.defaults, join(dirname(system), 'system-defaults.json')),
    join(ownFolder(folders), 'settings.json'),
    ...(project === '' ? [] : [join(project, projectFolder, 'settings.json')]),
    system,
  ];
  const settingsFiles = await Promise.all(
    files.map(async (file, index) => ({
      file,
      data: await readSettings(file, format),
      isOfProject: project !== '' && index === 2,
    })),
  );
  return settingsFiles.filter(({ data }) => data !== undefined);
}

/** The project's entry of the same name, which the program starts instead. */
export function hidingProblems({ name, scope }: WrittenEntry, files: readonly SettingsFile[]): LoadProblem[] {
  const otherFile = files.find(({ isOfProject }) => isOfProject);
  if (scope !== 'user' || valueAt(otherFile?.data, 'mcpServers', name) === undefined) return [];
  const message = `The entry "${name}" of ${otherFile?.file} overrides this one in that folder: rename or remove one of them.`;
  return [{ severity: 'error', message }];
}

/** A folder in which the program starts no server, because the person has not said that they trust it. */
export async function trustProblems(
  program: SettingsProgram,
  { scope, project }: WrittenEntry,
  files: readonly SettingsFile[],
  folders: SystemFolders,
): Promise<LoadProblem[]> {
  // A project cannot switch the protection from itself off.
  const settings = files.filter(({ isOfProject }) => !isOfProject);
  const isOn = settings
    .map(({ data }) => valueAt(data, 'security', 'folderTrust', 'enabled'))
    .findLast((candidate) => typeof candidate === 'boolean');
  if (project === '' || !(isOn ?? program.asksForTrust)) return [];
  const rule = program.choose(await rulesAbout(project, program, folders));
  // Without a rule, the program asks when it starts; that matters only for a server that the project itself names.
  if (rule?.trusts || (rule === undefined && scope !== 'project')) return [];
  const trustAdvice = rule === undefined ? 'trust it where it asks' : `type ${program.trustCommand} and trust it`;
  const message = `${program.name} starts no server in a folder that you do not trust: start ${program.command} in ${project} and ${trustAdvice}.`;
  return [{ severity: 'warning', message }];
}

async function rulesAbout(
  project: string,
  { ownFolder, variables }: SettingsProgram,
  folders: SystemFolders,
): Promise<readonly TrustRule[]> {
  const usualFile = join(ownFolder(folders), 'trustedFolders.json');
  const rules = await readSettings(folderFrom(folders.env, variables.trustedFolders, usualFile), format);
  const here = realPath(project);
  return Object.entries(rules ?? {})
    .map(([path, level]) => ({
      path,
      folder: realPath(level === 'TRUST_PARENT' ? dirname(path) : path),
      trusts: level !== 'DO_NOT_TRUST',
    }))
    .filter(({ folder }) => contains(folder, here));
}

function contains(folder: string, inner: string): boolean {
  const path = relative(folder, inner);
  return path !== '..' && !path.startsWith(`..${sep}`);
}
