/** What every kind of source is to the search service. */
import type { SourcePage, SourceState } from '../../contract/contract.ts';
import type { ParsedQuery, Ranked } from '../engine/types.ts';

/** What a source found. */
export interface Retrieved {
  /** Best first. */
  readonly ranked: readonly Ranked[];
  /** How the query was parsed, where the source can tell. */
  readonly parsed?: ParsedQuery;
  /** One sentence about the answer as a whole, such as that files are still being read. */
  readonly message?: string;
}

/** An open source. */
export interface Retriever {
  /**
   * @param limit most passages
   * @throws WorkbenchError with a sentence that says what to do; nothing else is thrown
   */
  retrieve(query: string, options: { readonly limit: number; readonly signal: AbortSignal }): Promise<Retrieved>;
  state(): SourceState | Promise<SourceState>;
  /** Whether it asks another program or machine, which counts questions: see `while-typing.ts`. */
  readonly isElsewhere?: true;
  /** Starts in the background what a search would otherwise wait for. */
  prepare?(): void;
  /** @throws WorkbenchError `not-found` */
  page?(location: string): Promise<SourcePage>;
  /** Reads everything again; resolves when that has begun. */
  reindex?(): Promise<void>;
  close(): Promise<void>;
}
