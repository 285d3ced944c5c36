/** The interface of an open source. */
import type { SourcePage, SourceState } from '../../contract/contract.ts';
import type { SearchScope } from '../../model/search.ts';
import type { Fit, ParsedQuery, RankedPassage } from '../engine/types.ts';

/** The answer of a source. */
export interface RetrievedPassages {
  /** Best first. */
  readonly rankedPassages: readonly RankedPassage[];
  /** How the query was parsed, if the source reports it. */
  readonly parsedQuery?: ParsedQuery;
  /** How well they fit the query, if the source can tell. */
  readonly fit?: Fit;
  /** What the source covers, in one sentence, if it is known to be incomplete. */
  readonly extent?: string;
  /** The revision in the source's state (`SourceState`) whose passages these are. */
  readonly revision?: number;
  /** One sentence about the whole answer, such as that indexing is not finished. */
  readonly message?: string;
  /** As in `RerankedPassages`. */
  readonly embeddings?: NonNullable<RerankedPassages['embeddings']>;
  readonly needs?: readonly string[];
}

/** Maximum number of passages of one search that are ranked again. */
export const maxReranked = 30;

/** Passages that were ranked again, or the same ranking with a message that says why not. */
export interface RerankedPassages {
  /** Best first. */
  readonly rankedPassages: readonly RankedPassage[];
  /** How they were ranked again; `sent` is the number of texts that the service got. Undefined if they were not. */
  readonly embeddings?: { readonly model: string; readonly sent: number; readonly milliseconds: number };
  readonly message?: string;
  /** Ids of the asks that must be allowed first. */
  readonly needs?: readonly string[];
}

export interface RerankOptions {
  readonly signal: AbortSignal;
  /** For a search by a function: the sources that its call has already searched. */
  readonly scope?: SearchScope | undefined;
  /** How long it may take. */
  readonly timeoutMs?: number;
}

/** The location of the requested page, or those of pages with similar names. */
export type PageLookup = { readonly location: string } | { readonly near: readonly string[] };

/** An open source. */
export interface Retriever {
  /**
   * @param limit maximum number of passages
   * @throws WorkbenchError only, with a sentence that says what to do
   */
  retrieve(
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal },
  ): Promise<RetrievedPassages>;
  /**
   * Ranks passages of `retrieve` again with an embeddings service, for a source that names one.
   * @throws only the signal's reason
   */
  rerank?(query: string, rankedPassages: readonly RankedPassage[], options: RerankOptions): Promise<RerankedPassages>;
  state(): SourceState | Promise<SourceState>;
  /** Whether searches go to another program or machine, which may limit or charge them: see `while-typing.ts`. */
  readonly isRemote?: true;
  /**
   * Whether a search sends a request now: it needs its credential and its permission. A search without a request waits for
   * no pause. By default, a source sends a request if it is remote or ranks again.
   */
  sendsRequests?(): Promise<boolean>;
  /** The address of a page on the web, if it is known. */
  url?(location: string): string | undefined;
  /**
   * Finds a page by its location, its address on the web, its title, or the end of its location.
   * @throws WorkbenchError if the pages cannot be read
   */
  lookUp?(location: string): Promise<PageLookup>;
  /** Starts work in the background that a search would wait for. */
  prepare?(): void;
  /** @throws WorkbenchError `not-found` */
  page?(location: string): Promise<SourcePage>;
  /** Reads the files that have changed. Never rejects. */
  refresh?(): Promise<void>;
  /** Starts to read all files again. */
  reindex?(): Promise<void>;
  /** Reads files that a person has to confirm, or the rest after `stop`. */
  read?(): Promise<void>;
  /** Stops reading files; the index keeps what was read. */
  stop?(): Promise<void>;
  close(): Promise<void>;
}
