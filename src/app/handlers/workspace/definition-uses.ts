/** The servers that list a definition, and the client applications that they are set up in. */
import { basename } from 'node:path';
import { isWithin } from '../../../base/json.ts';
import type { Connections } from '../../../clients/connect/connections.ts';
import type { SkillInstalls } from '../../../clients/skills/skill-installs.ts';
import type { DefinitionUse, Location, Output } from '../../../contract/contract.ts';
import type { LibrarySnapshot, ListedPrompt, ListedTool } from '../../../library/types.ts';

/** @param installs called only for a skill */
export async function definitionUses(
  { servers, files }: LibrarySnapshot,
  connections: Pick<Connections, 'history'>,
  installs: () => Promise<Pick<SkillInstalls, 'list'>>,
  { file, at }: Location,
): Promise<DefinitionUse[]> {
  const isIt = ({ location }: ListedPrompt | ListedTool) => location?.file === file && isWithin(location.at, at);
  const ownFile = files.find((workspaceFile) => workspaceFile.kind === 'skill' && workspaceFile.file === file);
  const listing = [...servers].flatMap(([server, entry]) => {
    const prompt = entry.entries.find(isIt);
    const tool = entry.tools.find(isIt);
    const isListed = entry.skills.some(({ catalogueName }) => catalogueName === ownFile?.name);
    const skill = isListed ? (ownFile?.writtenSkill?.name ?? ownFile?.name) : undefined;
    const isServer = entry.file === file && at.length === 0;
    if (!prompt && !tool && skill === undefined && !isServer) return [];
    return [{ server, name: prompt?.prompt?.name ?? tool?.tool?.name, skill, prefix: prompt ? '/mcp' : 'mcp' }];
  });
  if (listing.length === 0) return [];
  const history = (await connections.history()).filter(
    ({ team, workspace }) => team === undefined && workspace === undefined,
  );
  const installedSkills = listing.some(({ skill }) => skill !== undefined) ? await (await installs()).list() : [];
  return listing.map(({ server, name, skill, prefix }) => {
    const connectionsOfServer = history.filter((connection) => connection.server === server);
    const ownConnections = connectionsOfServer.filter(({ state }) => isSetUp(state.state));
    const brokenConnections = connectionsOfServer.filter(({ state }) => state.state === 'broken');
    // The entry keeps the name that the server had when it was connected, and Claude Code's commands have that name.
    const entry = ownConnections.find(({ client }) => client === 'claude-code')?.name ?? server;
    return {
      server,
      ...(name !== undefined && { command: `${prefix}__${entry}__${name}` }),
      setUpIn: [...new Set(ownConnections.map(placeOf))],
      brokenIn: [...new Set(brokenConnections.map(placeOf))],
      ...(skill !== undefined && {
        installedIn: installedSkills.flatMap((installedSkill) =>
          installedSkill.skill === skill && installedSkill.server === server && installedSkill.state !== 'unknown'
            ? [installedSkill.folder]
            : [],
        ),
      }),
    };
  });
}

/** `Claude Code`, or `Claude Code (my-project)` for an entry of one project. */
function placeOf({ clientName, projectDir }: Output<'connect.history'>[number]): string {
  return projectDir === undefined ? clientName : `${clientName} (${basename(projectDir)})`;
}

function isSetUp(state: Output<'connect.history'>[number]['state']['state']): boolean {
  return state === 'connected' || state === 'renamed';
}
