/** Replicas of a team server in the process of a test. */
import { fileURLToPath } from 'node:url';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { createServices } from '../../app/create-services.ts';
import { clientAdapter } from '../../clients/adapters/adapt-for.ts';
import type { ReplyRelay } from '../../mcp/server/http/replica.ts';
import { localStore } from '../publication.ts';
import { createKey, SessionKeys } from '../sessions/session-keys.ts';
import type { ReplicaSharing } from '../sharing.ts';
import { startTeamServer, type TeamServer, type TeamServerOptions } from '../team-server.ts';

const cliFile = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url));

export interface Replica extends TeamServer {
  /** Lines of the log. */
  readonly lines: readonly string[];
}

export async function startReplica(
  repository: string,
  sharing: ReplicaSharing,
  options: Partial<TeamServerOptions> = {},
): Promise<Replica> {
  const lines: string[] = [];
  const server = await startTeamServer({
    repository,
    ref: 'main',
    prefix: '',
    sharing,
    host: '127.0.0.1',
    port: 0,
    hostNames: [],
    origins: [],
    refusesErrors: false,
    pollMs: 600_000,
    allowedAsks: [],
    callsPerMinute: 600,
    bytesPerMinute: 64_000_000,
    noticeMs: 0,
    openServices: (ownOptions) => createServices({ ...ownOptions, cliFile }),
    adapter: clientAdapter,
    version: '0.0.0',
    log: (level, message) => lines.push(`${level}: ${message}`),
    ...options,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= server.close();
    return closing;
  };
  onTestFinished(close);
  return Object.assign(Object.create(server) as TeamServer, { lines, close });
}

/** Creates what replicas of one process share, each by a call. */
export function shareInProcess(): () => ReplicaSharing {
  const keys = new SessionKeys([createKey(0)]);
  const store = localStore();
  const pendingListeners = new Map<string, (answer: JSONRPCMessage) => void>();
  let count = 0;
  return () => {
    count += 1;
    const relay: ReplyRelay = {
      name: `replica${count}`,
      send: async (_, id, answer) => pendingListeners.get(id)?.(answer),
      receive(id, listener) {
        pendingListeners.set(id, listener);
        return () => pendingListeners.delete(id);
      },
    };
    return { store, relay, keys, failure: () => undefined, close: async () => undefined };
  };
}
