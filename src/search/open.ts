/** An index that is searched: views on its bytes, nothing parsed until a passage is shown. */
import { type IndexData, IndexError, unpackIndex } from './container.ts';
import { explain } from './explain.ts';
import { before, dataOf, slice } from './index-data.ts';
import { type Concept, understand } from './query.ts';
import { type Scored, Scorer } from './score.ts';
import { saysTheSame } from './sketch.ts';
import type { Answer, IndexedPage, Match, Passage, Ranked, SearchIndex } from './types.ts';
import { builtWith } from './weights.ts';

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
    const { understood, concepts } = understand(query, this.#data);
    this.#scorer ??= new Scorer(this.#data);
    // More than asked for, because passages that say the same become one.
    const scored = concepts.length === 0 ? [] : this.#scorer.score(concepts, 2 * limit);
    return { understood, ranked: this.#ranked(scored, concepts, limit) };
  }

  #ranked(scored: readonly Scored[], concepts: readonly Concept[], limit: number): Ranked[] {
    const { sketches } = this.#data;
    const groups: Group[] = [];
    for (const candidate of scored) {
      let into: Group | undefined;
      for (let place = 0; place < groups.length && !into; place++) {
        const group = groups[place] as Group;
        if (saysTheSame(sketches, group.best.passage, candidate.passage)) into = group;
      }
      if (into) into.same = [...into.same, candidate.passage];
      else if (groups.length < limit) groups.push({ best: candidate, same: none });
    }
    return groups.map(({ best, same }) => new LazyRanked(this.#data, concepts, best, same));
  }
}

/** A passage and the numbers of those that say the same. */
interface Group {
  readonly best: Scored;
  same: readonly number[];
}

const none: readonly number[] = [];

/** Its text and its explanation are made when they are looked at: of many passages only the rank is asked. */
class LazyRanked implements Ranked {
  readonly score: number;
  readonly because: Ranked['because'];
  readonly #data: IndexData;
  readonly #concepts: readonly Concept[];
  readonly #number: number;
  readonly #same: readonly number[];
  #passage: Passage | undefined;
  #matches: readonly Match[] | undefined;

  constructor(data: IndexData, concepts: readonly Concept[], best: Scored, same: readonly number[]) {
    this.score = best.score;
    this.because = { passage: best.fromPassage, page: best.fromPage, nearness: best.fromNearness };
    this.#data = data;
    this.#concepts = concepts;
    this.#number = best.passage;
    this.#same = same;
  }

  get passage(): Passage {
    this.#passage ??= passageOf(this.#data, this.#number);
    return this.#passage;
  }

  get matches(): readonly Match[] {
    this.#matches ??= explain(this.#data, this.#concepts, this.#number);
    return this.#matches;
  }

  get folded(): Ranked['folded'] {
    return this.#same.map((number) => {
      const { title, location, headings } = passageOf(this.#data, number);
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
