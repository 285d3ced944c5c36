import type { LiveServer } from '../../library/types.ts';
import type { ResolvedServer } from '../../model/definitions.ts';

/** A limit protects a server from its clients; a thousand calls of a test or a replay in a second are not a client’s. */
export function withoutRateLimit(server: LiveServer): LiveServer {
  const unlimitedServers = new WeakMap<ResolvedServer, ResolvedServer>();
  return {
    ...server,
    current() {
      const current = server.current();
      const unlimitedServer = unlimitedServers.get(current) ?? {
        ...current,
        rateLimit: { perSecond: 1e6, burst: 1e6 },
      };
      unlimitedServers.set(current, unlimitedServer);
      return unlimitedServer;
    },
  };
}
