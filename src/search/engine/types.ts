/**
 * The words of documentation search, shared by readers, index, ranking and preview. The flow:
 *
 *     file ─reader─▶ Page ─splitPage─▶ Passage ─IndexBuilder─▶ bytes ─openIndex─▶ SearchIndex
 *                                                                                  │ search
 *     text for the model ◀─renderResults─ Filled ◀─fillBudget─ Ranked[] ◀──────────┘
 *
 * All of it is pure: the same bytes and the same query give the same answer. The functions, by module:
 *
 * - `markdown.ts`: `readMarkdown(text, location): Page`, `plain-text.ts`: `readPlainText(text, location): Page`
 * - `split.ts`: `splitPage(page): Passage[]`
 * - `build.ts`: `indexBuilder({ settings, previous? }): IndexBuilder`
 * - `open.ts`: `openIndex(bytes): SearchIndex`, throws `IndexError` on bytes that are not an index of this format
 * - `index-file.ts`: `readIndexFile(path, settings): SearchIndex | undefined`, `writeIndexFile(path, bytes): Promise<void>`
 * - `budget.ts`: `fillBudget(candidates, { tokens }): Filled`, `interleave(listsOfCandidates): Candidate[]`
 * - `results-text.ts`: `renderResults(filled): string`
 * - `evaluate.ts`: `evaluate(judged, search): Evaluation`
 * - `reference.ts`: `openReference(): SearchIndex`, the starter reference, prebuilt
 */

/** One piece of a page in reading order. A reader of any format turns a file into these. */
export type Block =
  /** `level` 1 is the page's own title, 2 and more its sections. Plain text without markup. */
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  /** A paragraph, a list or a table, as Markdown or plain text. Inline code may stand between backticks. */
  | { readonly kind: 'text'; readonly text: string }
  /** A program, kept whole. Without fences. */
  | { readonly kind: 'code'; readonly text: string; readonly language?: string };

/** A block and where it begins in its file: 1-based line, where the format has lines. */
export type PlacedBlock = Block & { readonly line?: number };

/** One file as a reader understood it. */
export interface Page {
  readonly title: string;
  /** Unique within an index: the path below the source's folder with `/`, or an address. Shown with every result. */
  readonly location: string;
  /** What shows that the file is unchanged (size and time, or a hash); kept in the index, never interpreted. */
  readonly stamp?: string;
  readonly blocks: readonly PlacedBlock[];
}

/** A part of a page that is found, shown and counted as one: the largest section that fits, code kept whole. */
export interface Passage {
  readonly title: string;
  readonly location: string;
  /** The sections around it, outermost first, without the page's title. Empty for the beginning of a page. */
  readonly headings: readonly string[];
  /** Text and programs in reading order; headings inside it are text in Markdown (`## …`). */
  readonly blocks: readonly (Block & { readonly kind: 'text' | 'code' })[];
  /** 1-based line in the file where it begins; undefined when the format has none. */
  readonly line?: number | undefined;
}

/** Where a word can stand. The last has the names that stand in sentences, beside their words in `body`. */
export const fields = ['title', 'headings', 'body', 'code', 'symbols'] as const;
export type Field = (typeof fields)[number];

/** How a word of the query led to a word of a passage. */
export type MatchKind =
  /** The same word, up to its ending (`prime` – `primes`). */
  | 'word'
  /** A name of the documented language as it is written (`PrimePi`, also typed `primepi` or `prime pi`). */
  | 'symbol'
  /** From the list of synonyms (`dictionary` – `Association`, `소수` – `prime`). */
  | 'synonym'
  /** A word that no page has, one or two slips away from one that some page has. */
  | 'spelling'
  /** A word that no page has, the beginning of one that some page has. */
  | 'prefix';

/** One word that counted for a passage. */
export interface Match {
  /** As the person wrote it. */
  readonly query: string;
  /** As the index has it: stemmed, lower case; names as `#name`. */
  readonly term: string;
  readonly kind: MatchKind;
  /** Where in the passage, each once, in the order of `fields`. Empty when a page it names lent it the word. */
  readonly fields: readonly Field[];
  /** What it added to `Ranked.score`. */
  readonly score: number;
}

/**
 * One passage in the order of relevance. What an index answers makes `passage`, `because`, `matches` and `folded` when
 * they are read: take them by name, a spread leaves them out.
 */
export interface Ranked {
  readonly passage: Passage;
  /** Comparable within one answer only. */
  readonly score: number;
  /** What the score is the sum of. */
  readonly because: { readonly words: number; readonly nearness: number };
  /** Strongest first. */
  readonly matches: readonly Match[];
  /** Passages that say the same (at least four fifths of their text in common) and were folded into this one. */
  readonly folded: readonly {
    readonly title: string;
    readonly location: string;
    readonly headings: readonly string[];
  }[];
}

/** How a query was understood; shown by the preview. */
export interface Understood {
  /** The query that was searched: without control characters, cut to the limit. */
  readonly text: string;
  /** True when the query was longer than what is searched (`maxQueryLength`). */
  readonly cut: boolean;
  /** Words that led nowhere: no page has them or anything like them. */
  readonly unknown: readonly string[];
}

/** The answer to one query. */
export interface Answer {
  readonly understood: Understood;
  /** Best first, one passage a page. */
  readonly ranked: readonly Ranked[];
}

/** What an index says about a page without being searched. */
export interface IndexedPage {
  readonly title: string;
  readonly location: string;
  readonly stamp: string;
  readonly passages: number;
}

/** An index that was opened: views on its bytes. */
export interface SearchIndex {
  /** What its maker passed as `settings`. */
  readonly settings: string;
  readonly pageCount: number;
  readonly passageCount: number;
  /** The bytes it was opened from; another thread can open them too. */
  readonly bytes: Uint8Array;
  /** All pages, sorted by location. */
  pages(): IndexedPage[];
  /**
   * @param query anything a person can type, of any length and language
   * @param options.limit most passages in the answer, 20 if not said
   */
  search(query: string, options?: { readonly limit?: number }): Answer;
  /** The passages of one page in reading order; empty when there is no such page. */
  passagesOf(location: string): Passage[];
}

/** Makes the bytes of one index. Pages that are neither kept nor added are not in it. */
export interface IndexBuilder {
  /** Adds a page, or replaces the one at its location. */
  add(page: Page): void;
  /**
   * Takes a page over from the previous index without reading its text again.
   * @returns false when there is no previous index or it has no such page
   */
  keep(location: string): boolean;
  /** The bytes depend on the pages and the settings alone, not on their order or on what was kept. */
  finish(): Uint8Array;
}

/** A ranked passage and the source it came from, as `fillBudget` takes it. */
export interface Candidate {
  /** The source's name as the model reads it. */
  readonly source: string;
  readonly ranked: Ranked;
}

/** What became of one candidate, and why. */
export type Outcome =
  | { readonly kind: 'taken' }
  /** Its end was left out, at the end of a sentence or of a line of a program. */
  | { readonly kind: 'cut'; readonly tokensLeftOut: number }
  /** Another source's passage before it says the same. */
  | { readonly kind: 'folded'; readonly into: { readonly source: string; readonly location: string } }
  /** `budget`: no room left. `weak`: it has too little in common with the query beside the best one. */
  | { readonly kind: 'left'; readonly reason: 'budget' | 'weak' };

/** One candidate after the budget was filled. */
export interface Filling {
  readonly candidate: Candidate;
  readonly outcome: Outcome;
  /** Tokens of `text`. */
  readonly tokens: number;
  /** Its entry in the results as the model reads it; empty when it was folded or left. */
  readonly text: string;
  /** Places in `text` where a tag of the output format was made harmless. Offsets in UTF-16 units. */
  readonly defused: readonly { readonly start: number; readonly end: number }[];
}

/** Every candidate in the order given, and the sum. */
export interface Filled {
  readonly fillings: readonly Filling[];
  /** Tokens of all entries together, separators included. Never above the budget. */
  readonly tokens: number;
  readonly budget: number;
}
