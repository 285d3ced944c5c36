/** The servers that list a definition, and the client applications that are connected to them. */
import { isWithin } from '../../base/json.ts';
import type { Connections } from '../../clients/connect/connections.ts';
import type { DefinitionUse, Location, Output } from '../../contract/contract.ts';
import type { LibrarySnapshot, ListedPrompt, ListedTool } from '../../library/types.ts';

export async function definitionUses(
  { servers }: LibrarySnapshot,
  connections: Pick<Connections, 'history'>,
  { file, at }: Location,
): Promise<DefinitionUse[]> {
  const isIt = ({ location }: ListedPrompt | ListedTool) => location?.file === file && isWithin(location.at, at);
  const uses = [...servers].flatMap(([server, entry]) => {
    const prompt = entry.entries.find(isIt);
    const tool = entry.tools.find(isIt);
    const isServer = entry.file === file && at.length === 0;
    if (!prompt && !tool && !isServer) return [];
    const name = prompt?.prompt?.name ?? tool?.tool?.name;
    const prefix = prompt ? '/mcp' : 'mcp';
    return [{ server, ...(name !== undefined && { command: `${prefix}__${server}__${name}` }) }];
  });
  if (uses.length === 0) return [];
  const connected = (await connections.history()).filter(({ state }) => isConnected(state.state));
  return uses.map((use) => {
    const own = connected.filter(({ server }) => server === use.server);
    return { ...use, connectedIn: [...new Set(own.map(({ clientName }) => clientName))] };
  });
}

function isConnected(state: Output<'connect.history'>[number]['state']['state']): boolean {
  return state === 'connected' || state === 'renamed';
}
