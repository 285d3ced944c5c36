/** Follows a repository: fetches it, publishes new commits, and serves what is published. */
import { sentence, WorkbenchError } from '../base/errors.ts';
import { inBackground } from '../base/in-background.ts';
import { TaskQueue } from '../base/task-queue.ts';
import type { LogLevel } from '../mcp/server/services.ts';
import { type Publication, type PublishedStore, refusalOf } from './publication.ts';
import { type Release, readRelease } from './release/release.ts';
import type { Releases } from './release/releases.ts';
import type { Mirror } from './repository/mirror.ts';

/** How often a replica compares with what is published: a notice may be lost. */
const compareMs = 5_000;

/** How often a replica reports that it is alive. */
const reportMs = 2_000;

/**
 * Clients are notified of a change when all replicas serve it: a client that reads a list at a replica that is behind would
 * keep the older list. A replica that misses the notice needs some seconds; clients wait no longer than this.
 */
const announceMs = 8_000;
const checkIntervalMs = 100;
/** After `announceMs`, how often to check whether a replica that is still behind has caught up. */
const lateCheckMs = 1_000;

export interface FollowerOptions {
  readonly mirror: Mirror;
  readonly store: PublishedStore;
  readonly releases: Releases;
  /** Where the files of commits go. */
  readonly folder: string;
  readonly refusesErrors: boolean;
  /** Milliseconds between two fetches. */
  readonly pollMs: number;
  /** The name of this replica, for the record of what was published. */
  readonly replica: string;
  readonly log: (level: LogLevel, message: string) => void;
  /** Reads a commit; by default, `readRelease`. */
  readonly readCommit?: typeof readRelease;
}

export interface FollowerState {
  /** When the repository was fetched last, in milliseconds since the epoch. */
  readonly fetchedAt?: number;
  /** Why the last fetch failed. */
  readonly fetchFailure?: string;
  /** Why the published commit is not served, or not known. */
  readonly failure?: string;
  readonly published?: Publication;
}

export class Follower {
  readonly #options: FollowerOptions;
  #state: FollowerState = {};
  /** A release that was read, and is not served yet. */
  #candidate: Release | undefined;
  /** Fetches wait for the repository, so nothing else waits for them: an older commit that is published is served at once. */
  readonly #fetches = new TaskQueue();
  readonly #publications = new TaskQueue();
  readonly #queuedTasks = new Map<'fetch' | 'compare', Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #unsubscribe: (() => void) | undefined;
  /** Resolves when clients have been notified of what is served. */
  #announcement: Promise<void> | undefined;
  /** `lastChange` of the commit that was announced, when it was. */
  #changeAtAnnouncement = 0;
  #isClosed = false;
  #lastLog = '';

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  get state(): FollowerState {
    return this.#state;
  }

  /** Starts following. Resolves after the first attempt, whether it succeeded or not. */
  async start(): Promise<void> {
    const { store, pollMs } = this.#options;
    this.#unsubscribe = store.subscribe(() => inBackground(this.compare()));
    await this.fetch();
    await this.#announcement;
    this.#repeat(compareMs, () => (this.#state.published ? this.compare() : this.fetch()));
    this.#repeat(pollMs, () => this.fetch());
    this.#repeat(reportMs, () => this.#report());
  }

  /** Fetches, publishes a new commit, and serves what is published. Never rejects. */
  fetch(): Promise<void> {
    return this.#next('fetch', this.#fetches, async () => {
      await this.#publishNew();
      await this.#publications.run(() => this.#follow());
    });
  }

  /** Serves what is published. Never rejects. */
  compare(): Promise<void> {
    return this.#next('compare', this.#publications, () => this.#follow());
  }

  /**
   * Publishes a commit that is not the tip, and serves it.
   * @param commit a full id, the start of one, a branch or a tag
   * @returns its full id @throws WorkbenchError `not-found`, `unavailable`
   */
  async publish(commit: string, by: string): Promise<string> {
    const { mirror, store, log } = this.#options;
    const id = await mirror.resolve(commit).catch(async () => {
      await mirror.fetch();
      return mirror.resolve(commit);
    });
    await store.publish(id, by);
    log('info', `${by} published commit ${id}.`);
    await this.compare();
    return id;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe?.();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#options.mirror.close();
    await this.#fetches.ended;
    await this.#publications.ended;
    await this.#options.store.leave(this.#options.replica).catch(() => undefined);
    await this.#candidate?.close();
  }

  /** Replicas that started together do not stay together. */
  #repeat(everyMs: number, step: () => Promise<void>): void {
    if (this.#isClosed) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        inBackground(step().then(() => this.#repeat(everyMs, step)));
      },
      everyMs * (0.8 + Math.random() * 0.4),
    ).unref();
    this.#timers.add(timer);
  }

  /** Runs a step in its turn. Requests for a step that is already waiting share it: one push may send many webhooks. */
  #next(name: 'fetch' | 'compare', queue: TaskQueue, step: () => Promise<void>): Promise<void> {
    const wait = this.#queuedTasks.get(name);
    if (wait) return wait;
    const run = queue.run(async () => {
      this.#queuedTasks.delete(name);
      if (this.#isClosed) return;
      try {
        await step();
        this.#change({ failure: undefined });
      } catch (error) {
        this.#change({ failure: sentence(error) });
        this.#logOnce(sentence(error), error instanceof WorkbenchError ? 'warning' : 'error');
      }
    });
    this.#queuedTasks.set(name, run);
    return run;
  }

  async #publishNew(): Promise<void> {
    for (;;) {
      // Read before the fetch: the tip of another replica, which it fetched earlier, is then never older than ours.
      const before = await this.#options.store.read();
      const tip = await this.#fetchTip();
      if (tip === undefined || tip === before?.tip) return;
      if (await this.#publications.run(() => this.#publishTip(before?.tip, tip))) return;
    }
  }

  /** @returns false if another replica was first */
  async #publishTip(expectedTip: string | undefined, tip: string): Promise<boolean> {
    const { store, refusesErrors, replica, log } = this.#options;
    const refusal = refusalOf(await this.#read(tip), refusesErrors);
    if (refusal !== undefined) log('error', refusal);
    // Meanwhile, an older commit may have been published; it stays if the tip is refused.
    const before = await store.read();
    if (before?.tip !== expectedTip) return false;
    // Without a commit before it, a refused one is not published: another replica may see a better one first.
    if (refusal !== undefined && before === undefined) throw new WorkbenchError('failed', refusal);
    const commit = refusal === undefined || before === undefined ? tip : before.commit;
    const next = { tip, commit, ...(refusal !== undefined && { refusal }) };
    if (!(await store.replace(expectedTip, next, replica))) return false;
    if (refusal === undefined) log('info', `Published commit ${tip}.`);
    return true;
  }

  async #fetchTip(): Promise<string | undefined> {
    try {
      const tip = await this.#options.mirror.fetch();
      this.#change({ fetchedAt: Date.now(), fetchFailure: undefined });
      return tip;
    } catch (error) {
      if (this.#isClosed) return undefined;
      this.#change({ fetchFailure: sentence(error) });
      this.#logOnce(sentence(error), 'warning');
      return undefined;
    }
  }

  async #follow(): Promise<void> {
    const { mirror, releases, log } = this.#options;
    for (;;) {
      const publishedCommit = await this.#readPublished();
      this.#change({ published: publishedCommit });
      if (releases.current?.commit === publishedCommit.commit) return;
      if (!releases.find(publishedCommit.commit)) await mirror.ensure(publishedCommit.commit);
      const release = await this.#read(publishedCommit.commit);
      if (!(await this.#isStillPublished(publishedCommit.commit))) continue;
      if (this.#candidate === release) this.#candidate = undefined;
      releases.publish(release);
      this.#announcement = this.#announce(release.commit);
      inBackground(this.#announcement);
      const { errors, warnings } = release;
      log('info', `Serves commit ${release.commit} with ${errors.length} errors and ${warnings.length} warnings.`);
      return;
    }
  }

  async #readPublished(): Promise<Publication> {
    const publishedCommit = await this.#options.store.read();
    if (publishedCommit) return publishedCommit;
    throw new WorkbenchError('unavailable', this.#state.fetchFailure ?? 'No commit is published yet.');
  }

  /**
   * Checks again before a commit is served. A replica that starts first reports what it is about to serve: then either the
   * others wait for it, or this check finds what they have published in the meantime.
   */
  async #isStillPublished(commit: string): Promise<boolean> {
    const { store, releases, replica } = this.#options;
    if (!releases.current) await store.reportCommit(replica, commit, false);
    return (await store.read())?.commit === commit;
  }

  /** Without the database, there is no other replica to wait for. */
  async #announce(commit: string): Promise<void> {
    const { store, releases, replica } = this.#options;
    const isServedByAll = await store
      .reportCommit(replica, commit, releases.announced !== undefined)
      .then(() => this.#waitForAll(commit, checkIntervalMs, announceMs))
      .catch((error: unknown) => {
        this.#logOnce(sentence(error), 'warning');
        return true;
      });
    const isFirst = releases.announced === undefined;
    // From here on, a replica that changes to this commit was behind when clients were notified of it.
    const lastChange = await store.lastChange(commit).catch(() => 0);
    // A later commit announces what this one has changed, too.
    if (!isFirst && releases.current?.commit !== commit) return;
    this.#changeAtAnnouncement = lastChange;
    releases.announce(isServedByAll || isFirst);
    // A client that now reads a list at the replica that is behind is notified again once that replica has the change.
    if (!isServedByAll && !isFirst) inBackground(this.#announceAgain(commit));
  }

  async #announceAgain(commit: string): Promise<void> {
    await this.#waitForAll(commit, lateCheckMs, Number.POSITIVE_INFINITY).catch(() => undefined);
    if (!this.#isClosed && this.#options.releases.current?.commit === commit) this.#options.releases.announce();
  }

  /** Ends early when another commit is served. @returns whether all replicas serve the commit */
  async #waitForAll(commit: string, everyMs: number, timeoutMs: number): Promise<boolean> {
    const { store, releases } = this.#options;
    const deadline = performance.now() + timeoutMs;
    while (!(await store.isServedByAll(commit))) {
      if (performance.now() > deadline || this.#isClosed) return false;
      if (releases.announced !== undefined && releases.current?.commit !== commit) return false;
      await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
    }
    return true;
  }

  /** Reports that this replica is alive, and finds replicas that counted as ended while they still served older lists. */
  async #report(): Promise<void> {
    const { store, releases, replica } = this.#options;
    const { current } = releases;
    if (!current) return;
    try {
      await store.reportCommit(replica, current.commit, releases.announced !== undefined);
      const lastChange = await store.lastChange(current.commit);
      if (releases.announced !== current.commit || releases.current !== current) return;
      if (lastChange <= this.#changeAtAnnouncement) return;
      this.#changeAtAnnouncement = lastChange;
      releases.announceAgain();
    } catch {
      // The next report tries again.
    }
  }

  /** Reads the release of a commit, once. */
  async #read(commit: string): Promise<Release> {
    const { mirror, releases, folder, readCommit = readRelease } = this.#options;
    const knownRelease = releases.find(commit);
    if (knownRelease) return knownRelease;
    if (this.#candidate?.commit === commit) return this.#candidate;
    await this.#candidate?.close();
    this.#candidate = undefined;
    this.#candidate = await readCommit(mirror, commit, folder, releases.current);
    return this.#candidate;
  }

  #change(change: { [K in keyof FollowerState]?: FollowerState[K] | undefined }): void {
    const next = { ...this.#state, ...change };
    this.#state = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
  }

  /** Logs a failure that lasts only once. */
  #logOnce(line: string, level: LogLevel): void {
    if (line !== this.#lastLog) this.#options.log(level, line);
    this.#lastLog = line;
  }
}
