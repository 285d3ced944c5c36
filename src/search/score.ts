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
  /** The pages that have anything of the query, and how many they are. */
  readonly #touched: Uint32Array;
  #touchedPages = 0;
  /** The best passages found, best first, and their scores without nearness. */
  #best = new Uint32Array(0);
  #bestScores = new Float64Array(0);
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
    this.#touched = new Uint32Array(data.pagePassageEnds.length);
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
    this.#clear();
    for (let concept = 0; concept < concepts.length; concept++) {
      const { alternatives } = concepts[concept] as Concept;
      for (const { term, idf, weight } of alternatives) this.#addTerm(term, idf * weight, concept);
    }
    const found = this.#bestOfPages(Math.max(limit, nearnessDepth));
    this.#markConcepts(concepts, true);
    const scored: Scored[] = [];
    for (let place = 0; place < found; place++) {
      const passage = this.#best[place] as number;
      const fromPassage = this.#passages.sums[passage] as number;
      const fromPage = this.#pages.sums[this.#data.passagePages[passage] as number] as number;
      const fromNearness = this.#passages.single[passage] === 1 ? 0 : this.#nearness(passage, concepts.length);
      scored.push({ passage, fromPassage, fromPage, fromNearness, score: fromPassage + fromPage + fromNearness });
    }
    this.#markConcepts(concepts, false);
    return scored.sort(byScore).slice(0, limit);
  }

  /** Forgets the query before: only what it touched. */
  #clear(): void {
    const { pagePassageEnds } = this.#data;
    const pages = this.#pages;
    const passages = this.#passages;
    for (let place = 0; place < this.#touchedPages; place++) {
      const page = this.#touched[place] as number;
      pages.sums[page] = 0;
      pages.concept[page] = 0;
      const end = pagePassageEnds[page] as number;
      for (let passage = before(pagePassageEnds, page); passage < end; passage++) {
        passages.sums[passage] = 0;
        passages.concept[passage] = 0;
      }
    }
    this.#touchedPages = 0;
  }

  /** Credits the passages that have a term, and their pages. */
  #addTerm(term: number, worth: number, concept: number): void {
    const { postingEnds, postingPassages, postingWeights, passagePages } = this.#data;
    const { sums, best, concept: creditedBy, single } = this.#passages;
    const end = postingEnds[term] as number;
    const mark = concept + 1;
    let page = -1;
    let inPage = 0;
    for (let at = before(postingEnds, term); at < end; at++) {
      const passage = postingPassages[at] as number;
      const weight = postingWeights[at] as number;
      const value = (worth * weight) / (weight + half);
      const by = creditedBy[passage] as number;
      if (by !== mark) {
        single[passage] = by === 0 ? 1 : 0;
        creditedBy[passage] = mark;
        best[passage] = value;
        sums[passage] = (sums[passage] as number) + value;
      } else if (value > (best[passage] as number)) {
        sums[passage] = (sums[passage] as number) + value - (best[passage] as number);
        best[passage] = value;
      }
      const of = passagePages[passage] as number;
      if (of !== page) {
        if (page !== -1) this.#creditPage(page, worth, inPage, mark);
        page = of;
        inPage = 0;
      }
      inPage += weight;
    }
    if (page !== -1) this.#creditPage(page, worth, inPage, mark);
  }

  #creditPage(page: number, worth: number, weight: number, mark: number): void {
    const { sums, best, concept } = this.#pages;
    const normalised = weight * (this.#pageShortness[page] as number);
    const value = (pageShare * worth * normalised) / (normalised + half);
    const by = concept[page] as number;
    if (by !== mark) {
      if (by === 0) this.#touched[this.#touchedPages++] = page;
      concept[page] = mark;
      best[page] = value;
      sums[page] = (sums[page] as number) + value;
    } else if (value > (best[page] as number)) {
      sums[page] = (sums[page] as number) + value - (best[page] as number);
      best[page] = value;
    }
  }

  /**
   * Of each page its best passage, of these the best `most`, best first, in `#best`.
   * @returns how many there are
   */
  #bestOfPages(most: number): number {
    const { pagePassageEnds } = this.#data;
    const passages = this.#passages.sums;
    const fromPages = this.#pages.sums;
    if (this.#best.length < most) {
      this.#best = new Uint32Array(most);
      this.#bestScores = new Float64Array(most);
    }
    const best = this.#best;
    const scores = this.#bestScores;
    let found = 0;
    let least = 0;
    for (let touched = 0; touched < this.#touchedPages; touched++) {
      const page = this.#touched[touched] as number;
      const end = pagePassageEnds[page] as number;
      let highest = before(pagePassageEnds, page);
      for (let other = highest + 1; other < end; other++)
        if ((passages[other] as number) > (passages[highest] as number)) highest = other;
      const score = (fromPages[page] as number) + (passages[highest] as number);
      if (found === most && (score < least || (score === least && highest > (best[most - 1] as number)))) continue;
      let place = found < most ? found++ : most - 1;
      for (; place > 0 && (scores[place - 1] as number) <= score; place--) {
        // Of equals the one that comes first in the index.
        if (scores[place - 1] === score && (best[place - 1] as number) < highest) break;
        best[place] = best[place - 1] as number;
        scores[place] = scores[place - 1] as number;
      }
      best[place] = highest;
      scores[place] = score;
      least = scores[found - 1] as number;
    }
    return found;
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
    const sums = this.#sums;
    for (let concept = 0; concept < concepts; concept++) sums[concept] = 0;
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
  /** 1 + the concept that last credited it; 0 when none has, and the others say nothing. */
  readonly concept: Uint8Array;
  /** What that concept has been credited with. */
  readonly best: Float64Array;
  /** 1 while only one concept has credited it. */
  readonly single: Uint8Array;

  constructor(length: number) {
    this.sums = new Float64Array(length);
    this.concept = new Uint8Array(length);
    this.best = new Float64Array(length);
    this.single = new Uint8Array(length);
  }
}

/** Best first; of equals the one that comes first in the index. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.passage - b.passage;
}
