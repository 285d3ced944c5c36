/** Holds the release that is served now. A new one becomes current in one step, for all servers together. */
import { inBackground } from '../../base/in-background.ts';
import { createLiveServer, type UpdatableServer } from '../../library/live-server.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ResolvedServer } from '../../model/definitions.ts';
import type { Release } from './release.ts';

/** Calls that began with an earlier release may still read its files. */
const graceMs = 60_000;

/** How many former releases stay in memory, so that one that is published again is served at once. They share what is equal. */
const maxFormer = 8;

interface ServedServer {
  readonly updatable: UpdatableServer;
  readonly liveServer: LiveServer;
  readonly listeners: Set<() => void>;
  readonly mediaListeners: Set<() => void>;
  /** What clients were notified of; undefined if that is not known. */
  announcedServer: ResolvedServer | undefined;
}

export class Releases {
  #currentRelease: Release | undefined;
  #servedSince = 0;
  readonly #servers = new Map<string, ServedServer>();
  readonly #listeners = new Set<(release: Release, before: Release | undefined) => void>();
  readonly #announcementListeners = new Set<(isLast: boolean) => void>();
  #announcedCommit: string | undefined;
  /** Oldest first. */
  readonly #formerReleases = new Set<Release>();
  /** Those that close soon. */
  readonly #retiredReleases = new Map<Release, NodeJS.Timeout>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get current(): Release | undefined {
    return this.#currentRelease;
  }

  /** The release of a commit, if it is still in memory. */
  find(commit: string): Release | undefined {
    return [this.#currentRelease, ...this.#formerReleases].find((release) => release?.commit === commit);
  }

  /** The commit that clients have been notified of, which all replicas served by then. Undefined while the replica starts. */
  get announced(): string | undefined {
    return this.#announcedCommit;
  }

  /** Milliseconds since the epoch. */
  get since(): number {
    return this.#servedSince;
  }

  /** @returns the workspace's own server of this name: the same object as long as it exists */
  server(name: string): LiveServer | undefined {
    const entry = this.#currentRelease?.snapshot.servers.get(name);
    if (!entry || entry.builtin) return undefined;
    const knownServer = this.#servers.get(name);
    if (knownServer) return knownServer.liveServer;
    const updatable = createLiveServer('', entry.resolvedServer);
    // Media come from the release that is current when they are read.
    const ownServer = () => {
      if (!this.#currentRelease) throw new Error('Nothing is published.');
      return this.#currentRelease.library.server(name);
    };
    const newServed: Omit<ServedServer, 'liveServer'> = {
      updatable,
      listeners: new Set(),
      mediaListeners: new Set(),
      announcedServer: entry.resolvedServer,
    };
    const liveServer: LiveServer = {
      ...updatable,
      announced: () => newServed.announcedServer,
      subscribe: (listener) => addTo(newServed.listeners, listener),
      subscribeToMedia: (listener) => addTo(newServed.mediaListeners, listener),
      readMedia: async (file) => ownServer().readMedia(file),
      listFiles: async (glob, limit) => ownServer().listFiles(glob, limit),
    };
    this.#servers.set(name, Object.assign(newServed, { liveServer }));
    return liveServer;
  }

  /** The names of the workspace's own servers. */
  names(): readonly string[] {
    return [...(this.#currentRelease?.snapshot.servers ?? [])].flatMap(([name, { builtin }]) =>
      builtin ? [] : [name],
    );
  }

  /** Calls `listener` when a release becomes current. */
  subscribe(listener: (release: Release, before: Release | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Calls `listener` when clients are notified of a change.
   * @param listener receives false if clients will be notified of the same change again
   */
  subscribeToAnnouncements(listener: (isLast: boolean) => void): () => void {
    this.#announcementListeners.add(listener);
    return () => this.#announcementListeners.delete(listener);
  }

  /** Makes a release current for all servers. `announce` notifies their clients. */
  publish(release: Release): void {
    const before = this.#currentRelease;
    if (before === release) return;
    this.#currentRelease = release;
    this.#formerReleases.delete(release);
    // Clients may have read lists that no notice announced.
    if (before && before.commit !== this.#announcedCommit)
      for (const entry of this.#servers.values())
        if (entry.updatable.current() !== entry.announcedServer) entry.announcedServer = undefined;
    this.#servedSince = Date.now();
    for (const listener of this.#listeners) listener(release, before);
    // Creates each server before its first request, so that its announced state is known.
    for (const name of this.names()) this.server(name);
    for (const [name, { updatable }] of this.#servers) {
      const entry = release.snapshot.servers.get(name);
      updatable.update(entry && !entry.builtin ? entry.resolvedServer : undefined);
    }
    if (before) this.#retire(before);
  }

  /**
   * Notifies clients of what has changed since the last announcement.
   * @param isLast false if a replica is behind, so that clients must be notified again
   */
  announce(isLast = true): void {
    for (const listener of this.#announcementListeners) listener(isLast);
    if (isLast) this.#announcedCommit = this.#currentRelease?.commit;
    for (const entry of this.#servers.values()) {
      for (const listener of [...entry.listeners, ...entry.mediaListeners]) listener();
      if (isLast) entry.announcedServer = entry.updatable.current();
    }
  }

  /** Makes clients read their lists again: one may have read an older list at a replica that was behind. */
  announceAgain(): void {
    for (const entry of this.#servers.values()) entry.announcedServer = undefined;
    this.announce();
  }

  async close(): Promise<void> {
    const open = [
      ...this.#retiredReleases.keys(),
      ...this.#formerReleases,
      ...(this.#currentRelease ? [this.#currentRelease] : []),
    ];
    for (const timer of this.#retiredReleases.values()) clearTimeout(timer);
    this.#retiredReleases.clear();
    this.#formerReleases.clear();
    await Promise.all(open.map((release) => release.close()));
  }

  #retire(release: Release): void {
    this.#formerReleases.add(release);
    const [oldestRelease] = this.#formerReleases;
    if (this.#formerReleases.size <= maxFormer || !oldestRelease) return;
    this.#formerReleases.delete(oldestRelease);
    const timer = setTimeout(() => {
      this.#retiredReleases.delete(oldestRelease);
      inBackground(oldestRelease.close(), this.#onError);
    }, graceMs).unref();
    this.#retiredReleases.set(oldestRelease, timer);
  }
}

function addTo(listeners: Set<() => void>, listener: () => void): () => void {
  const ownListener = () => listener();
  listeners.add(ownListener);
  return () => listeners.delete(ownListener);
}
