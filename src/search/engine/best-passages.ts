/** The best passages met so far, best first; of equals the one that comes first in the index. */
export class BestPassages {
  count = 0;
  /** The first `count` say something. */
  passages = new Uint32Array(0);
  scores = new Float64Array(0);
  #limit = 0;

  /** Whether there are as many as are kept: there may be more. */
  get isFull(): boolean {
    return this.count === this.#limit;
  }

  /** Forgets all. From now on at most `limit` are kept. */
  clear(limit: number): void {
    if (limit > this.scores.length) {
      this.passages = new Uint32Array(limit);
      this.scores = new Float64Array(limit);
    }
    this.#limit = limit;
    this.count = 0;
  }

  /**
   * Adds a passage that comes after all added before.
   * @param score more than the last call returned
   * @returns what the next one must have more than
   */
  add(passage: number, score: number): number {
    if (this.count < this.#limit) this.count++;
    const last = this.count - 1;
    this.#put(last, passage, score);
    return this.count < this.#limit ? 0 : (this.scores[last] as number);
  }

  /** Gives the passage at a place a higher score. */
  raise(place: number, score: number): void {
    this.#put(place, this.passages[place] as number, score);
  }

  /** Puts a passage among those before a place; the one at that place is overwritten. */
  #put(from: number, passage: number, score: number): void {
    const { passages, scores } = this;
    let place = from;
    for (; place > 0; place--) {
      const other = scores[place - 1] as number;
      if (other > score || (other === score && (passages[place - 1] as number) < passage)) break;
      scores[place] = other;
      passages[place] = passages[place - 1] as number;
    }
    scores[place] = score;
    passages[place] = passage;
  }
}
