/**
 * The ranking: BM25F over passages (Zaragoza et al., 2004: frequencies are weighted and normalised field by field, then
 * saturated once), beside it the same over whole pages, and for the best passages how near the words of the query stand
 * to each other (Büttcher, Clarke and Lushman, 2006). Of each page the best passage counts.
 */
import type { IndexData } from './container.ts';
import { before, weightUnit } from './index-data.ts';
import type { Concept } from './query.ts';
import { fields } from './types.ts';
import { mostConcepts, nearnessDepth, nearnessShare, pageLength, pageShare, saturation } from './weights.ts';

/** One passage and what its score is the sum of. */
export interface Scored {
  readonly passage: number;
  readonly fromPassage: number;
  readonly fromPage: number;
  readonly fromNearness: number;
  readonly score: number;
}

/** Scores queries over one index. Its arrays are made once and used again for every query. */
export class Scorer {
  readonly #data: IndexData;
  readonly #passages: Credit;
  readonly #pages: Credit;
  /** For each page, 1 over what BM25F divides its frequencies by. */
  readonly #pageShortness: Float64Array;
  /** For nearness: 1 + the concept that each term stands for, 0 for most. */
  readonly #conceptOf: Uint8Array;
  /** For nearness: what each concept has been credited with in the passage at hand. */
  readonly #sums = new Float64Array(mostConcepts);
  /** For nearness: what the best alternative of each concept is worth. */
  readonly #worth = new Float64Array(mostConcepts);

  constructor(data: IndexData) {
    this.#data = data;
    this.#passages = new Credit(data.passagePages.length);
    this.#pages = new Credit(data.pagePassageEnds.length);
    this.#conceptOf = new Uint8Array(data.termTextEnds.length);
    this.#pageShortness = Float64Array.from({ length: data.pagePassageEnds.length }, (_, page) => {
      const first = before(data.pagePassageEnds, page) * fields.length;
      const end = (data.pagePassageEnds[page] as number) * fields.length;
      const terms = before(data.streamEnds, end) - before(data.streamEnds, first);
      return 1 / (1 - pageLength.b + (pageLength.b * terms) / pageLength.usual);
    });
  }

  /** The best passage of each page that has anything of the query, best first, at most `limit`. */
  score(concepts: readonly Concept[], limit: number): Scored[] {
    this.#passages.clear();
    this.#pages.clear();
    concepts.forEach(({ alternatives }, concept) => {
      for (const { term, idf, weight } of alternatives) this.#addTerm(term, idf * weight, concept);
    });
    const best = this.#bestOfPages(Math.max(limit, nearnessDepth));
    this.#markConcepts(concepts, true);
    const scored = best.map((passage): Scored => {
      const fromPassage = this.#passages.sums[passage] as number;
      const fromPage = this.#pages.sums[this.#data.passagePages[passage] as number] as number;
      const fromNearness = this.#nearness(passage, concepts.length);
      return { passage, fromPassage, fromPage, fromNearness, score: fromPassage + fromPage + fromNearness };
    });
    this.#markConcepts(concepts, false);
    return scored.sort(byScore).slice(0, limit);
  }

  /** Credits the passages that have a term, and their pages. */
  #addTerm(term: number, worth: number, concept: number): void {
    const { postingEnds, postingPassages, postingWeights, passagePages } = this.#data;
    const end = postingEnds[term] as number;
    let page = -1;
    let inPage = 0;
    for (let at = before(postingEnds, term); at < end; at++) {
      const passage = postingPassages[at] as number;
      const weight = postingWeights[at] as number;
      this.#passages.raise(passage, (worth * weight) / (weight + half), concept);
      if (passagePages[passage] !== page) {
        if (page !== -1) this.#creditPage(page, worth, inPage, concept);
        page = passagePages[passage] as number;
        inPage = 0;
      }
      inPage += weight;
    }
    if (page !== -1) this.#creditPage(page, worth, inPage, concept);
  }

  #creditPage(page: number, worth: number, weight: number, concept: number): void {
    const normalised = weight * (this.#pageShortness[page] as number);
    this.#pages.raise(page, (pageShare * worth * normalised) / (normalised + half), concept);
  }

  /** Of each page its best passage, of these the best `most`, best first. */
  #bestOfPages(most: number): number[] {
    const { pagePassageEnds } = this.#data;
    const passages = this.#passages.sums;
    const fromPages = this.#pages.sums;
    const best: number[] = [];
    const scores: number[] = [];
    let passage = 0;
    for (let page = 0; page < pagePassageEnds.length; page++) {
      const end = pagePassageEnds[page] as number;
      const fromPage = fromPages[page] as number;
      let highest = passage;
      passage = end;
      if (fromPage === 0) continue;
      for (let other = highest + 1; other < end; other++)
        if ((passages[other] as number) > (passages[highest] as number)) highest = other;
      const score = fromPage + (passages[highest] as number);
      if (best.length === most && score <= (scores[most - 1] as number)) continue;
      // Of equals the one that comes first in the index.
      let place = Math.min(best.length, most - 1);
      for (; place > 0 && (scores[place - 1] as number) < score; place--) {
        best[place] = best[place - 1] as number;
        scores[place] = scores[place - 1] as number;
      }
      best[place] = highest;
      scores[place] = score;
    }
    return best;
  }

  #markConcepts(concepts: readonly Concept[], isOn: boolean): void {
    for (let concept = 0; concept < concepts.length; concept++) {
      let worth = 0;
      for (const { term, idf, weight } of (concepts[concept] as Concept).alternatives) {
        this.#conceptOf[term] = isOn ? concept + 1 : 0;
        worth = Math.max(worth, idf * weight);
      }
      this.#worth[concept] = worth;
    }
  }

  /** How near the words of the query stand to each other in a passage. */
  #nearness(passage: number, concepts: number): number {
    const { stream, streamEnds } = this.#data;
    const conceptOf = this.#conceptOf;
    const worth = this.#worth;
    const sums = this.#sums.fill(0);
    const firstField = passage * fields.length;
    let at = before(streamEnds, firstField);
    for (let field = 0; field < fields.length; field++) {
      const end = streamEnds[firstField + field] as number;
      let last = -1;
      let lastAt = 0;
      for (; at < end; at++) {
        const concept = (conceptOf[stream[at] as number] as number) - 1;
        if (concept === -1) continue;
        if (last !== -1 && last !== concept) {
          const distance = at - lastAt;
          const nearness = 1 / (distance * distance);
          sums[concept] = (sums[concept] as number) + nearness * Math.min(1, worth[last] as number);
          sums[last] = (sums[last] as number) + nearness * Math.min(1, worth[concept] as number);
        }
        last = concept;
        lastAt = at;
      }
    }
    let total = 0;
    for (let concept = 0; concept < concepts; concept++) {
      const sum = sums[concept] as number;
      total += ((worth[concept] as number) * sum) / (sum + 1);
    }
    return total * nearnessShare;
  }
}

/** BM25's k1 in the unit of stored weights: a weight of this much is worth half. */
const half = saturation * weightUnit;

/** What passages or pages are credited with: of every concept the best alternative. */
class Credit {
  readonly sums: Float64Array;
  /** What the concept at hand has been credited with so far. */
  readonly #best: Float64Array;
  /** 1 + the concept that `#best` is about. */
  readonly #concept: Uint8Array;

  constructor(length: number) {
    this.sums = new Float64Array(length);
    this.#best = new Float64Array(length);
    this.#concept = new Uint8Array(length);
  }

  clear(): void {
    this.sums.fill(0);
    this.#concept.fill(0);
  }

  raise(place: number, value: number, concept: number): void {
    const former = this.#concept[place] === concept + 1 ? (this.#best[place] as number) : 0;
    if (value <= former) return;
    this.sums[place] = (this.sums[place] as number) + value - former;
    this.#best[place] = value;
    this.#concept[place] = concept + 1;
  }
}

/** Best first; of equals the one that comes first in the index. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.passage - b.passage;
}
