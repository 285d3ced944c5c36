/** The folders of a person on one operating system, under which applications keep their configuration. */

import { isAbsolute, join } from 'node:path';
import { homeFolder } from '../../state/paths.ts';

export interface SystemFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `~/Library/Application Support`, `%APPDATA%`, or `$XDG_CONFIG_HOME` (`~/.config`). */
  readonly applicationData: string;
  /** `$XDG_CONFIG_HOME` or `~/.config` on every system: some programs look there even on macOS and Windows. */
  readonly config: string;
  readonly env: NodeJS.ProcessEnv;
  /** The folder above those of administrators: `/`, or the system's drive. */
  readonly root: string;
}

/** This person's folders. Empty and relative values of the environment are passed over (XDG Base Directory Specification). */
export function systemFolders(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homeFolder(),
): SystemFolders {
  const config = absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config');
  const applicationData =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (absolute(env.APPDATA) ?? join(home, 'AppData', 'Roaming'))
        : config;
  const root = platform === 'win32' ? `${env.SystemDrive ?? 'C:'}\\` : '/';
  return { platform, home, applicationData, config, env, root };
}

/** The folder that an application lets the environment name, else the usual one. */
export function folderFrom(env: NodeJS.ProcessEnv, variable: string, usualFolder: string): string {
  return absolute(env[variable]) ?? usualFolder;
}

function absolute(folder: string | undefined): string | undefined {
  return folder && isAbsolute(folder) ? folder : undefined;
}
