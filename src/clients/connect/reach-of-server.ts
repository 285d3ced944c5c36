/** How an entry reaches a server: by its command, its address, or the address of a team server. */
import { WorkbenchError } from '../../base/errors.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import type { Reach, RemoteReach } from './plan-change.ts';
import { workspaceIn } from './record/workspace-of.ts';

/** A server's HTTP address, and the file with its bearer token. */
export interface HttpAddress {
  readonly url: string;
  readonly token: string;
  /** The file that holds it. */
  readonly file: string;
}

export interface ReachOptions {
  /**
   * The command that serves one server of the workspace over stdio, adapted to the application with that id if supported.
   * @param ref what it follows instead of the folder
   */
  readonly serveCommand: (server: string, forName: string | undefined, ref?: string) => StdioCommand;
  /** The address of the server over HTTP; undefined without an HTTP endpoint. */
  readonly addressOf?: (server: string, forName: string | undefined) => Promise<HttpAddress | undefined>;
  /** A server of a team server, by the team server's id. @throws WorkbenchError `not-found`, `refused` without a login */
  readonly teamReach?: (team: string, server: string) => Promise<RemoteReach>;
}

export async function reachOf(
  { serveCommand, addressOf }: ReachOptions,
  server: string,
  forName: string | undefined,
  transport: 'stdio' | 'http',
  ref?: string,
): Promise<Reach> {
  if (transport === 'stdio') return { kind: 'stdio', command: serveCommand(server, forName, ref) };
  const address = await addressOf?.(server, forName);
  if (address) {
    const workspace = workspaceIn(serveCommand(server, forName).args);
    return { kind: 'http', url: address.url, token: address.token, tokenFile: address.file, workspace };
  }
  const message = 'This workspace has no HTTP address yet: open the workbench once, or connect without HTTP.';
  throw new WorkbenchError('refused', message);
}

export async function teamReachOf(
  { teamReach }: ReachOptions,
  team: string,
  server: string,
  forName: string | undefined,
): Promise<Reach> {
  if (!teamReach) throw new WorkbenchError('refused', 'This program knows no team servers.');
  const reach = await teamReach(team, server);
  return forName === undefined ? reach : { ...reach, url: `${reach.url}?for=${forName}` };
}
