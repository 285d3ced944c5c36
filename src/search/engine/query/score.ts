/**
 * Ranking: BM25F over passages, plus the nearness of the query words for the best ones. Everything but the idf is
 * precomputed when the index is built (`impacts.ts`). Each page is represented by its best passage.
 */

import type { IndexData } from '../index/container.ts';
import { impactUnit, startOf } from '../index/index-data.ts';
import { BestPassages } from './best-passages.ts';
import type { Alternative, Concept } from './meanings.ts';
import { Nearness } from './nearness.ts';
import { nearnessDepth } from './weights.ts';

/** Scores queries against one index. Its arrays are reused for every query. */
export class Scorer {
  /** The result. The next query overwrites it. */
  readonly best = new BestPassages();
  /** BM25F score of each passage. The next query overwrites it. */
  readonly termScores: Float64Array;
  readonly #data: IndexData;
  readonly #nearness: Nearness;
  /** For each passage, 1 + the concept that last added to its score; 0 for none. */
  readonly #creditedBy: Uint8Array;
  /** What that concept added. */
  readonly #credit: Float64Array;

  constructor(data: IndexData) {
    const passages = data.passagePages.length;
    this.#data = data;
    this.#nearness = new Nearness(data);
    this.termScores = new Float64Array(passages);
    this.#credit = new Float64Array(passages);
    this.#creditedBy = new Uint8Array(passages);
  }

  /** Puts the best passages into `best`: at most `limit`, one for each page. */
  score(concepts: readonly Concept[], limit: number): void {
    this.termScores.fill(0);
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
    // Nearness needs two concepts.
    if (concepts.length > 1) this.#addNearness(concepts);
  }

  /**
   * Adds the scores of the first alternative of a concept.
   * @param mark 1 + the concept
   */
  #addFirst({ term, weight }: Alternative, mark: number): void {
    const { postingEnds, postingPassages, postingImpacts } = this.#data;
    const sums = this.termScores;
    const credit = this.#credit;
    const creditedBy = this.#creditedBy;
    const unit = weight * impactUnit;
    const end = postingEnds[term] as number;
    for (let at = startOf(postingEnds, term); at < end; at++) {
      const passage = postingPassages[at] as number;
      const value = unit * (postingImpacts[at] as number);
      sums[passage] = (sums[passage] as number) + value;
      credit[passage] = value;
      creditedBy[passage] = mark;
    }
  }

  /** Adds another alternative where it scores higher than the earlier ones of its concept. */
  #addBetter({ term, weight }: Alternative, mark: number): void {
    const { postingEnds, postingPassages, postingImpacts } = this.#data;
    const sums = this.termScores;
    const credit = this.#credit;
    const creditedBy = this.#creditedBy;
    const unit = weight * impactUnit;
    const end = postingEnds[term] as number;
    for (let at = startOf(postingEnds, term); at < end; at++) {
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
    const sums = this.termScores;
    const best = this.best;
    best.clear(limit);
    let threshold = 0;
    for (let passage = 0; passage < sums.length; passage++) {
      if ((sums[passage] as number) <= threshold) continue;
      // Earlier passages of its page scored no higher.
      const last = (pagePassageEnds[passagePages[passage] as number] as number) - 1;
      let most = passage;
      while (passage < last) if ((sums[++passage] as number) > (sums[most] as number)) most = passage;
      threshold = best.add(most, sums[most] as number);
    }
  }

  #addNearness(concepts: readonly Concept[]): void {
    const { passages, scores, count } = this.best;
    const termScores = this.termScores;
    const credit = this.#credit;
    this.#nearness.setQuery(concepts);
    for (let place = 0; place < Math.min(count, nearnessDepth); place++) {
      const passage = passages[place] as number;
      // Only one concept matched.
      if (termScores[passage] === credit[passage]) continue;
      this.best.raise(place, (scores[place] as number) + this.#nearness.of(passage));
    }
  }
}
