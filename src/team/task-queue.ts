/** Runs tasks one after the other: each begins when the one before it has ended, whether it succeeded or not. */
export class TaskQueue {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when all tasks so far have ended. */
  get ended(): Promise<void> {
    return this.#last;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
