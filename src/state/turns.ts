/**
 * Turns of the event loop, for work that would keep it busy if many pieces of it ran in one turn: between two pieces
 * everything else that is due runs.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** Resolves when the caller may run one short piece: at once, or after one turn for each piece before it. */
  take(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    setImmediate(this.#next);
    return undefined;
  }

  #next = (): void => {
    const start = this.#waiting.shift();
    if (!start) {
      this.#isTaken = false;
      return;
    }
    // Before it runs, so that the piece after it waits for the next turn.
    setImmediate(this.#next);
    start();
  };
}
