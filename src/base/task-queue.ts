/** Runs tasks one after another: each begins when the previous one has ended, whether it succeeded or not. */
export class TaskQueue {
  #lastTask: Promise<void> = Promise.resolve();

  /** Resolves when all tasks so far have ended. */
  get ended(): Promise<void> {
    return this.#lastTask;
  }

  run<T>(task: () => T | Promise<T>): Promise<T> {
    const result = this.#lastTask.then(task);
    this.#lastTask = settle(result);
    return result;
  }
}

/** A `TaskQueue` for each key, kept while it has tasks. */
export class TaskQueues<Key> {
  readonly #lastTasks = new Map<Key, Promise<void>>();

  /** Resolves when all tasks so far, of every key, have ended. */
  get ended(): Promise<void> {
    return Promise.all(this.#lastTasks.values()).then(() => undefined);
  }

  hasTasks(key: Key): boolean {
    return this.#lastTasks.has(key);
  }

  run<T>(key: Key, task: () => T | Promise<T>): Promise<T> {
    const result = (this.#lastTasks.get(key) ?? Promise.resolve()).then(task);
    const lastTask = settle(result).then(() => {
      if (this.#lastTasks.get(key) === lastTask) this.#lastTasks.delete(key);
    });
    this.#lastTasks.set(key, lastTask);
    return result;
  }
}

function settle(result: Promise<unknown>): Promise<void> {
  return result.then(
    () => undefined,
    () => undefined,
  );
}
