/** The best passages so far, best first; of equal scores, the one that comes first in the index. */
export class BestPassages {
  count = 0;
  /** The first `count` entries are valid. */
  passages = new Uint32Array(0);
  scores = new Float64Array(0);
  #limit = 0;

  /** Whether the limit is reached: there may be more passages. */
  get isFull(): boolean {
    return this.count === this.#limit;
  }

  /** Empties the list and sets its limit. */
  clear(limit: number): void {
    if (limit > this.scores.length) {
      this.passages = new Uint32Array(limit);
      this.scores = new Float64Array(limit);
    }
    this.#limit = limit;
    this.count = 0;
  }

  /**
   * Adds a passage. Call it in the order of the index.
   * @param score more than the last call returned
   * @returns the score that the next passage must exceed
   */
  add(passage: number, score: number): number {
    if (this.count < this.#limit) this.count++;
    const last = this.count - 1;
    this.#put(last, passage, score);
    return this.count < this.#limit ? 0 : (this.scores[last] as number);
  }

  /** Raises the score of the passage at a place. */
  raise(place: number, score: number): void {
    this.#put(place, this.passages[place] as number, score);
  }

  /** Inserts a passage at or before a place, whose entry is overwritten. */
  #put(from: number, passage: number, score: number): void {
    const { passages, scores } = this;
    let place = from;
    for (; place > 0; place--) {
      const otherScore = scores[place - 1] as number;
      if (otherScore > score || (otherScore === score && (passages[place - 1] as number) < passage)) break;
      scores[place] = otherScore;
      passages[place] = passages[place - 1] as number;
    }
    scores[place] = score;
    passages[place] = passage;
  }
}
