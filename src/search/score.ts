/**
 * The ranking: BM25F over passages (Zaragoza et al., 2004: frequencies are weighted and normalised field by field, then
 * saturated once), beside it the same over whole pages, and for the best passages how near the words of the query stand
 * to each other. Of each page the best passage counts.
 */
import type { IndexData } from './container.ts';
import { before, weightUnit } from './index-data.ts';
import type { Concept } from './meanings.ts';
import { Nearness } from './nearness.ts';
import { fields } from './types.ts';
import { nearnessDepth, pageLength, pageShare, saturation } from './weights.ts';

/** What was found, best first, and what each score is the sum of. The next query overwrites it. */
export interface Scored {
  /** Candidates in the order of their scores; the others are arrays over candidates. */
  readonly order: Uint32Array;
  readonly passages: Uint32Array;
  readonly scores: Float64Array;
  readonly fromPassage: Float64Array;
  readonly fromPage: Float64Array;
  readonly fromNearness: Float64Array;
}

/** Scores queries over one index. Its arrays are made once and used again for every query. */
export class Scorer {
  readonly scored: Scored;
  readonly #data: IndexData;
  readonly #passages: Credit;
  readonly #pages: Credit;
  readonly #nearness: Nearness;
  /** For each page, 1 over what BM25F divides its frequencies by. */
  readonly #pageShortness: Float64Array;
  /** The pages that have anything of the query, and how many they are; one place more than there are pages. */
  readonly #touched: Uint32Array;
  #touchedPages = 0;

  constructor(data: IndexData) {
    const pages = data.pagePassageEnds.length;
    this.#data = data;
    this.#passages = new Credit(data.passagePages.length);
    this.#pages = new Credit(pages);
    this.#nearness = new Nearness(data);
    this.#touched = new Uint32Array(pages + 1);
    this.scored = {
      order: new Uint32Array(pages + 1),
      passages: new Uint32Array(pages),
      scores: new Float64Array(pages),
      fromPassage: new Float64Array(pages),
      fromPage: new Float64Array(pages),
      fromNearness: new Float64Array(pages),
    };
    this.#pageShortness = Float64Array.from({ length: pages }, (_, page) => {
      const first = before(data.pagePassageEnds, page) * fields.length;
      const end = (data.pagePassageEnds[page] as number) * fields.length;
      const terms = before(data.streamEnds, end) - before(data.streamEnds, first);
      return 1 / (1 - pageLength.b + (pageLength.b * terms) / pageLength.usual);
    });
  }

  /**
   * Finds the best passage of each page that has anything of the query, in `scored`.
   * @returns how many there are, at most `limit`
   */
  score(concepts: readonly Concept[], limit: number): number {
    for (let concept = 0; concept < concepts.length; concept++) {
      const { alternatives } = concepts[concept] as Concept;
      for (const { term, worth } of alternatives) this.#addTerm(term, worth, concept + 1);
    }
    const found = this.#best(this.#candidates(), Math.max(limit, nearnessDepth));
    this.#addNearness(concepts, found);
    return Math.min(found, limit);
  }

  /** Credits the passages that have a term, and their pages. `mark` is 1 + the concept. */
  #addTerm(term: number, worth: number, mark: number): void {
    const { postingEnds, postingPassages, postingWeights, passagePages } = this.#data;
    const { sums, best, concept } = this.#passages;
    const { sums: pageSums, best: pageBest, concept: pageConcept } = this.#pages;
    const shortness = this.#pageShortness;
    const touched = this.#touched;
    const pageWorth = pageShare * worth;
    const usual = half;
    const end = postingEnds[term] as number;
    let touchedPages = this.#touchedPages;
    for (let at = before(postingEnds, term); at < end; ) {
      const page = passagePages[postingPassages[at] as number] as number;
      let inPage = 0;
      do {
        const passage = postingPassages[at] as number;
        const weight = postingWeights[at] as number;
        const value = (worth * weight) / (weight + usual);
        if (concept[passage] !== mark) {
          concept[passage] = mark;
          best[passage] = value;
          sums[passage] = (sums[passage] as number) + value;
        } else if (value > (best[passage] as number)) {
          sums[passage] = (sums[passage] as number) + value - (best[passage] as number);
          best[passage] = value;
        }
        inPage += weight;
        at++;
      } while (at < end && passagePages[postingPassages[at] as number] === page);
      const normalised = inPage * (shortness[page] as number);
      const value = (pageWorth * normalised) / (normalised + usual);
      const by = pageConcept[page] as number;
      if (by !== mark) {
        // Without a branch, which a processor could not foresee: the page is kept when the number grows by one.
        touched[touchedPages] = page;
        touchedPages += (by - 1) >>> 31;
        pageConcept[page] = mark;
        pageBest[page] = value;
        pageSums[page] = (pageSums[page] as number) + value;
      } else if (value > (pageBest[page] as number)) {
        pageSums[page] = (pageSums[page] as number) + value - (pageBest[page] as number);
        pageBest[page] = value;
      }
    }
    this.#touchedPages = touchedPages;
  }

  /**
   * Of each page that has anything of the query its best passage; on the way, forgets what they were credited with.
   * @returns how many there are
   */
  #candidates(): number {
    const { pagePassageEnds } = this.#data;
    const { sums, concept } = this.#passages;
    const { sums: pageSums, concept: pageConcept } = this.#pages;
    const { passages, scores, fromPassage, fromPage } = this.scored;
    const touched = this.#touched;
    const count = this.#touchedPages;
    for (let candidate = 0; candidate < count; candidate++) {
      const page = touched[candidate] as number;
      const end = pagePassageEnds[page] as number;
      let passage = before(pagePassageEnds, page);
      let best = passage;
      let most = 0;
      for (; passage < end; passage++) {
        const sum = sums[passage] as number;
        if (sum > most) {
          most = sum;
          best = passage;
        }
        sums[passage] = 0;
        concept[passage] = 0;
      }
      const sum = pageSums[page] as number;
      pageSums[page] = 0;
      pageConcept[page] = 0;
      passages[candidate] = best;
      fromPassage[candidate] = most;
      fromPage[candidate] = sum;
      scores[candidate] = sum + most;
    }
    this.#touchedPages = 0;
    return count;
  }

  /** Puts the best of the candidates, at most `most`, into `order`. Returns how many they are. */
  #best(count: number, most: number): number {
    const { order, scores } = this.scored;
    let found = 0;
    let least = 0;
    for (let candidate = 0; candidate < count; candidate++) {
      if (found === most && (scores[candidate] as number) < least) continue;
      insert(this.scored, candidate, found);
      found = Math.min(found + 1, most);
      least = scores[order[found - 1] as number] as number;
    }
    return found;
  }

  #addNearness(concepts: readonly Concept[], found: number): void {
    const { order, passages, scores, fromPassage, fromNearness } = this.scored;
    const { best } = this.#passages;
    const nearness = this.#nearness;
    nearness.lookFor(concepts);
    for (let place = 0; place < found; place++) {
      const candidate = order[place] as number;
      const passage = passages[candidate] as number;
      // Where one concept has given all, no two are near each other.
      const near = fromPassage[candidate] === best[passage] ? 0 : nearness.of(passage);
      fromNearness[candidate] = near;
      scores[candidate] = (scores[candidate] as number) + near;
      insert(this.scored, candidate, place);
    }
  }
}

/** Puts a candidate where it belongs among the first `count` of `order`: the better first, of equals the first passage. */
function insert({ order, scores, passages }: Scored, candidate: number, count: number): void {
  const score = scores[candidate] as number;
  const passage = passages[candidate] as number;
  let place = count;
  for (; place > 0; place--) {
    const other = order[place - 1] as number;
    const difference = (scores[other] as number) - score;
    if (difference > 0 || (difference === 0 && (passages[other] as number) < passage)) break;
    order[place] = other;
  }
  order[place] = candidate;
}

/** BM25's k1 in the unit of stored weights: a weight of this much is worth half. */
const half = saturation * weightUnit;

/** What passages or pages are credited with: of every concept the best alternative. */
class Credit {
  readonly sums: Float64Array;
  /** 1 + the concept that last credited it; 0 when none has, and the others say nothing. */
  readonly concept: Uint8Array;
  /** What that concept has been credited with; kept when the others are forgotten. */
  readonly best: Float64Array;

  constructor(length: number) {
    this.sums = new Float64Array(length);
    this.concept = new Uint8Array(length);
    this.best = new Float64Array(length);
  }
}
