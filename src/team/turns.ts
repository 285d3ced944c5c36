/** Steps of which each begins when the one before it has ended, whether it succeeded or not. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when all steps so far have ended. */
  get ended(): Promise<void> {
    return this.#last;
  }

  run<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#last.then(step);
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
