/** The calls about team servers. Their code loads at first use. */
import { loadOnce } from '../../../base/load-once.ts';
import type { Handlers } from '../../../contract/contract.ts';
import type { SecretStore } from '../../../state/secrets.ts';
import type { TeamServers } from '../../../teams/team-servers.ts';

export interface Teams {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `team.${string}`>>;
  /** The address of a server for client applications. @throws WorkbenchError `not-found` */
  readonly reach: TeamServers['reach'];
  /** Calls back when a login has ended, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Ends logins that wait for the browser. */
  close(): Promise<void>;
}

export function createTeams(stateDir: string, secrets: SecretStore | undefined): Teams {
  const listeners = new Set<() => void>();
  const teams = loadOnce(async () => {
    const [{ createTeamServers }, { accountSecrets }] = await Promise.all([
      import('../../../teams/team-servers.ts'),
      import('../../../state/keychain-socket.ts'),
    ]);
    return createTeamServers({
      stateDir,
      secrets: secrets ?? accountSecrets(stateDir),
      onChange() {
        for (const listener of listeners) listener();
      },
    });
  });
  return {
    handlers: {
      'team.list': async () => (await teams()).list(),
      'team.add': async (input) => (await teams()).add(input),
      'team.read': async ({ id }) => (await teams()).read(id),
      'team.logIn': async ({ id }) => ({ url: (await (await teams()).logIn(id)).url }),
      async 'team.cancelLogIn'({ id }) {
        (await teams()).cancelLogIn(id);
        return {};
      },
      async 'team.logOut'({ id }) {
        const message = await (await teams()).logOut(id);
        return message === undefined ? {} : { message };
      },
      'team.usage': async (question) => (await teams()).usage(question),
      async 'team.remove'({ id }) {
        await (await teams()).remove(id);
        return {};
      },
    },
    reach: async (id, server) => (await teams()).reach(id, server),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => (await teams.ifStarted())?.close(),
  };
}
