/** Finds the documentation of a local Wolfram installation in the places of its installers. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { homeFolder } from '../../../state/paths.ts';

/** Names a folder with `ReferencePages`; `none` disables the search for an installation. */
const installationVariable = 'PROMPT_WORKBENCH_WOLFRAM_DOCUMENTATION';

/** Inside an installation or a documentation paclet. */
const inside = join('Documentation', 'English', 'System');
/** The folders to search; the others have release notes and notices. */
const parts = ['ReferencePages', 'Guides', 'Tutorials', 'HowTos'];

export interface WolframInstallation {
  /** Contains `ReferencePages`. */
  readonly folder: string;
  /** Absolute paths of the existing `parts`. */
  readonly folders: readonly string[];
}

/** The newest installation with reference pages; undefined if there is none. */
export function findInstallation(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homeFolder(),
): WolframInstallation | undefined {
  const configuredFolder = env[installationVariable];
  if (configuredFolder === 'none') return undefined;
  const candidates = configuredFolder
    ? [configuredFolder]
    : [...findInstalled(env, platform), ...findPaclets(env, platform, home)];
  const [folder] = candidates.filter(hasReferencePages).sort((a, b) => compareVersions(versionIn(b), versionIn(a)));
  if (folder === undefined) return undefined;
  return { folder, folders: parts.map((part) => join(folder, part)).filter((path) => existsSync(path)) };
}

function hasReferencePages(folder: string): boolean {
  return existsSync(join(folder, 'ReferencePages', 'Symbols'));
}

function findInstalled(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    return listChildren('/Applications')
      .filter((path) => /^(Wolfram|Mathematica)/.test(basename(path)))
      .flatMap((path) => [join(path, 'Contents', inside), join(path, 'Contents', 'Resources', inside)]);
  }
  const bases =
    platform === 'win32'
      ? [env.ProgramFiles ?? 'C:\\Program Files'].map((folder) => join(folder, 'Wolfram Research'))
      : ['/usr/local/Wolfram', '/opt/Wolfram', '/usr/share/Wolfram'];
  // Product, then version.
  return bases
    .flatMap(listChildren)
    .flatMap(listChildren)
    .map((path) => join(path, inside));
}

/** Newer versions install their documentation as a paclet of the user. */
function findPaclets(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string[] {
  const base =
    platform === 'win32'
      ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? join(home, 'Library')
        : home;
  const dot = platform === 'linux' ? '.' : '';
  return ['Wolfram', 'Mathematica']
    .flatMap((product) => listChildren(join(base, `${dot}${product}`, 'Paclets', 'Repository')))
    .filter((path) => basename(path).startsWith('SystemDocsUpdate'))
    .map((path) => join(path, inside));
}

function listChildren(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    // The folder does not exist.
    return [];
  }
}

/** The numbers of the innermost folder whose name ends in a version: `…/Mathematica/14.2`, `SystemDocsUpdate1-15.0.0`. */
function versionIn(path: string): readonly number[] {
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    const match = /(?:^|[^\d.])(\d+(?:\.\d+)+)$/.exec(basename(at).replace(/\.app$/, ''));
    if (match) return (match[1] ?? '').split('.').map(Number);
  }
  return [];
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
