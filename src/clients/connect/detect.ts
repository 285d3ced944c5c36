/** Detects the client applications on this computer and their connections to this workbench. */
import type { Output } from '../../contract/contract.ts';
import { exists } from '../../files/exists.ts';
import type { ClientApplication } from '../applications/application.ts';
import { scopeFileOf, scopesOf } from '../applications/applications.ts';
import type { SystemFolders } from '../config-files/system-folders.ts';
import { findProgram } from './commands/find-program.ts';
import { locate } from './locate.ts';

type ApplicationView = Output<'connect.applications'>[number];

/** @param connections of all applications, newest first */
export async function viewOf(
  application: ClientApplication,
  projectDir: string | undefined,
  connections: ApplicationView['connections'],
  folders: SystemFolders,
): Promise<ApplicationView> {
  const { id, name, http, remote, prompts, notes, evidence, checked } = application;
  const sign = await signOf(application, folders);
  const invocation = prompts.command ?? prompts.menu;
  const project = projectDir?.trim() ? projectDir : undefined;
  return {
    id,
    name,
    detected: sign !== undefined,
    ...(sign === undefined ? {} : { because: sign }),
    scopes: await Promise.all(
      scopesOf(application).map(async (scope) => {
        if (scope !== 'user' && project === undefined) return { scope, exists: false };
        const { file } = await locate(application, scope, project, folders);
        return { scope, file, exists: await exists(file) };
      }),
    ),
    transports: http ? ['stdio', 'http'] : ['stdio'],
    takesTeams: remote !== undefined,
    prompts: prompts.support,
    ...(invocation === undefined ? {} : { invocation }),
    notes: [...notes, ...scopesOf(application).flatMap((scope) => application.scopes[scope]?.notes ?? [])],
    evidence,
    checked,
    connections: connections.filter(({ client }) => client === id),
  };
}

/** The first sign that the application is installed: its configuration, its folder, or its program. */
export async function signOf(application: ClientApplication, folders: SystemFolders): Promise<string | undefined> {
  const files = application.scopes.user ? scopeFileOf(application, 'user').files(folders, '') : [];
  for (const path of [...files, ...application.signs.folders(folders)]) if (await exists(path)) return path;
  for (const program of application.signs.programs) {
    const programPath = await findProgram(program, folders, true);
    if (programPath !== undefined) return programPath;
  }
  return undefined;
}
