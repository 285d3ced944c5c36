/** The answers of sources to a query, before a budget selects from them. */
import type { JudgedQuery } from '../../model/definitions.ts';
import type { Candidate, Fit, ParsedQuery } from '../engine/types.ts';
import type { RerankedPassages } from './retriever.ts';

/** The answer of one source to one query. */
export interface SourceAnswer {
  readonly name: string;
  readonly milliseconds: number;
  /** How the candidates were ranked again. */
  readonly embeddings?: NonNullable<RerankedPassages['embeddings']>;
  /** Why the source failed, in one sentence; then there are no candidates. */
  readonly failure?: string;
  /** Ids of the asks that must be allowed first: to search it, or to rank again. */
  readonly needs?: readonly string[];
  readonly message?: string;
  /** How well the candidates fit the query, if the source can tell. */
  readonly fit?: Fit;
  /** What the source holds, if it is known to be incomplete. */
  readonly extent?: string;
  readonly parsedQuery?: ParsedQuery;
  /** As in `RetrievedPassages`. */
  readonly revision?: number;
  readonly candidates: readonly Candidate[];
  readonly judgedQueries: readonly JudgedQuery[];
}

/** The answers to one search, before the budget. */
export interface SearchAnswers {
  readonly id: string;
  readonly query: string;
  /** The section that the search was restricted to. */
  readonly section?: string | undefined;
  /** In the order of the prompt's list. */
  readonly answers: readonly SourceAnswer[];
}
