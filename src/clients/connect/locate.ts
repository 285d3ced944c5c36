/** Locates the file, and the place in it, of an application's entries in one scope. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join, parse, resolve } from 'node:path';
import { isTaken } from '../../files/exists.ts';
import type { ClientApplication, Place, Scope } from '../applications/application.ts';
import { scopeFileOf } from '../applications/applications.ts';
import type { SystemFolders } from '../config-files/system-folders.ts';
import { RefusedFile } from './refused-file.ts';

/** A configuration of one application. */
export interface ConfiguredPlace {
  readonly application: ClientApplication;
  readonly scope: Scope;
  /** The project's folder, absolute; the empty string in the scope `user`. */
  readonly project: string;
  /** Absolute; the file may not exist. */
  readonly file: string;
  readonly place: Place;
  /** The folder in which the application starts a server: the project's, else the home folder. */
  readonly cwd: string;
}

/** Locates the entries; gives the file's path even if the project folder is unusable. Checks folders, reads no file. */
export async function locate(
  application: ClientApplication,
  scope: Scope,
  projectDir: string | undefined,
  folders: SystemFolders,
): Promise<ConfiguredPlace> {
  const scopeFile = scopeFileOf(application, scope);
  const project = scope === 'user' ? '' : projectFolder(projectDir ?? '', folders);
  const scopePaths = scopeFile.files(folders, project);
  const marker = scopeFile.firstFileIf?.(folders);
  const files = marker !== undefined && (await firstExisting([marker])) ? scopePaths.slice(0, 1) : scopePaths;
  return {
    application,
    scope,
    project,
    file: (await firstExisting(files)) ?? files[0] ?? join(folders.home, '.mcp.json'),
    place: scopeFile.place?.(project) ?? application.place,
    cwd: project === '' ? folders.home : project,
  };
}

/** @throws RefusedFile if a project's scope has no usable project folder */
export async function assertProject(
  { application, scope, project }: ConfiguredPlace,
  projectDir: string | undefined,
): Promise<void> {
  if (scope === 'user') return;
  if (projectDir === undefined || projectDir.trim() === '') {
    throw new RefusedFile(`Which project? Name the folder in which you use ${application.name}.`);
  }
  if (!isAbsolute(projectDir) && !projectDir.startsWith('~')) {
    throw new RefusedFile(
      `"${projectDir}" is not an absolute path. Write the full path of the project folder, such as ${project}.`,
    );
  }
  const stats = await stat(project).catch(() => undefined);
  const advice = `Choose the folder in which you start ${application.name}.`;
  if (!stats) throw new RefusedFile(`There is no folder ${project}. ${advice}`);
  if (!stats.isDirectory()) throw new RefusedFile(`${project} is a file. ${advice}`);
}

/** Whether a project is the home folder or the root, so that its configuration applies to nearly every folder. */
export function isEverywhere({ project }: ConfiguredPlace, { home }: SystemFolders): boolean {
  return project !== '' && (project === home || project === parse(project).root);
}

function projectFolder(projectDir: string, { home }: SystemFolders): string {
  return resolve(projectDir.replace(/^~(?=$|[\\/])/, home));
}

async function firstExisting(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    if (await isTaken(file)) return file;
  }
  return undefined;
}
