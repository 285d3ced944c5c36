/** `sessions`: lists and ends the sessions of the workbench that has a workspace open in the browser. */
import { type ListedSession, runningHost } from '../../../app/browser-host/join.ts';
import { WorkbenchError } from '../../../base/errors.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import { runningClaim } from '../../../state/workspace-claim.ts';
import { onOneLine, print, printJson } from '../../print.ts';

export interface SessionsOptions {
  readonly workspace?: string;
  /** The id of one session to end. */
  readonly end?: string;
  readonly endAll?: boolean;
  readonly json?: boolean;
}

/** @throws WorkbenchError `not-found` if no workbench has the workspace open in the browser, or no session has this id */
export async function listSessions({ workspace, end, endAll = false, json = false }: SessionsOptions): Promise<void> {
  const dir = workspaceDir(workspace);
  const claim = await runningClaim(stateDir(), dir);
  if (!claim?.door) throw new WorkbenchError('not-found', `No workbench has ${dir} open in the browser.`);
  const host = runningHost(claim, claim.door);
  if (end !== undefined || endAll) {
    const endedCount = await host.end(end);
    if (end !== undefined && endedCount === 0)
      throw new WorkbenchError('not-found', `There is no session ${end}; prompt-workbench sessions lists them.`);
    if (!json) print(`Ended ${endedCount} ${endedCount === 1 ? 'session' : 'sessions'}.\n`);
  }
  const sessions = await host.sessions();
  if (json) printJson({ sessions: sessions.map(asData) });
  else if (end === undefined && !endAll) print(sessions.map(lineOf).join('') || 'No page is signed in.\n');
}

function asData({ id, browser, startedAt, lastSeenAt }: ListedSession) {
  return { id, browser, started: timeOf(startedAt), lastSeen: timeOf(lastSeenAt) };
}

function lineOf({ id, browser, startedAt, lastSeenAt }: ListedSession): string {
  return `${id}  ${onOneLine(browser)}, started ${timeOf(startedAt)}, last seen ${timeOf(lastSeenAt)}\n`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
