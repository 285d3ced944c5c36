/** Opens the connections of a workspace for a command, without watching files or starting an endpoint. */
import type { Connections } from '../../../clients/connect/connections.ts';
import type { OpenServer } from '../../../library/open-server.ts';
import { isServerError } from '../../../model/unserved-server.ts';
import { endpointToken } from '../../../state/endpoint-token.ts';
import { cacheDir, stateDir, workspaceDir } from '../../../state/paths.ts';
import { logToStderr } from '../../log.ts';

/** @param workspace the option `--workspace`; the recorded connections are the same for all workspaces */
export async function openConnections(workspace?: string): Promise<Connections> {
  const dir = workspaceDir(workspace);
  const [
    { createConnections },
    { serveCommand },
    { stableCliFile, updateStableRuntime },
    { formerNamesIn },
    { serverExists },
  ] = await Promise.all([
    import('../../../clients/connect/connections.ts'),
    import('../../../clients/connect/commands/serve-command.ts'),
    import('../../../clients/connect/commands/stable-runtime.ts'),
    import('../../../state/former-names.ts'),
    import('../../../library/open-server.ts'),
  ]);
  const exists = (name: string) => serverExists(dir, name);
  const cliFile = stableCliFile(__filename, stateDir());
  return createConnections({
    stateDir: stateDir(),
    serveCommand: (server, forName, ref) => serveCommand({ cliFile, workspaceDir: dir, server, forName, ref }),
    prepareCommand: () => updateStableRuntime(__filename, stateDir()),
    async promptsOf(server, ref) {
      if (ref === undefined) return (await readServer(dir, server)).current().prompts;
      const { readPublishedPrompts } = await import('../../../git/open-published.ts');
      return readPublishedPrompts(dir, server, ref, cacheDir());
    },
    errorOf: async (server) => (await readServer(dir, server)).problems().find(isServerError),
    presentName: (server) => (exists(server) ? server : formerNamesIn(stateDir(), dir).currentName(server, exists)),
    addressOf: (server, client) => rememberedAddress(dir, server, client),
    async teamReach(id, server) {
      const { openTeamServers } = await import('../team/team-servers.ts');
      return (await openTeamServers()).reach(id, server);
    },
  });
}

async function readServer(dir: string, server: string): Promise<OpenServer> {
  const { openServer } = await import('../../../library/open-server.ts');
  const openedServer = await openServer(dir, server, { watch: false });
  await openedServer.close();
  return openedServer;
}

/**
 * The HTTP address of a server: of the `serve --http` at a fixed port, else of this workspace's workbench, whose port is
 * the same at each start.
 * @param client adapts the server to this application, if there is an adapter
 */
export async function rememberedAddress(
  dir: string,
  server: string,
  client: string | undefined,
): Promise<{ url: string; token: string; file: string } | undefined> {
  const [{ announcedPort, rememberedPort }, { urlOf }] = await Promise.all([
    import('../../../state/remembered-port.ts'),
    import('../../../mcp/server/http/address.ts'),
  ]);
  const port = (await announcedPort(dir, server)) ?? (await rememberedPort(dir));
  if (port === 0) return undefined;
  return { url: urlOf(port, { server, client }), ...(await endpointToken(undefined, logToStderr)) };
}
