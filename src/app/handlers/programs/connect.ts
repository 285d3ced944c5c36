/** The calls that connect and disconnect client applications. */
import { applicationOf, scopesOf } from '../../../clients/applications/applications.ts';
import type { Connections } from '../../../clients/connect/connections.ts';
import { entryName } from '../../../clients/connect/entry-name.ts';
import { entryOf } from '../../../clients/connect/plan-change.ts';
import type { Handlers } from '../../../contract/contract.ts';

/** `undo.ts` applies and undoes: connecting is a step of undo. */
type ConnectCall = Exclude<Extract<keyof Handlers, `connect.${string}`>, 'connect.apply' | 'connect.undo'>;

export function connectHandlers(connections: Connections): Pick<Handlers, ConnectCall> {
  return {
    'connect.applications': (input) => connections.applications(input),
    'connect.plan': (input) => connections.plan(input),
    'connect.again': ({ journalId }) => connections.again(journalId),
    'connect.history': () => connections.history(),
    'connect.damage': () => connections.damage(),
    async 'connect.snippets'({ server, application: id = 'claude-code', scope, transport = 'stdio', ref }) {
      const application = applicationOf(id);
      const reach = await connections.reachOf(server, id, transport, ref);
      const name = entryName(application, server);
      const entry = entryOf({ application }, name, reach);
      const { snippetsOf } = await import('../../../clients/connect/commands/snippets.ts');
      return snippetsOf(application, scope ?? scopesOf(application)[0] ?? 'user', name, entry);
    },
  };
}
