/**
 * The ranking: what the words of a query are worth to passages (BM25F, of which all but the idf was made when the index
 * was built: `impacts.ts`), and for the best passages how near these words stand to each other. Of each page the best
 * passage counts.
 */
import { BestPassages } from './best-passages.ts';
import type { IndexData } from './container.ts';
import { before, impactUnit } from './index-data.ts';
import type { Alternative, Concept } from './meanings.ts';
import { Nearness } from './nearness.ts';
import { nearnessDepth } from './weights.ts';

/** Scores queries over one index. Its arrays are made once and used again for every query. */
export class Scorer {
  /** What was found. The next query overwrites it. */
  readonly best = new BestPassages();
  /** For each passage what the words of the query are worth to it. The next query overwrites it. */
  readonly fromWords: Float64Array;
  readonly #data: IndexData;
  readonly #nearness: Nearness;
  /** For each passage 1 + the concept that was last worth something to it, 0 for none. */
  readonly #creditedBy: Uint8Array;
  /** What that concept was worth to it. */
  readonly #credit: Float64Array;

  constructor(data: IndexData) {
    const passages = data.passagePages.length;
    this.#data = data;
    this.#nearness = new Nearness(data);
    this.fromWords = new Float64Array(passages);
    this.#credit = new Float64Array(passages);
    this.#creditedBy = new Uint8Array(passages);
  }

  /** Finds the best passage of each page that has anything of the query, in `best`: at most `limit`. */
  score(concepts: readonly Concept[], limit: number): void {
    this.fromWords.fill(0);
    this.#creditedBy.fill(0);
    for (let concept = 0; concept < concepts.length; concept++) {
      const { alternatives } = concepts[concept] as Concept;
      for (let each = 0; each < alternatives.length; each++) {
        const alternative = alternatives[each] as Alternative;
        if (each === 0) this.#addFirst(alternative, concept + 1);
        else this.#addBetter(alternative, concept + 1);
      }
    }
    this.#takeBest(limit);
    // One concept has no other to be near to.
    if (concepts.length > 1) this.#addNearness(concepts);
  }

  /**
   * Credits passages with the first alternative of a concept, before which it has given them nothing.
   * @param mark 1 + the concept
   */
  #addFirst({ term, worth }: Alternative, mark: number): void {
    const { postingEnds, postingPassages, postingImpacts } = this.#data;
    const sums = this.fromWords;
    const credit = this.#credit;
    const creditedBy = this.#creditedBy;
    const unit = worth * impactUnit;
    const end = postingEnds[term] as number;
    for (let at = before(postingEnds, term); at < end; at++) {
      const passage = postingPassages[at] as number;
      const value = unit * (postingImpacts[at] as number);
      sums[passage] = (sums[passage] as number) + value;
      credit[passage] = value;
      creditedBy[passage] = mark;
    }
  }

  /** Credits passages with another alternative where it is worth more to them than those before. */
  #addBetter({ term, worth }: Alternative, mark: number): void {
    const { postingEnds, postingPassages, postingImpacts } = this.#data;
    const sums = this.fromWords;
    const credit = this.#credit;
    const creditedBy = this.#creditedBy;
    const unit = worth * impactUnit;
    const end = postingEnds[term] as number;
    for (let at = before(postingEnds, term); at < end; at++) {
      const passage = postingPassages[at] as number;
      const value = unit * (postingImpacts[at] as number);
      const known = creditedBy[passage] === mark ? (credit[passage] as number) : 0;
      if (value <= known) continue;
      sums[passage] = (sums[passage] as number) + value - known;
      credit[passage] = value;
      creditedBy[passage] = mark;
    }
  }

  #takeBest(limit: number): void {
    const { passagePages, pagePassageEnds } = this.#data;
    const sums = this.fromWords;
    const best = this.best;
    best.clear(limit);
    let toBeat = 0;
    for (let passage = 0; passage < sums.length; passage++) {
      if ((sums[passage] as number) <= toBeat) continue;
      // What stands before it on its page is worth less.
      const last = (pagePassageEnds[passagePages[passage] as number] as number) - 1;
      let most = passage;
      while (passage < last) if ((sums[++passage] as number) > (sums[most] as number)) most = passage;
      toBeat = best.add(most, sums[most] as number);
    }
  }

  #addNearness(concepts: readonly Concept[]): void {
    const { passages, scores, count } = this.best;
    const fromWords = this.fromWords;
    const credit = this.#credit;
    this.#nearness.lookFor(concepts);
    for (let place = 0; place < Math.min(count, nearnessDepth); place++) {
      const passage = passages[place] as number;
      // Where one concept has given all, no two are near each other.
      if (fromWords[passage] === credit[passage]) continue;
      this.best.raise(place, (scores[place] as number) + this.#nearness.of(passage));
    }
  }
}
