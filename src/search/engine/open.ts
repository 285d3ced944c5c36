/** An index that is searched: views on its bytes, nothing parsed until a passage is shown. */
import { type IndexData, IndexError, unpackIndex } from './container.ts';
import { explain } from './explain.ts';
import { before, dataOf, slice } from './index-data.ts';
import { type Concept, Meanings } from './meanings.ts';
import { understand } from './query.ts';
import { Scorer } from './score.ts';
import { saysTheSame } from './sketch.ts';
import type { Answer, IndexedPage, Match, Passage, Ranked, SearchIndex } from './types.ts';
import { builtWith, nearnessDepth } from './weights.ts';

/** Passages in an answer unless it is said how many. */
const usualLimit = 20;

/**
 * Opens the bytes that `IndexBuilder.finish` made. They must not change while the index is used.
 * @throws IndexError when they are damaged, of another version, or something else
 */
export function openIndex(bytes: Uint8Array): SearchIndex {
  const data = unpackIndex(bytes);
  const made = Buffer.from(data.made).toString();
  const end = made.indexOf('\n');
  if (made.slice(0, end) !== builtWith) throw new IndexError('This search index was built with other weights.');
  const index = new OpenIndex(data, made.slice(end + 1), bytes);
  dataOf.set(index, data);
  return index;
}

class OpenIndex implements SearchIndex {
  readonly settings: string;
  readonly bytes: Uint8Array;
  readonly #data: IndexData;
  #meanings: Meanings | undefined;
  #scorer: Scorer | undefined;

  constructor(data: IndexData, settings: string, bytes: Uint8Array) {
    this.#data = data;
    this.settings = settings;
    this.bytes = bytes;
  }

  get pageCount(): number {
    return this.#data.pagePassageEnds.length;
  }

  get passageCount(): number {
    return this.#data.passagePages.length;
  }

  pages(): IndexedPage[] {
    const ends = this.#data.pagePassageEnds;
    return Array.from(ends, (end, page) => {
      const [title, location, stamp] = pageText(this.#data, page);
      return { title, location, stamp, passages: end - before(ends, page) };
    });
  }

  passagesOf(location: string): Passage[] {
    const page = pageAt(this.#data, location);
    if (page === -1) return [];
    const first = before(this.#data.pagePassageEnds, page);
    const count = (this.#data.pagePassageEnds[page] as number) - first;
    return Array.from({ length: count }, (_, index) => passageOf(this.#data, first + index));
  }

  search(query: string, { limit = usualLimit }: { readonly limit?: number } = {}): Answer {
    this.#meanings ??= new Meanings(this.#data);
    this.#scorer ??= new Scorer(this.#data);
    const { understood, concepts } = understand(query, this.#meanings);
    const most = Math.min(limit, this.pageCount);
    // What is near decides the order of so many, however few are asked for.
    let take = Math.max(most, nearnessDepth);
    this.#scorer.score(concepts, take);
    let ranked = this.#ranked(this.#scorer, concepts, most);
    // Passages that say the same became one: then more are looked at.
    while (ranked.length < most && this.#scorer.best.isFull) {
      take *= 2;
      this.#scorer.score(concepts, take);
      ranked = this.#ranked(this.#scorer, concepts, most);
    }
    return { understood, ranked };
  }

  /** The best passages, of which those that say the same become one; at most `limit`. */
  #ranked({ best, fromWords }: Scorer, concepts: readonly Concept[], limit: number): Ranked[] {
    const { sketches } = this.#data;
    const { passages, scores, count } = best;
    const asked: Asked = { data: this.#data, concepts };
    const groups: LazyRanked[] = [];
    for (let place = 0; place < count; place++) {
      const passage = passages[place] as number;
      let into = 0;
      while (into < groups.length && !saysTheSame(sketches, (groups[into] as LazyRanked).number, passage)) into++;
      if (into < groups.length) (groups[into] as LazyRanked).fold(passage);
      else if (into < limit)
        groups.push(new LazyRanked(asked, passage, scores[place] as number, fromWords[passage] as number));
    }
    return groups;
  }
}

/** What all passages of one answer have in common. */
interface Asked {
  readonly data: IndexData;
  readonly concepts: readonly Concept[];
}

/** Its text and its explanation are made when they are looked at: of many passages only the rank is asked. */
class LazyRanked implements Ranked {
  readonly number: number;
  readonly score: number;
  readonly #fromWords: number;
  readonly #asked: Asked;
  #same: number[] | undefined;
  #passage: Passage | undefined;
  #matches: readonly Match[] | undefined;

  constructor(asked: Asked, number: number, score: number, fromWords: number) {
    this.number = number;
    this.score = score;
    this.#fromWords = fromWords;
    this.#asked = asked;
  }

  get because(): Ranked['because'] {
    return { words: this.#fromWords, nearness: this.score - this.#fromWords };
  }

  /** Adds a passage that says the same. */
  fold(passage: number): void {
    this.#same ??= [];
    this.#same.push(passage);
  }

  get passage(): Passage {
    this.#passage ??= passageOf(this.#asked.data, this.number);
    return this.#passage;
  }

  get matches(): readonly Match[] {
    this.#matches ??= explain(this.#asked.data, this.#asked.concepts, this.number);
    return this.#matches;
  }

  get folded(): Ranked['folded'] {
    return (this.#same ?? []).map((number) => {
      const { title, location, headings } = passageOf(this.#asked.data, number);
      return { title, location, headings };
    });
  }
}

function pageText(data: IndexData, page: number): [title: string, location: string, stamp: string] {
  return JSON.parse(textOf(data.pageText, data.pageTextEnds, page));
}

/** The page at a location by binary search: pages are sorted by it. -1 when there is none. */
function pageAt(data: IndexData, location: string): number {
  let low = 0;
  let high = data.pagePassageEnds.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [, found] = pageText(data, middle);
    if (found === location) return middle;
    if (found < location) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function passageOf(data: IndexData, passage: number): Passage {
  const [title, location] = pageText(data, data.passagePages[passage] as number);
  const [headings, line, ...blocks] = JSON.parse(textOf(data.passageText, data.passageTextEnds, passage)) as [
    string[],
    number,
    ...(string | [string, string])[],
  ];
  return {
    title,
    location,
    headings,
    blocks: blocks.map((block) => {
      if (typeof block === 'string') return { kind: 'text', text: block };
      const [text, language] = block;
      return { kind: 'code', text, ...(language !== '' && { language }) };
    }),
    ...(line > 0 && { line }),
  };
}

function textOf(bytes: Uint8Array, ends: Uint32Array, index: number): string {
  const { buffer, byteOffset, byteLength } = slice(bytes, ends, index);
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
