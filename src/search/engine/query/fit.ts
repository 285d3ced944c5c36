/** How well the best passage of a search fits the query: a page may share some of its words and be about something else. */
import type { IndexData } from '../index/container.ts';
import { impactIn } from '../index/index-data.ts';
import { isCompoundName } from '../text/analyse.ts';
import type { Fit } from '../types.ts';
import type { Alternative } from './alternatives.ts';
import type { Concept } from './concepts.ts';
import type { QueryParse } from './query.ts';
import { correctionShare, evidenceWeights, fitFrom, minPassagesToJudge } from './weights.ts';

/**
 * A passage fits if it has enough of what the query says, each word weighted by its idf, and scores high: a long question
 * has many words besides the subject, and a short one may have a single word that many pages have.
 * @param bestPassage the number and the score of the best passage; undefined without any
 */
export function fitOf(
  data: IndexData,
  { concepts, missing, parsedQuery }: Pick<QueryParse, 'concepts' | 'missing' | 'parsedQuery'>,
  bestPassage: { readonly number: number; readonly score: number } | undefined,
): Fit {
  if (!bestPassage) return 'none';
  const count = data.passagePages.length;
  if (count < minPassagesToJudge) return 'good';
  const rarest = Math.log(1 + (count - 0.5) / 1.5);
  const share = shareOf(data, concepts, missing * rarest, bestPassage.number);
  const evidence =
    bestPassage.score / rarest + evidenceWeights.share * share - evidenceWeights.missing * Math.min(missing, 2);
  if (evidence < fitFrom.doubtful) return 'none';
  // A query is about the name in it, so pages without the name can only be near. But it may be a name in a person's program.
  const hasName = !parsedQuery.unknown.some(isCompoundName) && parsedQuery.corrected?.some(isCompoundName) !== true;
  if (evidence < (hasName ? fitFrom.fair : fitFrom.fairWithout)) return 'doubtful';
  return evidence < fitFrom.good || !hasName ? 'fair' : 'good';
}

/**
 * Without lists between the loops: every search computes it.
 * @param missingWeight the weight of the words that the index does not have
 */
function shareOf(data: IndexData, concepts: readonly Concept[], missingWeight: number, passage: number): number {
  let allConcepts = missingWeight;
  let foundConcepts = 0;
  for (const { alternatives } of concepts) {
    let heaviest = 0;
    let heaviestFound = 0;
    for (const { term, weight } of alternatives) {
      if (weight > heaviest) heaviest = weight;
      if (weight > heaviestFound && impactIn(data, term, passage) > 0) heaviestFound = weight;
    }
    allConcepts += heaviest;
    foundConcepts += heaviestFound * certaintyOf(alternatives[0]);
  }
  return allConcepts === 0 ? 0 : foundConcepts / allConcepts;
}

/** A correction may be another word than the one that the person means. */
function certaintyOf(first: Alternative | undefined): number {
  return first?.kind === 'spelling' || first?.kind === 'prefix' ? correctionShare : 1;
}
