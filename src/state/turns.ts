/**
 * Spreads work over turns of the event loop, so that other work runs between two pieces.
 */
export class Turns {
  readonly #waitingCallers: (() => void)[] = [];
  #isTaken = false;

  /** Resolves when the caller may run one short piece. Returns undefined when it may run at once. */
  take(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#waitingCallers.push(resolve));
    this.#isTaken = true;
    setImmediate(this.#startNext);
    return undefined;
  }

  #startNext = (): void => {
    const start = this.#waitingCallers.shift();
    if (!start) {
      this.#isTaken = false;
      return;
    }
    // Scheduled first, so that the next piece waits for the next turn.
    setImmediate(this.#startNext);
    start();
  };
}
