import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolderSync } from '../files/make-folder.ts';
import { defaultServers } from '../model/builtin/builtin.ts';
import { builtinSources } from '../model/builtin/sources.ts';
import { stateDir, workspaceDir } from '../state/paths.ts';

/**
 * Returns the workspace of a command that only reads. The built-in servers and sources need none: on a machine without
 * the default workspace, this is an empty folder for them. A workspace that is named must exist.
 * @param option the value of `--workspace`
 * @param name the catalogue name of the server or source that the command reads; undefined for all servers
 */
export function readableWorkspace(
  option: string | undefined,
  name: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const dir = workspaceDir(option, env);
  const isNamed = option !== undefined || Boolean(env.PROMPT_WORKBENCH_WORKSPACE);
  const isBuiltIn = name === undefined || defaultServers.has(name) || builtinSources.has(name);
  if (isNamed || !isBuiltIn || existsSync(dir)) return dir;
  const emptyFolder = join(stateDir(env), 'empty-workspace');
  makePrivateFolderSync(emptyFolder);
  return emptyFolder;
}
