/** The commit that is served now. A new one becomes current in one step, for all servers together. */
import { inBackground } from '../../base/in-background.ts';
import { createLiveServer, type UpdatableServer } from '../../library/live-server.ts';
import type { LiveServer } from '../../library/types.ts';
import type { Release } from './release.ts';

/** Calls that began with an earlier release may still read its files. */
const graceMs = 60_000;

interface Served {
  readonly updatable: UpdatableServer;
  readonly live: LiveServer;
}

export class Releases {
  #current: Release | undefined;
  #since = 0;
  readonly #servers = new Map<string, Served>();
  readonly #listeners = new Set<(release: Release, before: Release | undefined) => void>();
  readonly #former = new Map<Release, NodeJS.Timeout>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get current(): Release | undefined {
    return this.#current;
  }

  /** Milliseconds since the epoch. */
  get since(): number {
    return this.#since;
  }

  /** @returns the workspace's own server of this name: the same object as long as it exists */
  server(name: string): LiveServer | undefined {
    const entry = this.#current?.snapshot.servers.get(name);
    if (!entry || entry.builtin) return undefined;
    const known = this.#servers.get(name);
    if (known) return known.live;
    const updatable = createLiveServer('', entry.resolved);
    // Media come from the release that is current when they are read.
    const own = () => {
      if (!this.#current) throw new Error('Nothing is published.');
      return this.#current.library.server(name);
    };
    const live: LiveServer = {
      ...updatable,
      readMedia: async (file) => own().readMedia(file),
      listFiles: async (glob, limit) => own().listFiles(glob, limit),
    };
    this.#servers.set(name, { updatable, live });
    return live;
  }

  /** The names of the workspace's own servers. */
  names(): readonly string[] {
    return [...(this.#current?.snapshot.servers ?? [])].flatMap(([name, { builtin }]) => (builtin ? [] : [name]));
  }

  /** Calls `listener` before servers announce what has changed. */
  subscribe(listener: (release: Release, before: Release | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(release: Release): void {
    const before = this.#current;
    this.#current = release;
    this.#since = Date.now();
    for (const listener of this.#listeners) listener(release, before);
    for (const [name, { updatable }] of this.#servers) {
      const entry = release.snapshot.servers.get(name);
      updatable.update(entry && !entry.builtin ? entry.resolved : undefined);
      updatable.reportMedia();
    }
    if (before) this.#retire(before);
  }

  async close(): Promise<void> {
    const open = [...this.#former.keys(), ...(this.#current ? [this.#current] : [])];
    for (const timer of this.#former.values()) clearTimeout(timer);
    this.#former.clear();
    await Promise.all(open.map((release) => release.close()));
  }

  #retire(release: Release): void {
    const timer = setTimeout(() => {
      this.#former.delete(release);
      inBackground(release.close(), this.#onError);
    }, graceMs).unref();
    this.#former.set(release, timer);
  }
}
