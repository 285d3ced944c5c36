/** The state that the replicas of one team server share. */
import { randomBytes } from 'node:crypto';
import type { ReplyRelay } from '../mcp/server/http/replica.ts';
import { localStore, type PublishedStore } from './publication.ts';
import { createKey, readKeys, SessionKeys } from './sessions/session-keys.ts';

export interface ReplicaSharing {
  readonly store: PublishedStore;
  readonly relay: ReplyRelay;
  readonly keys: SessionKeys;
  /** Why something cannot be shared now; undefined if everything works. */
  failure(): string | undefined;
  close(): Promise<void>;
}

/**
 * For a replica without a database. Each such replica publishes what it fetches.
 * @param keys text of `readKeys`; with the same keys, several replicas continue each other's sessions
 */
export function shareNothing(keys: string | undefined): ReplicaSharing {
  return {
    store: localStore(),
    relay: { name: randomBytes(6).toString('hex'), send: async () => undefined, receive: () => () => undefined },
    keys: new SessionKeys(keys === undefined ? [createKey(0)] : readKeys(keys)),
    failure: () => undefined,
    close: async () => undefined,
  };
}
