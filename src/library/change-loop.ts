/** From single reports of change to one state for many of them. */

/** Milliseconds without a further change after which a burst is over. */
const quiet = 50;

/** Milliseconds after which a change is told even though others keep coming. */
const patience = 1_000;

/** Milliseconds to gather reports before the first of them is looked at. */
const gathering = 15;

export interface ChangeLoopOptions {
  /**
   * Reads again what may have changed: these workspace-relative paths, or everything. Runs while a burst still comes in.
   * @returns whether anything did change
   */
  refresh(changes: ReadonlySet<string> | 'everything'): Promise<boolean>;
  /** Makes the changes so far known, as one state. */
  publish(): void;
  onError(error: unknown): void;
}

export interface ChangeLoop {
  /** Something may have changed: a path, or anything. */
  touch(file: string | 'everything'): void;
  /** Reads again and makes known at once. */
  flush(changes: ReadonlySet<string> | 'everything'): Promise<void>;
  /** Stops, after what is under way. */
  close(): Promise<void>;
}

/** Gathers what is touched, reads it again soon, and publishes once when it has been quiet, or after a second. */
export function startChangeLoop({ refresh, publish, onError }: ChangeLoopOptions): ChangeLoop {
  let touched = new Set<string>();
  let isEverythingTouched = false;
  let lastTouch = 0;
  let unpublishedSince: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<void> = Promise.resolve();
  let isClosed = false;

  function schedule(milliseconds: number): void {
    if (!isClosed) timer ??= setTimeout(turn, milliseconds).unref();
  }

  /** Turns follow one another, so that `refresh` and `publish` never meet themselves. */
  function enqueue<T>(step: () => Promise<T>): Promise<T> {
    const result = queue.then(step);
    queue = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  function turn(): void {
    timer = undefined;
    enqueue(async () => {
      await readTouched();
      if (touched.size > 0 || isEverythingTouched) return schedule(0);
      if (unpublishedSince === undefined) return;
      const now = performance.now();
      const wait = Math.min(lastTouch + quiet, unpublishedSince + patience) - now;
      if (wait > 0) schedule(wait);
      else publishNow();
    }).catch(onError);
  }

  async function readTouched(): Promise<void> {
    if (touched.size === 0 && !isEverythingTouched) return;
    const changes = isEverythingTouched ? 'everything' : touched;
    touched = new Set();
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
      else touched.add(file);
      lastTouch = performance.now();
      schedule(gathering);
    },
    flush: (changes) =>
      enqueue(async () => {
        await readTouched();
        await read(changes);
        if (unpublishedSince !== undefined) publishNow();
      }),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await queue;
    },
  };
}
