/**
 * Ranking: BM25F over passages, plus the nearness of the query words for the best ones. Everything but the idf is
 * precomputed when the index is built (`../index/impacts.ts`). Each page is represented by its best passage.
 */

import type { IndexData } from '../index/container.ts';
import { impactUnit, startOf } from '../index/index-data.ts';
import { type Alternative, isWritten } from './alternatives.ts';
import { BestPassages } from './best-passages.ts';
import type { Concept } from './concepts.ts';
import { Nearness } from './nearness.ts';
import { nearnessDepth } from './weights.ts';

/** Scores queries against one index. Its arrays are reused for every query. */
export class Scorer {
  /** The result. The next query overwrites it. */
  readonly bestPassages = new BestPassages();
  /** BM25F score of each passage. The next query overwrites it. */
  readonly termScores: Float64Array;
  readonly #data: IndexData;
  readonly #nearness: Nearness;
  #conceptCount = 0;
  /** For each passage, 1 + the concept that last added to its score; 0 for none. */
  readonly #creditedBy: Uint8Array;
  /** What that concept added. */
  readonly #credit: Float64Array;
  /** For each passage, 1 if it has a word that the person wrote, 0 if it has only guesses. */
  readonly #hasWritten: Uint8Array;

  constructor(data: IndexData) {
    const passages = data.passagePages.length;
    this.#data = data;
    this.#nearness = new Nearness(data);
    this.termScores = new Float64Array(passages);
    this.#credit = new Float64Array(passages);
    this.#creditedBy = new Uint8Array(passages);
    this.#hasWritten = new Uint8Array(passages);
  }

  /** Puts the best passages into `best`: at most `limit`, one for each page. */
  score(concepts: readonly Concept[], limit: number): void {
    this.termScores.fill(0);
    this.#creditedBy.fill(0);
    this.#hasWritten.fill(0);
    let minWrittenScore = 0;
    for (let concept = 0; concept < concepts.length; concept++) {
      const { alternatives, minScore: minConceptScore, isTranslation } = concepts[concept] as Concept;
      if (minConceptScore !== Number.POSITIVE_INFINITY) minWrittenScore += minConceptScore;
      for (let index = 0; index < alternatives.length; index++) {
        const alternative = alternatives[index] as Alternative;
        const writtenFlag = isTranslation || isWritten(alternative) ? 1 : 0;
        if (index === 0) this.#addFirst(alternative, concept + 1, writtenFlag);
        else
          this.#addBetter(
            alternative,
            concept + 1,
            writtenFlag,
            writtenFlag === 1 ? Number.POSITIVE_INFINITY : minConceptScore,
          );
      }
    }
    this.#takeBest(limit, minWrittenScore);
    this.#conceptCount = concepts.length;
    // Nearness needs two concepts.
    if (concepts.length > 1) this.#addNearness(concepts, minWrittenScore);
  }

  /** How near the words of the last query are in a passage; 0 for a query of one concept. */
  nearnessOf(passage: number): number {
    return this.#conceptCount > 1 ? this.#nearness.of(passage) : 0;
  }

  /**
   * Adds the scores of the first alternative of a concept.
   * @param mark 1 + the concept
   * @param writtenBit 1 if the person wrote it, 0 if it is a guess
   */
  #addFirst({ term, weight }: Alternative, mark: number, writtenBit: 0 | 1): void {
    const hasWritten = this.#hasWritten;
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
      hasWritten[passage] = (hasWritten[passage] as number) | writtenBit;
    }
  }

  /**
   * Adds another alternative where it scores higher than the earlier ones of its concept.
   * @param maxValue maximum that it adds
   */
  #addBetter({ term, weight }: Alternative, mark: number, writtenBit: 0 | 1, maxValue: number): void {
    const hasWritten = this.#hasWritten;
    const { postingEnds, postingPassages, postingImpacts } = this.#data;
    const sums = this.termScores;
    const credit = this.#credit;
    const creditedBy = this.#creditedBy;
    const unit = weight * impactUnit;
    const end = postingEnds[term] as number;
    for (let at = startOf(postingEnds, term); at < end; at++) {
      const passage = postingPassages[at] as number;
      const value = Math.min(maxValue, unit * (postingImpacts[at] as number));
      hasWritten[passage] = (hasWritten[passage] as number) | writtenBit;
      const formerCredit = creditedBy[passage] === mark ? (credit[passage] as number) : 0;
      if (value <= formerCredit) continue;
      sums[passage] = (sums[passage] as number) + value - formerCredit;
      credit[passage] = value;
      creditedBy[passage] = mark;
    }
  }

  /** @param minWrittenScore minimum of a passage with every word that the person wrote; 0 if the index has none of them */
  #takeBest(limit: number, minWrittenScore: number): void {
    const { passagePages, pagePassageEnds } = this.#data;
    const sums = this.termScores;
    const bestPassages = this.bestPassages;
    bestPassages.clear(limit);
    let threshold = 0;
    const count = sums.length;
    for (let passage = 0; passage < count; passage++) {
      // Most passages of a large index score nothing.
      while (
        passage + 4 < count &&
        (sums[passage] as number) <= threshold &&
        (sums[passage + 1] as number) <= threshold &&
        (sums[passage + 2] as number) <= threshold &&
        (sums[passage + 3] as number) <= threshold
      )
        passage += 4;
      if ((sums[passage] as number) <= threshold) continue;
      // Earlier passages of its page scored no higher.
      const last = (pagePassageEnds[passagePages[passage] as number] as number) - 1;
      if (minWrittenScore > 0) this.#lowerGuesses(passage, last, minWrittenScore);
      let highest = passage;
      while (passage < last) if ((sums[++passage] as number) > (sums[highest] as number)) highest = passage;
      if ((sums[highest] as number) > threshold) threshold = bestPassages.add(highest, sums[highest] as number);
    }
  }

  /** Passages that have only guesses come after those with every word that the person wrote. */
  #lowerGuesses(first: number, last: number, minWrittenScore: number): void {
    const sums = this.termScores;
    const hasWritten = this.#hasWritten;
    for (let passage = first; passage <= last; passage++) {
      const sum = sums[passage] as number;
      if (hasWritten[passage] === 0) sums[passage] = (minWrittenScore * sum) / (minWrittenScore + sum);
    }
  }

  #addNearness(concepts: readonly Concept[], minWrittenScore: number): void {
    const { passages, scores, count } = this.bestPassages;
    const termScores = this.termScores;
    const credit = this.#credit;
    this.#nearness.setQuery(concepts);
    for (let place = 0; place < Math.min(count, nearnessDepth); place++) {
      const passage = passages[place] as number;
      // Only one concept matched, or only guesses, which come after the written words.
      if ((minWrittenScore > 0 && this.#hasWritten[passage] === 0) || termScores[passage] === credit[passage]) continue;
      this.bestPassages.raise(place, (scores[place] as number) + this.#nearness.of(passage));
    }
  }
}
