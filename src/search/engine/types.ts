/**
 * The types of documentation search, shared by readers, index, ranking and preview. The flow:
 *
 *     file ─reader─▶ Page ─splitPage─▶ Passage ─IndexBuilder─▶ bytes ─openIndex─▶ SearchIndex
 *                                                                                  │ search
 *     text for the model ◀─renderResults─ FilledBudget ◀─fillBudget─ RankedPassage[] ◀┘
 *
 * Searching is deterministic: the same bytes and the same query give the same answer. The functions by module:
 *
 * - `text/markdown.ts`: `readMarkdown(text, location): Page`, `text/plain-text.ts`: `readPlainText(text, location): Page`
 * - `text/split.ts`: `splitPage(page): Passage[]`
 * - `index/build.ts`: `indexBuilder({ settings, previous? }): IndexBuilder`
 * - `open.ts`: `openIndex(bytes, synonyms?): SearchIndex`, throws `IndexError` for bytes that are not an index of this version
 * - `index/index-file.ts`: `readIndexFile(path, settings, synonyms?): Promise<SearchIndex | undefined>`, `writeIndexFile(path, bytes): Promise<void>`
 * - `query/budget.ts`: `fillBudget(candidates, { tokens }): FilledBudget`, `interleave(listsOfCandidates): Candidate[]`
 * - `query/results-text.ts`: `renderResults(filled): string`
 * - `query/evaluate.ts`: `evaluate(judged, search): Evaluation`
 * - `index/reference.ts`: `openReference(): SearchIndex`, the starter reference, prebuilt
 */

/** One piece of a page in reading order. Readers turn files of any format into blocks. */
export type Block =
  /** `level` 1 is the page's own title, 2 and more its sections. Plain text without markup. */
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  /**
   * A paragraph, list or table as Markdown or plain text, with inline code between backticks. A hidden one only helps to find
   * its passage: the index has its words and not its text.
   */
  | { readonly kind: 'text'; readonly text: string; readonly isHidden?: true }
  /** A program, without fences. */
  | { readonly kind: 'code'; readonly text: string; readonly language?: string };

/**
 * A block and its place in the file, if the format has one: the 1-based line, and the fragment of the nearest place that an
 * address can name (`install`, `page=12`).
 */
export type PlacedBlock = Block & { readonly line?: number; readonly anchor?: string };

/** One file as a reader parsed it. */
export interface Page {
  readonly title: string;
  /** Unique within an index: the path below the source's folder with `/`, or an address. Every result shows it. */
  readonly location: string;
  /** Changes when the file changes (size and time, or a hash). Stored in the index, never interpreted. */
  readonly stamp?: string;
  readonly blocks: readonly PlacedBlock[];
  /** A page that says little about its subject, and ranks below others unless the query has its name. */
  readonly isStub?: boolean;
  /** A page that belongs in an answer only if it fits nearly as well as the best one. */
  readonly isAside?: boolean;
}

/** The unit of search: the largest section of a page that fits, with programs in one piece. */
export interface Passage {
  readonly title: string;
  readonly location: string;
  /** Headings of the sections around it, outermost first, without the page title. Empty at the beginning of a page. */
  readonly headings: readonly string[];
  /** Text and programs in reading order; headings inside it are text in Markdown (`## …`). */
  readonly blocks: readonly (Block & { readonly kind: 'text' | 'code' })[];
  /** 1-based line; undefined if the format has no lines. */
  readonly line?: number | undefined;
  /** The fragment of the address at which it begins, without `#`; undefined at the beginning of a page. */
  readonly anchor?: string | undefined;
  /** Its position among the passages of its page, from 0; undefined if it is not known. */
  readonly order?: number;
}

/** The fields of a passage. `symbols` has the names in sentences, in addition to their words in `body`. */
export const fields = ['title', 'headings', 'body', 'code', 'symbols'] as const;
export type Field = (typeof fields)[number];

/** How a query word matches a term. */
export type MatchKind =
  /** The same stem (`prime` – `primes`). */
  | 'word'
  /** A name of the documented language (`PrimePi`, also typed as `primepi` or `prime pi`). */
  | 'symbol'
  /** A synonym (`dictionary` – `Association`, `소수` – `prime`). */
  | 'synonym'
  /** An unknown word within one or two typing errors of a term. */
  | 'spelling'
  /** An unknown word that a term begins with. */
  | 'prefix';

/** One query word that a passage matches. */
export interface Match {
  /** The word as typed. */
  readonly query: string;
  /** The index term: stemmed, lower case; names as `#name`. */
  readonly term: string;
  readonly kind: MatchKind;
  /** Each once, in the order of `fields`. Empty if the term is borrowed from a page that the passage refers to. */
  readonly fields: readonly Field[];
  /** Its part of `RankedPassage.score`. */
  readonly score: number;
}

/**
 * One passage of a ranking. In answers of an index, `passage`, `because`, `matches` and `folded` are getters: read them by
 * name, as a spread leaves them out.
 */
export interface RankedPassage {
  readonly passage: Passage;
  /** Comparable only within one answer. */
  readonly score: number;
  /** Whether its page belongs in an answer only if it fits nearly as well as the best one. */
  readonly isAside?: boolean;
  /** The parts of the score. `similarity` only with `embedding`. */
  readonly because: { readonly words: number; readonly nearness: number; readonly similarity?: number };
  /** If it was ranked again by its vector: the cosine of query and passage, and its rank before. */
  readonly embedding?: { readonly similarity: number; readonly rank: number };
  /** Strongest first. */
  readonly matches: readonly Match[];
  /** Near-duplicates (at least four fifths of the text in common) that were folded into this one. */
  readonly folded: readonly {
    readonly title: string;
    readonly location: string;
    readonly headings: readonly string[];
  }[];
}

/** How a query was parsed; shown by the preview. */
export interface ParsedQuery {
  /** Without control characters, cut to the limit. */
  readonly text: string;
  /** True if the query was longer than `maxQueryLength`. */
  readonly cut: boolean;
  /** Words and names without a match: no page has them or similar ones. */
  readonly unknown: readonly string[];
  /** Words and names that no page has, searched by similar ones. */
  readonly corrected?: readonly string[];
}

/** How well the best passage fits the query; `none` if it only shares some words with it, or if there is none. */
export type Fit = 'good' | 'fair' | 'doubtful' | 'none';

export interface Answer {
  readonly parsedQuery: ParsedQuery;
  /** Best first. Long pages may have several passages. */
  readonly ranked: readonly RankedPassage[];
  readonly fit: Fit;
}

/** A page in the list of pages. */
export interface IndexedPage {
  readonly title: string;
  readonly location: string;
  readonly stamp: string;
  readonly passages: number;
}

/** An open index. */
export interface SearchIndex {
  /** The `settings` of its builder. */
  readonly settings: string;
  readonly pageCount: number;
  /** Without the pages that only say where they moved, or repeat another one. */
  readonly textPageCount: number;
  readonly passageCount: number;
  /** The bytes it was opened from; other threads can open them too. */
  readonly bytes: Uint8Array;
  /** All pages, sorted by location. */
  pages(): IndexedPage[];
  /**
   * @param query any text of any length, in any language
   * @param options.limit maximum number of passages; default 20
   */
  search(query: string, options?: { readonly limit?: number }): Answer;
  /** The passages of one page in reading order; empty if there is no such page. */
  passagesOf(location: string): Passage[];
}

/** Builds the bytes of one index from the pages that are added or kept. */
export interface IndexBuilder {
  /** Adds a page, or replaces the one at its location. */
  add(page: Page): void;
  /**
   * Copies a page from the previous index without analysing its text.
   * @returns false if there is no previous index or it has no such page
   */
  keep(location: string): boolean;
  /** The bytes depend only on the pages and the settings, not on their order or on which pages were kept. */
  finish(): Uint8Array;
}

/** A ranked passage and its source: the input of `fillBudget`. */
export interface Candidate {
  /** The name of the source, as the model reads it. */
  readonly source: string;
  readonly ranked: RankedPassage;
  /** The address of its page on the web, if it is known. */
  readonly url?: string | undefined;
}

/** What happened to one candidate, and why. */
export type Outcome =
  | { readonly kind: 'taken' }
  /**
   * Its end was removed, after a sentence or a line of a program: for the budget, because others score much higher, or because
   * no page clearly fits.
   */
  | { readonly kind: 'cut'; readonly reason: 'budget' | 'weak' | 'doubtful'; readonly tokensLeftOut: number }
  /** The entry of a neighbour of the same page has its text. */
  | { readonly kind: 'joined' }
  /** An earlier passage of another source has the same text. */
  | { readonly kind: 'folded'; readonly into: { readonly source: string; readonly location: string } }
  /**
   * `budget`: no room left. `weak`: its score is too low compared with the best passage. `limit`: enough others were taken.
   * `given`: the session already has it.
   */
  | { readonly kind: 'left'; readonly reason: 'budget' | 'weak' | 'limit' | 'given' };

/** One candidate with its outcome. */
export interface Filling {
  readonly candidate: Candidate;
  readonly outcome: Outcome;
  /** Tokens of `text`. */
  readonly tokens: number;
  /** Its entry in the results, as the model reads it; empty if it was folded, joined or left out. */
  readonly text: string;
  /** Where tags of the output format were neutralised in `text`. Offsets in UTF-16 units. */
  readonly defusedSpans: readonly { readonly start: number; readonly end: number }[];
}

/** All candidates in their order, and the total. */
export interface FilledBudget {
  readonly fillings: readonly Filling[];
  /** Tokens of all entries, separators included. Never above the budget. */
  readonly tokens: number;
  readonly budget: number;
}
