/** Which file, and which place in it, holds the entries of an application in one scope. */
import { lstat, stat } from 'node:fs/promises';
import { isAbsolute, join, parse, resolve } from 'node:path';
import type { ClientApplication, Place, Scope } from '../applications/application.ts';
import { scopeFileOf } from '../applications/applications.ts';
import type { SystemFolders } from '../applications/system-folders.ts';
import { RefusedFile } from './refused-file.ts';

/** A configuration of one application. */
export interface Configured {
  readonly application: ClientApplication;
  readonly scope: Scope;
  /** The project's folder, absolute; the empty string in the scope `user`. */
  readonly project: string;
  /** Absolute. It need not exist. */
  readonly file: string;
  readonly place: Place;
  /** The folder in which the application starts a server: the project's, else the person's own. */
  readonly cwd: string;
}

/** Where the entries are; the file's path is known even when the folder is not a usable one. Looks, but reads nothing. */
export async function locate(
  application: ClientApplication,
  scope: Scope,
  projectDir: string | undefined,
  folders: SystemFolders,
): Promise<Configured> {
  const scopeFile = scopeFileOf(application, scope);
  const project = scope === 'user' ? '' : projectFolder(projectDir ?? '', folders);
  const files = scopeFile.files(folders, project);
  return {
    application,
    scope,
    project,
    file: (await firstExisting(files)) ?? files[0] ?? join(folders.home, '.mcp.json'),
    place: scopeFile.place?.(project) ?? application.place,
    cwd: project === '' ? folders.home : project,
  };
}

/** @throws RefusedFile where a project's scope has no project to be in */
export async function assertProject(
  { application, scope, project }: Configured,
  asked: string | undefined,
): Promise<void> {
  if (scope === 'user') return;
  if (asked === undefined || asked.trim() === '') {
    throw new RefusedFile(`Which project? Name the folder in which you use ${application.name}.`);
  }
  if (!isAbsolute(asked) && !asked.startsWith('~')) {
    throw new RefusedFile(
      `"${asked}" is not a whole path. Write the project folder from its root, such as ${project}.`,
    );
  }
  const stats = await stat(project).catch(() => undefined);
  const advice = `Choose the folder in which you start ${application.name}.`;
  if (!stats) throw new RefusedFile(`There is no folder ${project}. ${advice}`);
  if (!stats.isDirectory()) throw new RefusedFile(`${project} is a file. ${advice}`);
}

/** Whether a project is everybody's folder, so that its configuration is in force in every folder below. */
export function isEverywhere({ project }: Configured, { home }: SystemFolders): boolean {
  return project !== '' && (project === home || project === parse(project).root);
}

function projectFolder(asked: string, { home }: SystemFolders): string {
  return resolve(asked.replace(/^~(?=$|[\\/])/, home));
}

async function firstExisting(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const isThere = await lstat(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}
