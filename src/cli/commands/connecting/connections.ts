/** `connections`: lists every connection and its state. */

import { onOneLine, print, printError, printJson } from '../../print.ts';
import { openConnections } from './open-connections.ts';

const stateWords = {
  connected: 'set up',
  renamed: 'former name',
  changed: 'changed outside',
  replaced: 'replaced',
  dropped: 'entry removed',
  broken: 'broken',
  undone: 'disconnected',
} as const;

/**
 * Prints the connections, newest first.
 * @param options.all includes those that were disconnected
 * @param options.workspace only those of this workspace; by default those of every workspace
 */
export async function listConnections(options: { all?: boolean; json?: boolean; workspace?: string }): Promise<void> {
  const connections = await openConnections(options.workspace);
  const isEveryWorkspace = options.workspace === undefined;
  const entries = (await connections.history()).filter(
    ({ undone, workspace, team }) =>
      (options.all || !undone) && (isEveryWorkspace || (workspace === undefined && team === undefined)),
  );
  const damage = await connections.damage();
  for (const sentence of damage) printError(`warning: ${sentence}\n`);
  if (options.json) printJson(entries);
  else if (entries.length === 0 && damage.length === 0) print('There are no connections.\n');
  for (const { journalId, clientName, scope, server, file, when, state, ref, team, workspace } of options.json
    ? []
    : entries) {
    print(`${journalId}  ${stateWords[state.state]}\n`);
    const at = ref === undefined ? '' : ` at ${onOneLine(ref)}`;
    const owner = team
      ? ` of ${onOneLine(team.name)}`
      : workspace
        ? ` of the workspace ${onOneLine(workspace.dir)}`
        : '';
    print(`  ${onOneLine(server)}${at}${owner} in ${clientName} (${scope}), ${when}\n  ${onOneLine(file)}\n`);
    if (state.state !== 'connected') print(`  ${state.message}\n`);
  }
}
