/** `exports`: what was written where, and how it stands. */
import { openConnections } from './connections.ts';
import { onOneLine, print, printError, printJson } from './print.ts';

/** Every export that was not taken back, the newest first; with `all`, those too that were. */
export async function listExports(options: { all?: boolean; json?: boolean }): Promise<void> {
  const connections = await openConnections();
  const entries = (await connections.history()).filter(({ undone }) => options.all || !undone);
  const damage = await connections.damage();
  for (const sentence of damage) printError(`warning: ${sentence}\n`);
  if (options.json) printJson(entries);
  else if (entries.length === 0 && damage.length === 0) print('Nothing is exported.\n');
  for (const { journalId, clientName, scope, server, file, when, state } of options.json ? [] : entries) {
    print(`${journalId}  ${state.state}\n`);
    print(`  ${onOneLine(server)} in ${clientName} (${scope}), ${when}\n  ${onOneLine(file)}\n`);
    if (state.state !== 'connected') print(`  ${state.message}\n`);
  }
}
