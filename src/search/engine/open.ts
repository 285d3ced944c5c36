/** An open index: views on its bytes. Passages are parsed when they are read. */
import { type IndexData, IndexError, unpackIndex } from './index/container.ts';
import { dataOf, fieldRange, impactIn, startOf, termText } from './index/index-data.ts';
import { pageAt, pageText, passageOf } from './index/read-passages.ts';
import { isWritten } from './query/alternatives.ts';
import type { Concept } from './query/concepts.ts';
import { fitOf } from './query/fit.ts';
import { Meanings } from './query/meanings.ts';
import { parseQuery } from './query/query.ts';
import { Scorer } from './query/score.ts';
import { noSynonyms, type Synonyms } from './query/synonym-lookup.ts';
import { builtWith, further, nearnessDepth } from './query/weights.ts';
import { areNearDuplicates, passagesWithSketch } from './text/sketch.ts';
import {
  type Answer,
  type Field,
  fields,
  type IndexedPage,
  type Match,
  type Passage,
  type RankedPassage,
  type SearchIndex,
} from './types.ts';

const defaultLimit = 20;

/** Passages whose text stays parsed: what the searches of a session find again and again. About 2 MB. */
const parsedPassages = 500;

/**
 * Opens bytes from `IndexBuilder.finish`. They must not change while the index is in use.
 * @param synonyms what words of a query also mean
 * @param checksum as in `unpackIndex`
 * @throws IndexError if they are damaged, from another version, or not an index
 */
export function openIndex(bytes: Uint8Array, synonyms = noSynonyms, checksum?: number): SearchIndex {
  const data = unpackIndex(bytes, checksum);
  const header = Buffer.from(data.made).toString();
  const end = header.indexOf('\n');
  if (header.slice(0, end) !== builtWith) throw new IndexError('This search index was built with other weights.');
  const index = new OpenIndex(data, header.slice(end + 1), bytes, synonyms);
  dataOf.set(index, data);
  return index;
}

class OpenIndex implements SearchIndex {
  readonly settings: string;
  readonly bytes: Uint8Array;
  readonly #data: IndexData;
  readonly #synonyms: Synonyms;
  #meanings: Meanings | undefined;
  #scorer: Scorer | undefined;
  /** For each passage, 1 if it may have near-duplicates. */
  #mayRepeat: Uint8Array | undefined;
  /** By number, the least recently read first. */
  readonly #parsedPassages = new Map<number, Passage>();

  constructor(data: IndexData, settings: string, bytes: Uint8Array, synonyms: Synonyms) {
    this.#data = data;
    this.settings = settings;
    this.bytes = bytes;
    this.#synonyms = synonyms;
  }

  get pageCount(): number {
    return this.#data.pagePassageEnds.length;
  }

  get textPageCount(): number {
    const ends = this.#data.pagePassageEnds;
    return ends.reduce((count, end, page) => (end > startOf(ends, page) ? count + 1 : count), 0);
  }

  get passageCount(): number {
    return this.#data.passagePages.length;
  }

  pages(): IndexedPage[] {
    const ends = this.#data.pagePassageEnds;
    return Array.from(ends, (end, page) => {
      const [title, location, stamp] = pageText(this.#data, page);
      return { title, location, stamp, passages: end - startOf(ends, page) };
    });
  }

  passagesOf(location: string): Passage[] {
    const page = pageAt(this.#data, location);
    if (page === -1) return [];
    const first = startOf(this.#data.pagePassageEnds, page);
    const count = (this.#data.pagePassageEnds[page] as number) - first;
    return Array.from({ length: count }, (_, index) => passageOf(this.#data, first + index));
  }

  search(query: string, { limit = defaultLimit }: { readonly limit?: number } = {}): Answer {
    this.#meanings ??= new Meanings(this.#data, this.#synonyms);
    this.#scorer ??= new Scorer(this.#data);
    this.#mayRepeat ??= passagesWithSketch(this.#data.sketches);
    const { parsedQuery, concepts, missing } = parseQuery(query, this.#meanings);
    const maxResults = Math.min(limit, this.pageCount);
    // Nearness reorders this many passages, even if the caller wants fewer.
    let depth = Math.max(maxResults, nearnessDepth);
    this.#scorer.score(concepts, depth);
    let rankedPassages = this.#ranked(this.#scorer, concepts, maxResults);
    // Near-duplicates were folded: look at more passages.
    while (rankedPassages.length < maxResults && this.#scorer.bestPassages.isFull) {
      depth *= 2;
      this.#scorer.score(concepts, depth);
      rankedPassages = this.#ranked(this.#scorer, concepts, maxResults);
    }
    const fit = fitOf(this.#data, { concepts, missing, parsedQuery }, rankedPassages[0]);
    return { parsedQuery, ranked: this.#withFurther(rankedPassages, concepts, limit), fit };
  }

  /** Adds the further passages of the first pages that say nearly as much as the best ones. */
  #withFurther(
    rankedPassages: readonly LazyRanked[],
    concepts: readonly Concept[],
    limit: number,
  ): readonly LazyRanked[] {
    const furtherRanked = rankedPassages
      .slice(0, further.pages)
      .flatMap((bestPassage) => this.#furtherOf(bestPassage, concepts));
    if (furtherRanked.length === 0) return rankedPassages;
    const allRanked: LazyRanked[] = [...rankedPassages];
    for (const lazyRanked of furtherRanked)
      if (!this.#nearDuplicate(allRanked, lazyRanked.number)) allRanked.push(lazyRanked);
    return allRanked.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, limit);
  }

  /** Best first. The longer a page, the more of them: one as long as a book has as much to say as ten short ones. */
  #furtherOf(bestPassage: LazyRanked, concepts: readonly Concept[]): readonly LazyRanked[] {
    const { passagePages, pagePassageEnds } = this.#data;
    const page = passagePages[bestPassage.number] as number;
    const start = startOf(pagePassageEnds, page);
    const end = pagePassageEnds[page] as number;
    const maxFurther = Math.min(further.ofPage, Math.floor((end - start) / further.passagesForEach));
    if (maxFurther === 0 || this.#scorer === undefined) return [];
    const { termScores } = this.#scorer;
    const minScore = further.share * (termScores[bestPassage.number] as number);
    const strongPassages: number[] = [];
    for (let number = start; number < end; number++)
      if (number !== bestPassage.number && (termScores[number] as number) >= minScore) strongPassages.push(number);
    // Nearness tells the sections of a long page apart, as many of them have the same words.
    strongPassages.sort((a, b) => (termScores[b] as number) - (termScores[a] as number) || a - b);
    const context = this.#contextOf(concepts);
    return strongPassages
      .slice(0, further.depthForEach * maxFurther)
      .map((number) => {
        const score = termScores[number] as number;
        return new LazyRanked(context, number, score + (this.#scorer as Scorer).nearnessOf(number), score);
      })
      .sort((a, b) => b.score - a.score || a.number - b.number)
      .slice(0, maxFurther);
  }

  #contextOf(concepts: readonly Concept[]): QueryContext {
    return { data: this.#data, concepts, passageAt: (number) => this.#passageAt(number) };
  }

  /** At most `limit` of the best passages, near-duplicates folded into one. */
  #ranked({ bestPassages, termScores }: Scorer, concepts: readonly Concept[], limit: number): LazyRanked[] {
    const { passages, scores, count } = bestPassages;
    const context = this.#contextOf(concepts);
    const groups: LazyRanked[] = [];
    for (let place = 0; place < count; place++) {
      const passage = passages[place] as number;
      const duplicate = this.#nearDuplicate(groups, passage);
      if (duplicate) duplicate.fold(passage);
      else if (groups.length < limit)
        groups.push(new LazyRanked(context, passage, scores[place] as number, termScores[passage] as number));
    }
    return groups;
  }

  /** The first of `ranked` that says nearly the same as a passage. */
  #nearDuplicate(rankedPassages: readonly LazyRanked[], passage: number): LazyRanked | undefined {
    if (this.#mayRepeat?.[passage] !== 1) return undefined;
    return rankedPassages.find(({ number }) => areNearDuplicates(this.#data.sketches, number, passage));
  }

  /** The same object while it stays parsed, so that what is derived from it can be stored with it. */
  #passageAt(number: number): Passage {
    const passage = this.#parsedPassages.get(number) ?? passageOf(this.#data, number);
    this.#parsedPassages.delete(number);
    this.#parsedPassages.set(number, passage);
    if (this.#parsedPassages.size > parsedPassages)
      this.#parsedPassages.delete(this.#parsedPassages.keys().next().value ?? number);
    return passage;
  }
}

/** Shared by all passages of one answer. */
interface QueryContext {
  readonly data: IndexData;
  readonly concepts: readonly Concept[];
  passageAt(number: number): Passage;
}

/** Text and explanation are computed on first access: for many passages, callers only need the rank. */
class LazyRanked implements RankedPassage {
  readonly number: number;
  readonly score: number;
  readonly #termScores: number;
  readonly #context: QueryContext;
  #duplicates: number[] | undefined;
  #matches: readonly Match[] | undefined;

  constructor(context: QueryContext, number: number, score: number, termScores: number) {
    this.number = number;
    this.score = score;
    this.#termScores = termScores;
    this.#context = context;
  }

  get because(): RankedPassage['because'] {
    return { words: this.#termScores, nearness: this.score - this.#termScores };
  }

  get isAside(): boolean {
    const { data } = this.#context;
    const [, , , , isAside] = pageText(data, data.passagePages[this.number] as number);
    return isAside === true;
  }

  /** Adds a near-duplicate. */
  fold(passage: number): void {
    this.#duplicates ??= [];
    this.#duplicates.push(passage);
  }

  get passage(): Passage {
    return this.#context.passageAt(this.number);
  }

  get matches(): readonly Match[] {
    this.#matches ??= explain(this.#context.data, this.#context.concepts, this.number);
    return this.#matches;
  }

  get folded(): RankedPassage['folded'] {
    return (this.#duplicates ?? []).map((number) => {
      const { title, location, headings } = this.#context.passageAt(number);
      return { title, location, headings };
    });
  }
}

/** The query words that a passage matches, with their fields and scores, best first. */
function explain(data: IndexData, concepts: readonly Concept[], passage: number): Match[] {
  const places = new Map<number, Field[]>();
  for (const { alternatives } of concepts) for (const { term } of alternatives) places.set(term, []);
  fields.forEach((field, number) => {
    const { start, end } = fieldRange(data, passage, number);
    for (let at = start; at < end; at++) {
      const termPlaces = places.get(data.stream[at] as number);
      if (termPlaces && termPlaces.at(-1) !== field) termPlaces.push(field);
    }
  });
  const matches = concepts.flatMap(({ queryText, alternatives, minScore }): Match[] => {
    const bestAlternative = alternatives
      .map((alternative) => {
        const score = alternative.weight * impactIn(data, alternative.term, passage);
        return { ...alternative, score: isWritten(alternative) ? score : Math.min(minScore, score) };
      })
      .reduce((a, b) => (b.score > a.score ? b : a));
    const { term, kind, score } = bestAlternative;
    return score === 0
      ? []
      : [{ query: queryText, term: termText(data, term), kind, fields: places.get(term) ?? [], score }];
  });
  return matches.sort((a, b) => b.score - a.score);
}
