/** The published commit, on which all replicas agree, and where it is kept. */
import { WorkbenchError } from '../base/errors.ts';
import type { Release } from './release/release.ts';

/** What the replicas agree on. */
export interface Publication {
  /** The newest commit of the ref that a replica has seen. */
  readonly tip: string;
  /** The commit that is served: the tip, unless an older one was published or the tip was refused. */
  readonly commit: string;
  /** Why the tip is not served, as a sentence. */
  readonly refusal?: string;
}

/** Where the published commit is kept: in the database of all replicas, or in this process. */
export interface PublishedStore {
  /** Undefined before the first one. @throws WorkbenchError `unavailable` */
  read(): Promise<Publication | undefined>;
  /**
   * Replaces what is published if its tip is still the expected one.
   * @param expectedTip undefined for the first one
   * @returns false if another replica was first
   */
  replace(expectedTip: string | undefined, next: Publication, by: string): Promise<boolean>;
  /**
   * Publishes a commit that is not the tip, such as an older one. It stays published until the ref moves.
   * @throws WorkbenchError `not-found` before the first one is published, `unavailable`
   */
  publish(commit: string, by: string): Promise<void>;
  /**
   * Reports that a replica is alive, and the commit that it serves or is about to serve.
   * @param isOpen whether it answers clients: no client has seen the previous commit of a replica that only starts
   * @throws WorkbenchError `unavailable`
   */
  reportCommit(replica: string, commit: string, isOpen: boolean): Promise<void>;
  /** Whether every live replica serves a commit. @throws WorkbenchError `unavailable` */
  isServedByAll(commit: string): Promise<boolean>;
  /** When a replica that answers clients last changed from another commit to this one, by the store's clock; 0 if none did. @throws WorkbenchError `unavailable` */
  lastChange(commit: string): Promise<number>;
  /** Reports that a replica stops. @throws WorkbenchError `unavailable` */
  leave(replica: string): Promise<void>;
  /**
   * Calls `listener` when another replica has published, or may have while no notice could come. Notices may be lost.
   * Returns a function that stops it.
   */
  subscribe(listener: () => void): () => void;
}

/** Keeps the published commit in this process, for a replica without a database. */
export function localStore(): PublishedStore {
  let current: Publication | undefined;
  return {
    read: async () => current,
    async replace(expectedTip, next) {
      if (current?.tip !== expectedTip) return false;
      current = next;
      return true;
    },
    async publish(commit) {
      if (!current) throw new WorkbenchError('not-found', 'Nothing is published yet: push to the repository first.');
      current = { tip: current.tip, commit };
    },
    reportCommit: async () => undefined,
    isServedByAll: async () => true,
    lastChange: async () => 0,
    leave: async () => undefined,
    subscribe: () => () => undefined,
  };
}

/** Why a whole commit is refused, as a sentence; undefined if it is not. */
export function refusalOf({ commit, errors }: Release, refusesErrors: boolean): string | undefined {
  const [first] = errors;
  if (!refusesErrors || !first) return undefined;
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  return `Commit ${commit.slice(0, 12)} has ${count} and is not served: ${first.file}:${first.line}: ${first.message}`;
}
