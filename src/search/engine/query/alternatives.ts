/** What a word of a query may mean: the terms to search for, with their weights. */
import type { MatchKind } from '../types.ts';

/** One index term that a query word may mean. */
export interface Alternative {
  readonly term: number;
  readonly kind: MatchKind;
  /** BM25's idf times the confidence in this meaning. A posting's impact times this weight is its score. */
  readonly weight: number;
}

/** Not a guess at a misspelled word. */
export function isNear({ kind }: Alternative): boolean {
  return kind !== 'spelling' && kind !== 'prefix';
}

/** Not a guess: neither a synonym nor a correction. */
export function isWritten({ kind }: Alternative): boolean {
  return kind === 'word' || kind === 'symbol';
}

/** Those that the index has, each term once. */
export function distinct(alternatives: readonly (Alternative | undefined)[]): Alternative[] {
  const presentAlternatives = alternatives.filter((alternative) => alternative !== undefined);
  return [...new Map(presentAlternatives.map((alternative) => [alternative.term, alternative])).values()];
}

/** The second part of a compound is less sure than the first. */
export function halveWeight({ term, kind, weight }: Alternative): Alternative {
  return { term, kind, weight: weight / 2 };
}
