/** Combines bursts of change reports into single updates. */
import { TaskQueue } from '../base/task-queue.ts';

/** A burst is over after this long without a further change. */
const quietMs = 50;

/** A change is published after this long even if further changes keep coming. */
const maxDelayMs = 1_000;

/** How long to collect reports before the first refresh. */
const collectMs = 15;

export interface ChangeLoopOptions {
  /**
   * Reads these workspace-relative paths, or everything, again. It also runs during a burst.
   * @returns whether anything changed
   */
  refresh(changes: ReadonlySet<string> | 'everything'): Promise<boolean>;
  /** Publishes all changes so far as one state. */
  publish(): void;
  onError(error: unknown): void;
}

export interface ChangeLoop {
  /** Reports a possible change. */
  touch(file: string | 'everything'): void;
  /** Refreshes and publishes at once. */
  flush(changes: ReadonlySet<string> | 'everything'): Promise<void>;
  /** Stops after the current turn. */
  close(): Promise<void>;
}

/** Collects reports, refreshes soon, and publishes once after a quiet moment, or after a second at the latest. */
export function startChangeLoop({ refresh, publish, onError }: ChangeLoopOptions): ChangeLoop {
  let touchedPaths = new Set<string>();
  let isEverythingTouched = false;
  let lastTouch = 0;
  let unpublishedSince: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** `refresh` and `publish` never overlap. */
  const queue = new TaskQueue();
  let isClosed = false;

  function schedule(delayMs: number): void {
    if (!isClosed) timer ??= setTimeout(turn, delayMs).unref();
  }

  function turn(): void {
    timer = undefined;
    queue
      .run(async () => {
        await readTouched();
        if (touchedPaths.size > 0 || isEverythingTouched) return schedule(0);
        if (unpublishedSince === undefined) return;
        const now = performance.now();
        const waitMs = Math.min(lastTouch + quietMs, unpublishedSince + maxDelayMs) - now;
        if (waitMs > 0) schedule(waitMs);
        else publishNow();
      })
      .catch(onError);
  }

  async function readTouched(): Promise<void> {
    if (touchedPaths.size === 0 && !isEverythingTouched) return;
    const changes = isEverythingTouched ? 'everything' : touchedPaths;
    touchedPaths = new Set();
    isEverythingTouched = false;
    await read(changes);
  }

  async function read(changes: ReadonlySet<string> | 'everything'): Promise<void> {
    if (await refresh(changes)) unpublishedSince ??= performance.now();
  }

  function publishNow(): void {
    unpublishedSince = undefined;
    publish();
  }

  return {
    touch(file) {
      if (file === 'everything') isEverythingTouched = true;
      else touchedPaths.add(file);
      lastTouch = performance.now();
      schedule(collectMs);
    },
    flush: (changes) =>
      queue.run(async () => {
        await readTouched();
        await read(changes);
        if (unpublishedSince !== undefined) publishNow();
      }),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await queue.ended;
    },
  };
}
