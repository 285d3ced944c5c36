/** How near the words of a query stand to each other in a passage (Büttcher, Clarke and Lushman, 2006). */
import type { IndexData } from './container.ts';
import { before } from './index-data.ts';
import type { Concept } from './meanings.ts';
import { fields } from './types.ts';
import { mostConcepts, nearnessShare } from './weights.ts';

/** The last field in which words are looked for. */
const lastField = fields.indexOf('code');

/** What two words at each distance are worth to each other; distances beyond are divided out. */
const worthAt = Float64Array.from({ length: 256 }, (_, distance) => 1 / (distance * distance));

/** Measures passages of one index. Its arrays are made once and used again for every query. */
export class Nearness {
  readonly #data: IndexData;
  #concepts: readonly Concept[] = [];
  /** 1 + the concept that each term stands for, 0 for most. */
  readonly #conceptOf: Uint8Array;
  /** What the best alternative of each concept is worth. */
  readonly #worth = new Float64Array(mostConcepts);
  /** The same, at most 1: what it gives to those beside it. */
  readonly #gives = new Float64Array(mostConcepts);
  /** What each concept was given in the passage at hand. */
  readonly #given = new Float64Array(mostConcepts);
  /** Where in `stream` words of the query stand in the passage at hand; one place more than the longest passage has. */
  readonly #places: Uint32Array;

  constructor(data: IndexData) {
    this.#data = data;
    this.#conceptOf = new Uint8Array(data.termTextEnds.length);
    let longest = 0;
    for (let passage = 0; passage < data.passagePages.length; passage++) {
      const start = before(data.streamEnds, passage * fields.length);
      longest = Math.max(longest, (data.streamEnds[passage * fields.length + lastField] as number) - start);
    }
    this.#places = new Uint32Array(longest + 1);
  }

  /** What is looked for from now on. */
  lookFor(concepts: readonly Concept[]): void {
    const conceptOf = this.#conceptOf;
    for (const { alternatives } of this.#concepts) for (const { term } of alternatives) conceptOf[term] = 0;
    this.#concepts = concepts;
    for (let concept = 0; concept < concepts.length; concept++) {
      let most = 0;
      for (const { term, worth } of (concepts[concept] as Concept).alternatives) {
        conceptOf[term] = concept + 1;
        most = Math.max(most, worth);
      }
      this.#worth[concept] = most;
      this.#gives[concept] = Math.min(1, most);
    }
  }

  /** What the nearness of words adds to the score of a passage. */
  of(passage: number): number {
    const count = this.#concepts.length;
    const given = this.#given;
    const worth = this.#worth;
    for (let concept = 0; concept < count; concept++) given[concept] = 0;
    this.#giveNeighbours(passage, this.#find(passage));
    let total = 0;
    for (let concept = 0; concept < count; concept++) {
      const sum = given[concept] as number;
      total += ((worth[concept] as number) * sum) / (sum + 1);
    }
    return total * nearnessShare;
  }

  /** @returns how many places there are now in `#places` */
  #find(passage: number): number {
    const { stream, streamEnds } = this.#data;
    const conceptOf = this.#conceptOf;
    const places = this.#places;
    // Names in sentences come last, in a field of their own, where they stand beside each other by chance.
    const end = streamEnds[passage * fields.length + lastField] as number;
    let found = 0;
    for (let at = before(streamEnds, passage * fields.length); at < end; at++) {
      // Without a branch, which a processor could not foresee: the place is kept when the number grows by one.
      places[found] = at;
      found += ((conceptOf[stream[at] as number] as number) + 255) >>> 8;
    }
    return found;
  }

  /** Neighbours within a field that stand for different concepts give to each other. */
  #giveNeighbours(passage: number, found: number): void {
    const { stream, streamEnds } = this.#data;
    const conceptOf = this.#conceptOf;
    const places = this.#places;
    const given = this.#given;
    const gives = this.#gives;
    const worths = worthAt;
    let field = passage * fields.length - 1;
    let end = 0;
    let last = 0;
    let lastAt = 0;
    for (let place = 0; place < found; place++) {
      const at = places[place] as number;
      const concept = (conceptOf[stream[at] as number] as number) - 1;
      if (at >= end) {
        do end = streamEnds[++field] as number;
        while (at >= end);
      } else if (concept !== last) {
        const distance = at - lastAt;
        const worth = distance < worths.length ? (worths[distance] as number) : 1 / (distance * distance);
        given[concept] = (given[concept] as number) + worth * (gives[last] as number);
        given[last] = (given[last] as number) + worth * (gives[concept] as number);
      }
      last = concept;
      lastAt = at;
    }
  }
}
