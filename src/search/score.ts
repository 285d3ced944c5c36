/**
 * The ranking: BM25F over passages (Zaragoza et al., 2004: frequencies are weighted and normalised field by field, then
 * saturated once), beside it the same over whole pages, and for the best passages how near the words of the query stand
 * to each other (Büttcher, Clarke and Lushman, 2006). Of each page the best passage counts.
 */
import type { IndexData } from './container.ts';
import { before, fieldRange, weightUnit } from './index-data.ts';
import type { Concept } from './query.ts';
import { fields } from './types.ts';
import { nearnessDepth, nearnessShare, pageLength, pageShare, saturation } from './weights.ts';

/** One passage and what its score is the sum of. */
export interface Scored {
  readonly passage: number;
  readonly fromPassage: number;
  readonly fromPage: number;
  readonly fromNearness: number;
  readonly score: number;
}

/** Scores queries over one index. Its arrays are made once and left empty after each query. */
export class Scorer {
  readonly #data: IndexData;
  readonly #passages: Float64Array;
  readonly #pages: Float64Array;
  /** The best alternative of the concept at hand. */
  readonly #passageBest: Float64Array;
  readonly #pageBest: Float64Array;
  /** 1 over what BM25F divides a page's frequencies by. */
  readonly #pageShortness: Float64Array;
  /** For nearness: 1 + the concept that each term stands for, 0 for most. */
  readonly #conceptOf: Uint8Array;

  constructor(data: IndexData) {
    const passages = data.passagePages.length;
    const pages = data.pagePassageEnds.length;
    this.#data = data;
    this.#passages = new Float64Array(passages);
    this.#pages = new Float64Array(pages);
    this.#passageBest = new Float64Array(passages);
    this.#pageBest = new Float64Array(pages);
    this.#conceptOf = new Uint8Array(data.termTextEnds.length);
    this.#pageShortness = Float64Array.from({ length: pages }, (_, page) => {
      const first = before(data.pagePassageEnds, page) * fields.length;
      const end = (data.pagePassageEnds[page] as number) * fields.length;
      const terms = before(data.streamEnds, end) - before(data.streamEnds, first);
      return 1 / (1 - pageLength.b + (pageLength.b * terms) / pageLength.usual);
    });
  }

  /** The best passage of each page that has anything of the query, best first, at most `limit`. */
  score(concepts: readonly Concept[], limit: number): Scored[] {
    for (const concept of concepts) this.#addConcept(concept);
    const best = this.#bestOfPages(Math.max(limit, nearnessDepth));
    const nearness = this.#nearness(concepts, best);
    const scored = best.map(({ passage, fromPassage, fromPage }, index) => {
      const fromNearness = nearness[index] as number;
      return { passage, fromPassage, fromPage, fromNearness, score: fromPassage + fromPage + fromNearness };
    });
    this.#passages.fill(0);
    this.#pages.fill(0);
    return scored.sort(byScore).slice(0, limit);
  }

  /** Credits every passage and every page with the best of a concept's alternatives. */
  #addConcept({ alternatives }: Concept): void {
    const only = alternatives.length === 1 ? alternatives[0] : undefined;
    if (only) {
      this.#addTerm(only.term, only.idf * only.weight, this.#passages, this.#pages, add);
      return;
    }
    for (const { term, idf, weight } of alternatives)
      this.#addTerm(term, idf * weight, this.#passageBest, this.#pageBest, raise);
    const { postingEnds, postingPassages, passagePages } = this.#data;
    for (const { term } of alternatives) {
      for (let at = before(postingEnds, term); at < (postingEnds[term] as number); at++) {
        const passage = postingPassages[at] as number;
        move(this.#passageBest, this.#passages, passage);
        move(this.#pageBest, this.#pages, passagePages[passage] as number);
      }
    }
  }

  #addTerm(term: number, worth: number, passages: Float64Array, pages: Float64Array, credit: typeof add): void {
    const { postingEnds, postingPassages, postingWeights, passagePages } = this.#data;
    const end = postingEnds[term] as number;
    let page = -1;
    let inPage = 0;
    for (let at = before(postingEnds, term); at < end; at++) {
      const passage = postingPassages[at] as number;
      const weight = (postingWeights[at] as number) / weightUnit;
      credit(passages, passage, (worth * weight) / (weight + saturation));
      if (passagePages[passage] !== page) {
        if (page !== -1) this.#creditPage(pages, page, worth, inPage, credit);
        page = passagePages[passage] as number;
        inPage = 0;
      }
      inPage += weight;
    }
    if (page !== -1) this.#creditPage(pages, page, worth, inPage, credit);
  }

  #creditPage(pages: Float64Array, page: number, worth: number, weight: number, credit: typeof add): void {
    const normalised = weight * (this.#pageShortness[page] as number);
    credit(pages, page, (pageShare * worth * normalised) / (normalised + saturation));
  }

  /** Of each page its best passage, of these the best `most`, best first. */
  #bestOfPages(most: number): { passage: number; fromPassage: number; fromPage: number }[] {
    const { pagePassageEnds } = this.#data;
    const kept: { passage: number; fromPassage: number; fromPage: number }[] = [];
    let threshold = 0;
    let passage = 0;
    for (let page = 0; page < pagePassageEnds.length; page++) {
      const end = pagePassageEnds[page] as number;
      const fromPage = this.#pages[page] as number;
      if (fromPage === 0) {
        passage = end;
        continue;
      }
      let best = passage;
      for (passage++; passage < end; passage++)
        if ((this.#passages[passage] as number) > (this.#passages[best] as number)) best = passage;
      const fromPassage = this.#passages[best] as number;
      if (fromPassage + fromPage <= threshold) continue;
      insert(kept, { passage: best, fromPassage, fromPage }, most);
      const last = kept[most - 1];
      if (last) threshold = last.fromPassage + last.fromPage;
    }
    return kept;
  }

  /** For each passage, how near the words of the query stand in it. */
  #nearness(concepts: readonly Concept[], passages: readonly { passage: number }[]): Float64Array {
    const worth = concepts.map(({ alternatives }) => Math.max(...alternatives.map(({ idf, weight }) => idf * weight)));
    concepts.forEach(({ alternatives }, index) => {
      for (const { term } of alternatives) this.#conceptOf[term] = index + 1;
    });
    const sums = new Float64Array(concepts.length);
    const result = Float64Array.from(passages, ({ passage }) => {
      sums.fill(0);
      fields.forEach((_, field) => {
        this.#addNeighbours(passage, field, worth, sums);
      });
      return (
        sums.reduce((total, sum, index) => total + ((worth[index] as number) * sum) / (sum + 1), 0) * nearnessShare
      );
    });
    for (const { alternatives } of concepts) for (const { term } of alternatives) this.#conceptOf[term] = 0;
    return result;
  }

  #addNeighbours(passage: number, field: number, worth: readonly number[], sums: Float64Array): void {
    const { start, end } = fieldRange(this.#data, passage, field);
    let last = -1;
    let lastAt = 0;
    for (let at = start; at < end; at++) {
      const concept = (this.#conceptOf[this.#data.stream[at] as number] as number) - 1;
      if (concept === -1) continue;
      if (last !== -1 && last !== concept) {
        const nearness = 1 / (at - lastAt) ** 2;
        sums[concept] = (sums[concept] as number) + nearness * Math.min(1, worth[last] as number);
        sums[last] = (sums[last] as number) + nearness * Math.min(1, worth[concept] as number);
      }
      last = concept;
      lastAt = at;
    }
  }
}

function add(scores: Float64Array, index: number, value: number): void {
  scores[index] = (scores[index] as number) + value;
}

function raise(scores: Float64Array, index: number, value: number): void {
  if (value > (scores[index] as number)) scores[index] = value;
}

function move(from: Float64Array, to: Float64Array, index: number): void {
  to[index] = (to[index] as number) + (from[index] as number);
  from[index] = 0;
}

/** Keeps a list of at most `most`, best first; of equals the one that came first. */
function insert<T extends { fromPassage: number; fromPage: number }>(list: T[], item: T, most: number): void {
  let place = list.length;
  const score = item.fromPassage + item.fromPage;
  for (; place > 0; place--) {
    const other = list[place - 1] as T;
    if (other.fromPassage + other.fromPage >= score) break;
  }
  list.splice(place, 0, item);
  if (list.length > most) list.pop();
}

/** Best first; of equals the one that comes first in the index. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.passage - b.passage;
}
