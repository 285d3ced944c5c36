/** Runs tasks one after another: each begins when the previous one has ended, whether it succeeded or not. */
export class TaskQueue {
  #lastTask: Promise<void> = Promise.resolve();

  /** Resolves when all tasks so far have ended. */
  get ended(): Promise<void> {
    return this.#lastTask;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#lastTask.then(task);
    this.#lastTask = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
