/**
 * How a `serve` process finds the workbenches of its workspace: each of them leaves a file with the address of its
 * socket in a folder that only the user can open. No folder, no workbench.
 */
import { join } from 'node:path';
import { realFolder } from '../library/workspace-paths.ts';
import { workspaceKey } from '../paths.ts';

/** Short, because the path of a socket may have only about a hundred bytes. */
export function meetingPlace(stateDir: string, workspaceDir: string): string {
  return join(stateDir, 'wire', workspaceKey(realFolder(workspaceDir)).slice(-16));
}
