/**
 * Ranks passages again by their own scores and their similarity to the query. Both are scaled to the range from 0 to 1 (by the
 * best score, and by the lowest and highest similarity) and averaged. Scores count, not ranks alone: the page of an exact name
 * scores far above the rest, and a reciprocal rank would lose that.
 */
import type { RankedPassage } from '../../engine/types.ts';

/** The weight of the similarity. */
const similarityWeight = 0.5;

/**
 * @param rankedPassages best first
 * @param similarities cosines of the query and each of them
 * @returns the same passages, best first. Their scores are comparable with those before: the highest possible is that of the
 *   first. Similarities that are all equal change nothing
 */
export function fuse(
  rankedPassages: readonly RankedPassage[],
  similarities: readonly number[],
): readonly RankedPassage[] {
  const bestScore = rankedPassages[0]?.score ?? 0;
  const minSimilarity = Math.min(...similarities);
  const spread = Math.max(...similarities) - minSimilarity;
  return rankedPassages
    .map((rankedPassage, index) => {
      const similarity = similarities[index] ?? minSimilarity;
      const embedding = { similarity, rank: index + 1 };
      return spread === 0
        ? combine(rankedPassage, embedding, 1, 0)
        : combine(
            rankedPassage,
            embedding,
            1 - similarityWeight,
            (similarityWeight * bestScore * (similarity - minSimilarity)) / spread,
          );
    })
    .sort((left, right) => right.score - left.score);
}

/** @param share of the plain score @param bySimilarity what the similarity adds */
function combine(
  rankedPassage: RankedPassage,
  embedding: NonNullable<RankedPassage['embedding']>,
  share: number,
  bySimilarity: number,
): RankedPassage {
  return {
    score: share * rankedPassage.score + bySimilarity,
    embedding,
    get isAside() {
      return rankedPassage.isAside === true;
    },
    get passage() {
      return rankedPassage.passage;
    },
    get because() {
      const { words, nearness } = rankedPassage.because;
      return { words: share * words, nearness: share * nearness, similarity: bySimilarity };
    },
    get matches() {
      return rankedPassage.matches.map((match) => ({ ...match, score: share * match.score }));
    },
    get folded() {
      return rankedPassage.folded;
    },
  };
}
