/** Filters one server for the callers of one view. */
import { getOrCreate } from '../../base/get-or-create.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ResolvedServer } from '../../model/definitions.ts';
import { type ServerView, visibleServer } from './policy.ts';

/**
 * Filters a live server, for `buildServer`. Requests at the same state get the same object, by which the MCP server caches its lists.
 */
export function limitToView(liveServer: LiveServer, view: ServerView): LiveServer {
  const visibleServers = new WeakMap<ResolvedServer, ResolvedServer>();
  const visibleServerOf = (wholeServer: ResolvedServer) =>
    getOrCreate(visibleServers, wholeServer, () => visibleServer(wholeServer, view));
  const { announced } = liveServer;
  return {
    ...liveServer,
    current: () => visibleServerOf(liveServer.current()),
    ...(announced && {
      announced: () => {
        const lastAnnounced = announced();
        return lastAnnounced && visibleServerOf(lastAnnounced);
      },
    }),
  };
}
