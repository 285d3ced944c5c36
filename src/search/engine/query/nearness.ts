/** Term proximity: how near the query words are to each other in a passage (Büttcher, Clarke and Lushman, 2006). */
import type { IndexData } from '../index/container.ts';
import { startOf } from '../index/index-data.ts';
import { fields } from '../types.ts';
import type { Concept } from './concepts.ts';
import { maxConcepts, nearnessShare } from './weights.ts';

/** The last field that is searched. Then come names in sentences, whose order means nothing. */
const lastField = fields.indexOf('code');

/** The weight of each distance; larger distances are computed. */
const weightByDistance = Float64Array.from({ length: 256 }, (_, distance) => 1 / (distance * distance));

/** Measures passages of one index. Its arrays are reused for every query. */
export class Nearness {
  readonly #data: IndexData;
  #concepts: readonly Concept[] = [];
  /** For each term, 1 + its concept; 0 for none. */
  readonly #conceptOf: Uint8Array;
  /** For each term, 1 if a concept has it. */
  readonly #isQueryTerm: Uint8Array;
  /** For each concept, the weight of its best alternative. */
  readonly #weights = new Float64Array(maxConcepts);
  /** The same, at most 1: what a concept adds to its neighbours. */
  readonly #cappedWeights = new Float64Array(maxConcepts);
  /** For each concept, what its neighbours in the current passage add. */
  readonly #sums = new Float64Array(maxConcepts);
  /** Positions in `stream` of query words in the current passage. One longer than the longest passage. */
  readonly #places: Uint32Array;

  constructor(data: IndexData) {
    this.#data = data;
    this.#conceptOf = new Uint8Array(data.termTextEnds.length);
    this.#isQueryTerm = new Uint8Array(data.termTextEnds.length);
    let maxLength = 0;
    for (let passage = 0; passage < data.passagePages.length; passage++) {
      const start = startOf(data.streamEnds, passage * fields.length);
      maxLength = Math.max(maxLength, (data.streamEnds[passage * fields.length + lastField] as number) - start);
    }
    this.#places = new Uint32Array(maxLength + 1);
  }

  setQuery(concepts: readonly Concept[]): void {
    const conceptOf = this.#conceptOf;
    const isQueryTerm = this.#isQueryTerm;
    for (const { alternatives } of this.#concepts)
      for (const { term } of alternatives) {
        conceptOf[term] = 0;
        isQueryTerm[term] = 0;
      }
    this.#concepts = concepts;
    for (let concept = 0; concept < concepts.length; concept++) {
      let highest = 0;
      for (const { term, weight } of (concepts[concept] as Concept).alternatives) {
        conceptOf[term] = concept + 1;
        isQueryTerm[term] = 1;
        highest = Math.max(highest, weight);
      }
      this.#weights[concept] = highest;
      this.#cappedWeights[concept] = Math.min(1, highest);
    }
  }

  /** The nearness score of a passage. */
  of(passage: number): number {
    const count = this.#concepts.length;
    const sums = this.#sums;
    const weights = this.#weights;
    for (let concept = 0; concept < count; concept++) sums[concept] = 0;
    this.#addNeighbours(passage, this.#find(passage));
    let total = 0;
    for (let concept = 0; concept < count; concept++) {
      const sum = sums[concept] as number;
      total += ((weights[concept] as number) * sum) / (sum + 1);
    }
    return total * nearnessShare;
  }

  /**
   * No branch, as a processor could not predict it: an entry counts only if `count` grows. Four terms a round, because the
   * loop itself costs as much as a term.
   * @returns the number of entries in `#places`
   */
  #find(passage: number): number {
    const { stream, streamEnds } = this.#data;
    const isQueryTerm = this.#isQueryTerm;
    const places = this.#places;
    const end = streamEnds[passage * fields.length + lastField] as number;
    let count = 0;
    let at = startOf(streamEnds, passage * fields.length);
    for (const last = end - 3; at < last; at += 4) {
      places[count] = at;
      count += isQueryTerm[stream[at] as number] as number;
      places[count] = at + 1;
      count += isQueryTerm[stream[at + 1] as number] as number;
      places[count] = at + 2;
      count += isQueryTerm[stream[at + 2] as number] as number;
      places[count] = at + 3;
      count += isQueryTerm[stream[at + 3] as number] as number;
    }
    for (; at < end; at++) {
      places[count] = at;
      count += isQueryTerm[stream[at] as number] as number;
    }
    return count;
  }

  /** Neighbours of different concepts in one field add to each other. */
  #addNeighbours(passage: number, count: number): void {
    const { stream, streamEnds } = this.#data;
    const conceptOf = this.#conceptOf;
    const places = this.#places;
    const sums = this.#sums;
    const cappedWeights = this.#cappedWeights;
    const distanceWeights = weightByDistance;
    let field = passage * fields.length - 1;
    let end = 0;
    let last = 0;
    let lastAt = 0;
    for (let place = 0; place < count; place++) {
      const at = places[place] as number;
      const concept = (conceptOf[stream[at] as number] as number) - 1;
      if (at >= end) {
        do end = streamEnds[++field] as number;
        while (at >= end);
      } else if (concept !== last) {
        const distance = at - lastAt;
        const weight =
          distance < distanceWeights.length ? (distanceWeights[distance] as number) : 1 / (distance * distance);
        sums[concept] = (sums[concept] as number) + weight * (cappedWeights[last] as number);
        sums[last] = (sums[last] as number) + weight * (cappedWeights[concept] as number);
      }
      last = concept;
      lastAt = at;
    }
  }
}
